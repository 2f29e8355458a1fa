import { maximum } from "../../exact/integer.js";

/**
 * The search for a good cut, shared by the product theorems. Each bounds a clock by T times a number of later segments that
 * falls as T grows, so for each number the longest T that still needs it is best. Numbers and plain cuts come from fixed
 * grids, whatever the capacity, so that a larger memory does not find a larger bound by luck.
 */
export interface CutSearch<Cut> {
  /** What a cut proves, exactly. */
  readonly evaluate: (cut: bigint) => Cut;
  readonly clockOf: (cut: Cut) => bigint;
  readonly countOf: (cut: Cut) => bigint;
  /** Cuts are multiples of this. */
  readonly grain: bigint;
  readonly capacity: bigint;
  /**
   * What is left to do after `count` − 1 later segments of the real cut, as doubles see it, in any unit: positive where it needs `count`
   * or more, falling as it grows, -Infinity where it proves nothing. Where the sign changes is off by far less than `SLACK` or a grain.
   * Only which cuts are tried depends on it.
   */
  readonly leftRoughly: (cut: number, count: number) => number;
  /** A clock below this is of no use: where the first look finds none near it, some cut is returned. */
  readonly atLeast?: bigint;
}

const EVERY_COUNT_TO = 64;
const EVERY_CUT_TO = 96;
/** Up to this capacity (in grains) the neighbours of the best cut are tried, so many on either side. */
const FEW_WORDS = 1024n;
const NEIGHBOURS = 24n;
/** Above this capacity (in grains) the shortest cuts are hopeless; leaving them out can only lower what is found. */
const SMALL_CAPACITY = 4096n;
/** Ratios of the two grids of counts: one to find the region, one to search it. */
const COARSE = 1.09;
const FINE = 1.002;
/** How far around the best coarse count the fine grid is searched. */
const REGION = 1.25;
/** How far estimates are trusted when a candidate is skipped. */
const SLACK = 1e-7;
/** Cuts proven for a bound are a few hundred; where extents pass what doubles count, candidates without end look equal. */
const MOST_CUTS = 1000;
/** How far the first look may be below what the search would find. */
const FIRST_LOOK = 1.02;

export function searchCut<Cut extends { readonly cut: bigint }>(search: CutSearch<Cut>): Cut {
  const { clockOf, grain, leftRoughly } = search;
  // Many counts lead to the same few cuts.
  const known = new Map<bigint, Cut>();
  const evaluate = (cut: bigint): Cut => {
    const found = known.get(cut) ?? search.evaluate(cut);
    known.set(cut, found);
    return found;
  };
  let best = evaluate(grain);
  const consider = (cut: bigint): void => {
    const candidate = evaluate(cut);
    if (clockOf(candidate) > clockOf(best)) best = candidate;
  };
  if (search.capacity <= SMALL_CAPACITY * grain) for (let i = 2n; i <= EVERY_CUT_TO; i++) consider(i * grain);
  // The longest cut of one count is a good guess for that of the next.
  let longest = Number(search.capacity);
  const estimate = (count: number): Estimate => {
    longest = approximateBoundary((cut) => leftRoughly(cut, count), longest);
    return { count, cut: longest, clock: count * longest };
  };
  const coarse = coarseEstimates(estimate, Number(grain));
  const { count: center, clock } = coarse.reduce((x, y) => (y.clock > x.clock ? y : x), { count: 1, cut: 0, clock: 0 });
  if (clock * FIRST_LOOK < Number(search.atLeast ?? 0n)) return best;
  const fine = fineGrid(center / REGION, center * REGION).map(estimate);
  for (const { count, cut } of [...coarse, ...fine].sort((x, y) => y.clock - x.clock)) {
    if (known.size > MOST_CUTS) break;
    const atMost = count * (cut * (1 + SLACK) + Number(grain));
    if (atMost >= Number(clockOf(best)))
      consider(longestExactly({ ...search, evaluate }, BigInt(count), BigInt(Math.floor(cut))));
  }
  // Where a segment holds few products, that it holds a whole number of them decides between neighbours.
  if (search.capacity <= FEW_WORDS * grain) {
    const near = best.cut / grain;
    for (let i = maximum(1n, near - NEIGHBOURS); i <= near + NEIGHBOURS; i++) consider(i * grain);
  }
  return best;
}

