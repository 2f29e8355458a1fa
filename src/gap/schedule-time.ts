import type { Json } from "../bounds/certificates/json.js";
import type { Workload } from "../computation/workload.js";
import { toApproximateNumber } from "../exact/rational.js";
import type { Gpu, Interface } from "../machines/machine.js";
import type { PlannedReplay } from "../plan/planned-replay.js";
import type { ExecutionParameters } from "../replay/event-driven/parameters.js";
import { executionParameters } from "../replay/event-driven/parameters.js";
import type { ReplayedTraffic } from "../replay/traffic.js";
import { operationCounts } from "../time/operation-counts.js";
import { perSecondOfSms } from "../time/peak-rates.js";
import type { TimeBound, TimeTermId } from "../time/time-bound.js";

/** What holds a kernel up: a resource at work, or latency, a last wave of few blocks or the launch, with every resource waiting. */
export type Binding = TimeTermId | "latency" | "waves" | "launch";

/** The estimated duration of a schedule, and how it compares with the peaks of the GPU. */
export interface ScheduleTime {
  readonly seconds: number;
  readonly binds: Binding;
  /** The resource that is used most of its peak; the one that binds where a resource does. */
  readonly busiest: TimeTermId;
  /** Of the rated peak of `busiest`; out of the L2, of what the replay lets it deliver. */
  readonly percentOfPeak: number;
  /** Of matrix products, as the workload counts them; absent where it has none. */
  readonly operationsPerSecond?: number;
  readonly percentOfPeakOperations?: number;
  readonly loads: readonly Load[];
}

/** One resource: what a kernel asks of it, its peak, and what running kernels sustain. */
export interface Load {
  readonly id: TimeTermId;
  /** Bytes or operations. */
  readonly amount: number;
  /** A second, as rated; out of the L2, what the replay lets it deliver. */
  readonly peak: number;
  readonly sustained: number;
}

/** From this share of its sustained rate on a resource is said to bind. */
const BINDS_FROM = 0.75;

/** Undefined where the replay keeps no time. */
export function scheduleTime(
  workload: Workload,
  gpu: Gpu,
  planned: Pick<PlannedReplay, "slots">,
  traffic: ReplayedTraffic,
): ScheduleTime | undefined {
  const { seconds } = traffic;
  if (seconds === undefined || seconds <= 0) return undefined;
  const parameters = executionParameters(gpu);
  const loads = loadsOf(workload, gpu, parameters, traffic);
  const busiest = loads.reduce((most, load) => (useOf(load, seconds) > useOf(most, seconds) ? load : most));
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

/** The seconds that its loads take at least at sustained rates; with no more than `bytes` over one interface where given. */
export function secondsOfLoads({ loads }: ScheduleTime, interfaceId?: Interface, bytes: number = 0): number {
  return loads.reduce((most, { id, amount, sustained }) => {
    return Math.max(most, (id === interfaceId ? Math.min(bytes, amount) : amount) / sustained);
  }, 0);
}

/** What a replay moved and the workload's operations take at least at sustained rates: of a schedule without a clock too. */
export function sustainedSeconds(workload: Workload, gpu: Gpu, traffic: ReplayedTraffic): number {
  return loadsOf(workload, gpu, executionParameters(gpu), traffic).reduce(
    (most, { amount, sustained }) => Math.max(most, amount / sustained),
    0,
  );
}

/** Share of what running kernels sustain. */
function useOf({ amount, sustained }: Load, seconds: number): number {
  return amount / (sustained * seconds);
}

function loadsOf(workload: Workload, gpu: Gpu, parameters: ExecutionParameters, { total }: ReplayedTraffic): readonly Load[] {
  const counts = operationCounts(workload);
  const [dram, sm] = [total.get("dram-l2"), total.get("l2-sm")];
  const l2 = parameters.l2BytesPerSecond;
  const rate = gpu.peakOperationsPerSecond[workload.dataType];
  const share = workload.kind === "attention" ? parameters.attentionShareOfPeak : parameters.productShareOfPeak;
  const special = perSecondOfSms(gpu, gpu.perSmCycle.specialOperations);
  return [
    {
      id: "dram-l2",
      amount: dram === undefined ? 0 : Number(dram.reads + dram.writes),
      peak: gpu.dramBytesPerSecond,
      sustained: parameters.dramBytesPerSecond,
    },
    { id: "l2-sm", amount: Number(sm?.reads ?? 0n), peak: l2, sustained: l2 },
    ...(rate === undefined || counts.matrix === 0n
      ? []
      : [{ id: "matrix" as const, amount: Number(counts.matrix), peak: rate, sustained: share * rate }]),
    ...(special === undefined || counts.special === 0n
      ? []
      : [
          {
            id: "special" as const,
            amount: Number(counts.special),
            peak: toApproximateNumber(special),
            sustained: toApproximateNumber(special),
          },
        ]),
  ];
}

function bindingOf(busiest: Load, seconds: number, { turnaroundSeconds }: ExecutionParameters, waves: number): Binding {
  const idle = 1 - useOf(busiest, seconds);
  if (idle <= 1 - BINDS_FROM) return busiest.id;
  if (2 * turnaroundSeconds >= seconds) return "launch";
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
