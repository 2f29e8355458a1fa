import type { Computation } from "../../computation/computation.js";
import { checkIndexExtents } from "../../computation/computation.js";
import type { Certificate, Setting } from "../bound.js";
import type { ProductInstance } from "../certificates/gemm.js";
import { chainCertificates, multilayerCertificates } from "../chain/certificates.js";
import { scaledStatement } from "../gemm/block-scales.js";
import { productCertificates, productInstance, withScales } from "../gemm/certificates.js";
import { proveGemmHoldingCost } from "../gemm/holding-cost.js";
import { repeatedProductExtents } from "../gemm/shape.js";
import { proveCompulsory } from "../rows/compulsory.js";
import { overSumSizes } from "../shared/partial-sum-sizes.js";
import { certificatesOf } from "../theorem.js";
import { projectiveInstance } from "./shape.js";
import { chainedStatements, multilayerChainedStatements, standaloneStatements } from "./subprogram.js";
import { EINSUM_THEOREMS } from "./theorems.js";

/** Every theorem that applies to the statements of a computation, alone and together. */
export function certificatesFor(computation: Computation, setting: Setting): readonly Certificate[] {
  checkIndexExtents(computation);
  const compulsory = proveCompulsory(computation, setting.unit, setting.units);
  const scaled = scaledStatement(computation);
  if (scaled !== undefined) return withScales(compulsory, scaled, statementCertificates(scaled.unscaled, setting), setting);
  const parts = computation.statements.length === 1 ? [computation] : standaloneStatements(computation);
  return [
    compulsory,
    ...parts.flatMap((part) => statementCertificates(part, setting)),
    ...chainedStatements(computation, setting).flatMap(chainCertificates),
    ...multilayerChainedStatements(computation, setting).flatMap(multilayerCertificates),
  ];
}

/** One statement: the product's theorems where it is one, else the projective ones and those of an array with itself. */
export function statementCertificates(computation: Computation, setting: Setting): readonly Certificate[] {
  const product = productCertificates(computation, setting);
  if (product !== undefined) return product;
  const instance = projectiveInstance(computation, setting);
  const projective = instance === undefined ? [] : certificatesOf(EINSUM_THEOREMS, instance);
  const repeated = repeatedProductExtents(computation);
  if (repeated === undefined) return projective;
  const ofItself = (sized: ProductInstance) => proveGemmHoldingCost(sized, "one-array");
  return [...projective, ...overSumSizes(productInstance(computation, repeated, setting), ofItself)];
}
