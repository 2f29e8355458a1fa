import { randomStream } from "../pebble/support/random-graphs.js";

/** The cuts of proofs/product-random-cuts.md on courses of loads and deletions, and slices dealt out to what lies between them. */

/** To the number of places without words of A that `near` names, or a few more, and then some words loaded for others. */
export interface Turn {
  readonly near: number;
  readonly aside: number;
  readonly swaps: number;
}

interface Sizes {
  readonly s: number;
  readonly o: number;
  readonly x: number;
}

interface Segment {
  readonly open: boolean;
  /** Places without words of A at its cut. */
  readonly free: number;
  readonly loads: number;
  /** Words of A, at most. */
  readonly sees: number;
  /** θ and g of its cut. */
  readonly kept: number;
  readonly gap: number;
}

export interface Course {
  readonly loads: number;
  readonly segments: readonly Segment[];
}

/** Sections 2 and 3, for a memory that is full at all times. */
export function courseOf(turns: readonly Turn[], { s, o, x }: Sizes): Course {
  const { events, free } = eventsOf(turns, { s, o, x });
  const spans: { from: number; to: number; past: number }[] = [];
  for (let from = 0; from < events.length || from === 0; ) {
    const span = (free[from] as number) < o ? closed(events, free, from, o) : open(events, from, (free[from] as number) - x);
    spans.push({ from, ...span });
    if (span.to >= events.length) break;
    from = span.to;
  }
  const loadsOf = (from: number, to: number): number => events.slice(from, to).filter(Boolean).length;
  const first = loadsOf(0, spans[0]?.to ?? 0);
  const segments = spans.map(({ from, to }, i): Segment => {
    const at = free[from] as number;
    const loads = loadsOf(from, to);
    const before = i > 0 && at >= o ? (spans[i - 1]?.past ?? 0) : 0;
    const pays = (i > 0 && i === spans.length - 1 ? first : loads) + before;
    const kept = i === 0 ? 1 : Math.min(1, pays / at);
    const follows = i > 0 && at >= o && (free[spans[i - 1]?.from ?? 0] as number) < o;
    const gap = kept === 1 ? Number.POSITIVE_INFINITY : loads + (follows ? x + before : 0);
    return { open: at >= o, free: at, loads, sees: s - at + loads, kept, gap };
  });
  return { loads: loadsOf(0, events.length), segments };
}

/** Loads (true) and deletions of words of A, and the places without one before each of them and at the end. */
function eventsOf(turns: readonly Turn[], { s, o, x }: Sizes) {
  const events: boolean[] = [];
  const free = [s];
  const happen = (load: boolean): void => {
    events.push(load);
    free.push((free.at(-1) as number) + (load ? -1 : 1));
  };
  for (const { near, aside, swaps } of turns) {
    const target = Math.max(0, Math.min(s, Math.round([0, x, o, o, 2 * o, o / 2, s / 2, s][near] as number) + aside));
    while (free.at(-1) !== target) happen((free.at(-1) as number) > target);
    for (let i = 0; i < swaps; i++) for (const load of target > 0 ? [true, false] : [false, true]) happen(load);
  }
  return { events, free };
}

function open(events: readonly boolean[], from: number, most: number) {
  let left = most;
  for (let to = from; to < events.length; to++) {
    if (events[to] === true && left-- === 0) return { to, past: 0 };
  }
  return { to: events.length, past: 0 };
}

function closed(events: readonly boolean[], free: readonly number[], from: number, o: number) {
  const ends = (at: number): number => {
    let to = at;
    while (to < events.length && (free[to] as number) < o) to++;
    return to;
  };
  const loadsFrom = (at: number): number => events.slice(at, ends(at)).filter(Boolean).length;
  const [end, own] = [ends(from), free[from] as number];
  const all = loadsFrom(from);
  if (all < own) return { to: end, past: 0 };
  let left = own;
  for (let to = from; to < end; to++) {
    if (events[to] !== true || left-- > 0) continue;
    return loadsFrom(to) >= (free[to] as number) ? { to, past: 0 } : { to: end, past: all - own };
  }
  return { to: end, past: 0 };
}

interface Product extends Sizes {
  readonly m: number;
  readonly k: number;
}

