import type { Computation } from "../../computation/computation.js";
import type { Certificate, Setting } from "../bound.js";
import type { GemmTotalCertificate, ProductInstance } from "../certificates/gemm.js";
import type { CompulsoryCertificate } from "../certificates/others.js";
import { chainCertificates, multilayerCertificates } from "../chain/certificates.js";
import { proveGemmBlockScales, type ScaledStatement, scaledStatement } from "../gemm/block-scales.js";
import { proveGemmHoldingCost } from "../gemm/holding-cost.js";
import { productExtents, productWeightsInBytes, repeatedProductExtents, UNIT_WEIGHTS } from "../gemm/shape.js";
import { GEMM_THEOREMS } from "../gemm/theorems.js";
import { conditionsIn } from "../requirements.js";
import { requirementsOf } from "../requirements-of.js";
import { proveCompulsory } from "../rows/compulsory.js";
import { overSumSizes } from "../shared/partial-sum-sizes.js";
import { certificatesOf } from "../theorem.js";
import { projectiveInstance } from "./shape.js";
import { chainedStatements, multilayerChainedStatements, standaloneStatements } from "./subprogram.js";
import { EINSUM_THEOREMS } from "./theorems.js";

/** Every theorem that applies to the statements of a computation, alone and together. */
export function certificatesFor(computation: Computation, setting: Setting): readonly Certificate[] {
  const scaled = scaledStatement(computation);
  if (scaled !== undefined) return scaledCertificates(proveCompulsory(computation, setting.unit), scaled, setting);
  const parts = computation.statements.length === 1 ? [computation] : standaloneStatements(computation);
  return [
    proveCompulsory(computation, setting.unit),
    ...parts.flatMap((part) => statementCertificates(part, setting)),
    ...chainedStatements(computation, setting).flatMap(chainCertificates),
    ...multilayerChainedStatements(computation, setting).flatMap(multilayerCertificates),
  ];
}

/** A product with scales: what it has without them, and the best of it with every scale on top, under each set of conditions. */
function scaledCertificates(all: CompulsoryCertificate, scaled: ScaledStatement, setting: Setting): readonly Certificate[] {
  const certificates = statementCertificates(scaled.unscaled, setting);
  const scales = all.inputs.filter(({ array }) => scaled.scales.has(array));
  // A kernel's time rests on what is read, which not all of them name: the best of those beside the best.
  const best = new Map<string, GemmTotalCertificate>();
  for (const product of certificates) {
    if (!isProductTotal(product)) continue;
    const conditions = conditionsIn(requirementsOf(product, setting.interface).requires).join();
    for (const kind of "reads" in product ? [conditions, `${conditions}, parted`] : [conditions]) {
      if (product.value > (best.get(kind)?.value ?? -1n)) best.set(kind, product);
    }
  }
  return [all, ...certificates, ...[...new Set(best.values())].map((product) => proveGemmBlockScales(product, scales))];
}

/** Theorems on all traffic of every product of two arrays. */
const TOTALS: ReadonlySet<string> = new Set(
  GEMM_THEOREMS.flatMap(({ id, scope, prove }) => (scope === "total" && prove !== undefined ? [id] : [])),
);

function isProductTotal(certificate: Certificate): certificate is GemmTotalCertificate {
  const { theorem } = certificate;
  return TOTALS.has(theorem) && !("form" in certificate && certificate.form === "one-array");
}

/** One statement: the product's theorems where it is one, else the projective ones and those of an array with itself. */
export function statementCertificates(computation: Computation, setting: Setting): readonly Certificate[] {
  const product = productExtents(computation);
  if (product !== undefined) return certificatesOf(GEMM_THEOREMS, productInstance(computation, product, setting));
  const instance = projectiveInstance(computation, setting);
  const projective = instance === undefined ? [] : certificatesOf(EINSUM_THEOREMS, instance);
  const repeated = repeatedProductExtents(computation);
  if (repeated === undefined) return projective;
  const ofItself = (sized: ProductInstance) => proveGemmHoldingCost(sized, "one-array");
  return [...projective, ...overSumSizes(productInstance(computation, repeated, setting), ofItself)];
}

function productInstance(
  computation: Computation,
  { arrays, ...extents }: NonNullable<ReturnType<typeof productExtents>>,
  { unit, capacity, memories }: Setting,
): ProductInstance {
  const weights = unit === "words" ? UNIT_WEIGHTS : productWeightsInBytes(computation, arrays);
  return { extents, weights, capacity, memories };
}
