import type { Json } from "../bounds/certificates/json.js";
import { toJson } from "../bounds/certificates/json.js";
import { toApproximateNumber } from "../exact/rational.js";
import type { KernelCounters, MeasuredTraffic, Quantity } from "../measured/index.js";
import type { ProfiledReport, ProfiledRow } from "./profiled.js";
import { scheduleTimeFields } from "./schedule-time.js";
import type { StepSummary } from "./step/step-summary.js";

/** The `redblue.ncu/2` document. Figures that the profiler rounded are given as `least` and `most`. */
export function profiledDocument(report: ProfiledReport, step?: StepSummary): Json {
  return { ...profiledHead(report, step), kernels: [...profiledKernels(report)] };
}

/** All of the document but its last field, `kernels`. */
export function profiledHead(report: ProfiledReport, step?: StepSummary): Record<string, Json> {
  return {
    schema: "redblue.ncu/2",
    machine: toJson(report.machine),
    ...(step === undefined ? {} : { step: toJson(step) }),
  };
}

/** The elements of `kernels`, one after another. */
export function* profiledKernels(report: ProfiledReport): Generator<Json> {
  for (const { kernel, counters, meaning, unrecognised } of report.rows) {
    yield {
      id: kernel.id,
      name: kernel.name,
      ranges: kernel.ranges,
      ...(kernel.modules === undefined ? {} : { modules: kernel.modules }),
      grid: kernel.grid,
      block: kernel.block,
      ...(counters.nanoseconds === undefined ? {} : { durationNs: quantityJson(counters.nanoseconds) }),
      measured: Object.fromEntries([...counters.traffic].map(([interfaceId, measured]) => [interfaceId, measuredJson(measured)])),
      ...(meaning === undefined ? {} : meaningJson(report, meaning, counters)),
      ...(unrecognised === undefined ? {} : { unrecognised: { operator: unrecognised.operator, reason: unrecognised.reason } }),
    };
  }
}

function meaningJson(
  report: ProfiledReport,
  meaning: NonNullable<ProfiledRow["meaning"]>,
  { nanoseconds }: KernelCounters,
): Record<string, Json> {
  const { workload, recognised, schedule, scheduleNote, resident, interfaces, uncounted, notCompared, time, estimate } = meaning;
  const seconds = toApproximateNumber(time.binding.seconds);
  return {
    binds: {
      resource: time.binding.id,
      leastSeconds: seconds,
      ...(nanoseconds === undefined || seconds === 0 ? {} : { measuredOverLeast: Number(nanoseconds.most) / 1e9 / seconds }),
    },
    workload: toJson(workload),
    ...(recognised === undefined ? {} : { recognised: { operator: recognised.operator, assumed: recognised.assumed } }),
    ...(scheduleNote === undefined ? {} : { scheduleNote }),
    ...(resident === undefined ? {} : { resident: toJson(resident) }),
    ...(schedule === undefined ? {} : { schedule, cache: toJson(report.cache(workload)) }),
    ...(estimate === undefined
      ? {}
      : {
          estimate: {
            ...scheduleTimeFields(estimate),
            ...(nanoseconds === undefined ? {} : { measuredOverEstimated: Number(nanoseconds.most) / 1e9 / estimate.seconds }),
          },
        }),
    interfaces: interfaces.map((one) => ({
      interface: one.interface,
      compared: one.compared,
      bound: { id: one.bound.id, value: toJson(one.boundValue) },
      gap: one.gap,
      belowBound: one.belowBound,
      ...(one.replay === undefined
        ? {}
        : {
            replay: {
              readBytes: toJson(one.replay.traffic.reads),
              writeBytes: toJson(one.replay.traffic.writes),
              measuredOverReplayed: one.replay.measuredOverReplayed,
            },
          }),
    })),
    ...(uncounted.length === 0
      ? {}
      : {
          uncounted: uncounted.map(({ interface: interfaceId, bound, replay }) => ({
            interface: interfaceId,
            bound: { id: bound.id, value: toJson(bound.value) },
            ...(replay === undefined ? {} : { replay: { readBytes: toJson(replay.reads), writeBytes: toJson(replay.writes) } }),
          })),
        }),
    ...(notCompared.length === 0 ? {} : { notCompared: toJson(notCompared) }),
  };
}

function measuredJson({ reads, writes, total, metrics }: MeasuredTraffic): Json {
  return {
    ...(reads === undefined ? {} : { readBytes: quantityJson(reads) }),
    ...(writes === undefined ? {} : { writeBytes: quantityJson(writes) }),
    ...(total === undefined ? {} : { totalBytes: quantityJson(total) }),
    metrics,
  };
}

function quantityJson({ least, most }: Quantity): Json {
  return least === most ? toJson(least) : { least: toJson(least), most: toJson(most) };
}
