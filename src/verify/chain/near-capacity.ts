import { type Fields, Refused, requireOnly, text } from "../shared/fields.js";
import { beyondCompulsory, requireBeyond } from "../shared/near-capacity.js";
import { type CheckedChain, readChain } from "./chain.js";

/** Rows, or weights, that take about all of the memory, and a slice for every line across (proofs/chain-near-capacity.md). */
export function checkChainNearCapacity(fields: Fields, path: string): { readonly chain: CheckedChain; readonly value: bigint } {
  requireOnly(fields, ["schema", "theorem", "instance", "resident", "missing", "holdingCost", "value"], path);
  const chain = readChain(fields, path);
  const { batch, m, k, l, n, pairs, factors, a, b, h, d, partial, output } = chain;
  if (batch !== 1n || chain.memories !== 1n) throw new Refused(`${path}.instance`, "one batch element, one memory");
  if (pairs !== m * l) throw new Refused(`${path}.instance.extents.pairs`, "not all of m·l");
  const resident = text(fields, "resident", path);
  if (resident !== "rows" && resident !== "weights")
    throw new Refused(`${path}.resident`, `neither rows nor weights: '${resident}'`);
  const [lines, slices] = resident === "rows" ? [m, l] : [l, m];
  const narrowest = [a, b, h, d, partial].reduce((least, size) => (size < least ? size : least));
  const places = (chain.capacity - (chain.capacity % narrowest)) / narrowest;
  const extra = beyondCompulsory(fields, path, {
    held: lines * (k + n),
    slices,
    side: lines < k ? lines : k,
    places,
    narrowest,
  });
  return { chain, value: requireBeyond(fields, path, a * m * k + factors * b * k * l + d * l * n + output * m * n, extra) };
}
