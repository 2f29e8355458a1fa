import { type CheckedBounds, mostReads, strongest } from "../printed-bounds.js";
import { isMet } from "../required.js";
import { count, type Fields, list, Refused, record, requireEqual, requireOnly, text } from "../shared/fields.js";
import { by, type Fraction, requireFraction, whole } from "../shared/fraction.js";

const FIELDS = ["interface", "counts", "levels", "steps", "whole", "ratio", "headline"];
const STEP_FIELDS = ["from", "to", "factor", "ratio", "rises", "change"];

/** The explanation of a gap: its last level is proven, none that is replayed lies below, and its factors are their quotients. */
export function checkBreakdown(breakdown: Fields, checked: CheckedBounds, unit: "Bytes" | "Words", path: string): void {
  requireOnly(breakdown, FIELDS, path);
  text(breakdown, "headline", path);
  const interfaceId = text(breakdown, "interface", path);
  const best = strongest(checked.best, interfaceId, `${path}.interface`);
  const counts = text(breakdown, "counts", path);
  if (counts !== "reads" && counts !== "total") throw new Refused(`${path}.counts`, "neither reads nor total");
  const amountOf = ({ value, reads }: { readonly value: bigint; readonly reads?: bigint | undefined }): bigint =>
    counts === "total" ? value : (reads ?? 0n);
  const ofFace = checked.proven.filter((bound) => bound.interfaceId === interfaceId);
  const least = counts === "total" ? best.value : mostReads(checked.proven, interfaceId, new Set());
  const field = unit.toLowerCase();
  const levels = list(breakdown["levels"], `${path}.levels`).map((entry, i) => {
    const at = `${path}.levels[${i}]`;
    const level = record(entry, at);
    requireOnly(level, ["id", "label", "basis", field], at);
    const [amount, basis, label] = [count(level, field, at, 1n), text(level, "basis", at), text(level, "label", at)];
    const isOf = (bound: CheckedBounds["proven"][number]): boolean => bound.id === label && amountOf(bound) === amount;
    if (basis === "proven" && (amount !== least || !ofFace.some((bound) => bound.scope === "total" && isOf(bound))))
      throw new Refused(at, "not the largest bound");
    if (basis === "proven for some" && !ofFace.some((bound) => isOfSome(bound, counts) && isOf(bound)))
      throw new Refused(at, "no bound of some kernels");
    if (basis === "replayed" && amount < least) throw new Refused(at, `below the bound ${least}`);
    if (!["proven", "proven for some", "replayed", "measured"].includes(basis)) throw new Refused(`${at}.basis`, "no basis");
    return { id: text(level, "id", at), amount, basis };
  });
  if (levels.length < 2 || levels.at(-1)?.basis !== "proven") throw new Refused(`${path}.levels`, "do not end at a bound");
  const steps = list(breakdown["steps"], `${path}.steps`);
  requireEqual(BigInt(steps.length), BigInt(levels.length - 1), `${path}.steps`, "the number of steps");
  steps.forEach((entry, i) => {
    const at = `${path}.steps[${i}]`;
    const step = record(entry, at);
    const [upper, lower] = [levels[i], levels[i + 1]] as [(typeof levels)[number], (typeof levels)[number]];
    requireOnly(step, STEP_FIELDS, at);
    text(step, "change", at);
    requireEqual(text(step, "from", at), upper.id, `${at}.from`, "the level above");
    requireEqual(text(step, "to", at), lower.id, `${at}.to`, "the level below");
    if (step["rises"] !== lower.amount > upper.amount) throw new Refused(`${at}.rises`, "not what its levels do");
    checkFactor(step, "factor", by(whole(upper.amount), whole(lower.amount)), at);
  });
  checkFactor(breakdown, "whole", by(whole(levels[0]?.amount ?? 0n), whole(least)), path);
}

/** Does the bound hold for kernels of a class, or under a condition, and not for every kernel? */
function isOfSome({ scope, requires, readsRequire }: CheckedBounds["proven"][number], counts: "reads" | "total"): boolean {
  if (scope !== "total") return scope === "class";
  return !isMet(counts === "reads" ? [...requires, ...readsRequire] : requires, new Set());
}

/** Exactly as a text, and nearly as a number for display. */
function checkFactor(fields: Fields, name: string, right: Fraction, path: string): void {
  requireFraction(fields, name, right, path, "the quotient of its levels");
  const [ratio, near] = [fields["ratio"], Number(right.over) / Number(right.under)];
  if (typeof ratio !== "number" || !(Math.abs(ratio - near) <= near * 2 ** -48))
    throw new Refused(`${path}.ratio`, `not ${name}`);
}
