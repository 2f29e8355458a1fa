import type { DataType } from "../computation/data-types.js";
import { ceilDivide } from "../exact/integer.js";
import type { Accelerator, Gpu, Interface } from "../machines/machine.js";
import { bestPlan } from "./best-plan.js";
import type { FusionPlan } from "./fusion-plan.js";
import { fusionPlan } from "./fusion-plan.js";
import type { KernelTraffic } from "./kernel-traffic.js";
import { KernelReplayer } from "./kernel-traffic.js";
import type { LayerTime } from "./layer-time.js";
import { layerTime } from "./layer-time.js";
import { objection } from "./legality.js";
import type { OperatorGraph } from "./operator-graph.js";
import { indexGraph } from "./operator-graph.js";
import type { PlanBound } from "./plan-bound.js";
import { PlanBounder } from "./plan-bound.js";
import { presetPlans } from "./presets.js";
import type { Shares } from "./shares.js";
import { sharesOf } from "./shares.js";
import type { TensorParallel } from "./tensor-parallel.js";

/** What the graph was made from. */
export interface LayerWorkload {
  readonly kind: "layer";
  readonly model: string;
  readonly title: string;
  readonly source: string;
  readonly phase?: "prefill" | "decode";
  readonly batch?: number;
  readonly tokens?: number;
  readonly context?: number;
  readonly dataType?: DataType;
  readonly gpus?: number;
}

/** Fusing two kernels that follow each other: what it can save at most at the SMs, and why it is not done. */
export interface FusionStep {
  readonly first: readonly string[];
  readonly second: readonly string[];
  readonly gainAtMostBytes: bigint;
  readonly objection?: string;
}

export interface PlanRow {
  readonly plan: FusionPlan;
  readonly bounds: readonly PlanBound[];
  /** Why kernels of the plan go beyond what is thought to fit, by kernel; a known system may do it all the same. */
  readonly objections: readonly string[];
  /** Bytes of the best schedule known of each kernel, where asked for. */
  readonly traffic?: readonly (KernelTraffic | undefined)[];
  readonly steps: readonly FusionStep[];
}

/** A layer's tensors, its floor, its fusion plans with their bounds, and the best of them. */
export interface LayerReport {
  readonly workload: LayerWorkload;
  readonly machine: Gpu | Accelerator;
  readonly graph: OperatorGraph;
  readonly shares: Shares;
  /** Least DRAM traffic of any plan. */
  readonly floorBytes: bigint;
  /** Least duration; of GPUs only. */
  readonly time?: LayerTime;
  readonly rows: readonly PlanRow[];
  readonly search?: { readonly legalKernels: number; readonly legalPlans: bigint };
  /** Operators that are not known and stay alone. */
  readonly unsupported: readonly string[];
  readonly parallel?: TensorParallel;
  /** In decoding: the smallest context at which keys and values are at least half of the bytes that must move. */
  readonly cacheLeadsAt?: bigint;
}

/** Plans, replays and sharing that a report on a layer takes into account. */
export interface LayerOptions {
  /** Plans of the user's own, in place of the presets. */
  readonly plans?: readonly FusionPlan[] | undefined;
  /** Replay the kernels' schedules (GPUs only). */
  readonly replay?: boolean | undefined;
  readonly parallel?: TensorParallel | undefined;
  /** Bytes of one token's keys and values in all sequences: given for decoding. */
  readonly cacheBytesPerToken?: bigint | undefined;
}

