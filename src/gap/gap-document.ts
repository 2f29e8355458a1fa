import { boundsDocument } from "../bounds/bounds-document.js";
import type { Json } from "../bounds/certificates/json.js";
import { toJson } from "../bounds/certificates/json.js";
import { readRangeFields } from "../replay/event-driven/read-range.js";
import { trafficFields } from "../replay/traffic-document.js";
import type { GapReport } from "./gap.js";
import { leastTimeFields, scheduleTimeFields } from "./schedule-time.js";

/** The `redblue.gap/2` document: a bounds document with rows. */
export function gapDocument(report: GapReport): Json {
  const unit = report.machine.kind === "abstract" ? "Words" : "Bytes";
  return {
    ...(boundsDocument(report) as Record<string, Json>),
    schema: "redblue.gap/2",
    ...(report.cache === undefined ? {} : { cache: toJson(report.cache) }),
    ...leastTimeFields(report.least),
    ...(report.attainable === undefined ? {} : { attainable: toJson(report.attainable) }),
    rows: report.rows.map((entry) => ({
      schedule: entry.schedule,
      interface: entry.interface,
      ...(trafficFields(entry.traffic, unit) as Record<string, Json>),
      traffic: toJson(entry.total),
      bound: toJson(entry.bound.value),
      boundId: entry.bound.id,
      gap: entry.gap,
      ...scheduleTimeFields(entry.time),
      ...(entry.range === undefined ? {} : { range: readRangeFields(entry.range) }),
    })),
    ...(report.leftOut === undefined ? {} : { leftOut: report.leftOut.map(({ label, reason }) => ({ label, reason })) }),
  };
}
