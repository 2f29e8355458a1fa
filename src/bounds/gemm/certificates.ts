import type { Computation } from "../../computation/computation.js";
import type { Certificate, Setting } from "../bound.js";
import type { GemmTotalCertificate, ProductInstance } from "../certificates/gemm.js";
import type { CompulsoryCertificate } from "../certificates/others.js";
import { FINER_UNITS } from "../finer-units.js";
import { conditionsIn } from "../requirements.js";
import { requirementsOf } from "../requirements-of.js";
import { ROWS_THEOREMS } from "../rows/theorems.js";
import { certificatesOf, type TheoremOf, theoremAmong } from "../theorem.js";
import type { ScaledStatement } from "./block-scales.js";
import { proveGemmBlockScales } from "./block-scales.js";
import { productExtents, productWeightsInBytes, UNIT_WEIGHTS } from "./shape.js";
import { GEMM_THEOREMS } from "./theorems.js";

/** Finds the theorem of a product's certificate, the compulsory traffic among them. */
export const theoremOfProduct: TheoremOf = theoremAmong([...ROWS_THEOREMS, ...GEMM_THEOREMS, FINER_UNITS]);

/** What the theorems on products say of a statement; undefined where it is none of two arrays. */
export function productCertificates(computation: Computation, setting: Setting): readonly Certificate[] | undefined {
  const product = productExtents(computation);
  return product === undefined ? undefined : certificatesOf(GEMM_THEOREMS, productInstance(computation, product, setting));
}

/** A product with scales, or arrays of an epilogue: what it has without them, and the best of it with every scale on top, under each set of conditions. */
export function withScales(
  all: CompulsoryCertificate,
  scaled: Pick<ScaledStatement, "scales">,
  certificates: readonly Certificate[],
  setting: Setting,
): readonly Certificate[] {
  const scales = all.inputs.filter(({ array }) => scaled.scales.has(array));
  return [
    all,
    ...certificates,
    ...bestTotals(certificates, setting, true).map((product) => proveGemmBlockScales(product, scales)),
  ];
}

/** Of the bounds on all traffic of a product the best under each set of conditions; `withReads` also of those that have reads apart. */
export function bestTotals(
  certificates: readonly Certificate[],
  setting: Setting,
  withReads = false,
): readonly GemmTotalCertificate[] {
  // A kernel's time rests on what is read, which not all of them name: the best of those beside the best.
  const best = new Map<string, GemmTotalCertificate>();
  for (const product of certificates) {
    if (!isProductTotal(product)) continue;
    const conditions = conditionsIn(requirementsOf(product, setting, theoremOfProduct).requires).join();
    for (const kind of withReads && "reads" in product ? [conditions, `${conditions}, parted`] : [conditions]) {
      if (product.value > (best.get(kind)?.value ?? -1n)) best.set(kind, product);
    }
  }
  return [...new Set(best.values())];
}

/** Theorems on all traffic of every product of two arrays. */
const TOTALS: ReadonlySet<string> = new Set(
  GEMM_THEOREMS.flatMap(({ id, scope, prove }) => (scope === "total" && prove !== undefined ? [id] : [])),
);

function isProductTotal(certificate: Certificate): certificate is GemmTotalCertificate {
  const { theorem } = certificate;
  return TOTALS.has(theorem) && !("form" in certificate && certificate.form === "one-array");
}

export function productInstance(
  computation: Computation,
  { arrays, ...extents }: NonNullable<ReturnType<typeof productExtents>>,
  { unit, units, capacity, memories }: Setting,
): ProductInstance {
  const weights = unit === "words" ? UNIT_WEIGHTS : productWeightsInBytes(computation, arrays, units);
  return { extents, weights, capacity, memories };
}
