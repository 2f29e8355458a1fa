import { exactly, type Fields, list, Refused, record, requireOnly, text } from "../shared/fields.js";
import type { CheckedTheorem, Established } from "../theorem.js";
import type { Verified } from "../verified.js";

/** Parts that a certificate may have. */
const MOST_PARTS = 4096;

/** Bounds on all traffic of some parts, and their sums. What the parts are, and that no word is in two, follows from the workload. @throws Refused */
export function checkIndependentParts(
  fields: Fields,
  theorems: Readonly<Record<string, CheckedTheorem>>,
  path: string,
): Established {
  const entries = list(fields["parts"], `${path}.parts`);
  if (entries.length === 0 || entries.length > MOST_PARTS) throw new Refused(`${path}.parts`, `not 1 to ${MOST_PARTS} parts`);
  const parts = entries.map((entry, i) => {
    const at = `${path}.parts[${i}]`;
    const certificate = record(entry, at);
    const theorem = text(certificate, "theorem", at);
    const own = Object.hasOwn(theorems, theorem) ? theorems[theorem] : undefined;
    const verified: Verified | undefined = own?.scope === "total" ? { theorem, ...own.check(certificate, at) } : undefined;
    const isPart = [verified?.instance, verified?.chain, verified?.arrays].some((one) => one !== undefined);
    if (verified === undefined || !isPart || verified.scaled !== undefined)
      throw new Refused(`${at}.theorem`, `no bound on all traffic of a part: '${theorem}'`);
    return { verified, certificate };
  });
  const sum = (side: "value" | "reads" | "writes"): bigint =>
    parts.reduce((all, { verified }) => all + (verified[side] ?? 0n), 0n);
  const isApart = parts.every(({ verified: { reads, writes } }) => reads !== undefined && writes !== undefined);
  requireOnly(fields, ["schema", "theorem", "parts", ...(isApart ? ["reads", "writes"] : []), "value"], path);
  const value = exactly(fields, "value", sum("value"), path);
  if (!isApart) return { parts, value };
  return {
    parts,
    reads: exactly(fields, "reads", sum("reads"), path),
    writes: exactly(fields, "writes", sum("writes"), path),
    value,
  };
}
