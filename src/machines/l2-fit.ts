import type { FigureSource } from "./machine.js";

/** Neighbours in launch order next to one partition. */
export interface LaunchRun {
  readonly sms: number;
  readonly partition: number;
  /** What each of these SMs draws from the L2 when all do, beside an equal share; default 1. */
  readonly l2Share?: number;
}

/** What was fitted to counters of a GPU for the event-driven replay, beside what was carried over from the H200. */
export interface L2Fit {
  /** The SMs in the order in which the first blocks are launched on them. */
  readonly launchRuns: readonly LaunchRun[];
  /** Out of the L2 into all SMs together; absent where a share of the published bandwidth stands. */
  readonly l2BytesPerSecond?: number;
  readonly sources: readonly FigureSource[];
}

/** What the event-driven replay takes from one GPU for all: times in seconds, rates per second, shares of published figures. */
export interface ExecutionFit {
  readonly ways: number;
  readonly gpcs: number;
  readonly nearHitSeconds: number;
  readonly farHitSeconds: number;
  readonly missSeconds: number;
  readonly dramShare: number;
  readonly l2Share: number;
  readonly l2BytesPerSecondPerSm: number;
  /** What leaves an SM to be added to sums in the L2. */
  readonly addBytesPerSecondPerSm: number;
  readonly launchSeconds: number;
  readonly turnaroundSeconds: number;
  readonly launchSpacingSeconds: number;
  readonly stepNoise: number;
}
