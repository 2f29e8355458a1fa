import type { Fields } from "./fields.js";
import { count, Refused, requireOnly } from "./fields.js";
import type { CheckedTraffic } from "./product-instance.js";
import { readInstance, sumsAndOne } from "./product-instance.js";
import { endsMixture } from "./slice-ends-mixture.js";
import { less, rootAtLeast, times } from "./slice-mixture.js";

/** Potentials checked inequality by inequality, their mixture, P(1) ≤ 2 and the least of ⌈mn·(wk(Λ + ηP(v))/√X − wC·P(v) + wO)⌉, v a knot of P. */
export function checkSliceEnds(fields: Fields, path: string): CheckedTraffic {
  requireOnly(fields, ["schema", "theorem", "instance", "room", "potentials", "value"], path);
  const instance = readInstance(fields, path);
  const { k, batch, m, n, partial, output } = instance;
  const { operand, own } = sumsAndOne(instance);
  const x = count(fields, "room", path, own);
  if (x !== own) throw new Refused(`${path}.room`, "not the sums of a memory and one more");
  const knots = endsMixture(fields, "potentials", path);
  if (knots.some(({ rent }) => less({ top: 2n, below: 1n }, rent)))
    throw new Refused(`${path}.potentials`, "rent above what an interval costs");
  const groups = batch * m * n;
  const value = count(fields, "value", path);
  /** groups·(wk·price/√x − wC·rent + wO) > least, at every knot? */
  const above = (least: bigint): boolean =>
    knots.every(({ price, rent }) => {
      const owed = { top: least * rent.below + groups * (partial * rent.top - output * rent.below), below: rent.below };
      return owed.top < 0n || !rootAtLeast(owed, times(price, groups * operand * k), x);
    });
  if (value > 0n && !above(value - 1n)) throw new Refused(`${path}.value`, "more than the theorem proves");
  if (above(value)) throw new Refused(`${path}.value`, "fewer than the theorem proves");
  return { instance, value };
}
