import type { DataType } from "../computation/data-types.js";
import { InputError } from "../errors.js";
import { ceilDivide } from "../exact/integer.js";
import { add, compare, type Rational, rational } from "../exact/rational.js";
import type { Accelerator, Gpu, Interface } from "../machines/machine.js";
import type { KernelBound } from "./kernels/kernel-bound.js";
import { type KernelEstimate, KernelEstimator } from "./kernels/kernel-estimate.js";
import { KernelClock, type KernelTime } from "./kernels/kernel-time.js";
import { KernelReplayer, type KernelTraffic } from "./kernels/kernel-traffic.js";
import { type LayerTime, layerTime } from "./layer-time.js";
import type { LatentForm } from "./models/layer-pass.js";
import { type Shares, sharesOf, type TimeShares, timeSharesOf } from "./models/shares.js";
import type { TensorParallel } from "./models/tensor-parallel.js";
import { type GraphIndex, indexGraph, type OperatorGraph, operatorsNamed } from "./operator-graph.js";
import { type BestPlan, bestPlan } from "./plan/best-plan.js";
import { type FusionPlan, fusionPlan } from "./plan/fusion-plan.js";
import { objection } from "./plan/legality.js";
import type { Objective } from "./plan/objective.js";
import { type PlanBound, PlanBounder } from "./plan/plan-bound.js";
import { presetPlans } from "./plan/presets.js";
import type { Recomputation } from "./training/training-graphs.js";
import { type WarmPlan, warmPlan } from "./warm-plan.js";

/** What the graph was made from. */
export interface LayerWorkload {
  readonly kind: "layer";
  readonly model: string;
  readonly title: string;
  readonly source: string;
  readonly phase?: "prefill" | "decode";
  /** Of a training step. */
  readonly pass?: "forward" | "backward";
  /** What the backward pass makes again. */
  readonly recompute?: Recomputation;
  readonly batch?: number;
  readonly tokens?: number;
  readonly context?: number;
  /** Keys that a query sees in layers with a sliding window. */
  readonly window?: number;
  /** Keys of a chunk, where a query sees those of its own alone. */
  readonly chunk?: number;
  readonly dataType?: DataType;
  /** Rows of another model's results that a second attention sees. */
  readonly cross?: number;
  /** How latent attention is computed. */
  readonly form?: LatentForm;
  /** Of layers with experts: how many there are, how many a token passes, how loads are skewed, the type of their weights. */
  readonly experts?: number;
  readonly topK?: number;
  readonly skew?: string;
  readonly expertType?: DataType;
  readonly gpus?: number;
  /** Layers of this kind that follow one another in the model. */
  readonly layers?: number;
}

/** Fusing two kernels that follow each other: what it can save at most at the SMs, and why it is not done. */
export interface FusionStep {
  readonly first: readonly string[];
  readonly second: readonly string[];
  readonly gainAtMostBytes: bigint;
  /** What the two and the fused kernel must move there. */
  readonly bounds: Readonly<Record<"first" | "second" | "fused", KernelBound>>;
  readonly objection?: string;
}

export interface PlanRow {
  readonly plan: FusionPlan;
  readonly bounds: readonly PlanBound[];
  /** Why kernels of the plan go beyond what is thought to fit, by kernel; a known system may do it all the same. */
  readonly objections: readonly string[];
  /** Bytes of the best schedule known of each kernel, where asked for. */
  readonly traffic?: readonly (KernelTraffic | undefined)[];
  /** Their DRAM traffic one after another through one L2, where asked for and each has one. */
  readonly warm?: WarmPlan;
  /** Least time of each kernel at peak rates, on a GPU. */
  readonly times?: readonly KernelTime[];
  /** What each kernel must move at DRAM from an empty chip: the least times rest on it. */
  readonly chipBounds?: readonly KernelBound[];
  /** The least time of the plan: its kernels' times one after another, or its DRAM traffic if longer. */
  readonly seconds?: Rational;
  /** Estimated duration of each kernel, where asked for and its products have a schedule known here. */
  readonly estimates?: readonly (KernelEstimate | undefined)[];
  readonly steps: readonly FusionStep[];
}

