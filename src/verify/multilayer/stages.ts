import { count, exactly, type Fields, Refused, requireOnly } from "../shared/fields.js";
import { type Checked, products, readInWords, width } from "./chain.js";

/**
 * The first p products, the beginning of every accumulator an event: M = (X/3)^{3/2} is what a segment is worth at most, a whole number;
 * what recomputation asks of T, clock, starts of the arrays but Xr, rest, value.
 */
export function checkMultilayerStages(fields: Fields, path: string): Checked {
  const figures = ["wordSize", "capacityWords", "cut", "most", "clockWords", "bornWords", "restWords", "value"];
  requireOnly(fields, ["schema", "theorem", "instance", "products", ...figures], path);
  const { chain, word, capacity } = readInWords(fields, path);
  const { m, widths, memories } = chain;
  const r = widths.length - 1;
  const counted = count(fields, "products", path, 1n);
  if (counted > BigInt(r)) throw new Refused(`${path}.products`, "more than the chain has");
  const last = Number(counted);
  const cut = count(fields, "cut", path, 1n);
  const most = count(fields, "most", path, 1n);
  for (let s = 1; s < last; s++) {
    if (cut * width(widths, s - 1) < most)
      throw new Refused(`${path}.cut`, `to make an element of X${s} again costs less than its products are worth`);
  }
  const isEnough = (value: bigint): boolean => 27n * (value + 1n) * (value + 1n) > (capacity + cut) ** 3n;
  if (!isEnough(most)) throw new Refused(`${path}.most`, "a segment may be worth more");
  if (most > 1n && isEnough(most - 1n)) throw new Refused(`${path}.most`, "no segment is worth so much");
  const worth = m * products(chain, 1, last);
  const clock = exactly(fields, "clockWords", (cut * worth + most - 1n) / most - cut * memories, path);
  const begun = widths.slice(1, last < r ? last + 1 : r).reduce((sum, words) => sum + m * words, 0n);
  const starts = exactly(fields, "bornWords", begun, path);
  const rest = exactly(fields, "restWords", last < r ? products(chain, last + 1, r) + m * width(widths, r) : 0n, path);
  if (clock <= starts) throw new Refused(`${path}.clockWords`, "no more than the starts");
  return { multilayer: chain, value: exactly(fields, "value", word * (clock - starts + rest), path) };
}
