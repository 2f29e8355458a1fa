import { ceilDivide, floorSquareRoot, largestWhere, maximum, minimum } from "../exact/integer.js";
import type { Rational } from "../exact/rational.js";
import { add, compare, divide, floor, multiply, rational, subtract } from "../exact/rational.js";
import type { ProductInstance, ProductRandomCutsCertificate } from "./certificates/products.js";
import { cover, coverOfFew, type Lines, PARTS_BITS } from "./passes.js";

/**
 * A matrix product whose operand A stays in memory, a few memories of it, and leaves no room for the slice (column of C) that is worked on
 * (proofs/product-random-cuts.md). A memory's course is cut so that between cuts it sees `less` words of A fewer than it has places, and
 * every cut is kept with the probability with which the loads after it pay for what is held there. A slice pays for p such parts, and by
 * `price` for each word of A that it has to meet besides:
 *
 *     Q ≥ w·n·Ψ + wO·mn,   Ψ = p·ψ(a) − (p − 1)(less/a)·ψ* + price·(mk − p·a) − p·η,   a = ⌊S/w⌋ − less,
 *
 * ψ(v) the least number of rows and columns of A that cover v words, less v/k rows, that every row has for nothing. Every word counts as
 * the narrowest, w. Any number of memories. Survives recomputation, any reduction order, sliding. Returns undefined where it says no more
 * than compulsory traffic.
 */
export function proveProductRandomCuts(instance: ProductInstance): ProductRandomCutsCertificate | undefined {
  let best: ProductRandomCutsCertificate | undefined;
  for (const resident of ["a", "b"] as const) {
    const shape = shapeOf(instance, resident);
    if (shape.rows.count * shape.columns.count < shape.fits || shape.fits < 16n) continue;
    const choice = likelyChoice(shape);
    const slice = choice && provenSlice(shape, choice);
    if (choice === undefined || slice === undefined) continue;
    const value = ceilDivide(shape.slices * shape.word * slice, 1n << PARTS_BITS) + shape.stores;
    if (value <= (best?.value ?? shape.compulsory)) continue;
    best = { theorem: "product-random-cuts", instance, resident, ...choice, slice, value };
  }
  return best;
}

interface Shape {
  readonly slices: bigint;
  readonly rows: Lines;
  readonly columns: Lines;
  /** Words of the narrowest size that a memory has. */
  readonly fits: bigint;
  readonly word: bigint;
  readonly stores: bigint;
  readonly compulsory: bigint;
}

/** o, x and τ of the proof. */
type Choice = Pick<ProductRandomCutsCertificate, "room" | "less" | "price">;

function shapeOf({ extents, weights, capacity }: ProductInstance, resident: "a" | "b"): Shape {
  const { batch, m, n, k } = extents;
  const word = [weights.a, weights.b].reduce(minimum, weights.partial);
  const stores = weights.output * batch * m * n;
  const [tall, slices] = resident === "a" ? [m, n] : [n, m];
  return {
    slices: batch * slices,
    rows: { count: tall, weight: 1n },
    columns: { count: k, weight: 1n },
    fits: capacity / word,
    word,
    stores,
    compulsory: batch * (weights.a * m * k + weights.b * k * n) + stores,
  };
}

