/** Layers of models: operators, fusion plans, and what these must move. */

export * from "../computation/index.js";
export * from "../machines/index.js";
export type { KernelTime, KernelTimeTerm } from "./kernels/kernel-time.js";
export { KernelReplayer, type KernelTraffic, type TrafficBasis } from "./kernels/kernel-traffic.js";
export { layerDocument } from "./layer-document.js";
export { type LayerOptions, type LayerReport, type LayerWorkload, layerReport, planTraffic } from "./layer-report.js";
export { expectedExperts } from "./models/expert-loads.js";
export type {
  CrossCard,
  DecoderCard,
  DiffusionCard,
  EncoderCard,
  ExpertsCard,
  LatentCard,
  MambaCard,
  ModelCard,
  ResidualCard,
} from "./models/model-card.js";
export { MODEL_CARDS, modelNamed } from "./models/model-cards.js";
export { type ModelLayer, type ModelLayerOptions, modelLayer } from "./models/model-layer.js";
export type { Shares, TimeShares } from "./models/shares.js";
export { indexGraph, type Operator, type OperatorGraph, type Tensor } from "./operator-graph.js";
export { type BestPlan, bestPlan } from "./plan/best-plan.js";
export { type FusionPlan, fusionPlan } from "./plan/fusion-plan.js";
export { OBJECTIVES, type Objective, parseObjective } from "./plan/objective.js";
export { type PlanBound, PlanBounder } from "./plan/plan-bound.js";
export { presetPlans } from "./plan/presets.js";
export { trainingDocument } from "./training/training-document.js";
export { RECOMPUTATIONS, type Recomputation, type TrainingGraphs, trainingGraphs } from "./training/training-graphs.js";
export { type TrainingChoice, type TrainingReport, trainingReport } from "./training/training-report.js";
export type { WarmPlan } from "./warm-plan.js";
