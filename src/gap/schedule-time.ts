import type { Json } from "../bounds/certificates/json.js";
import { productTypeOf, rateOf } from "../computation/operand-types.js";
import type { Workload } from "../computation/workload.js";
import { toApproximateNumber } from "../exact/rational.js";
import type { Gpu, Interface } from "../machines/machine.js";
import type { PlannedReplay } from "../plan/planned-replay.js";
import type { ExecutionParameters } from "../replay/event-driven/parameters.js";
import { executionParameters } from "../replay/event-driven/parameters.js";
import type { ReplayedTraffic } from "../replay/traffic.js";
import { SPILLED } from "../schedules/tiles/spills.js";
import { operationCounts } from "../time/operation-counts.js";
import type { TimeBound } from "../time/time-bound.js";
import type { NamedTermId, TimeTermId } from "../time/time-term.js";

/** What holds a kernel up: a resource at work, or latency, a last wave of few blocks or the launch, with every resource waiting. */
export type Binding = TimeTermId | "latency" | "waves" | "launch";

/** The estimated duration of a schedule, and how it compares with the peaks of the GPU. */
export interface ScheduleTime {
  readonly seconds: number;
  readonly binds: Binding;
  /** The resource that is used most of its peak; the one that binds where a resource does. */
  readonly busiest: NamedTermId;
  /** Of the rated peak of `busiest`; into the SMs, of what their ports take; out of other caches, of what the replay lets them deliver. */
  readonly percentOfPeak: number;
  /** Of matrix products, as the workload counts them; absent where it has none. */
  readonly operationsPerSecond?: number;
  readonly percentOfPeakOperations?: number;
  readonly loads: readonly Load[];
}

/** One resource: what a kernel asks of it, its peak, and how long it is busy at what running kernels sustain. */
export interface Load {
  readonly id: NamedTermId;
  /** Bytes or operations. */
  readonly amount: number;
  /** A second, as rated; into the SMs, what their ports take; out of other caches, what the replay lets them deliver. */
  readonly peak: number;
  readonly seconds: number;
  /** Of these the seconds in which operands that come into the SMs keep the resource waiting. */
  readonly arrivalSeconds?: number;
}

/** A resource is said to bind where it is busy for this share of the time. */
const BINDS_FROM = 0.75;

/** Undefined where the replay keeps no time. */
export function scheduleTime(
  workload: Workload,
  gpu: Gpu,
  planned: Pick<PlannedReplay, "slots" | "timing" | "laneOperations">,
  traffic: ReplayedTraffic,
): ScheduleTime | undefined {
  const { seconds } = traffic;
  if (seconds === undefined || seconds <= 0) return undefined;
  const parameters = planned.timing?.() ?? executionParameters(gpu);
  const loads = loadsOf(workload, gpu, parameters, planned, traffic);
  const busiest = loads.reduce((most, load) => (load.seconds > most.seconds ? load : most));
  const matrix = loads.find(({ id }) => id === "matrix");
  return {
    seconds,
    binds: bindingOf(busiest, seconds, parameters, (traffic.blocks ?? planned.slots) / planned.slots),
    busiest: busiest.id,
    percentOfPeak: (100 * busiest.amount) / (busiest.peak * seconds),
    loads,
    ...(matrix === undefined
      ? {}
      : {
          operationsPerSecond: matrix.amount / seconds,
          percentOfPeakOperations: (100 * matrix.amount) / (matrix.peak * seconds),
        }),
  };
}

/** The seconds that its loads take at least, one beside the other; with no more than `bytes` over one interface where given. */
export function secondsOfLoads({ loads }: ScheduleTime, interfaceId?: Interface, bytes: number = 0): number {
  const share = (amount: number): number => (amount === 0 ? 1 : Math.min(1, bytes / amount));
  const smShare = interfaceId === "l2-sm" ? share(loads.find(({ id }) => id === "l2-sm")?.amount ?? 0) : 1;
  return loads.reduce((most, { id, amount, seconds, arrivalSeconds = 0 }) => {
    const left = id === interfaceId ? share(amount) * seconds : seconds - (1 - smShare) * arrivalSeconds;
    return Math.max(most, left);
  }, 0);
}

/** What a replay moved and the workload's operations take at least at sustained rates: of a schedule without a clock too. */
export function sustainedSeconds(workload: Workload, gpu: Gpu, planned: OnUnits, traffic: ReplayedTraffic): number {
  const loads = loadsOf(workload, gpu, executionParameters(gpu), planned, traffic);
  return loads.reduce((most, { seconds }) => Math.max(most, seconds), 0);
}

/** Says whether a schedule's products run on matrix units. */
type OnUnits = Pick<PlannedReplay, "laneOperations">;