/** Ψ, rounded down; undefined where a hypothesis fails (section 7 of the proof, whose names these are). */
function provenSlice(shape: Shape, { room, less, price }: Choice): bigint | undefined {
  const { rows, columns, fits } = shape;
  const cells = rows.count * columns.count;
  const seen = fits - less;
  const half = seen / 2n;
  const passes = cells / fits;
  const rest = cells - passes * seen;
  const narrow = minimum(rows.count, columns.count);
  if (less < 1n || less >= room || room > narrow ** 2n || 4n * room > seen) return undefined;
  if (passes < 1n || rest < 1n || rest >= half) return undefined;
  const γ = steepness(shape, seen);
  const apart = apartness(room, less);
  if (apart.turns * room > half || !atLeast(rational(columns.count), multiply(γ, rational(room - 1n)))) return undefined;

  const [o, x, a, h, d, p] = [room, less, seen, half, rest, passes].map((value) => rational(value)) as Six;
  const τ = inWords(price);
  const ψ = (pairs: bigint): Rational => paidFor(shape, γ, pairs);
  const ψAtMost = (pairs: bigint): Rational => add(ψ(pairs), inWords(2n));

  // Whole parts and no less than half ones, the slope between.
  const twice = subtract(multiply(TWO, ψAtMost(seen)), ψ(minimum(2n * seen, cells)));
  const merged = add(twice, multiply(divide(x, h), ψAtMost(seen)));
  const lost = multiply(divide(x, a), merged);
  const large = subtract(ψ(seen), lost);
  const furtherLost = multiply(multiply(TWO, x), multiply(subtract(divide(ONE, h), divide(ONE, a)), merged));
  const ς = divide(subtract(large, subtract(subtract(ψ(half), lost), furtherLost)), subtract(a, h));

  // Small parts, and those that only a closed cut keeps apart from another.
  const aside = subtract(ONE, divide(multiply(TWO, x), subtract(a, o)));
  const small = (pairs: bigint): Rational => multiply(multiply(aside, apart.share(pairs)), ψ(pairs));
  const sure = multiply(aside, ψ(room));
  if (compare(sure, ZERO) <= 0) return undefined;
  const η = divide(multiply(rational(4n, 27n), multiply(cube(τ), cube(o))), multiply(sure, sure));

  // Up to the fewest words that would do by a closed cut alone, small parts cost twice their price.
  const enough = (pairs: bigint): boolean =>
    atLeast(multiply(aside, ψ(pairs)), multiply(τ, o)) && atLeast(multiply(τ, rational(pairs)), η);
  const few = 1n + largestWhere(0n, room, (pairs) => !enough(pairs));
  if (few > room || !atLeast(small(few), multiply(TWO, multiply(τ, rational(few))))) return undefined;

  const step = multiply(subtract(τ, ς), d);
  const ϑ = divide(add(large, multiply(τ, d)), add(a, d));
  if (!atLeast(ϑ, ς) || !atLeast(τ, ϑ) || !atLeast(subtract(large, multiply(ς, a)), add(step, η))) return undefined;
  const line = (slope: Rational, pairs: bigint): Rational => add(multiply(slope, rational(pairs)), η);
  const dear = (pairs: bigint): boolean => {
    const pays = small(pairs);
    const due = pairs <= rest ? line(τ, pairs) : add(line(ς, pairs), step);
    return atLeast(pays, due) && atLeast(pays, line(ϑ, pairs));
  };
  const turns = Array.from({ length: Number(apart.turns) }, (_, turn) => room * BigInt(turn + 1));
  if ((rest > few && !dear(rest)) || !dear(half) || !turns.every(dear)) return undefined;

  const dearer = subtract(inWords(coverOfFew(seen, room)), add(multiply(γ, rational(seen, columns.count)), ψAtMost(seen)));
  const reach = divide(add(multiply(TWO, x), divide(o, TWO)), subtract(ONE, divide(x, o)));
  const shared = multiply(reach, steepest(shape, γ, seen));
  if (!atLeast(multiply(dearer, subtract(ONE, divide(x, a))), add(shared, multiply(τ, add(x, o))))) return undefined;
  const slice = subtract(add(add(multiply(p, large), lost), multiply(τ, d)), multiply(p, η));
  return floor(multiply(slice, rational(1n << PARTS_BITS)));
}

type Six = [Rational, Rational, Rational, Rational, Rational, Rational];

const [ZERO, ONE, TWO] = [rational(0n), rational(1n), rational(2n)];
const cube = (value: Rational): Rational => multiply(value, multiply(value, value));
const inWords = (parts: bigint): Rational => rational(parts, 1n << PARTS_BITS);
const atLeast = (value: Rational, other: Rational): boolean => compare(value, other) >= 0;

/**
 * γ, by which each of its words gives back of a row at most, k times: 1, or, where a square part is narrower than a slice, as much as makes
 * rows that are met at once the cheapest of a whole part, 2 at most.
 */
function steepness({ rows, columns }: Shape, seen: bigint): Rational {
  if (columns.count ** 2n <= seen || rows.count ** 2n < seen) return ONE;
  return columns.count ** 2n < 2n * seen ? rational(columns.count ** 2n, seen) : TWO;
}

/** ψ, no more than 2⁻¹⁹ too low: the least c + (v/c)(1 − g(c/k)), at few columns, where g is f, or at all of them. */
function paidFor({ rows, columns }: Shape, γ: Rational, pairs: bigint): Rational {
  const [v, k] = [rational(pairs), rational(columns.count)];
  const given = divide(v, k);
  if (compare(γ, ONE) === 0) return subtract(inWords(cover(rows, columns, pairs)), given);
  const most = divide(k, γ);
  const even = subtract(leastSum(v, [subtract(k, most), most]), given);
  const least = compare(even, k) < 0 ? even : k;
  const wider = add(ONE, divide(v, multiply(k, most)));
  const few = subtract(k, most);
  if (compare(v, multiply(wider, multiply(few, few))) > 0) return least;
  const narrow = subtract(rootOf(multiply(v, wider)), divide(v, most));
  return compare(narrow, least) < 0 ? narrow : least;
}

