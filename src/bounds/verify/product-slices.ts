import type { Fields } from "./fields.js";
import { count, exactly, Refused, requireOnly } from "./fields.js";
import type { CheckedTraffic } from "./product-instance.js";
import { readInstance } from "./product-instance.js";
import { mixture, rootAtLeast, times } from "./slice-mixture.js";

/** Potentials checked inequality by inequality, their mixture, the hypotheses and ⌈mn·(kΛ/√X − θ + 1)⌉. */
export function checkProductSlices(fields: Fields, path: string): CheckedTraffic {
  requireOnly(fields, ["schema", "theorem", "instance", "wordSize", "capacityWords", "potentials", "words", "value"], path);
  const instance = readInstance(fields, path);
  const { k, batch, m, n } = instance;
  const narrowest = [instance.a, instance.b, instance.partial, instance.output].reduce((x, y) => (x < y ? x : y));
  const word = exactly(fields, "wordSize", narrowest, path);
  // What holds in a larger memory holds in this one; the waiting may need one.
  const own = instance.capacity / word;
  const capacity = count(fields, "capacityWords", path, own);
  const { rent, waiting, price } = mixture(fields, "potentials", 1, path);
  if (rent.top > 2n * rent.below) throw new Refused(`${path}.potentials`, "rent above what an interval costs");
  const x = capacity + 1n;
  const waits = (room: bigint): boolean => rootAtLeast(rent, times(waiting, k), room);
  if (!waits(x)) throw new Refused(`${path}.potentials`, "more waiting than rent");
  if (capacity > own && waits(x - 1n)) throw new Refused(`${path}.capacityWords`, "more than the waiting asks for");
  const groups = batch * m * n;
  const words = count(fields, "words", path);
  /** groups·(kΛ/√x − θ + 1) > least? */
  const above = (least: bigint): boolean => {
    const owed = { top: least * rent.below + groups * (rent.top - rent.below), below: rent.below };
    return owed.top < 0n || !rootAtLeast(owed, times(price, groups * k), x);
  };
  if (words > 0n && !above(words - 1n)) throw new Refused(`${path}.words`, "more than the theorem proves");
  if (above(words)) throw new Refused(`${path}.words`, "fewer than the theorem proves");
  return { instance, value: exactly(fields, "value", word * words, path) };
}