/** A layer's tensors, its floor, its fusion plans with their bounds, and the best of them. */
export interface LayerReport {
  readonly workload: LayerWorkload;
  readonly machine: Gpu | Accelerator;
  readonly graph: OperatorGraph;
  readonly shares: Shares;
  /**
   * Time of the plan shown kernel by kernel, by what it goes into: least bytes and operations at peak rates, each kernel from a cold
   * L2. Absent where the machine is no GPU.
   */
  readonly timeShares?: { readonly plan: string } & TimeShares;
  /** All layers of the model in one kernel: every layer's weights and cache, the residual stream in and out once. */
  readonly loopedBytes?: bigint;
  /** Least DRAM traffic of any plan. */
  readonly floorBytes: bigint;
  /** What proves it: the bound on the layer as one kernel on the whole chip. */
  readonly floor: KernelBound;
  /** Least duration; of GPUs only. */
  readonly time?: LayerTime;
  readonly rows: readonly PlanRow[];
  /** What the search over plans made least, and how many it covered; absent where it was skipped or there were too many. */
  readonly objective: Objective;
  readonly search?: { readonly legalKernels: number; readonly legalPlans: bigint; readonly proven: boolean };
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
  /** Replay each plan's kernels through one L2 too; with `replay`. */
  readonly warm?: boolean | undefined;
  /** Estimate the kernels' durations by replays in time (GPUs only). */
  readonly estimate?: boolean | undefined;
  /** What the search makes least: default bytes into the SMs, DRAM bytes on a machine without SMs. */
  readonly objective?: Objective | undefined;
  /** Look for the best legal plan; default true. */
  readonly search?: boolean | undefined;
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
  const objective = options.objective ?? (machine.kind === "gpu" ? "l2-sm" : "dram-l2");
  if (objective !== "dram-l2" && machine.kind !== "gpu") throw new InputError("objective", "a GPU for it", objective);
  const clock = machine.kind === "gpu" ? new KernelClock(index, machine) : undefined;
  const replayer = options.replay === true && machine.kind === "gpu" ? new KernelReplayer(index, machine, objective) : undefined;
  const estimator = options.estimate === true && machine.kind === "gpu" ? new KernelEstimator(index, machine) : undefined;
  const search = options.search !== false;
  const best = search ? leastBound(bounder, objective, clock) : undefined;
  const known = search && replayer !== undefined ? leastTraffic(index, machine, replayer) : undefined;
  const least = DESCRIBED[objective];
  const searched: readonly FusionPlan[] = [
    ...(best === undefined
      ? []
      : [{ id: "best", title: `found here: the legal plan with the least ${least}`, kernels: best.plan }]),
    ...(known === undefined
      ? []
      : [{ id: "best-known", title: `found here: the least ${least} by the schedules known`, kernels: known.plan }]),
  ];
  const given = options.plans ?? presetPlans(index);
  const plans = [...given, ...searched].map((plan) => fusionPlan(index, plan));
  const rows = plans.map((plan): PlanRow => {
    const operators = plan.kernels.map((kernel) => operatorsNamed(index, kernel));
    const objections = operators.flatMap((kernel) => objection(index, machine, kernel) ?? []);
    const traffic = replayer === undefined ? undefined : plan.kernels.map((kernel) => replayer.traffic(kernel));
    const isWarm = options.warm === true && traffic !== undefined && machine.kind === "gpu";
    const warm = isWarm ? warmPlan(index, plan, traffic, machine) : undefined;
    const steps = plan.id === detailedPlan(searched) ? fusionSteps(plan, bounder, replayer) : [];
    const bounds = bounder.bounds(plan);
    const timed = clock === undefined ? {} : timesOf(plan, bounds, bounder, clock);
    const estimates = estimator && { estimates: plan.kernels.map((kernel) => estimator.estimate(kernel)) };
    return { plan, bounds, objections, ...(traffic && { traffic }), ...(warm && { warm }), ...timed, ...estimates, steps };
  });
  const shares = sharesOf(index);
  const floor = bounder.floor();
  const floorBytes = floor.value;
  const shown = rows.find(({ plan }) => plan.id === detailedPlan(searched)) ?? rows.at(-1);
  const timeShares = clock === undefined || shown === undefined ? undefined : sharesOfTime(shown.plan, bounder, clock);
  const perToken = workload.phase === "decode" ? options.cacheBytesPerToken : undefined;
  const leads = perToken && ceilDivide(shares.weightBytes + shares.activationBytes, perToken);
  // The cache does not outgrow a window, nor a chunk.
  const most = workload.window ?? workload.chunk;
  const isReached = leads !== undefined && (most === undefined || leads < BigInt(most));
  return {
    workload,
    machine,
    graph,
    shares,
    ...(timeShares === undefined ? {} : { timeShares }),
    ...(workload.layers === undefined
      ? {}
      : { loopedBytes: BigInt(workload.layers) * (shares.weightBytes + shares.cacheBytes) + shares.activationBytes }),
    floorBytes,
    floor,
    ...(machine.kind === "gpu" ? { time: layerTime(graph, floorBytes, machine) } : {}),
    rows,
    objective,
    ...(best === undefined ? {} : { search: { legalKernels: best.kernels, legalPlans: best.plans, proven: best.proven } }),
    unsupported: graph.operators.filter(({ work }) => work.kind === "unsupported").map(({ name }) => name),
    ...(options.parallel === undefined ? {} : { parallel: options.parallel }),
    ...(isReached ? { cacheLeadsAt: leads } : {}),
  };
}

