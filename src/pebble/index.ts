/** Pebble games on graphs: optima, pebblings, bounds, the referee. */

export * from "../computation/index.js";
export { buildCdag, type Cdag, type CdagDescription } from "./cdag.js";
export { type ExpansionOptions, expand } from "./expand.js";
export { type AttentionExpansion, expandAttention, type SoftmaxOptions } from "./expand-attention.js";
export { expandAttentionBackward } from "./expand-attention-backward.js";
export { type EpilogueExpansion, expandEpilogueGemm } from "./expand-epilogue-gemm.js";
export { expandNormGemm, type NormGemmExpansion } from "./expand-norm-gemm.js";
export { expandRows, type RowExpansion } from "./expand-rows.js";
export { binaryTree, diamond, fft, matrixChain, matrixProduct, pyramid, randomLayered } from "./families.js";
export { toDot } from "./formats/dot.js";
export { parseHyperDag } from "./formats/hyperdag.js";
export { cdagToDocument, parseCdagJson } from "./formats/json.js";
export {
  bestGraphBound,
  dominatorChainBound,
  GRAPH_BOUND_LIMITS,
  type GraphBound,
  type GraphBoundVerdict,
  type GraphCertificate,
  graphBounds,
  hongKungBound,
  type InapplicableGraphBound,
  type Instant,
  type ProvenGraphBound,
  spectralBound,
  verifyGraphBound,
  type WeightedPath,
  wavefrontBound,
  wavefrontChainBound,
  wavefrontSumBound,
} from "./graph-bounds/index.js";
export { hierarchyPebbling } from "./heuristic/hierarchy.js";
export { type HeuristicOptions, type HeuristicPebbling, heuristicPebbling, trivialPebbling } from "./heuristic/index.js";
export { findOptimum, type Optimum, type OptimumOptions } from "./optimum/optimum.js";
export { referee, type Verdict as PebblingVerdict } from "./referee.js";
export type { Game, HierarchyGame, Move, TwoLevelGame } from "./rules.js";
export { hierarchyGame, minimumCapacity, twoLevelGame } from "./rules.js";