/** Bounds of every preset plan (or the given ones) and of the best legal plan. @throws InputError for a plan that is none. */
export function layerReport(
  workload: LayerWorkload,
  graph: OperatorGraph,
  machine: Gpu | Accelerator,
  options: LayerOptions = {},
): LayerReport {
  const index = indexGraph(graph);
  const bounder = new PlanBounder(index, machine);
  const replayer = options.replay === true && machine.kind === "gpu" ? new KernelReplayer(index, machine) : undefined;
  const best = bestPlan(index, machine, (kernel) => bounder.kernel(kernel).value);
  const known =
    replayer === undefined ? undefined : bestPlan(index, machine, (kernel) => replayer.traffic(kernel)?.bytes.get("l2-sm"));
  const searched: readonly FusionPlan[] = [
    ...(best === undefined ? [] : [{ id: "best", title: "found here: the legal plan with the least bound", kernels: best.plan }]),
    ...(known === undefined
      ? []
      : [{ id: "best-known", title: "found here: the least by the schedules known", kernels: known.plan }]),
  ];
  const given = options.plans ?? presetPlans(index);
  const plans = [...given, ...searched].map((plan) => fusionPlan(index, plan));
  const rows = plans.map((plan): PlanRow => {
    const operators = plan.kernels.map((kernel) => graph.operators.filter(({ name }) => kernel.includes(name)));
    const objections = operators.flatMap((kernel) => objection(index, machine, kernel) ?? []);
    const traffic = replayer === undefined ? undefined : plan.kernels.map((kernel) => replayer.traffic(kernel));
    const steps = plan.id === detailedPlan(searched) ? fusionSteps(plan, bounder, replayer) : [];
    return { plan, bounds: bounder.bounds(plan), objections, ...(traffic === undefined ? {} : { traffic }), steps };
  });
  const shares = sharesOf(index);
  const floorBytes = bounder.floor().value;
  const perToken = workload.phase === "decode" ? options.cacheBytesPerToken : undefined;
  return {
    workload,
    machine,
    graph,
    shares,
    floorBytes,
    ...(machine.kind === "gpu" ? { time: layerTime(graph, floorBytes, machine) } : {}),
    rows,
    ...(best === undefined ? {} : { search: { legalKernels: best.kernels, legalPlans: best.plans } }),
    unsupported: graph.operators.filter(({ work }) => work.kind === "unsupported").map(({ name }) => name),
    ...(options.parallel === undefined ? {} : { parallel: options.parallel }),
    ...(perToken === undefined ? {} : { cacheLeadsAt: ceilDivide(shares.weightBytes + shares.activationBytes, perToken) }),
  };
}

/** The plan that is shown kernel by kernel: the one that can be built with known schedules, where asked for. */
function detailedPlan(searched: readonly FusionPlan[]): string | undefined {
  return searched.at(-1)?.id;
}

/**
 * Each pair of neighbours fused: what the two move (their best known schedules where replayed, else their bounds) less what the
 * fused kernel must move.
 */
function fusionSteps(plan: FusionPlan, bounder: PlanBounder, replayer: KernelReplayer | undefined): readonly FusionStep[] {
  const face: Interface = bounder.machine.kind === "gpu" ? "l2-sm" : "dram-l2";
  const moved = (kernel: readonly string[]): bigint => replayer?.traffic(kernel)?.bytes.get(face) ?? bounder.kernel(kernel).value;
  return plan.kernels.slice(1).map((second, position) => {
    const first = plan.kernels[position] ?? [];
    const fused = new Set([...first, ...second]);
    const operators = bounder.index.graph.operators.filter(({ name }) => fused.has(name));
    const gain = moved(first) + moved(second) - bounder.kernel(operators.map(({ name }) => name)).value;
    const why = objection(bounder.index, bounder.machine, operators);
    return { first, second, gainAtMostBytes: gain > 0n ? gain : 0n, ...(why === undefined ? {} : { objection: why }) };
  });
}

/** Bytes of a plan over one interface by the best known schedules; undefined where a kernel has none. */
export function planTraffic(row: PlanRow, face: Interface): bigint | undefined {
  if (row.traffic === undefined) return undefined;
  let sum = 0n;
  for (const kernel of row.traffic) {
    const bytes = kernel?.bytes.get(face);
    if (bytes === undefined) return undefined;
    sum += bytes;
  }
  return sum;
}