function loadsOf(
  workload: Workload,
  gpu: Gpu,
  parameters: ExecutionParameters,
  planned: OnUnits,
  traffic: ReplayedTraffic,
): readonly Load[] {
  const { total, byArray } = traffic;
  const [dram, sm] = [total.get("dram-l2"), total.get("l2-sm")];
  const dramBytes = dram === undefined ? 0 : Number(dram.reads + dram.writes);
  const smBytes = Number(sm?.reads ?? 0n);
  const { dramBytesPerSecond, l2BytesPerSecond, portBytesPerSecond, dies } = parameters;
  const ports = total.get("l3-l2");
  const portBytes = ports === undefined ? 0 : Number(ports.reads + ports.writes);
  const portPeak = dies === undefined ? 0 : dies.count * dies.portBytesPerSecond;
  return [
    { id: "dram-l2", amount: dramBytes, peak: gpu.dramBytesPerSecond, seconds: dramBytes / dramBytesPerSecond },
    ...(portBytes === 0 || portPeak === 0
      ? []
      : [{ id: "l3-l2" as const, amount: portBytes, peak: portPeak, seconds: portBytes / portPeak }]),
    {
      ...{ id: "l2-sm", amount: smBytes, seconds: smBytes / l2BytesPerSecond },
      peak: Math.max(portBytesPerSecond, l2BytesPerSecond),
    },
    ...unitLoads(workload, gpu, parameters, planned, smBytes - Number(byArray.get(SPILLED)?.get("l2-sm")?.reads ?? 0n)),
  ];
}

/**
 * Matrix units, or plain lanes in place of them, and special-function units. Steps of attention and of lanes use one after the other, and the
 * one that takes longer is busy for both.
 */
function unitLoads(
  workload: Workload,
  gpu: Gpu,
  parameters: ExecutionParameters,
  { laneOperations }: OnUnits,
  smBytes: number,
): readonly Load[] {
  const counts = operationCounts(workload);
  const onLanes = laneOperations !== undefined;
  const peak = rateOf(gpu.peakOperationsPerSecond, onLanes ? "fp32" : productTypeOf(workload));
  const [matrix, special] = [laneOperations ?? Number(counts.matrix), Number(counts.special)];
  const { rate, sharedMemoryBytesPerSecond, specialOperationsPerSecond } = parameters;
  const attention = workload.kind === "attention";
  const masked = attention && workload.causal ? 1 + rate.maskShare : 1;
  const specialSeconds = (masked * special) / (rate.specialShare * specialOperationsPerSecond);
  const specialLoad = { id: "special" as const, amount: special, peak: specialOperationsPerSecond, seconds: specialSeconds };
  if (peak === undefined || matrix === 0) return special === 0 ? [] : [specialLoad];
  const arrivalSeconds = attention ? 0 : (rate.arrivalShare * smBytes) / sharedMemoryBytesPerSecond;
  const matrixSeconds = matrix / (rate.matrixShare * peak) + arrivalSeconds;
  const taken = attention || onLanes ? matrixSeconds + specialSeconds : Math.max(matrixSeconds, specialSeconds);
  const [first, second] = matrixSeconds < specialSeconds ? [matrixSeconds, taken] : [taken, specialSeconds];
  return [
    { id: onLanes ? "plain" : "matrix", amount: matrix, peak, arrivalSeconds, seconds: first },
    ...(special === 0 ? [] : [{ ...specialLoad, seconds: second }]),
  ];
}

function bindingOf(
  busiest: Load,
  seconds: number,
  { launchSeconds, turnaroundSeconds }: ExecutionParameters,
  waves: number,
): Binding {
  const idle = 1 - busiest.seconds / seconds;
  if (idle <= 1 - BINDS_FROM) return busiest.id;
  if (2 * (launchSeconds + turnaroundSeconds) >= seconds) return "launch";
  return 2 * (1 - waves / Math.ceil(waves)) >= idle ? "waves" : "latency";
}

/** `estimatedSeconds`, `binds`, `percentOfPeak` and the rate of operations, of a row of a document. */
export function scheduleTimeFields(time: Omit<ScheduleTime, "loads"> | undefined): Record<string, Json> {
  if (time === undefined) return {};
  const { seconds, binds, busiest, percentOfPeak, operationsPerSecond } = time;
  return {
    estimatedSeconds: seconds,
    binds,
    ...(busiest === binds ? {} : { busiest }),
    percentOfPeak,
    ...(operationsPerSecond === undefined ? {} : { operationsPerSecond }),
  };
}

/** `leastSeconds` and `leastBinds` of documents that estimate durations. */
export function leastTimeFields(least: TimeBound | undefined): Record<string, Json> {
  if (least === undefined) return {};
  return { leastSeconds: toApproximateNumber(least.binding.seconds), leastBinds: least.binding.id };
}
