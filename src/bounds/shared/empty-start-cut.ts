import { maximum } from "../../exact/integer.js";

/**
 * The search for two cuts (proofs/empty-start.md): the work of a first segment of U and of J later segments of T is too little, so the
 * clock is at least U + J·T. For each J and budget X of later segments the longest U that holds is best. J = 0 is skipped: one segment
 * proves no more than compulsory traffic.
 */
export interface ColdSearch {
  /** What a later segment has beside its T: X − T. */
  readonly capacity: bigint;
  /** Cuts are multiples of this. */
  readonly grain: bigint;
  /** The longest U for J later segments of budget X, exactly; 0 where there is none. */
  readonly first: (segments: bigint, budget: bigint) => bigint;
  /** The same in doubles, concave in X; NaN where there is none. Only which cuts are tried depends on it. */
  readonly firstRoughly: (segments: number, budget: number) => number;
  /** About the number J that is best for a budget. */
  readonly segmentsRoughly: (budget: number) => number;
  /** A clock below this is of no use: where the first look finds none near it, nothing is returned. */
  readonly atLeast?: bigint;
}

export interface ColdCut {
  /** U */
  readonly firstCut: bigint;
  /** T */
  readonly cut: bigint;
  /** J */
  readonly laterSegments: bigint;
  /** U + J·T */
  readonly clock: bigint;
}

/** Ratio of the budgets of the first look. */
const STEP = 1.05;
/**
 * Later segments are mostly shorter, in capacities. No limit: where V grows as its budget does the best may have any number, and up to a
 * limit a larger memory would try longer ones than a smaller.
 */
const USUAL = 64;
/** The first step from one number of segments to another is this part of it, and so many are made of each length. */
const FIRST_STEP = 16;
const MOST_STEPS = 64;
/** To which budgets are told apart: the clock is flat at the best. */
const TOLERANCE = 1e-7;
/** How far the first look may be below what the search would find. */
const FIRST_LOOK = 1.05;
/** Up to this capacity (in grains) that a segment holds whole numbers of products shows: more cuts are tried exactly. */
const FEW_WORDS = 1024n;
const NEIGHBOURS = 16n;

/** Undefined where no cut proves anything. */
export function searchColdCut(search: ColdSearch): ColdCut | undefined {
  const { grain, capacity } = search;
  const near = bestRoughly(search);
  if (near === undefined || near.clock * FIRST_LOOK < Number(search.atLeast ?? 0n)) return undefined;
  let best: ColdCut | undefined;
  const consider = (segments: number, unit: bigint): void => {
    if (segments < 1 || unit < 1n) return;
    const [cut, laterSegments] = [unit * grain, BigInt(segments)];
    const firstCut = search.first(laterSegments, capacity + cut);
    const clock = firstCut + laterSegments * cut;
    if (firstCut > 0n && (best === undefined || clock > best.clock)) best = { firstCut, cut, laterSegments, clock };
  };
  const unitsOf = ({ budget }: Rough): bigint => BigInt(Math.max(1, Math.round((budget - Number(capacity)) / Number(grain))));
  for (const segments of [near.segments - 1, near.segments, near.segments + 1]) {
    if (segments < 1) continue;
    const units = unitsOf(segments === near.segments ? near : bestBudget(search, segments));
    for (const unit of [units - 1n, units, units + 1n]) consider(segments, unit);
  }
  if (capacity > FEW_WORDS * grain) return best;
  const center = unitsOf(near);
  for (let unit = maximum(1n, center - NEIGHBOURS); unit <= center + NEIGHBOURS; unit++) {
    const budget = Number(capacity + unit * grain);
    const { segments } = climb(
      { segments: near.segments, budget, clock: roughClock(search, near.segments, budget) },
      (count) => ({
        segments: count,
        budget,
        clock: roughClock(search, count, budget),
      }),
    );
    for (const count of [segments - 1, segments, segments + 1]) consider(count, unit);
  }
  return best;
}

interface Rough {
  readonly segments: number;
  readonly budget: number;
  readonly clock: number;
}

/** The best number of later segments, as doubles see it. */
function bestRoughly(search: ColdSearch): Rough | undefined {
  const capacity = Math.max(Number(search.capacity), Number(search.grain));
  let guess: Rough = { segments: 1, budget: 0, clock: 0 };
  for (let budget = capacity * STEP; ; budget *= STEP) {
    const segments = search.segmentsRoughly(budget);
    // The first segment holds everything.
    if (!(segments > 0)) break;
    const clock = segments * (budget - Number(search.capacity));
    if (clock > guess.clock) guess = { segments, budget, clock };
  }
  const start = bestBudget(search, Math.max(1, Math.round(guess.segments)));
  const best = climb(start, (segments) => bestBudget(search, segments));
  return best.clock > 0 ? best : undefined;
}

/** To other numbers of segments while the clock grows, by steps that shrink to 1: it is concave in their number. */
function climb(start: Rough, at: (segments: number) => Rough): Rough {
  let best = start;
  for (let step = Math.max(1, Math.floor(start.segments / FIRST_STEP)); step >= 1; step = Math.floor(step / 2)) {
    for (const way of [-step, step]) {
      for (let i = 0; i < MOST_STEPS && best.segments + way >= 1; i++) {
        const next = at(best.segments + way);
        if (!(next.clock > best.clock)) break;
        best = next;
      }
    }
  }
  return best;
}

function roughClock({ firstRoughly, capacity }: ColdSearch, segments: number, budget: number): number {
  const clock = firstRoughly(segments, budget) + segments * (budget - Number(capacity));
  return Number.isNaN(clock) ? Number.NEGATIVE_INFINITY : clock;
}

/** For a number of segments the budget where the clock is largest: it is concave in the budget as far as U exists. */
function bestBudget(search: ColdSearch, segments: number): Rough {
  const clockOf = (budget: number): number => roughClock(search, segments, budget);
  const least = Number(search.capacity + search.grain);
  let [low, high] = [least, least * USUAL];
  // Long enough there is no U: one later segment holds everything, or the condition of recomputation fails.
  while (clockOf(high) > Number.NEGATIVE_INFINITY) high *= USUAL;
  const golden = (Math.sqrt(5) - 1) / 2;
  let [left, right] = [high - golden * (high - low), low + golden * (high - low)];
  let [onLeft, onRight] = [clockOf(left), clockOf(right)];
  while (high - low > TOLERANCE * high) {
    // Where neither has a U the budget is too large.
    if (onLeft > onRight || onRight === Number.NEGATIVE_INFINITY) {
      [high, right, onRight] = [right, left, onLeft];
      left = high - golden * (high - low);
      onLeft = clockOf(left);
    } else {
      [low, left, onLeft] = [left, right, onRight];
      right = low + golden * (high - low);
      onRight = clockOf(right);
    }
  }
  return [low, least]
    .map((budget) => ({ segments, budget, clock: clockOf(budget) }))
    .reduce((x, y) => (y.clock > x.clock ? y : x));
}
