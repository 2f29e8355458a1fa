import { definitionOf } from "../machines/interfaces.js";
import type { Interface } from "../machines/machine.js";
import { checkedTheorem, inForm } from "./certificate.js";
import { type Fields, names, Refused, record, requireEqual, requireOnly, text } from "./shared/fields.js";
import type { CheckedTheorem } from "./theorem.js";
import { countedBy, type Verified } from "./verified.js";

/** What a bound requires by the statements of the theorems, as the checker knows them: ids of docs/guide/requirements.md. */
export interface Required {
  readonly requires: readonly string[];
  /** What its reads require further. */
  readonly readsRequire: readonly string[];
}

const CONDITIONS: readonly string[] = [
  "no-l2-adds",
  "wide-partial-sums",
  "no-recomputation",
  "whole-dense-operand",
  "recurrence-order",
];

/** Are partial sums counted wider than what is stored of them? */
export function countsWideAccumulators(verified: Verified, certificate: unknown): boolean {
  if (verified.parts !== undefined) return verified.parts.some((part) => countsWideAccumulators(part.verified, part.certificate));
  const counted = countedBy(verified);
  const { scope, countsWide, widensIntermediates } = countingTheorem(verified, certificate);
  if (countsWide !== undefined) return countsWide(record(certificate, "certificate"), verified);
  // Bounds on the busiest memory count a sum at the narrower of its two sizes.
  if (counted === undefined || scope !== "total") return false;
  const intermediate = "h" in counted ? counted.h : "between" in counted ? counted.between : counted.output;
  return counted.partial > (widensIntermediates && intermediate < counted.output ? intermediate : counted.output);
}

/** The theorem that counts sums: of a product with scaled operands, the one about the product alone. */
function countingTheorem({ theorem, scaled }: Verified, certificate: unknown): CheckedTheorem {
  const own = record(certificate, "certificate");
  if (scaled === undefined) return inForm(checkedTheorem(theorem), own);
  return inForm(checkedTheorem(scaled.theorem), record(own["product"], "certificate.product"));
}

/** What the verified certificate requires on an interface whose slow side adds partial sums, or does not. */
export function requiredBy(verified: Verified, certificate: unknown, adds: boolean, workload: Fields): Required {
  if (verified.parts !== undefined) {
    const parts = verified.parts.map((part) => requiredBy(part.verified, part.certificate, adds, workload));
    const requires = [...new Set(parts.flatMap((part) => part.requires))];
    const further = verified.reads === undefined ? [] : parts.flatMap((part) => part.readsRequire);
    return { requires, readsRequire: [...new Set(further)].filter((id) => !requires.includes(id)) };
  }
  const { requires: ofTheorem, scope } = countingTheorem(verified, certificate);
  const ofScales =
    verified.scaled === undefined ? [] : inForm(checkedTheorem(verified.theorem), record(certificate, "certificate")).requires;
  const ofLengths =
    verified.theorem === "triangular-segments" && verified.triangular?.kind === "floyd-warshall" ? ["stated-operands"] : [];
  const own = [
    ...new Set([...ofTheorem, ...ofLengths, ...ofScales]),
    ...(scope === "class" ? [] : ofSums(verified, certificate)),
  ];
  const requires = [...own, ...requiredOfWorkload(workload)];
  if (!adds) return { requires, readsRequire: [] };
  const inner = record(certificate, "certificate");
  if (countsReturns(verified, inner)) return { requires: [...requires, "no-l2-adds"], readsRequire: [] };
  const rests = verified.reads !== undefined && countedBy(verified) !== undefined && verified.sums === undefined;
  return { requires, readsRequire: rests ? ["no-l2-adds"] : [] };
}

