import { table } from "./tables.js";

/**
 * The potentials of proofs/chain-holding-cost.md: what a slice of the second product pays at least for an element of H, by its holding
 * cost. Found in floating point and rounded (`npm run potentials`); src/verify/potentials/intermediates.ts tests every inequality in whole
 * numbers.
 *
 * Units: words of a slice in √S, elements in S; knots in twentieths; prices, the ceiling and the values in 2⁻²⁰.
 */
export interface IntermediatePotential {
  readonly id: string;
  /** Words moved for a residency of a row's word: 1 where it is loaded, up to 2 where it is an accumulator. A column's word costs 1. */
  readonly rowCost: 1 | 1.25 | 1.5 | 2;
  /** Numerator and denominator of the holding cost of √S words while S elements of H are made. */
  readonly holdingCost: readonly [number, number];
  readonly price: number;
  /** The price at holding cost 1. */
  readonly reloadPrice: number;
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly sums: readonly number[];
  /** A box whose lower corner has rows + columns below this, in twentieths, has values of its own. */
  readonly reach: number;
  readonly ceiling: number;
  /** Bernstein coefficients of degree 2 in every variable, by rows, columns, sums; with rowCost 1 for rows ≤ columns alone. */
  readonly values: Int32Array;
}

/** None where the table is not loaded. */
export const intermediatePotentials = (): readonly IntermediatePotential[] =>
  (table("intermediates") ?? []) as readonly IntermediatePotential[];
