import { INTERFACE_DEFINITIONS } from "../machines/interfaces.js";
import type { Interface } from "../machines/machine.js";
import { countedBy, type Verified } from "./certificate.js";
import type { Fields } from "./shared/fields.js";
import { count, names, Refused, record, requireEqual, requireOnly, text } from "./shared/fields.js";

/** What a bound requires by the statements of the theorems, as the checker knows them: ids of docs/guide.md, "What bounds require". */
export interface Required {
  readonly requires: readonly string[];
  /** What its reads require further. */
  readonly readsRequire: readonly string[];
}

const CONDITIONS: readonly string[] = ["no-l2-adds", "wide-partial-sums"];

/** Of theorems about kernels of a class: their own terms. */
const OF_CLASSES: Readonly<Record<string, readonly string[]>> = {
  "product-wave-class": ["one-block-per-tile", "blocks-apart"],
  "product-sums-in-place": ["sums-in-place", "operands-per-block"],
};

/** Beside that products are formed: by the family that the theorem's name begins with. */
const OF_FAMILIES: readonly (readonly [prefix: string, requires: readonly string[]])[] = [
  ["product-", []],
  ["repeated-", ["one-step-products"]],
  ["projective", ["one-step-products"]],
  ["chain-", ["no-algebra-across-stages"]],
  ["long-chain-", ["no-algebra-across-stages"]],
  ["convolution", ["no-padding-products"]],
];

/** Theorems that hold only where a sum that left comes back by a load. */
const COUNT_RETURNS: readonly string[] = [
  ...["product-slices", "product-slice-ends", "repeated-slice-ends", "product-resident-sums", "product-resident-operand"],
  ...["chain-resident-lines", "chain-slices", "chain-slice-ends", "convolution-slice-ends"],
];

/** Theorems that count sums of an intermediate as wide as those of the output. */
const WIDE_INTERMEDIATES: readonly string[] = [
  ...["chain-births-weighted", "chain-births-weighted-steady", "chain-slice-ends", "long-chain-births-weighted"],
];

/** Are partial sums counted wider than what is stored of them? */
export function countsWideSums(verified: Verified, certificate: unknown): boolean {
  const counted = countedBy(verified);
  if (verified.theorem === "long-chain-rows" && verified.longChain !== undefined) {
    const fields = record(certificate, "certificate");
    const ofAll = count(fields, "products", "certificate") === BigInt(verified.longChain.widths.length - 1);
    return ofAll && count(fields, "wordSize", "certificate") > verified.longChain.output;
  }
  if (counted === undefined || isOfClass(verified) || countsNarrow(verified)) return false;
  const theorem = verified.scaled?.theorem ?? verified.theorem;
  const intermediate = "h" in counted ? counted.h : "between" in counted ? counted.between : counted.output;
  const isNarrower = WIDE_INTERMEDIATES.includes(theorem) && intermediate < counted.output;
  return counted.partial > (isNarrower ? intermediate : counted.output);
}

/** What the verified certificate requires on an interface. */
export function requiredBy(verified: Verified, certificate: unknown, face: string, workload: Fields): Required {
  const own = [...ofTheorem(verified), ...ofSums(verified, certificate)];
  const requires = workload["kind"] === "norm-gemm" ? [...own, "normalised-word-size"] : own;
  if (!addsBehind(face)) return { requires, readsRequire: [] };
  const inner = record(certificate, "certificate");
  if (countsReturns(verified, inner)) return { requires: [...requires, "no-l2-adds"], readsRequire: [] };
  const rests = verified.reads !== undefined && countedBy(verified) !== undefined && verified.sums === undefined;
  return { requires, readsRequire: rests ? ["no-l2-adds"] : [] };
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
  const { reduction, splits } = fields;
  const inOutputWords = reduction === "atomic" || (reduction === "serial" && splits !== 1);
  const isNarrow = inOutputWords && workload["outputType"] !== undefined && bytes("outputType") < bytes("accumulator");
  return new Set([...(reduction === "atomic" ? [] : ["no-l2-adds"]), ...(isNarrow ? [] : ["wide-partial-sums"])]);
}

/** Whether all of `requires` that not every kernel meets are among `met`. */
export function isMet(requires: readonly string[], met: ReadonlySet<string>): boolean {
  return CONDITIONS.every((condition) => !requires.includes(condition) || met.has(condition));
}

const addsBehind = (face: string): boolean => face === "l2-sm" || face === "l2-cluster";

/** Bounds on the busiest memory count a sum at the narrower of its two sizes. */
const countsNarrow = ({ theorem }: Verified): boolean => /-(busiest|memory-independent)$/.test(theorem);

const isOfClass = (verified: Verified): boolean => verified.theorem in OF_CLASSES;

function ofTheorem(verified: Verified): readonly string[] {
  const { theorem, scaled } = verified;
  if (theorem === "compulsory") return [];
  if (theorem === "row-statistics") return ["row-forms"];
  const named = scaled?.theorem ?? theorem;
  const family = OF_FAMILIES.find(([prefix]) => named.startsWith(prefix))?.[1];
  if (family === undefined) throw new Refused("certificate.theorem", `requirements of '${theorem}' are not known`);
  return [
    "classical-algebra",
    ...family,
    ...(scaled === undefined ? [] : ["scaled-operand-size"]),
    ...(OF_CLASSES[theorem] ?? []),
  ];
}

function ofSums(verified: Verified, certificate: unknown): readonly string[] {
  const counted = countedBy(verified);
  if (counted === undefined || isOfClass(verified)) return [];
  const between = "h" in counted || "between" in counted ? ["stated-intermediate"] : [];
  return [...between, countsWideSums(verified, certificate) ? "wide-partial-sums" : "stated-partial-sums"];
}

function countsReturns(verified: Verified, certificate: Fields): boolean {
  const theorem = verified.scaled?.theorem ?? verified.theorem;
  const path = "certificate";
  if (theorem === "chain-mixed") return count(certificate, "entry", path) !== 1n;
  const last = verified.longChain === undefined ? 0n : BigInt(verified.longChain.widths.length - 1);
  // The last array counted as an intermediate that leaves by stores of its own.
  if (theorem === "long-chain-births" || theorem === "long-chain-births-weighted")
    return count(certificate, "born", path) >= last;
  if (theorem === "long-chain-rows")
    return count(certificate, "products", path) >= last && count(certificate, "restWords", path) > 0n;
  return COUNT_RETURNS.includes(theorem);
}

/** What a document says once: what its interfaces count, and what every bound on its machine requires. @throws Refused */
export function checkModelFields(document: Fields, machine: Fields, faces: readonly string[]): void {
  const said = record(document["interfaces"], "interfaces");
  requireOnly(said, faces, "interfaces");
  for (const face of faces)
    requireEqual(
      text(said, face, "interfaces"),
      INTERFACE_DEFINITIONS[face as Interface],
      `interfaces.${face}`,
      "what it counts",
    );
  const inModel = ["cold-caches", "outputs-stored"];
  const onChips = machine["kind"] === "abstract" ? [] : ["counted-memories", "uncompressed-data"];
  requireRequirements(document, "requires", [...inModel, ...onChips], "document");
}