/** Least c + v/c for c of an interval, rounded down. */
function leastSum(v: Rational, [from, to]: readonly [Rational, Rational]): Rational {
  const at = (c: Rational): Rational => add(c, divide(v, c));
  if (compare(v, multiply(from, from)) < 0) return at(from);
  return compare(v, multiply(to, to)) > 0 ? at(to) : rootOf(v);
}

/** 2√v, rounded down. */
function rootOf(v: Rational): Rational {
  return inWords(floorSquareRoot(floor(multiply(v, rational(1n << (2n * PARTS_BITS + 2n))))));
}

/** The slope of γv/k + ψ(v) at `seen`, from above. */
function steepest({ rows, columns }: Shape, γ: Rational, seen: bigint): Rational {
  if (compare(γ, ONE) === 0) return rational(1n, minimum(minimum(rows.count, columns.count), floorSquareRoot(seen)));
  const k = rational(columns.count);
  if (compare(γ, TWO) < 0) return divide(γ, k);
  const wider = add(ONE, divide(rational(2n * seen), multiply(k, k)));
  const root = rational(floorSquareRoot(floor(multiply(rational(seen), wider))));
  const [even, narrow] = [divide(rational(3n), k), divide(subtract(multiply(TWO, wider), ONE), root)];
  return compare(even, narrow) > 0 ? even : narrow;
}

interface Apartness {
  /** From so many rooms on, one open cut is the likeliest way for all between two parts to go. */
  readonly turns: bigint;
  /** 1 − ω(v): the least probability with which open cuts over v words keep two parts apart. */
  readonly share: (pairs: bigint) => Rational;
}

function apartness(room: bigint, less: bigint): Apartness {
  const root = ceilDivide(maximum(0n, 3n * less - room), room - less);
  const turns = maximum(1n, root * root);
  const share = (pairs: bigint): Rational => {
    let together = rational(0n);
    for (let [before, left] = [ONE, pairs]; left > 0n; left -= room) {
      const one = multiply(before, rational(less, maximum(room, left)));
      if (compare(one, together) > 0) together = one;
      // Whatever follows is less than a row of so many cuts.
      if (left <= room || compare(multiply(before, rational(less, room)), together) < 0) break;
      before = multiply(before, rational(less, room));
    }
    return subtract(ONE, together);
  };
  return { turns, share };
}

const ROOMS = [0.1, 0.55, 0.7, 0.85, 1];
const LESS = [0.35, 0.55, 0.7];
/** Nearer to the room, many rows of cuts have to be looked at, and little is gained. */
const MOST_LESS = 0.76;

/** Best of a few choices, and of their neighbours, in doubles. */
function likelyChoice(shape: Shape): Choice | undefined {
  const priced = inDoubles(shape);
  const [tall, long, fits] = [Number(shape.rows.count), Number(shape.columns.count), Number(shape.fits)];
  // Words that a slice holds while it meets a memory of A.
  const most = Math.floor(tall ** 2 < fits ? Math.min(tall, long) : Math.min(long, fits / long)) + 1;
  let best: Likely & { room: number; less: number } = { value: Number.NEGATIVE_INFINITY, price: 0, room: 2, less: 1 };
  const consider = (o: number, x: number): boolean => {
    const room = Math.max(2, Math.min(Math.round(o), most));
    const less = Math.max(1, Math.min(Math.round(x), Math.floor(MOST_LESS * room)));
    const likely = priced(room, less);
    if (likely === undefined || likely.value <= best.value) return false;
    best = { ...likely, room, less };
    return true;
  };
  for (const part of ROOMS) for (const x of LESS) consider(part * most, x * part * most);
  for (let step = 0.1, turns = 0; step > 0.005 && turns < 100; turns++) {
    const { room, less } = best;
    const moved = [1 + step, 1 - step].some(
      (by) => consider(room * by, less) || consider(room, less * by) || consider(room * by, less * by),
    );
    if (!moved) step /= 2;
  }
  const price = BigInt(Math.floor(best.price * 2 ** Number(PARTS_BITS)));
  return price < 1n ? undefined : { room: BigInt(best.room), less: BigInt(best.less), price };
}

interface Likely {
  readonly value: number;
  readonly price: number;
}

