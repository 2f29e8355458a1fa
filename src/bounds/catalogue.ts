import type { Certificate } from "./bound.js";
import { CHAIN_THEOREMS } from "./chain/theorems.js";
import { CONV_THEOREMS } from "./conv/theorems.js";
import { EINSUM_THEOREMS } from "./einsum/theorems.js";
import { GEMM_THEOREMS } from "./gemm/theorems.js";
import { MULTILAYER_THEOREMS } from "./multilayer/theorems.js";
import { PLAN_THEOREMS } from "./plan-theorems.js";
import { ROWS_THEOREMS } from "./rows/theorems.js";
import { widthOfResults } from "./shared/partial-sum-sizes.js";
import type { Theorem } from "./theorem.js";

/** Every theorem behind the bounds, with its statement, proof and source. */
export const THEOREMS: readonly Theorem[] = [
  ...ROWS_THEOREMS,
  ...GEMM_THEOREMS,
  ...CHAIN_THEOREMS,
  ...MULTILAYER_THEOREMS,
  ...EINSUM_THEOREMS,
  ...CONV_THEOREMS,
  ...PLAN_THEOREMS,
];

const BY_ID: ReadonlyMap<string, Theorem> = new Map(THEOREMS.map((theorem) => [theorem.id, theorem]));

/** Suffix of a bound's id where partial sums are counted wider than stored results, which is a condition of its own. */
const WIDE_ACCUMULATORS = "-wide-accumulators";

/** The theorem in the form that the certificate names. */
export function theoremOf(certificate: Certificate): Theorem {
  const theorem = theoremNamed(certificate.theorem);
  return "form" in certificate ? { ...theorem, ...theorem.forms?.[certificate.form] } : theorem;
}

export function theoremNamed(id: Theorem["id"]): Theorem {
  const theorem = BY_ID.get(id);
  if (theorem === undefined) throw new RangeError(`no theorem ${id}`);
  return theorem;
}

/** Did the theorem use that partial sums are wider than stored results? */
export function countsWideAccumulators(certificate: Certificate): boolean {
  if (certificate.theorem === "gemm-block-scales") return countsWideAccumulators(certificate.product);
  // Counts sums of the last array at the size of a word, which may be more than a stored one.
  if (certificate.theorem === "multilayer-whole-rows") {
    const { products, wordSize, instance } = certificate;
    return products === BigInt(instance.extents.widths.length - 1) && wordSize > instance.weights.output;
  }
  if (theoremOf(certificate).mayWiden !== true || !("instance" in certificate)) return false;
  const { weights } = certificate.instance;
  return "partial" in weights && weights.partial > widthOfResults(weights, theoremOf(certificate).widensIntermediates);
}

/** Id under which a bound is printed. */
export function boundId(certificate: Certificate): string {
  return countsWideAccumulators(certificate) ? `${certificate.theorem}${WIDE_ACCUMULATORS}` : certificate.theorem;
}
