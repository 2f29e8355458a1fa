import type { DataType } from "../../computation/data-types.js";
import { checkInteger } from "../../errors.js";
import type { FigureSource, Gpu } from "../../machines/machine.js";
import type { PartitionedL2Shape } from "../l2/partitioned-l2-shape.js";

/** Everything the event-driven replay assumes about a GPU. Times in seconds, rates per second. */
export interface ExecutionParameters extends PartitionedL2Shape {
  readonly gpu: string;
  /** Fitted to counters of this GPU, or carried over from the H200 by published figures. */
  readonly basis: "fitted" | "derived";
  readonly sms: number;
  /** The SMs in the order in which the first blocks are launched on them. */
  readonly launchRuns: readonly LaunchRun[];
  /** Out of the L2 into all SMs together; an SM has an equal share, or the share of its run. */
  readonly l2BytesPerSecond: number;
  /** Dense peak rates of the tensor cores by operand type. */
  readonly peakOperationsPerSecond: Readonly<Partial<Record<DataType, number>>>;
  /** Share of the peak that a running step of a product, or of attention, sustains. */
  readonly productShareOfPeak: number;
  readonly attentionShareOfPeak: number;
  /** From a block's last step to the first load of the block that takes its place. */
  readonly turnaroundSeconds: number;
  /** Between the starts of the first blocks. */
  readonly launchSpacingSeconds: number;
  /** Width w of the noise on a step's duration: a factor 1 + w·(u₁ + u₂ + u₃ − 3/2), each u uniform on [0, 1). */
  readonly stepNoise: number;
  readonly sources: readonly FigureSource[];
}

/** Neighbours in launch order next to one partition. */
export interface LaunchRun {
  readonly sms: number;
  readonly partition: number;
  /** What each of these SMs draws from the L2 when all do, beside an equal share; default 1. */
  readonly l2Share?: number;
}

const MICROSECOND = 1e-6;

/** Latencies of the GH200, which shares the H200's die and L2, in seconds at 1.98 GHz: what the fitted times stand beside. */
const PUBLISHED = { near: 280 / 1.98e9, far: 501 / 1.98e9, miss: 655.5 / 1.98e9 };

/**
 * Measured on an H200 and on an H100: blocks fill one GPC after another, six of 16 SMs and two of 18. The GPC that comes first
 * changes from launch to launch; this is one of the cases seen.
 */
const MEASURED_RUNS: readonly LaunchRun[] = [
  { sms: 48, partition: 0 },
  { sms: 48, partition: 1 },
  { sms: 18, partition: 0 },
  { sms: 18, partition: 1 },
];

/** Every GPC draws as much, so that SMs of larger ones get less: what made the H100's blocks drift as its counters say. */
const EQUAL_GPCS: readonly LaunchRun[] = MEASURED_RUNS.map((run) => ({ ...run, l2Share: 16.5 / (run.sms === 18 ? 18 : 16) }));

/** The H200's values, one set for all rows of data/h200.csv. */
const FITTED = {
  ways: 32,
  gpcs: 8,
  nearHitSeconds: 0.25 * MICROSECOND,
  farHitSeconds: 0.4 * MICROSECOND,
  missSeconds: 0.7 * MICROSECOND,
  dramShare: 3.95 / 4.8,
  l2Share: 11 / 9.7,
  /** Where no bandwidth of the L2 is published: the H200's for each SM. */
  l2BytesPerSecondPerSm: 11e12 / 132,
  productShareOfPeak: 680 / 989,
  attentionShareOfPeak: 400 / 989,
  turnaroundSeconds: 4 * MICROSECOND,
  launchSpacingSeconds: 0.002 * MICROSECOND,
  stepNoise: 0.05,
};

/**
 * The parameters for a GPU: fitted for the H200 and, fewer of them, the H100; for others the H200's times scaled by published
 * latencies and its shares of published rates, marked as derived. GPUs without known partitions get one.
 *
 * @throws InputError naming `sms` or `l2-bytes` of a GPU that has none.
 */
