import type { Json } from "../bounds/certificates/json.js";
import { toJson } from "../bounds/certificates/json.js";
import type { Workload } from "../computation/workload.js";
import { definitionsOf } from "../machines/interfaces.js";
import type { Machine } from "../machines/machine.js";
import type { ReadRange } from "./event-driven/read-range.js";
import { readRangeFields } from "./event-driven/read-range.js";
import type { ReplayExplanation } from "./explain.js";
import type { L2Model } from "./l2/l2-model.js";
import type { ReplayedTraffic, Traffic } from "./traffic.js";

/** One replay with everything that went into it. */
export interface ReplayReport {
  readonly workload: Workload;
  readonly machine: Machine;
  /** Every parameter of the schedule, resolved. */
  readonly schedule: Readonly<Record<string, string | number | boolean>>;
  /** Absent on the abstract machine, whose fast memory the schedule manages itself. */
  readonly cache?: L2Model;
  readonly traffic: ReplayedTraffic;
  readonly range?: ReadRange;
  readonly explanation?: ReplayExplanation;
}

/** The `redblue.traffic/2` document. */
export function trafficDocument(report: ReplayReport): Json {
  const unit = report.machine.kind === "abstract" ? "Words" : "Bytes";
  const one = (traffic: Traffic): Json => trafficFields(traffic, unit);
  const interfaceIds = (map: ReadonlyMap<string, Traffic>): Json =>
    Object.fromEntries([...map].map(([interfaceId, traffic]) => [interfaceId, one(traffic)]));
  return {
    schema: "redblue.traffic/2",
    workload: toJson(report.workload),
    machine: toJson(report.machine),
    interfaces: toJson(definitionsOf(report.traffic.total.keys())),
    schedule: report.schedule,
    ...(report.cache === undefined ? {} : { cache: toJson(report.cache) }),
    traffic: interfaceIds(report.traffic.total),
    byArray: Object.fromEntries([...report.traffic.byArray].map(([array, map]) => [array, interfaceIds(map)])),
    ...(report.traffic.seconds === undefined ? {} : { estimatedSeconds: report.traffic.seconds }),
    ...(report.range === undefined ? {} : { range: readRangeFields(report.range) }),
    ...(report.explanation === undefined ? {} : { explanation: toJson(report.explanation) }),
  };
}

/** `readBytes`, `writeBytes`, `dirtyAtEndBytes` (or Words). */
export function trafficFields(traffic: Traffic, unit: "Bytes" | "Words"): Json {
  return {
    [`read${unit}`]: toJson(traffic.reads),
    [`write${unit}`]: toJson(traffic.writes),
    ...(traffic.dirtyAtEnd === undefined ? {} : { [`dirtyAtEnd${unit}`]: toJson(traffic.dirtyAtEnd) }),
  };
}