function inDoubles({ rows, columns, fits }: Shape): (room: number, less: number) => Likely | undefined {
  const [tall, long, size] = [Number(rows.count), Number(columns.count), Number(fits)];
  const cells = tall * long;
  const narrow = Math.min(tall, long);
  const p = Math.floor(cells / size);
  return (o, x) => {
    const a = size - x;
    const h = Math.floor(a / 2);
    const d = cells - p * a;
    const γ = long ** 2 <= a || tall ** 2 < a ? 1 : Math.min(2, long ** 2 / a);
    const turns = Math.max(1, Math.ceil((3 * x - o) / (o - x)) ** 2);
    if (x >= o || o - 1 > long / γ || o > narrow ** 2 || 4 * o > a || p < 1 || d >= h || turns * o > h) return undefined;
    const ψ = paidInDoubles(tall, long, γ);
    const merged = 2 * ψ(a) - ψ(Math.min(2 * a, cells)) + (x / h) * ψ(a);
    const lost = (x / a) * merged;
    const large = ψ(a) - lost;
    const ς = (large - (ψ(h) - lost - 2 * x * (1 / h - 1 / a) * merged)) / (a - h);
    const aside = 1 - (2 * x) / (a - o);
    const apart = (some: number): number => {
      let together = 0;
      for (let [before, left] = [1, some]; left > 0 && before > together; [before, left] = [(before * x) / o, left - o])
        together = Math.max(together, (before * x) / Math.max(o, left));
      return 1 - together;
    };
    const small = (some: number): number => aside * apart(some) * ψ(some);
    const pays = [...Array.from({ length: turns }, (_, turn) => o * (turn + 1)), d, h].map(
      (some) => [some, small(some)] as const,
    );
    const ηOf = (τ: number): number => ((4 / 27) * (τ * o) ** 3) / (aside * ψ(o)) ** 2;
    const others = o - 1;
    const dearer = (a <= others ** 2 ? 2 * Math.sqrt(a) : others + a / others) - (γ * a) / long - ψ(a);
    const wider = 1 + (2 * a) / long ** 2;
    const steep = γ < 2 ? γ / long : Math.max(3 / long, (2 * wider - 1) / Math.sqrt(a * wider));
    const reach = ((2 * x + o / 2) / (1 - x / o)) * (γ === 1 ? 1 / Math.min(narrow, Math.sqrt(a)) : steep);
    const share = aside * (1 - x / o);
    const holds = (τ: number): boolean => {
      // √few at which small(few) = 2τ·few.
      const few = Math.floor(Math.min(o, ((2 * share) / (2 * τ + (share * γ) / long)) ** 2));
      const [η, step] = [ηOf(τ), (τ - ς) * d];
      const ϑ = (large + τ * d) / (a + d);
      const dear = ([some, paid]: readonly [number, number]): boolean =>
        (some === d && d <= few) || (paid >= (some <= d ? τ * some : ς * some + step) + η && paid >= ϑ * some + η);
      return (
        few >= 1 &&
        aside * ψ(few) >= τ * o &&
        τ * few >= η &&
        pays.every(dear) &&
        large - ς * a >= step + η &&
        dearer * (1 - x / a) >= reach + τ * (x + o)
      );
    };
    // The largest price, unless a smaller one leaves more: τd − pη.
    let [low, high] = [0, (1.4 * (aside * ψ(o)) * Math.sqrt(d / p)) / o ** 1.5];
    for (let i = 0; i < 20; i++) {
      const τ = (low + high) / 2;
      if (holds(τ)) low = τ;
      else high = τ;
    }
    const price = low * (1 - 1e-5);
    const ϑ = (large + price * d) / (a + d);
    if (!(ϑ >= ς && price >= ϑ && holds(price))) return undefined;
    return { value: p * large + lost + price * d - p * ηOf(price), price };
  };
}

/** ψ, in doubles. */
function paidInDoubles(tall: number, long: number, γ: number): (some: number) => number {
  if (γ === 1) {
    return (some) => {
      const across = Math.min(long, Math.max(Math.sqrt(some), some / tall));
      return across + some / across - some / long;
    };
  }
  return (some) => {
    const [from, to] = [long - long / γ, long / γ];
    const across = Math.min(to, Math.max(from, Math.sqrt(some)));
    const least = Math.min(long, across + some / across - some / long);
    const wider = 1 + (γ * some) / long ** 2;
    return some > wider * from ** 2 ? least : Math.min(least, 2 * Math.sqrt(some * wider) - (γ * some) / long);
  };
}
