import { table } from "./tables.js";

/**
 * The potentials of proofs/gemm-holding-cost.md: what a slice of inner products pays at least for an output, when the words that it holds
 * cost something at every start and end of an accumulator. Found in floating point and rounded (`npm run potentials`);
 * src/verify/potentials/accumulators.ts tests every inequality in whole numbers.
 *
 * Units: words of a slice in √S, accumulators in S; knots in eightieths; price, ceiling and values in 2⁻²⁰.
 */
export interface AccumulatorPotential {
  readonly id: string;
  /**
   * P: a share v of the memory without accumulators, in eightieths from 0 to 80, and what words that fill it pay while S accumulators
   * start or end, in 2⁻²⁰; straight between. Convex; P(v)/v falls up to the second and not after it.
   */
  readonly holdingCosts: readonly (readonly [number, number])[];
  /** η: the share of a slice in P. Numerator and denominator. */
  readonly credit: readonly [number, number];
  readonly price: number;
  /** Knots of the rows and of the columns. */
  readonly rows: readonly number[];
  readonly sums: readonly number[];
  /** A box whose lower corner has rows + columns below this, in eightieths, has values of its own. */
  readonly reach: number;
  readonly ceiling: number;
  /** Bernstein coefficients of degree 2 in every variable, by rows, columns, sums; rows ≤ columns. */
  readonly values: Int32Array;
}

/** None where the table is not loaded. */
export const accumulatorPotentials = (): readonly AccumulatorPotential[] =>
  (table("accumulators") ?? []) as readonly AccumulatorPotential[];
