import { mixture, rootAtLeast, times } from "../potentials/slice-mixture.js";
import type { Fields } from "../shared/fields.js";
import { count, Refused, requireOnly } from "../shared/fields.js";
import type { CheckedTraffic } from "./instance.js";
import { readInstance, sumsAndOne } from "./instance.js";

/** Potentials checked inequality by inequality, their mixture, the hypotheses and ⌈mn·(wkΛ/√X − θ·wC + wO)⌉. */
export function checkProductSlices(fields: Fields, path: string): CheckedTraffic {
  requireOnly(fields, ["schema", "theorem", "instance", "room", "potentials", "value"], path);
  const instance = readInstance(fields, path);
  const { k, batch, m, n, partial, output } = instance;
  const { operand, own } = sumsAndOne(instance);
  // What holds in a larger memory holds in this one; the waiting may need one.
  const x = count(fields, "room", path, own);
  const { rent, waiting, price } = mixture(fields, "potentials", 1, path);
  if (rent.top > 2n * rent.below) throw new Refused(`${path}.potentials`, "rent above what an interval costs");
  const waits = (room: bigint): boolean => rootAtLeast(times(rent, partial), times(waiting, operand * k), room);
  if (!waits(x)) throw new Refused(`${path}.potentials`, "more waiting than rent");
  if (x > own && waits(x - 1n)) throw new Refused(`${path}.room`, "more than the waiting asks for");
  const groups = batch * m * n;
  const value = count(fields, "value", path);
  /** groups·(wkΛ/√x − θ·wC + wO) > least? */
  const above = (least: bigint): boolean => {
    const owed = { top: least * rent.below + groups * (partial * rent.top - output * rent.below), below: rent.below };
    return owed.top < 0n || !rootAtLeast(owed, times(price, groups * operand * k), x);
  };
  if (value > 0n && !above(value - 1n)) throw new Refused(`${path}.value`, "more than the theorem proves");
  if (above(value)) throw new Refused(`${path}.value`, "fewer than the theorem proves");
  return { instance, value };
}
