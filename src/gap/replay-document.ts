import type { Json } from "../bounds/certificates/json.js";
import { toJson } from "../bounds/certificates/json.js";
import type { Resident } from "../computation/resident.js";
import type { Workload } from "../computation/workload.js";
import { definitionsOf } from "../machines/interfaces.js";
import type { Machine } from "../machines/machine.js";
import type { ReadRange } from "../replay/event-driven/read-range.js";
import { readRangeFields } from "../replay/event-driven/read-range.js";
import type { ReplayExplanation } from "../replay/explain.js";
import type { L2Model } from "../replay/l2/l2-model.js";
import type { ReplayedTraffic, Traffic } from "../replay/traffic.js";
import { trafficFields } from "../replay/traffic-document.js";
import type { TimeBound } from "../time/time-bound.js";
import type { ScheduleTime } from "./schedule-time.js";
import { leastTimeFields, scheduleTimeFields } from "./schedule-time.js";

/** One replay with everything that went into it. */
export interface ReplayReport {
  readonly workload: Workload;
  readonly machine: Machine;
  /** What the kernel before left in the L2; absent where nothing. */
  readonly resident?: readonly Resident[] | undefined;
  /** Every parameter of the schedule, resolved. */
  readonly schedule: Readonly<Record<string, string | number | boolean>>;
  /** Absent on the abstract machine, whose fast memory the schedule manages itself. */
  readonly cache?: L2Model;
  readonly traffic: ReplayedTraffic;
  /** Of a schedule of the whole workload, where the replay keeps time. */
  readonly time?: ScheduleTime;
  /** The least time of any kernel, beside a schedule of the whole workload on a GPU. */
  readonly least?: TimeBound;
  readonly range?: ReadRange;
  readonly explanation?: ReplayExplanation;
}

/** The `redblue.traffic/2` document. */
export function trafficDocument(report: ReplayReport): Json {
  const { traffic, time } = report;
  const unit = report.machine.kind === "abstract" ? "Words" : "Bytes";
  const one = (moved: Traffic): Json => trafficFields(moved, unit);
  const interfaceIds = (map: ReadonlyMap<string, Traffic>): Json =>
    Object.fromEntries([...map].map(([interfaceId, moved]) => [interfaceId, one(moved)]));
  return {
    schema: "redblue.traffic/2",
    workload: toJson(report.workload),
    machine: toJson(report.machine),
    ...(report.resident === undefined ? {} : { resident: toJson(report.resident) }),
    interfaces: toJson(definitionsOf(traffic.total.keys(), report.machine.kind)),
    schedule: report.schedule,
    ...(report.cache === undefined ? {} : { cache: toJson(report.cache) }),
    traffic: interfaceIds(traffic.total),
    byArray: Object.fromEntries([...traffic.byArray].map(([array, map]) => [array, interfaceIds(map)])),
    ...(time === undefined && traffic.seconds !== undefined ? { estimatedSeconds: traffic.seconds } : scheduleTimeFields(time)),
    ...leastTimeFields(report.least),
    ...(report.range === undefined ? {} : { range: readRangeFields(report.range) }),
    ...(report.explanation === undefined ? {} : { explanation: toJson(report.explanation) }),
  };
}
