import type { Interface } from "../machines/machine.js";
import type { Certificate } from "./bound.js";
import { countsWideAccumulators, theoremOf } from "./catalogue.js";
import { addsBehind, type Condition, type Requirement } from "./requirements.js";

/** What a bound requires of a kernel: for its value, and further for its reads alone. */
export interface RequiredOf {
  readonly requires: readonly Requirement[];
  readonly readsRequire?: readonly Condition[];
}

/**
 * What the certificate's bound requires on an interface. Where the slow side adds, a residency of a sum costs one word and not two, and
 * no word of it need come back (proofs/model.md, section 4).
 */
export function requirementsOf(certificate: Certificate, interfaceId: Interface): RequiredOf {
  const requires: Requirement[] = [...baseOf(certificate), ...ofSums(certificate)];
  if (!addsBehind(interfaceId)) return { requires };
  if (!holdsWithAdds(certificate)) return { requires: [...requires, "no-l2-adds"] };
  const countsReturns = "reads" in certificate && certificate.reads !== undefined && !readsEveryWordOnce(certificate);
  return countsReturns ? { requires, readsRequire: ["no-l2-adds"] } : { requires };
}

function baseOf(certificate: Certificate): readonly Requirement[] {
  const { requires } = theoremOf(certificate);
  return certificate.theorem === "gemm-block-scales"
    ? [...new Set([...theoremOf(certificate.product).requires, ...requires])]
    : requires;
}

/** How wide partial sums are, and elements of an intermediate. */
function ofSums(certificate: Certificate): readonly Requirement[] {
  if (certificate.theorem === "gemm-block-scales") return ofSums(certificate.product);
  if (!("instance" in certificate) || theoremOf(certificate).scope === "class") return [];
  const { weights } = certificate.instance;
  const intermediate: readonly Requirement[] = "h" in weights || "between" in weights ? ["stated-intermediate"] : [];
  if (!("partial" in weights)) return intermediate;
  return [...intermediate, countsWideAccumulators(certificate) ? "wide-partial-sums" : "stated-partial-sums"];
}

/** Reads that rest on words of inputs alone. */
function readsEveryWordOnce({ theorem }: Certificate): boolean {
  return theorem === "compulsory" || theorem === "row-statistics" || theorem === "gemm-output-stationary";
}

/** Does the value hold where slow memory adds? */
function holdsWithAdds(certificate: Certificate): boolean {
  switch (certificate.theorem) {
    case "gemm-block-scales":
      return holdsWithAdds(certificate.product);
    // Elements of the last array as an intermediate that leaves by a store of its own (proofs/multilayer.md, last stores).
    case "multilayer-recomputation":
      return certificate.born < BigInt(certificate.instance.extents.widths.length - 1);
    case "multilayer-whole-rows":
      return certificate.products < BigInt(certificate.instance.extents.widths.length - 1) || certificate.restWords === 0n;
    default:
      return theoremOf(certificate).countsReturns !== true;
  }
}
