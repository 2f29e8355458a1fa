import { endsMixture } from "../potentials/accumulator-mixture.js";
import { less, minus, plus, product, type Quotient, rootAtLeast, times } from "../potentials/mixture.js";
import { count, type Fields, Refused } from "./fields.js";
import { divisor } from "./integers.js";

/** Outputs before memories, and the slices that meet them; all slices' words over all products weigh words/√under at X = 1. */
export interface Sliced {
  readonly words: Quotient;
  readonly under: bigint;
  /** Φ: outputs that count as meeting all slices. */
  readonly full: Quotient;
  readonly outputs: bigint;
  readonly partial: bigint;
  readonly output: bigint;
  readonly operands: readonly bigint[];
  readonly capacity: bigint;
}

/**
 * X, potentials checked inequality by inequality (their holding costs are at most 2), their mixture, and the least of
 * ⌈N(Λ + ηP(v))/√X − wC(Φ·P(v) + (G − Φ)·max P) + wO·G⌉, v a knot of P. Returns the value.
 */
export function checkHoldingCost(fields: Fields, sliced: Sliced, path: string): bigint {
  const { words, full, outputs, partial, output, operands, capacity } = sliced;
  const used = capacity - (capacity % operands.reduce(divisor, partial));
  const x = (used + partial - 1n) / partial + 1n;
  if (count(fields, "room", path) !== x) throw new Refused(`${path}.room`, "not the accumulators of a memory and one more");
  const knots = endsMixture(fields, "potentials", path);
  const most = knots.map(({ holdingCost }) => holdingCost).reduce((one, other) => (less(one, other) ? other : one));
  const rest = minus({ top: outputs, below: 1n }, full);
  const value = count(fields, "value", path);
  /** N·price/√X > least + wC(Φ·holding cost + (G − Φ)·most) − wO·G, at every knot? */
  const above = (least: bigint): boolean =>
    knots.every(({ price, holdingCost }) => {
      const charged = times(plus(product(full, holdingCost), product(rest, most)), partial);
      const owed = plus(charged, { top: least - output * outputs, below: 1n });
      return owed.top < 0n || !rootAtLeast(owed, product(price, words), x * sliced.under);
    });
  if (value > 0n && !above(value - 1n)) throw new Refused(`${path}.value`, "more than the theorem proves");
  if (above(value)) throw new Refused(`${path}.value`, "fewer than the theorem proves");
  return value;
}