/** Of a residual, and of operands that kernels change before a product. A product with scales has a theorem of its own that says so. */
function requiredOfWorkload(workload: Fields): readonly string[] {
  if (workload["kind"] === "norm-gemm") return ["normalised-word-size"];
  if (workload["kind"] === "sparse-gemm") return ["pattern-in-metadata"];
  const { kind, epilogue } = workload;
  if (kind === "epilogue-gemm") return Array.isArray(epilogue) && epilogue.includes("residual") ? ["residual-kept"] : [];
  const isScaled = (workload["kind"] === "grouped-gemm" || workload["kind"] === "moe") && workload["scales"] !== undefined;
  return isScaled ? ["scaled-operand-size"] : [];
}

/** Refuses a list of requirements that is not exactly `right`. @throws Refused */
export function requireRequirements(fields: Fields, name: string, right: readonly string[], path: string): void {
  const printed = names(fields[name], `${path}.${name}`);
  const absent = right.find((id) => !printed.includes(id));
  if (absent !== undefined) throw new Refused(`${path}.${name}`, `lacks '${absent}'`);
  const other = printed.findIndex((id, i) => !right.includes(id) || printed.indexOf(id) !== i);
  if (other >= 0) throw new Refused(`${path}.${name}[${other}]`, "not required by this bound, or twice");
}

/** The conditions that not every kernel meets: a schedule that adds in the L2, or hands sums over in output words, does not meet them. */
export function conditionsMetBy(schedule: unknown, workload: Fields, bytes: (name: string) => bigint): ReadonlySet<string> {
  const fields = typeof schedule === "object" && schedule !== null ? (schedule as Fields) : {};
  const { id, reduction, splits, combine } = fields;
  const isAdded = reduction === "atomic" || combine === "l2-adds" || combine === "wide-l2-adds";
  // Results of a token's experts that a kernel adds up are partial sums of its output.
  const inOutputWords =
    (isAdded && combine !== "wide-l2-adds") || (reduction === "serial" && splits !== 1) || combine === "kernel";
  const isNarrow = inOutputWords && workload["outputType"] !== undefined && bytes("outputType") < bytes("accumulator");
  const isOnce = typeof id !== "string" || !/recompute|backward/.test(id);
  const isInOrder = typeof id === "string" && /^scan-(recurrent|tiles)$/.test(id);
  const all = [
    ...[isAdded ? "" : "no-l2-adds", isNarrow ? "" : "wide-partial-sums", isOnce ? "no-recomputation" : ""],
    ...["whole-dense-operand", isInOrder ? "recurrence-order" : ""],
  ];
  return new Set(all.filter((one) => one !== ""));
}

/** Whether all of `requires` that not every kernel meets are among `met`. */
export function isMet(requires: readonly string[], met: ReadonlySet<string>): boolean {
  return CONDITIONS.every((condition) => !requires.includes(condition) || met.has(condition));
}

function ofSums(verified: Verified, certificate: unknown): readonly string[] {
  const counted = countedBy(verified);
  if (counted === undefined) return [];
  const between = "h" in counted || "between" in counted ? ["stated-intermediate"] : [];
  return [...between, countsWideAccumulators(verified, certificate) ? "wide-partial-sums" : "stated-partial-sums"];
}

function countsReturns(verified: Verified, certificate: Fields): boolean {
  const { countsReturns: counts = false } = countingTheorem(verified, certificate);
  return typeof counts === "boolean" ? counts : counts(certificate, verified);
}

/** What a document says once: what its interfaces count, and what every bound on its machine requires. @throws Refused */
export function checkModelFields(document: Fields, machine: Fields, interfaceIds: readonly string[]): void {
  const said = record(document["interfaces"], "interfaces");
  requireOnly(said, interfaceIds, "interfaces");
  for (const interfaceId of interfaceIds)
    requireEqual(
      text(said, interfaceId, "interfaces"),
      definitionOf(interfaceId as Interface, machine["kind"] === "tree" ? "tree" : "gpu"),
      `interfaces.${interfaceId}`,
      "what it counts",
    );
  const inModel = [document["resident"] === undefined ? "cold-caches" : "stated-residents", "outputs-stored"];
  const onChips = machine["kind"] === "abstract" ? [] : ["counted-memories", "uncompressed-data"];
  requireRequirements(document, "requires", [...inModel, ...onChips], "document");
}