const DESCRIBED: Readonly<Record<Objective, string>> = {
  "l2-sm": "traffic into the SMs",
  "dram-l2": "DRAM traffic",
  time: "time, kernel after kernel",
};

/** The legal plan with the least bound. On DRAM all plans share the floor, so what they spill counts first, then the kernels' own bounds. */
function leastBound(bounder: PlanBounder, objective: Objective, clock: KernelClock | undefined): BestPlan | undefined {
  const { index, machine } = bounder;
  const atSms = (kernel: readonly string[]): bigint => bounder.kernel(kernel).value;
  if (objective === "dram-l2") return bestPlan(index, machine, atSms, bounder.boundaries());
  if (objective === "l2-sm" || clock === undefined) return bestPlan(index, machine, atSms);
  // Of equal times the one with less traffic: 80 bits hold any sum of bytes.
  return bestPlan(index, machine, (kernel) => (clock.ticks(leastTime(kernel, bounder, clock).seconds) << 80n) + atSms(kernel));
}

function leastTraffic(index: GraphIndex, machine: Gpu | Accelerator, replayer: KernelReplayer): BestPlan | undefined {
  return bestPlan(index, machine, (kernel) => {
    const traffic = replayer.whole(kernel);
    return traffic === undefined ? undefined : replayer.cost(kernel, traffic);
  });
}

function sharesOfTime(plan: FusionPlan, bounder: PlanBounder, clock: KernelClock): { readonly plan: string } & TimeShares {
  const times = plan.kernels.map((kernel) => clock.cold(bounder.kernel(kernel), bounder.kernel(kernel, "dram-l2")));
  return { plan: plan.id, ...timeSharesOf(bounder.index, plan.kernels, times) };
}

function leastTime(kernel: readonly string[], bounder: PlanBounder, clock: KernelClock): KernelTime {
  return clock.least(bounder.kernel(kernel), bounder.kernel(kernel, "dram-l2"));
}

function timesOf(
  plan: FusionPlan,
  bounds: readonly PlanBound[],
  bounder: PlanBounder,
  clock: KernelClock,
): Required<Pick<PlanRow, "times" | "chipBounds" | "seconds">> {
  const chipBounds = plan.kernels.map((kernel) => bounder.kernel(kernel, "dram-l2"));
  const times = plan.kernels.map((kernel) => leastTime(kernel, bounder, clock));
  const inTurn = times.reduce((sum, { seconds }) => add(sum, seconds), rational(0));
  const dramBytes = bounds.find((bound) => bound.interface === "dram-l2")?.value ?? 0n;
  const dram = clock.dramSeconds(dramBytes);
  return { times, chipBounds, seconds: compare(dram, inTurn) > 0 ? dram : inTurn };
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
  const interfaceId: Interface = bounder.machine.kind === "gpu" ? "l2-sm" : "dram-l2";
  const moved = (bound: KernelBound): bigint => replayer?.traffic(bound.operators)?.bytes.get(interfaceId) ?? bound.value;
  return plan.kernels.slice(1).map((second, position) => {
    const first = plan.kernels[position] ?? [];
    const operators = operatorsNamed(bounder.index, [...first, ...second]);
    const fused = bounder.kernel(operators.map(({ name }) => name));
    const bounds = { first: bounder.kernel(first), second: bounder.kernel(second), fused };
    const gain = moved(bounds.first) + moved(bounds.second) - fused.value;
    const why = objection(bounder.index, bounder.machine, operators);
    return { first, second, bounds, gainAtMostBytes: gain > 0n ? gain : 0n, ...(why === undefined ? {} : { objection: why }) };
  });
}

/** Estimated seconds of a plan, kernel after kernel; undefined where one of them has no estimate. */
export function estimatedSeconds({ estimates }: PlanRow): number | undefined {
  return estimates?.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one.seconds),
    0,
  );
}

/** Bytes of a plan over one interface by the best known schedules; undefined where a kernel has none. */
export function planTraffic(row: PlanRow, interfaceId: Interface): bigint | undefined {
  if (row.traffic === undefined) return undefined;
  let sum = 0n;
  for (const kernel of row.traffic) {
    const bytes = kernel?.bytes.get(interfaceId);
    if (bytes === undefined) return undefined;
    sum += bytes;
  }
  return sum;
}
