import { readArrays } from "../rows/arrays.js";
import { count, exactly, type Fields, Refused, record, requireOnly, text } from "../shared/fields.js";
import type { CheckedTheorem, Established } from "../theorem.js";

/** The bound on a group's product by one of the theorems `totals`, for each group, and every other array once. @throws Refused */
export function checkScanStates(fields: Fields, totals: Readonly<Record<string, CheckedTheorem>>, path: string): Established {
  requireOnly(fields, ["schema", "theorem", "form", "product", "groups", "inputs", "outputs", "value"], path);
  const form = text(fields, "form", path);
  if (form !== "recurrence" && form !== "stored-state") throw new Refused(`${path}.form`, "neither recurrence nor stored-state");
  const at = `${path}.product`;
  const inner = record(fields["product"], at);
  const named = text(inner, "theorem", at);
  const product = Object.hasOwn(totals, named) ? totals[named]?.check(inner, at) : undefined;
  if (product?.instance === undefined) throw new Refused(`${at}.theorem`, `no bound on all traffic of a product: '${named}'`);
  const groups = count(fields, "groups", path, 1n);
  const others = [...readArrays(fields, "inputs", "input", path), ...readArrays(fields, "outputs", "output", path)];
  const { m, n, output } = product.instance;
  const ofGroup = product.value - (form === "recurrence" ? m * n * output : 0n);
  const once = others.reduce((sum, { words, wordSize }) => sum + words * wordSize, 0n);
  const value = exactly(fields, "value", groups * ofGroup + once, path);
  return { instance: product.instance, scaled: { theorem: named, scales: [] }, scan: { form, groups, others }, value };
}
