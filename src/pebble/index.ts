export { buildCdag, type Cdag, type CdagDescription, MAXIMUM_CDAG_SIZE } from "./cdag.js";
export { type ExpansionOptions, expand } from "./expand.js";
export { binaryTree, diamond, fft, matrixChain, matrixProduct, path, pyramid, randomLayered } from "./families.js";
export { toDot } from "./formats/dot.js";
export { hyperDagFrom, parseHyperDag } from "./formats/hyperdag.js";
export { cdagFromDocument, cdagToDocument, parseCdagJson } from "./formats/json.js";
export type { SearchLimits, StopReason } from "./optimum/limits.js";
export { type BoundedOptimum, type ExactOptimum, findOptimum, type Optimum, type OptimumOptions } from "./optimum/optimum.js";
export { type IllegalPebbling, type LegalPebbling, referee, type Transfers, type Verdict } from "./referee.js";
export {
  checkGame,
  type Game,
  type HierarchyGame,
  type Move,
  minimumCapacity,
  type Rule,
  type TwoLevelGame,
  twoLevelGame,
} from "./rules.js";
