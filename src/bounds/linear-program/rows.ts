import { add, compare, multiply, type Rational, rational, subtract } from "../../exact/rational.js";

/** Minimise costs·x subject to rows·x ≥ demands, x ≥ 0. Costs and demands are not negative. */
export interface CoverProgram {
  readonly costs: readonly Rational[];
  readonly rows: readonly (readonly Rational[])[];
  readonly demands: readonly Rational[];
}

/** Exact row arithmetic shared by the basis check and the simplex. */
export const ZERO: Rational = rational(0n);
export const ONE: Rational = rational(1n);

export function dot(a: readonly Rational[], b: readonly Rational[]): Rational {
  return a.reduce((sum, value, i) => add(sum, multiply(value, b[i] ?? ZERO)), ZERO);
}

/** The row divided by a number that is not 0. */
export function divided(row: readonly Rational[], by: Rational): Rational[] {
  const inverse = rational(by.denominator, by.numerator);
  return row.map((value) => multiply(value, inverse));
}

/** Subtracts multiples of row `pivot`, whose entry in `column` is 1, so that every other row has 0 there. */
export function eliminate(rows: Rational[][], pivot: number, column: number): void {
  const source = rows[pivot] ?? [];
  rows.forEach((row, i) => {
    const factor = row[column] ?? ZERO;
    if (i === pivot || compare(factor, ZERO) === 0) return;
    rows[i] = row.map((value, j) => subtract(value, multiply(factor, source[j] ?? ZERO)));
  });
}
