import { ceilDivide, greatestCommonDivisor, maximum } from "../../exact/integer.js";

/**
 * The search for the T of a steady count (proofs/amortized.md), which bounds a clock by a smooth function of T: no number of segments is
 * rounded, so that no T is better than its neighbours by luck.
 */
export interface SteadyCut<Cut> {
  /** What a cut proves, exactly. */
  readonly evaluate: (cut: bigint) => Cut;
  readonly clockOf: (cut: Cut) => bigint;
  /** The clock as doubles see it; -Infinity where the cut proves nothing. Only which cuts are tried depends on it. */
  readonly roughly: (cut: number) => number;
  /** Cuts are multiples of this. */
  readonly grain: bigint;
  readonly capacity: bigint;
  /** A clock below this is of no use: where the first look finds none near it, some cut is returned. */
  readonly atLeast?: bigint;
}

/** Ratio of the cuts of the first look, which go from a grain to `LONGEST` capacities. */
const STEP = 1.2;
const LONGEST = 1e4;
/** How far the first look may be below what the search would find. */
const FIRST_LOOK = 1.02;
/** Up to this capacity (in grains) that a segment holds whole numbers of products shows: more cuts are tried exactly. */
const FEW_WORDS = 1024n;
const EVERY_CUT_TO = 32n;
const NEIGHBOURS = 8n;

export function searchSteadyCut<Cut>(search: SteadyCut<Cut>): Cut {
  const { evaluate, clockOf, roughly, grain, capacity } = search;
  const near = bestNear(search);
  const units = BigInt(Math.max(1, Math.round(near / Number(grain))));
  let best = evaluate(units * grain);
  if (roughly(near) * FIRST_LOOK < Number(search.atLeast ?? 0n)) return best;
  const consider = (unit: bigint): void => {
    if (unit < 1n || unit === units) return;
    const candidate = evaluate(unit * grain);
    if (clockOf(candidate) > clockOf(best)) best = candidate;
  };
  const few = capacity <= FEW_WORDS * grain;
  if (few) for (let unit = 1n; unit <= EVERY_CUT_TO; unit++) consider(unit);
  const around = few ? NEIGHBOURS : 1n;
  for (let unit = units - around; unit <= units + around; unit++) consider(unit);
  return best;
}

/** The cut where the estimate is largest: geometric steps, then golden sections around the best of them. */
function bestNear({ roughly, grain, capacity }: Pick<SteadyCut<unknown>, "roughly" | "grain" | "capacity">): number {
  const longest = Math.max(Number(grain), Number(capacity)) * LONGEST;
  let center = Number(grain);
  let atCenter = roughly(center);
  for (let cut = center; cut <= longest; cut *= STEP) {
    const there = roughly(cut);
    if (there > atCenter) [center, atCenter] = [cut, there];
  }
  let [low, high] = [center / STEP, center * STEP];
  const golden = (Math.sqrt(5) - 1) / 2;
  while (high - low > 1e-9 * high) {
    const [left, right] = [high - golden * (high - low), low + golden * (high - low)];
    if (roughly(left) >= roughly(right)) high = right;
    else low = left;
  }
  // Past the longest cut nothing is proven: the middle may lie beyond it, and the lower end does not.
  return [(low + high) / 2, low].find((cut) => roughly(cut) >= atCenter) ?? center;
}

/** Segments whose work grows at least in proportion to the words they have, before memories of `capacity`. */
export interface SteadySegments<Held> {
  /** Sizes of all words that a memory can hold; of a partial sum and of a stored output, and the number of outputs. */
  readonly sizes: readonly bigint[];
  readonly partial: bigint;
  readonly output: bigint;
  readonly outputs: bigint;
  readonly capacity: bigint;
  /** What is to be done, and what there is to do at the most: where one segment could hold that, nothing is proven. */
  readonly work: bigint;
  readonly all: bigint;
  /** What a segment of so many words can hold, exactly and in doubles. */
  readonly held: (budget: bigint) => Held;
  readonly mostOf: (held: Held) => bigint;
  readonly roughly: (budget: number) => number;
  /** A value to come near, or the search may give up. */
  readonly beat: bigint;
}

interface SteadyTraffic {
  readonly cut: bigint;
  readonly clock: bigint;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

/** The clock T·work/(V + 1) for the best T found, and the traffic it comes to (proofs/amortized.md). */
export function searchSteadySegments<Held>(segments: SteadySegments<Held>): (Held & SteadyTraffic) | undefined {
  const { work, all, held, mostOf, roughly, partial, output, outputs } = segments;
  const grain = segments.sizes.reduce(greatestCommonDivisor);
  const capacity = segments.capacity - (segments.capacity % grain);
  const excess = partial - grain;
  const fixed = Number(capacity + excess);
  const writes = output * outputs;
  const found = searchSteadyCut({
    evaluate: (cut) => {
      const segment = held(capacity + cut + excess);
      const most = mostOf(segment);
      return { segment, cut, clock: most < all ? ceilDivide(cut * work, most + 1n) : 0n };
    },
    clockOf: ({ clock }) => clock,
    roughly: (cut) => {
      const most = roughly(fixed + cut);
      return most < Number(all) ? (cut * Number(work)) / (most + 1) : Number.NEGATIVE_INFINITY;
    },
    grain,
    capacity,
    atLeast: segments.beat - writes + partial * outputs,
  });
  const { segment, cut, clock } = found;
  if (clock === 0n) return undefined;
  const reads = maximum(0n, clock - partial * outputs);
  return { ...segment, cut, clock, reads, writes, value: reads + writes };
}
