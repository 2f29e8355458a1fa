/** Hardware counters beside replays. */
export type { ValidatedModel } from "./error-table.js";
export { errorTable } from "./error-table.js";
export { rangeOfLaunch, rangeTable } from "./launch-range.js";
export type { LaunchSchedule } from "./launch-schedule.js";
export { productOfLaunch, REPLAYABLE_KINDS, scheduleOfLaunch } from "./launch-schedule.js";
export type { MeasuredLaunch } from "./measured-rows.js";
export { parseMeasuredLaunches } from "./measured-rows.js";
export type { PrintedMetric, ProfiledKernel } from "./nsight/kernels.js";
export { readNsightKernels } from "./nsight/kernels.js";
export { uncountedAtPort } from "./nsight/port.js";
export type { Quantity } from "./nsight/quantity.js";
export type { KernelCounters, MeasuredTraffic } from "./nsight/traffic.js";
export { countersOf, NSIGHT_METRICS } from "./nsight/traffic.js";
export type { ErrorSummary, ValidatedLaunch } from "./validation.js";
export { PROFILER_DIRTY_BYTES, summarizeErrors, validateLaunch } from "./validation.js";