/** Dealing out takes the third power of their number. */
const MOST_SEGMENTS = 60;

/** The least of some deals of a slice's pairs to segments, each as many as words of A allow; undefined where there are not enough words. */
export function leastOfRandomDeal(course: Course, product: Product, seed: number): number | undefined {
  const random = randomStream(seed);
  const count = course.segments.length;
  if (count > MOST_SEGMENTS) return undefined;
  let least: number | undefined;
  for (let deal = 0; deal < 8; deal++) {
    const order = shuffled(random, count);
    if (deal % 2 === 1) {
      // What lies next to a few segments comes right after them.
      const first = order.splice(0, 1 + Math.floor((random() * product.m * product.k) / product.s));
      const beside = first.flatMap((one) =>
        [1, 2, 3].flatMap((by) => (random() < 0.5 ? [one + by, one - by] : [one - by, one + by])),
      );
      order.unshift(...first, ...beside.filter((one) => one >= 0 && one < count));
    }
    const dealt = dealOut(course, product.m * product.k, order, random);
    if (dealt === undefined) continue;
    const paid = expected(course, dealt, product);
    if (least === undefined || paid < least) least = paid;
  }
  return least;
}

function shuffled(random: () => number, count: number): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j] as number, order[i] as number];
  }
  return order;
}

/** In this order each as much as runs of segments let it have, now and then less. */
function dealOut({ segments }: Course, pairs: number, order: readonly number[], random: () => number): number[] | undefined {
  const dealt = segments.map(() => 0);
  let left = pairs;
  for (const one of order) {
    let most = Number.POSITIVE_INFINITY;
    for (let from = one; from >= 0; from--) {
      let [seen, has] = [segments[from]?.sees ?? 0, dealt[from] ?? 0];
      for (let to = from; to < segments.length; to++) {
        if (to > from) [seen, has] = [seen + (segments[to]?.loads ?? 0), has + (dealt[to] ?? 0)];
        if (to >= one) most = Math.min(most, seen - has);
      }
    }
    const share = random() < 0.1 ? random() : 1;
    const given = Math.min(left, Math.floor(most * share));
    dealt[one] = (dealt[one] ?? 0) + given;
    left -= given;
    if (left === 0) return dealt;
  }
  return undefined;
}

/** Rows and columns that pieces need, less what every row has for nothing: F of sections 4 and 6. */
function expected({ segments }: Course, dealt: readonly number[], { m, k, s, o, x }: Product): number {
  const γ = k * k > s - x && m * m >= s - x ? Math.min(2, (k * k) / (s - x)) : 1;
  let total = 0;
  for (let from = 0; from < segments.length; from++) {
    let [chance, pairs, most] = [segments[from]?.kept ?? 0, 0, 0];
    for (let to = from; to < segments.length && chance > 1e-15; to++) {
      pairs += dealt[to] ?? 0;
      if (segments[to]?.open === false) most = Math.max(most, few(dealt[to] ?? 0, o));
      const after = segments[to + 1]?.kept ?? 1;
      total += chance * after * Math.max(paidFor(pairs, m, k, γ), most - (γ * pairs) / k);
      chance *= 1 - after;
    }
  }
  return total;
}

const few = (pairs: number, o: number): number => (pairs <= (o - 1) ** 2 ? 2 * Math.sqrt(pairs) : o - 1 + pairs / (o - 1));

/** ψ of section 1; with γ > 1 the least over columns, tried one by one and between. */
function paidFor(pairs: number, m: number, k: number, γ: number): number {
  if (pairs === 0) return 0;
  if (γ === 1) {
    const across = Math.min(k, Math.max(Math.sqrt(pairs), pairs / m));
    return across + pairs / across - pairs / k;
  }
  const given = (f: number): number => (f <= 0.5 ? Math.max(f, γ * f * (1 - f)) : 1 - Math.max(1 - f, γ * f * (1 - f)));
  let least = Number.POSITIVE_INFINITY;
  for (let part = 1; part <= 40 * k; part++)
    least = Math.min(least, part / 40 + (40 * pairs * (1 - given(part / (40 * k)))) / part);
  return least;
}
