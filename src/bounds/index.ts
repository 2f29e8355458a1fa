/** Lower bounds on traffic with their certificates, and the workloads and machines they are about. */

export * from "../computation/index.js";
export * from "../machines/index.js";
export type { AccumulatorHome, Bound, Certificate, OneCtaPerTile, ProofStatus, Scope, Setting, Unit } from "./bound.js";
export { type BoundsReport, boundsDocument, boundWorkload } from "./bounds-document.js";
export { THEOREMS } from "./catalogue.js";
export { boundToJson, certificateToJson, type Json } from "./certificates/json.js";
export { type FusionCriterion, fusionCriteria } from "./chain/fusion-criterion.js";
export { parseAccumulatorRule } from "./gemm/accumulator-home.js";
export { proveGemmBounds } from "./gemm/prove.js";
export type { ProductExtents, ProductProblem, ProductWeights } from "./gemm/shape.js";
export { loadPotentials } from "./potentials/tables.js";
export type { OutputStationaryRule } from "./prove.js";
export {
  bestBounds,
  bestReads,
  proveBounds,
  proveBoundsInSetting,
  proveOneCtaPerTileBound,
  proveOutputStationaryBounds,
} from "./prove.js";
export { CONDITIONS, type Condition, commonRequirements, REQUIREMENTS, type Requirement } from "./requirements.js";
export type { FormulaHere, SymbolicBound, SymbolicBounds, SymbolicBoundsHere, SymbolicSubject } from "./symbolic/symbolic.js";
export { formulasAt, symbolicBounds, symbolicDocument } from "./symbolic/symbolic.js";
export type { Theorem } from "./theorem.js";
