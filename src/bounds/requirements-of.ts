import type { Certificate, PartsCertificate } from "./bound.js";
import { countingCertificate } from "./finer-units.js";
import { type AddingInterface, addsBehind, type Condition, type Requirement } from "./requirements.js";
import { widthOfResults } from "./shared/partial-sum-sizes.js";
import type { TheoremOf } from "./theorem.js";

/** What a bound requires of a kernel: for its value, and further for its reads alone. */
export interface RequiredOf {
  readonly requires: readonly Requirement[];
  readonly readsRequire?: readonly Condition[];
}

/**
 * What the certificate's bound requires on an interface. Where the slow side adds, a residency of a sum costs one word and not two, and
 * no word of it need come back (proofs/model.md, section 4).
 */
export function requirementsOf(bounding: Certificate, at: AddingInterface, theoremOf: TheoremOf): RequiredOf {
  const certificate = countingCertificate(bounding);
  if (certificate.theorem === "independent-parts") return requirementsOfParts(certificate, at, theoremOf);
  const requires: Requirement[] = [...baseOf(certificate, theoremOf), ...ofSums(certificate, theoremOf)];
  if (!addsBehind(at)) return { requires };
  if (!holdsWithAdds(certificate, theoremOf)) return { requires: [...requires, "no-l2-adds"] };
  const countsReturns = "reads" in certificate && certificate.reads !== undefined && !readsEveryWordOnce(certificate);
  return countsReturns ? { requires, readsRequire: ["no-l2-adds"] } : { requires };
}

/** What any of the parts requires. */
function requirementsOfParts(certificate: PartsCertificate, at: AddingInterface, theoremOf: TheoremOf): RequiredOf {
  const parts = certificate.parts.map((part) => requirementsOf(part, at, theoremOf));
  const requires = [...new Set(parts.flatMap((part) => part.requires))];
  const own = certificate.reads === undefined ? [] : parts.flatMap(({ readsRequire = [] }) => readsRequire);
  const readsRequire = [...new Set(own)].filter((condition) => !requires.includes(condition));
  return readsRequire.length === 0 ? { requires } : { requires, readsRequire };
}

function baseOf(certificate: Certificate, theoremOf: TheoremOf): readonly Requirement[] {
  const { requires } = theoremOf(certificate);
  // Of lengths of paths earlier ones may stand in a min-plus product of blocks.
  if (certificate.theorem === "triangular-segments" && certificate.instance.kind === "floyd-warshall")
    return [...requires, "stated-operands"];
  return "product" in certificate ? [...new Set([...theoremOf(certificate.product).requires, ...requires])] : requires;
}

/** How wide partial sums are, and elements of an intermediate. */
function ofSums(certificate: Certificate, theoremOf: TheoremOf): readonly Requirement[] {
  if ("product" in certificate) return ofSums(certificate.product, theoremOf);
  if (!("instance" in certificate) || theoremOf(certificate).scope === "class") return [];
  const { weights } = certificate.instance;
  const intermediate: readonly Requirement[] = "h" in weights || "between" in weights ? ["stated-intermediate"] : [];
  if (!("partial" in weights)) return intermediate;
  return [...intermediate, countsWideAccumulators(certificate, theoremOf) ? "wide-partial-sums" : "stated-partial-sums"];
}

/** Reads that rest on words of inputs alone. */
function readsEveryWordOnce({ theorem }: Certificate): boolean {
  return ["compulsory", "row-statistics", "gemm-output-stationary", "gemm-sparse-whole-operand"].includes(theorem);
}

/** Does the value hold where slow memory adds? */
function holdsWithAdds(certificate: Certificate, theoremOf: TheoremOf): boolean {
  if ("product" in certificate) return holdsWithAdds(certificate.product, theoremOf);
  switch (certificate.theorem) {
    // Elements of the last array as an intermediate that leaves by a store of its own (proofs/multilayer.md, last stores).
    case "multilayer-recomputation":
      return certificate.born < BigInt(certificate.instance.extents.widths.length - 1);
    case "multilayer-whole-rows":
      return certificate.products < BigInt(certificate.instance.extents.widths.length - 1) || certificate.restWords === 0n;
    // An output that is an operand is counted twice: a sum that slow memory completes never came back.
    case "triangular-segments":
      return !["trsm", "cholesky", "lu", "floyd-warshall"].includes(certificate.instance.kind);
    default:
      return theoremOf(certificate).countsReturns !== true;
  }
}

/** Did the theorem use that partial sums are wider than stored results? */
export function countsWideAccumulators(certificate: Certificate, theoremOf: TheoremOf): boolean {
  if ("product" in certificate) return countsWideAccumulators(certificate.product, theoremOf);
  if (certificate.theorem === "independent-parts")
    return certificate.parts.some((part) => countsWideAccumulators(part, theoremOf));
  // Counts sums of the last array at the size of a word, which may be more than a stored one.
  if (certificate.theorem === "multilayer-whole-rows") {
    const { products, wordSize, instance } = certificate;
    return products === BigInt(instance.extents.widths.length - 1) && wordSize > instance.weights.output;
  }
  const { mayWiden, widensIntermediates } = theoremOf(certificate);
  if (mayWiden !== true || !("instance" in certificate)) return false;
  const { weights } = certificate.instance;
  return "partial" in weights && weights.partial > widthOfResults(weights, widensIntermediates);
}
