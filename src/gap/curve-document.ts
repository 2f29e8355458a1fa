import { modelFields } from "../bounds/bounds-document.js";
import type { Json } from "../bounds/certificates/json.js";
import { boundToJson, toJson } from "../bounds/certificates/json.js";
import { quotientAsNumber } from "../exact/rational.js";
import { totalTraffic } from "../replay/traffic.js";
import { trafficFields } from "../replay/traffic-document.js";
import type { CurveReport } from "./curve.js";
import type { ScheduleTime } from "./schedule-time.js";
import { leastTimeFields, scheduleTimeFields } from "./schedule-time.js";

/** Field of a capacity in documents. */
export function capacityField(report: CurveReport): "l2Bytes" | "fastWords" | "levelBytes" {
  const { kind } = report.machine;
  return kind === "abstract" ? "fastWords" : kind === "tree" ? "levelBytes" : "l2Bytes";
}

/** The estimated time of a schedule at one size, where the report has it. */
export function timeAt({ machine, timed }: CurveReport, label: string, capacity: number): ScheduleTime | undefined {
  return machine.kind === "gpu" && capacity === machine.l2Bytes && timed?.label === label ? timed.time : undefined;
}

/** The `redblue.curve/2` document; its bounds hold on the document's machine with the capacity of their point. */
export function curveDocument(report: CurveReport): Json {
  const field = capacityField(report);
  const unit = field === "fastWords" ? "Words" : "Bytes";
  return {
    schema: "redblue.curve/2",
    workload: toJson(report.workload),
    machine: toJson(report.machine),
    ...modelFields(report.machine, [report.interface]),
    interface: report.interface,
    ...leastTimeFields(report.least),
    ...(report.policy === undefined ? {} : { cache: { policy: report.policy } }),
    points: report.capacities.map((capacity, i) => ({
      [field]: capacity,
      bounds: report.bounds.slice(i, i + 1).map(boundToJson),
    })),
    curves: report.series.map(({ label, schedule, traffic }) => ({
      label,
      schedule,
      points: report.capacities.flatMap((capacity, i) => {
        const [moved, bound] = [traffic[i], report.bounds[i]];
        if (moved === undefined || bound === undefined) return [];
        const total = totalTraffic(moved);
        const timed = timeAt(report, label, capacity);
        return [
          {
            [field]: capacity,
            ...(trafficFields(moved, unit) as Record<string, Json>),
            traffic: toJson(total),
            bound: toJson(bound.value),
            boundId: bound.id,
            gap: quotientAsNumber(total, bound.value),
            ...scheduleTimeFields(timed),
          },
        ];
      }),
    })),
    ...(report.leftOut === undefined ? {} : { leftOut: report.leftOut.map(({ label, reason }) => ({ label, reason })) }),
  };
}