interface Estimate {
  readonly count: number;
  readonly cut: number;
  readonly clock: number;
}

/** 1, 2, …, then geometric, until not even the shortest cut needs so many segments. */
function coarseEstimates(estimate: (count: number) => Estimate, grain: number): readonly Estimate[] {
  const estimates: Estimate[] = [];
  for (let count = 1; count < 1e300; count = count < EVERY_COUNT_TO ? count + 1 : Math.floor(count * COARSE)) {
    const next = estimate(count);
    if (next.cut < grain) break;
    estimates.push(next);
  }
  return estimates;
}

/** The whole parts of the powers of `FINE` in a range: the same counts whatever asks for them. */
function fineGrid(low: number, high: number): readonly number[] {
  const counts: number[] = [];
  const first = Math.max(0, Math.ceil(Math.log(low) / Math.log(FINE)));
  for (let power = first; FINE ** power <= high; power++) {
    const count = Math.floor(FINE ** power);
    if (count > EVERY_COUNT_TO && count !== counts.at(-1)) counts.push(count);
  }
  return counts;
}

/** The largest multiple of the grain near `near` (and not below the grain) that still needs `count` segments. */
function longestExactly<Cut>(search: CutSearch<Cut>, count: bigint, near: bigint): bigint {
  const { grain } = search;
  const needs = (units: bigint): boolean => search.countOf(search.evaluate(units * grain)) >= count;
  const start = near / grain > 0n ? near / grain : 1n;
  let [good, bad] = [0n, 0n];
  if (needs(start)) {
    good = start;
    let step = 1n;
    while (needs(good + step)) {
      good += step;
      step *= 2n;
    }
    bad = good + step;
  } else {
    bad = start;
    let step = 1n;
    while (bad > step && !needs(bad - step)) {
      bad -= step;
      step *= 2n;
    }
    good = bad > step ? bad - step : 0n;
  }
  while (bad - good > 1n) {
    const middle = (good + bad) / 2n;
    if (needs(middle)) good = middle;
    else bad = middle;
  }
  return (good === 0n ? 1n : good) * grain;
}

/**
 * Where a function that falls stops being positive, to a relative 1e-10 from above, starting at a guess: by false position, each end kept
 * twice counting half, and where that is slow, as with steps, by halves.
 */
function approximateBoundary(left: (cut: number) => number, guess: number): number {
  let high = guess > 0 ? guess : 1;
  let low = high;
  let atHigh = left(high);
  let atLow = atHigh;
  if (atHigh > 0) {
    while (high < 1e300 && atHigh > 0) {
      [low, atLow] = [high, atHigh];
      high *= 2;
      atHigh = left(high);
    }
  } else {
    do {
      [high, atHigh] = [low, atLow];
      low /= 2;
      atLow = left(low);
    } while (low > 1e-9 && !(atLow > 0));
  }
  let lastMoved = Number.NaN;
  for (let i = 0; i < FALSE_POSITIONS + 60 && high - low > TOLERANCE * high; i++) {
    const isFalse = i < FALSE_POSITIONS && atLow > 0 && Number.isFinite(atHigh);
    const share = isFalse ? atLow / (atLow - atHigh) : 0.5;
    const least = (TOLERANCE / 2) * high;
    const next = Math.min(high - least, Math.max(low + least, low + (high - low) * share));
    const there = left(next);
    if (there > 0) {
      if (low === lastMoved) atHigh /= 2;
      [low, atLow] = [next, there];
    } else {
      if (high === lastMoved) atLow /= 2;
      [high, atHigh] = [next, there];
    }
    lastMoved = next;
  }
  return high;
}

const TOLERANCE = 1e-10;
/** Steps of false position before those by halves. */
const FALSE_POSITIONS = 16;
