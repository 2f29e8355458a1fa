/** Pebble games on graphs: optima, pebblings, bounds, the referee. */

export * from "../computation/index.js";
export type { Cdag, CdagDescription } from "./cdag.js";
export { buildCdag } from "./cdag.js";
export type { ExpansionOptions } from "./expand.js";
export { expand } from "./expand.js";
export type { AttentionExpansion, SoftmaxOptions } from "./expand-attention.js";
export { expandAttention } from "./expand-attention.js";
export type { NormGemmExpansion } from "./expand-norm-gemm.js";
export { expandNormGemm } from "./expand-norm-gemm.js";
export type { RowExpansion } from "./expand-rows.js";
export { expandRows } from "./expand-rows.js";
export { binaryTree, diamond, fft, matrixChain, matrixProduct, pyramid, randomLayered } from "./families.js";
export { toDot } from "./formats/dot.js";
export { parseHyperDag } from "./formats/hyperdag.js";
export { cdagToDocument, parseCdagJson } from "./formats/json.js";
export type {
  GraphBound,
  GraphBoundVerdict,
  GraphCertificate,
  InapplicableGraphBound,
  Instant,
  ProvenGraphBound,
  WeightedPath,
} from "./graph-bounds/index.js";
export {
  bestGraphBound,
  dominatorChainBound,
  GRAPH_BOUND_LIMITS,
  graphBounds,
  hongKungBound,
  spectralBound,
  verifyGraphBound,
  wavefrontBound,
  wavefrontChainBound,
  wavefrontSumBound,
} from "./graph-bounds/index.js";
export { hierarchyPebbling } from "./heuristic/hierarchy.js";
export type { HeuristicOptions, HeuristicPebbling } from "./heuristic/index.js";
export { heuristicPebbling, trivialPebbling } from "./heuristic/index.js";
export type { Optimum, OptimumOptions } from "./optimum/optimum.js";
export { findOptimum } from "./optimum/optimum.js";
export type { Verdict as PebblingVerdict } from "./referee.js";
export { referee } from "./referee.js";
export type { Game, HierarchyGame, Move, TwoLevelGame } from "./rules.js";
export { hierarchyGame, minimumCapacity, twoLevelGame } from "./rules.js";
