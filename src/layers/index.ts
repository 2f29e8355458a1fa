/** Layers of models: operators, fusion plans, and what these must move. */

export * from "../computation/index.js";
export * from "../machines/index.js";
export type { KernelTime, KernelTimeTerm } from "./kernels/kernel-time.js";
export type { KernelTraffic, TrafficBasis } from "./kernels/kernel-traffic.js";
export { KernelReplayer } from "./kernels/kernel-traffic.js";
export { layerDocument } from "./layer-document.js";
export type { LayerOptions, LayerReport, LayerWorkload } from "./layer-report.js";
export { layerReport, planTraffic } from "./layer-report.js";
export type { DecoderCard, DiffusionCard, ModelCard, ResidualCard } from "./models/model-card.js";
export { MODEL_CARDS, modelNamed } from "./models/model-cards.js";
export type { ModelLayer, ModelLayerOptions } from "./models/model-layer.js";
export { modelLayer } from "./models/model-layer.js";
export type { Shares, TimeShares } from "./models/shares.js";
export type { Operator, OperatorGraph, Tensor } from "./operator-graph.js";
export { indexGraph } from "./operator-graph.js";
export type { BestPlan } from "./plan/best-plan.js";
export { bestPlan } from "./plan/best-plan.js";
export type { FusionPlan } from "./plan/fusion-plan.js";
export { fusionPlan } from "./plan/fusion-plan.js";
export type { Objective } from "./plan/objective.js";
export { OBJECTIVES, parseObjective } from "./plan/objective.js";
export type { PlanBound } from "./plan/plan-bound.js";
export { PlanBounder } from "./plan/plan-bound.js";
export { presetPlans } from "./plan/presets.js";
