import { floorRoot, minimum } from "../../exact/integer.js";

/** Exponents over one denominator: points^denominator ≤ constant · ∏ words^power over the arrays. */
export interface SegmentInequality {
  readonly denominator: number;
  /** ∏ of the extents that exponents stand on, raised to them. */
  readonly constant: bigint;
  readonly arrays: readonly {
    readonly name: string;
    readonly weight: bigint;
    /** Words of the whole array. */
    readonly words: bigint;
    readonly power: bigint;
  }[];
  /** All points of the iteration box. */
  readonly points: bigint;
}

export interface SegmentMaximum {
  readonly products: bigint;
  /** Arrays that the largest segment holds whole, in the order of the instance. */
  readonly saturated: readonly string[];
}

/**
 * V(X): the whole part of the largest ∏ x_j^s_j (times the constant) over real x_j with Σ w_j x_j ≤ X and x_j ≤ n_j, at most
 * all points. Water-filling: with a level λ, array j takes min(n_j, s_j λ / w_j) and the budget is spent. Exact.
 */
export function largestSegment(inequality: SegmentInequality, budget: bigint): SegmentMaximum {
  if (budget <= 0n) return { products: 0n, saturated: [] };
  const arrays = inequality.arrays.filter((array) => array.power > 0n);
  // The lower an array's own level n_j w_j / s_j, the earlier it is full.
  const rising = [...arrays].sort((a, b) => compareBig(a.words * a.weight * b.power, b.words * b.weight * a.power));
  const full = new Set<string>();
  let rest = budget;
  let powers = arrays.reduce((sum, array) => sum + array.power, 0n);
  for (const { name, weight, words, power } of rising) {
    if (power * rest < weight * words * powers) break;
    full.add(name);
    rest -= weight * words;
    powers -= power;
  }
  const saturated = arrays.filter(({ name }) => full.has(name)).map(({ name }) => name);
  if (powers === 0n) return { products: inequality.points, saturated };
  let [numerator, denominator] = [inequality.constant, 1n];
  for (const { name, weight, words, power } of arrays) {
    numerator *= (full.has(name) ? words : power * rest) ** power;
    if (!full.has(name)) denominator *= (powers * weight) ** power;
  }
  return { products: minimum(inequality.points, floorRoot(numerator / denominator, inequality.denominator)), saturated };
}

/** Doubles for searches: weight, size and exponent of each array that has one, the earliest full first, and logarithms. */
export interface RoughInequality {
  readonly rising: readonly {
    /** Number of the array among all. */
    readonly array: number;
    readonly weight: number;
    readonly words: number;
    readonly exponent: number;
  }[];
  readonly logConstant: number;
  readonly logPoints: number;
}

/** The logarithm of V at the rough optimum, and into `filled` the words of each array there: to steer searches only. */
export function roughSegment({ rising, logConstant, logPoints }: RoughInequality, budget: number, filled?: number[]): number {
  if (budget <= 0) return Number.NEGATIVE_INFINITY;
  let rest = budget;
  let sum = 0;
  for (const { exponent } of rising) sum += exponent;
  let log = logConstant;
  for (const { array, weight, words, exponent } of rising) {
    const share = Math.min(words, (exponent * rest) / (sum * weight));
    if (filled !== undefined) filled[array] = share;
    log += exponent * Math.log(Math.max(share, Number.MIN_VALUE));
    if (share === words) {
      rest -= weight * words;
      sum -= exponent;
    }
  }
  return Math.min(log, logPoints);
}

function compareBig(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
