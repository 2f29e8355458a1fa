import { add, type Rational } from "../../exact/rational.js";
import type { Accelerator, Gpu } from "../../machines/machine.js";
import { type LayerOptions, type LayerReport, type LayerWorkload, layerReport } from "../layer-report.js";
import { layerTime } from "../layer-time.js";
import { type ModelLayerOptions, modelLayer } from "../models/model-layer.js";
import { sharesOf } from "../models/shares.js";
import { indexGraph, type OperatorGraph, type Tensor, tensorBytes } from "../operator-graph.js";
import { PlanBounder } from "../plan/plan-bound.js";
import {
  RECOMPUTATIONS,
  type Recomputation,
  recomputationNamed,
  type TrainingGraphs,
  trainingGraphs,
} from "./training-graphs.js";

/** What a layer keeps between the passes and must move in both, with one choice of what is made again. */
export interface TrainingChoice {
  readonly recompute: Recomputation;
  readonly keptBytes: bigint;
  /** Least DRAM traffic of both passes whatever the plans, each from a cold L2. */
  readonly floorBytes: bigint;
  /** Of the products, multiply-adds counted as two. */
  readonly operations: bigint;
  /** Least time of both passes; of GPUs only. */
  readonly seconds?: Rational;
}

/** A training step over one layer: the passes as layers of their own, and what is kept between them. */
export interface TrainingReport {
  readonly recompute: Recomputation;
  /** Tensors of the forward pass, its inputs among them, that the backward pass reads. */
  readonly kept: readonly Tensor[];
  /** Layers of this kind in the model. */
  readonly layers?: number;
  readonly forward: LayerReport;
  readonly backward: LayerReport;
  /** Each recomputation. */
  readonly choices: readonly TrainingChoice[];
}

/**
 * Both passes over a layer of a model, between which other layers run: each starts from a cold L2, and what is kept is stored and read.
 * `options` choose the layer, without a phase, a context or several GPUs; `recompute` is `attention` unless given.
 *
 * @throws InputError naming an option, or where an operator's gradients are not known here (experts, latents, convolutions).
 */
export function trainingReport(
  model: string,
  options: Omit<ModelLayerOptions, "phase" | "context" | "gpus" | "training">,
  machine: Gpu | Accelerator,
  { recompute: named = "attention", ...layer }: Pick<LayerOptions, PerPass> & { readonly recompute?: string | undefined } = {},
): TrainingReport {
  const recompute = recomputationNamed(named);
  const { workload, graph } = modelLayer(model, { ...options, training: true });
  const { phase: _, context: __, layers, ...sizes } = workload;
  const chosen = trainingGraphs(graph, recompute);
  const pass = (of: "forward" | "backward"): LayerReport => {
    const own: LayerWorkload = { ...sizes, pass: of, recompute };
    return layerReport(own, chosen[of], machine, layer);
  };
  const choices = RECOMPUTATIONS.map((one) => choiceOf(one === recompute ? chosen : trainingGraphs(graph, one), one, machine));
  const [forward, backward] = [pass("forward"), pass("backward")];
  return { recompute, kept: chosen.kept, ...(layers === undefined ? {} : { layers }), forward, backward, choices };
}

/** Options of a layer's report that hold for both passes. */
type PerPass = "replay" | "warm" | "estimate" | "objective" | "search";

function choiceOf(graphs: TrainingGraphs, recompute: Recomputation, machine: Gpu | Accelerator): TrainingChoice {
  const passes = [graphs.forward, graphs.backward].map((graph) => passOf(graph, machine));
  const [forward, backward] = passes.map(({ seconds }) => seconds);
  return {
    recompute,
    keptBytes: keptBytes(graphs.kept),
    floorBytes: passes.reduce((sum, { floor }) => sum + floor, 0n),
    operations: passes.reduce((sum, { operations }) => sum + operations, 0n),
    ...(forward === undefined || backward === undefined ? {} : { seconds: add(forward, backward) }),
  };
}

function passOf(
  graph: OperatorGraph,
  machine: Gpu | Accelerator,
): { readonly floor: bigint; readonly operations: bigint; readonly seconds?: Rational } {
  const index = indexGraph(graph);
  const floor = new PlanBounder(index, machine).floor().value;
  const time = machine.kind === "gpu" ? layerTime(graph, floor, machine).binding.seconds : undefined;
  return { floor, operations: sharesOf(index).operations, ...(time && { seconds: time }) };
}

/** Bytes of all kept tensors. */
export function keptBytes(kept: readonly Tensor[]): bigint {
  return kept.reduce((sum, tensor) => sum + tensorBytes(tensor), 0n);
}
