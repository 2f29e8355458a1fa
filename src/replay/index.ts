/** Schedules of kernels, and what they move through the caches of a machine. */

export * from "../computation/index.js";
export * from "../machines/index.js";
export * from "../schedules/index.js";
export type { DirtyRemain, LruCurve, LruCurveOfArray } from "./curves/lru-curve.js";
export { lruTrafficAt } from "./curves/lru-curve.js";
export type { OptCurve } from "./curves/opt-curve.js";
export { optCurve, optTrafficAt } from "./curves/opt-curve.js";
export { tiledLruCurve } from "./curves/tiled-lru-curve.js";
export { walkedLruCurve } from "./curves/walked-lru-curve.js";
export type { EventReplay, EventReplayOptions, ExecutionParameters, ReadRange, ReplayedVariant } from "./event-driven/index.js";
export { executionParameters, replayEvents, replayReadRange } from "./event-driven/index.js";
export type { Execution, WalkedExecution } from "./execution.js";
export { formatExecution, parseExecution } from "./execution.js";
export type { Eviction, ReplayExplanation, ReuseDistances, StepHits } from "./explain.js";
export { explainReplay } from "./explain.js";
export type { L2Model, PartitionedL2Model, PlainL2Model } from "./l2/l2-model.js";
export { chooseL2, defaultL2, describeL2, lruL2, partitionedL2 } from "./l2/l2-model.js";
export type { LaunchHistory, LaunchMap, TileVisit } from "./launch-map.js";
export { launchHistory } from "./launch-map.js";
export {
  replayTiledGemm,
  replayTileSchedule,
} from "./replay.js";
export type { ArrayPlace } from "./sequence/array-place.js";
export type { Prefetch } from "./sequence/prefetched-cells.js";
export type { SequencedKernel, SequenceTraffic } from "./sequence/sequence.js";
export { replaySequence } from "./sequence/sequence.js";
export type { PlacedSchedule } from "./sequence/shared-cells.js";
export type { ReplayedTraffic, Traffic } from "./traffic.js";
export { totalTraffic } from "./traffic.js";
