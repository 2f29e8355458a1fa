import { readArrays } from "../rows/arrays.js";
import { exactly, type Fields, Refused, record, requireOnly, text } from "../shared/fields.js";
import type { CheckedTheorem, Established } from "../theorem.js";

/** The bound on the product alone, by one of the theorems `totals`, and every scale once. @throws Refused */
export function checkGemmBlockScales(
  fields: Fields,
  totals: Readonly<Record<string, CheckedTheorem>>,
  path: string,
): Established {
  const at = `${path}.product`;
  const inner = record(fields["product"], at);
  const named = text(inner, "theorem", at);
  const product = Object.hasOwn(totals, named) ? totals[named]?.check(inner, at) : undefined;
  if (product?.instance === undefined) throw new Refused(`${at}.theorem`, `no bound on all traffic of a product: '${named}'`);
  const { instance, reads, writes } = product;
  const apart = reads === undefined || writes === undefined ? undefined : { reads, writes };
  requireOnly(fields, ["schema", "theorem", "product", "scales", ...Object.keys(apart ?? {}), "value"], path);
  const scales = readArrays(fields, "scales", "input", path);
  const moved = scales.reduce((sum, { words, wordSize }) => sum + words * wordSize, 0n);
  const value = exactly(fields, "value", product.value + moved, path);
  const scaled = { theorem: named, scales };
  if (apart === undefined) return { instance, scaled, value };
  const parts = {
    reads: exactly(fields, "reads", apart.reads + moved, path),
    writes: exactly(fields, "writes", apart.writes, path),
  };
  return { instance, scaled, ...parts, value };
}
