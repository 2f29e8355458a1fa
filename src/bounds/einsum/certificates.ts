import type { Computation } from "../../computation/computation.js";
import type { Certificate, Setting } from "../bound.js";
import type { ProductInstance, ProductTotalCertificate } from "../certificates/gemm.js";
import type { CompulsoryCertificate } from "../certificates/others.js";
import { chainCertificates, longChainCertificates } from "../chain/certificates.js";
import { proveIntervalsSteady, proveProductSteady } from "../gemm/amortized.js";
import type { ScaledStatement } from "../gemm/block-scales.js";
import { proveBlockScales, scaledStatement } from "../gemm/block-scales.js";
import { proveRepeatedSliceEnds, proveSliceEnds } from "../gemm/holding-cost.js";
import { proveResidentOperand } from "../gemm/input-near-capacity.js";
import { proveProductIntervals } from "../gemm/intervals.js";
import { proveProductMemoryIndependent } from "../gemm/memory-independent.js";
import { proveResidentSums } from "../gemm/output-near-capacity.js";
import { proveProductRandomCuts } from "../gemm/random-cuts.js";
import { proveProductRoom } from "../gemm/room.js";
import { proveProductBusiest, proveProductSegments } from "../gemm/segments.js";
import { productExtents, productWeightsInBytes, repeatedProductExtents, UNIT_WEIGHTS } from "../gemm/shape.js";
import { proveProductPasses } from "../gemm/whole-passes.js";
import { conditionsIn } from "../requirements.js";
import { requirementsOf } from "../requirements-of.js";
import { proveCompulsory } from "../rows/compulsory.js";
import { overSumSizes, withNarrowSums } from "../shared/partial-sum-sizes.js";
import { proveProjective } from "./projective.js";
import { projectiveInstance } from "./shape.js";
import { chainedStatements, longChainedStatements, standaloneStatements } from "./subprogram.js";

/** Every theorem that applies to the statements of a computation, alone and together. */
export function certificatesFor(computation: Computation, setting: Setting): readonly Certificate[] {
  const scaled = scaledStatement(computation);
  if (scaled !== undefined) return scaledCertificates(proveCompulsory(computation, setting.unit), scaled, setting);
  const parts = computation.statements.length === 1 ? [computation] : standaloneStatements(computation);
  return [
    proveCompulsory(computation, setting.unit),
    ...parts.flatMap((part) => statementCertificates(part, setting)),
    ...chainedStatements(computation, setting).flatMap(chainCertificates),
    ...longChainedStatements(computation, setting).flatMap(longChainCertificates),
  ];
}

/** A product with scales: what it has without them, and the best of it with every scale on top, under each set of conditions. */
function scaledCertificates(all: CompulsoryCertificate, scaled: ScaledStatement, setting: Setting): readonly Certificate[] {
  const certificates = statementCertificates(scaled.unscaled, setting);
  const scales = all.inputs.filter(({ array }) => scaled.scales.has(array));
  // A kernel's time rests on what is read, which not all of them name: the best of those beside the best.
  const best = new Map<string, ProductTotalCertificate>();
  for (const product of certificates) {
    if (!isProductTotal(product)) continue;
    const conditions = conditionsIn(requirementsOf(product, setting.interface).requires).join();
    for (const kind of "reads" in product ? [conditions, `${conditions}, parted`] : [conditions]) {
      if (product.value > (best.get(kind)?.value ?? -1n)) best.set(kind, product);
    }
  }
  return [all, ...certificates, ...[...new Set(best.values())].map((product) => proveBlockScales(product, scales))];
}

function isProductTotal(certificate: Certificate): certificate is ProductTotalCertificate {
  return TOTALS.has(certificate.theorem);
}

const TOTALS: ReadonlySet<string> = new Set<ProductTotalCertificate["theorem"]>([
  "product-segments",
  "product-intervals",
  "product-steady",
  "product-intervals-steady",
  "product-slices",
  "product-slice-ends",
  "product-resident-sums",
  "product-resident-operand",
  "product-passes",
  "product-room",
  "product-random-cuts",
]);

/** One statement: the product's theorems where it is one, else the projective ones. */
export function statementCertificates(computation: Computation, setting: Setting): readonly Certificate[] {
  const shape = productExtents(computation);
  if (shape === undefined) return projectiveCertificates(computation, setting);
  const weights = setting.unit === "words" ? UNIT_WEIGHTS : productWeightsInBytes(computation, shape.arrays);
  const { batch, m, n, k } = shape;
  const { capacity, memories } = setting;
  return productCertificates({ extents: { batch, m, n, k }, weights, capacity, memories });
}

/** The product's own theorems. */
export function productCertificates(instance: ProductInstance): readonly Certificate[] {
  const narrow = withNarrowSums(instance);
  const certificates: Certificate[] = [...overSumSizes(instance, proveProductSegments)];
  const intervals = proveProductIntervals(narrow);
  // A clock of 0 says nothing: no cut fits in the work there is.
  if (intervals.clockWords > 0n) certificates.push(intervals);
  certificates.push(...overSumSizes(instance, proveSliceEnds));
  certificates.push(...overSumSizes(instance, proveResidentSums), ...overSumSizes(instance, proveProductPasses));
  const operand = proveResidentOperand(narrow);
  if (operand !== undefined) certificates.push(operand);
  const room = proveProductRoom(narrow);
  if (room !== undefined) certificates.push(room);
  const random = proveProductRandomCuts(narrow);
  if (random !== undefined) certificates.push(random);
  if (instance.memories > 1n) {
    certificates.push(...overSumSizes(instance, proveProductSteady), proveIntervalsSteady(narrow));
    certificates.push(proveProductBusiest(narrow), proveProductMemoryIndependent(narrow));
  }
  return certificates;
}

/** One projective statement that is no matrix product; nothing where the theorem says no more than compulsory traffic can. */
function projectiveCertificates(computation: Computation, setting: Setting): readonly Certificate[] {
  const instance = projectiveInstance(computation, setting);
  const certificates = instance === undefined ? [] : overSumSizes(instance, proveProjective);
  return [...certificates, ...repeatedCertificates(computation, setting)];
}

/** A product of an array with itself. */
function repeatedCertificates(computation: Computation, setting: Setting): readonly Certificate[] {
  const shape = repeatedProductExtents(computation);
  if (shape === undefined) return [];
  const { arrays, ...extents } = shape;
  const weights = setting.unit === "words" ? UNIT_WEIGHTS : productWeightsInBytes(computation, arrays);
  const { capacity, memories } = setting;
  return overSumSizes({ extents, weights, capacity, memories }, proveRepeatedSliceEnds);
}
