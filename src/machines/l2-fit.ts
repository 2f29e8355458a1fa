import type { FigureSource } from "./machine.js";

/** Neighbours in launch order next to one partition. */
export interface LaunchRun {
  readonly sms: number;
  readonly partition: number;
  /** GPCs that they fill one after another, of equal size; default 1. */
  readonly gpcs?: number;
  /** What each of these SMs draws from the L2 when all do, beside an equal share; default 1. */
  readonly l2Share?: number;
}

/** How requests of SMs of one GPC for the same lines become one. */
export interface Coalescing {
  /** Of the lines of a tile that are under way, the share that another SM's request joins. */
  readonly joinShare: number;
  /** From the first request of a tile in the L2 to the arrival of its last line. */
  readonly waySeconds: number;
  /** Requested bytes over which the share that leaves the L2 is averaged: some steps of all SMs. */
  readonly averagedBytes: number;
  /** What counts of the share of a step's own bytes that left the L2 for how long it reads, beside the average of all SMs. */
  readonly ownWeight: number;
  /** Out of the L2 for all SMs together. */
  readonly leavingBytesPerSecond: number;
  /** Width of the noise on how long a step reads, as `stepNoise` is on its operations. */
  readonly readNoise: number;
}

/** What was fitted to counters of a GPU for the event-driven replay, beside what was carried over from the H200. */
export interface L2Fit {
  /** The SMs in the order in which the first blocks are launched on them. */
  readonly launchRuns: readonly LaunchRun[];
  /** Into all SMs together; absent where a share of the published bandwidth stands. */
  readonly l2BytesPerSecond?: number;
  readonly coalescing?: Coalescing;
  readonly sources: readonly FigureSource[];
}

/** What the event-driven replay takes from one GPU for all: times in seconds, rates per second, shares of published figures. */
export interface ExecutionFit {
  readonly ways: number;
  readonly gpcs: number;
  readonly nearHitSeconds: number;
  readonly farHitSeconds: number;
  readonly missSeconds: number;
  readonly busyMissSeconds: number;
  readonly dramShare: number;
  readonly l2Share: number;
  readonly l2BytesPerSecondPerSm: number;
  /** What leaves an SM to be added to sums in the L2. */
  readonly addBytesPerSecondPerSm: number;
  readonly launchSeconds: number;
  readonly turnaroundSeconds: number;
  readonly visibleSeconds: number;
  readonly launchSpacingSeconds: number;
  readonly stepNoise: number;
}
