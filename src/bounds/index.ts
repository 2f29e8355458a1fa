/** Lower bounds on traffic with their certificates, and the workloads and machines they are about. */

export * from "../computation/index.js";
export * from "../machines/index.js";
export type { Bound, Certificate, Scope, Setting, SumsHome, Trust, Unit, WaveClass } from "./bound.js";
export type { BoundsReport } from "./bounds-document.js";
export { boundsDocument, boundWorkload } from "./bounds-document.js";
export { THEOREMS } from "./catalogue.js";
export type { Json } from "./certificates/json.js";
export { boundToJson, certificateToJson } from "./certificates/json.js";
export type { FusionCriterion } from "./chain/fusion-criterion.js";
export { fusionCriteria } from "./chain/fusion-criterion.js";
export { parseSumsRule } from "./gemm/accumulator-home.js";
export type { ProductExtents, ProductProblem, ProductWeights } from "./gemm/shape.js";
export type { SumsInPlaceRule } from "./prove.js";
export {
  bestBounds,
  bestReads,
  proveBounds,
  proveBoundsInSetting,
  proveConvolutionBounds,
  proveConvolutionBoundsInSetting,
  proveFusedBounds,
  proveFusedBoundsInSetting,
  proveLongChainBounds,
  proveLongChainBoundsInSetting,
  proveNormGemmBounds,
  proveNormGemmBoundsInSetting,
  proveRowBounds,
  proveRowBoundsInSetting,
  proveSumsInPlaceBounds,
  proveWaveClassBound,
} from "./prove.js";
export type { Condition, Requirement } from "./requirements.js";
export { CONDITIONS, commonRequirements, REQUIREMENTS } from "./requirements.js";
export type { Theorem } from "./theorem.js";