export function executionParameters(gpu: Gpu): ExecutionParameters {
  checkInteger("sms", gpu.sms, 1);
  checkInteger("l2-bytes", gpu.l2Bytes, 1);
  const partitions = gpu.l2Partitions === 2 ? 2 : 1;
  const loaded = (fitted: number, published: number, cycles: number | undefined): number =>
    cycles === undefined || gpu.clockHz === undefined ? fitted : (fitted * (cycles / gpu.clockHz)) / published;
  const ownBandwidth =
    gpu.l2BytesPerSecond === undefined ? FITTED.l2BytesPerSecondPerSm * gpu.sms : FITTED.l2Share * gpu.l2BytesPerSecond;
  const known = KNOWN[gpu.id];
  return {
    gpu: gpu.id,
    basis: known === undefined ? "derived" : "fitted",
    sms: gpu.sms,
    partitions,
    partitionBytes: Math.floor(gpu.l2Bytes / partitions),
    ways: FITTED.ways,
    launchRuns: known?.launchRuns ?? alternatingRuns(gpu.sms, partitions),
    nearHitSeconds: loaded(FITTED.nearHitSeconds, PUBLISHED.near, gpu.latencyCycles.l2Near),
    farHitSeconds: loaded(FITTED.farHitSeconds, PUBLISHED.far, gpu.latencyCycles.l2Far),
    missSeconds: loaded(FITTED.missSeconds, PUBLISHED.miss, gpu.latencyCycles.dram),
    dramBytesPerSecond: FITTED.dramShare * gpu.dramBytesPerSecond,
    l2BytesPerSecond: known?.l2BytesPerSecond ?? ownBandwidth,
    peakOperationsPerSecond: gpu.peakOperationsPerSecond,
    productShareOfPeak: FITTED.productShareOfPeak,
    attentionShareOfPeak: FITTED.attentionShareOfPeak,
    turnaroundSeconds: FITTED.turnaroundSeconds,
    launchSpacingSeconds: FITTED.launchSpacingSeconds,
    stepNoise: FITTED.stepNoise,
    sources: known?.sources ?? [{ field: "*", source: "derived: the H200's, scaled by this GPU's published figures" }],
  };
}

const FITTED_SOURCES: readonly FigureSource[] = [
  { field: "partitions, partitionBytes, peakOperationsPerSecond", source: "the H200's figures" },
  {
    field: "missSeconds, turnaroundSeconds",
    source: "fitted to DRAM reads of data/h200.csv: 0.6 drifts, 0.8 is too synchronous",
  },
  { field: "ways", source: "the reread curve of data/h200.csv: 16 ways fit its lower half, 32 its upper" },
  { field: "nearHitSeconds, farHitSeconds", source: "chosen: about 1.7 times the GH200's idle latencies" },
  {
    field: "launchRuns",
    source: "measured on an H200: latencies of one line from every SM, and the SMs of blocks in launch order",
  },
  { field: "dramBytesPerSecond, l2BytesPerSecond", source: "chosen: 82 % of the rated, 113 % of a measured bandwidth" },
  { field: "productShareOfPeak, attentionShareOfPeak", source: "durations of data/h200.csv" },
  { field: "launchSpacingSeconds, stepNoise", source: "chosen: without noise the quantiles hardly change" },
];

const H100_SOURCES: readonly FigureSource[] = [
  {
    field: "launchRuns",
    source:
      "measured on an H100: latencies of one line from every SM; equal shares of GPCs fitted to DRAM reads of data/h100.csv",
  },
  { field: "l2BytesPerSecond", source: "fitted to durations of data/h100.csv, whose products in tiles of 64x64 draw 9.7e12" },
  { field: "*", source: "the H200's, scaled by the H100's published figures" },
];

/** GPUs whose counters were read. */
const KNOWN: Readonly<
  Record<string, Pick<ExecutionParameters, "launchRuns" | "sources"> & { readonly l2BytesPerSecond?: number }>
> = {
  h200: { launchRuns: MEASURED_RUNS, sources: FITTED_SOURCES },
  h100: { l2BytesPerSecond: 10e12, launchRuns: EQUAL_GPCS, sources: H100_SOURCES },
};

/** The partition next to an SM, by its place in launch order. */
export function partitionOfSm(parameters: ExecutionParameters, sm: number): number {
  let first = 0;
  for (const run of parameters.launchRuns) {
    first += run.sms;
    if (sm < first) return run.partition;
  }
  throw new RangeError(`partitionOfSm: no SM ${sm} among ${first}`);
}

/** What each SM draws from the L2 beside an equal share, in launch order. */
export function l2Shares({ launchRuns }: ExecutionParameters): Float64Array {
  return Float64Array.from(launchRuns.flatMap(({ sms, l2Share }) => Array.from({ length: sms }, () => l2Share ?? 1)));
}

/** Eight GPCs of about the same size, next to the partitions in turn: a guess for GPUs that were not measured. */
function alternatingRuns(sms: number, partitions: number): readonly LaunchRun[] {
  const gpcs = FITTED.gpcs;
  return Array.from({ length: gpcs }, (_, gpc) => ({
    sms: Math.floor(((gpc + 1) * sms) / gpcs) - Math.floor((gpc * sms) / gpcs),
    partition: gpc % partitions,
  }));
}
