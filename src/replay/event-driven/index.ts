/** Replay in time through an L2 of two partitions. */
export type { ExecutionParameters } from "./parameters.js";
export { executionParameters } from "./parameters.js";
export type { ReadRange, ReplayedVariant } from "./read-range.js";
export { replayReadRange } from "./read-range.js";
export type { EventReplay, EventReplayOptions } from "./replay.js";
export { replayEvents } from "./replay.js";
