import { COMPUTE_CAPABILITY_9_0 } from "../compute-capabilities.js";
import type { Coalescing, ExecutionFit, L2Fit, LaunchRun } from "../l2-fit.js";
import { GPU_BENCHES, HBM_ENERGY, L2_ENERGY } from "../literature.js";
import type { FigureSource, Gpu } from "../machine.js";
import { GIB, MIB } from "../units.js";

const DATASHEET = "NVIDIA H200 datasheet";
const DRIVER = "measured: attributes that the driver of an H200 reports to Nsight Compute";

export const H200: Gpu = {
  kind: "gpu",
  id: "h200",
  name: "NVIDIA H200 SXM",
  ...COMPUTE_CAPABILITY_9_0.limits,
  sms: 132,
  clockHz: 1.98e9,
  maximumClockHz: 1.98e9,
  l2Bytes: 60 * MIB,
  l2Partitions: 2,
  dramBytes: 141 * GIB,
  dramBytesPerSecond: 4800e9,
  dramPeakBytesPerSecond: 4814e9,
  picojoulesPerByte: { "dram-l2": 31.36, "l2-sm": 123.75 },
  l2BytesPerSecond: 9.7e12,
  // No near and far latencies of the H200 itself are published; the GH200's stand at the H100.
  latencyCycles: {},
  peakOperationsPerSecond: {
    bf16: 989e12,
    fp16: 989e12,
    fp8: 1979e12,
    int8: 1979e12,
    tf32: 494.5e12,
    fp32: 67e12,
    fp64: 67e12,
  },
  sources: [
    ...COMPUTE_CAPABILITY_9_0.sources,
    { field: "dramPeakBytesPerSecond", source: "measured: bus width and memory clock that a driver reports" },
    { field: "picojoulesPerByte.dram-l2", source: HBM_ENERGY },
    { field: "picojoulesPerByte.l2-sm", source: L2_ENERGY },
    { field: "sms, clockHz, maximumClockHz, l2Bytes", source: DRIVER },
    { field: "l2Partitions", source: "measured: Nsight Compute counts traffic between two L2 partitions of an H200" },
    { field: "dramBytes", source: `${DATASHEET} (a driver reports 150109880320 bytes of it)` },
    { field: "dramBytesPerSecond", source: `${DATASHEET} (a driver's bus width and memory clock give 4814e9)` },
    { field: "l2BytesPerSecond", source: `${GPU_BENCHES} (up to about 40 MB)` },
    { field: "peakOperationsPerSecond.bf16, peakOperationsPerSecond.fp16", source: `${DATASHEET} (recalled; without sparsity)` },
    {
      field: "peakOperationsPerSecond.fp8, peakOperationsPerSecond.int8, peakOperationsPerSecond.tf32",
      source: `${DATASHEET} (half of the rate with sparsity)`,
    },
    { field: "peakOperationsPerSecond.fp32", source: DATASHEET },
    { field: "peakOperationsPerSecond.fp64", source: `${DATASHEET} (tensor cores; 34e12 without)` },
  ],
};

const MICROSECOND = 1e-6;

/** The H200's values, fitted once for all rows of data/h200.csv; times in seconds, rates per second. */
export const H200_EXECUTION: ExecutionFit = {
  ways: 32,
  gpcs: 8,
  nearHitSeconds: 0.155 * MICROSECOND,
  farHitSeconds: 0.25 * MICROSECOND,
  missSeconds: 0.46 * MICROSECOND,
  busyMissSeconds: 0.55 * MICROSECOND,
  dramShare: 4.25 / 4.8,
  l2Share: 11 / 9.7,
  /** Where no bandwidth of the L2 is published: the H200's for each SM. */
  l2BytesPerSecondPerSm: 11e12 / 132,
  addBytesPerSecondPerSm: 18e9,
  launchSeconds: 1.7 * MICROSECOND,
  turnaroundSeconds: 3 * MICROSECOND,
  visibleSeconds: 0.66 * MICROSECOND,
  launchSpacingSeconds: 0.002 * MICROSECOND,
  stepNoise: 0.05,
};

/**
 * Measured on an H200 and on an H100: blocks fill one GPC after another, six of 16 SMs and two of 18. The GPC that comes first
 * changes from launch to launch; this is one of the cases seen.
 */
export const GPC_RUNS: readonly LaunchRun[] = [
  { sms: 48, partition: 0, gpcs: 3 },
  { sms: 48, partition: 1, gpcs: 3 },
  { sms: 18, partition: 0 },
  { sms: 18, partition: 1 },
];

const EXECUTION_SOURCES: readonly FigureSource[] = [
  { field: "partitions, partitionBytes, peakOperationsPerSecond", source: "the H200's figures" },
  {
    field: "missSeconds, busyMissSeconds",
    source:
      "fitted to durations of data/h200-times.csv and data/h100-times.csv; streamed weights, two steps ahead, fit 0.4 + 0.65 µs alone",
  },
  {
    field: "turnaroundSeconds",
    source:
      "durations of products with few steps in the same files alone come to 2.3 to 2.7 µs; with DRAM reads and long products of data/h200.csv 3",
  },
  { field: "visibleSeconds", source: "chosen: a miss under load; stream-K and split-K of data/h200-products.csv" },
  { field: "ways", source: "the reread curve of data/h200.csv: 16 ways fit its lower half, 32 its upper" },
  {
    field: "nearHitSeconds, farHitSeconds",
    source: "chosen: the GH200's idle latencies; what passes an SM's port waits for its bytes beside them",
  },
  {
    field: "launchRuns",
    source: "measured on an H200: latencies of one line from every SM, and the SMs of blocks in launch order",
  },
  { field: "dramBytesPerSecond", source: "chosen: 89 % of the rated bandwidth; kernels that only copy reach 90 to 95 %" },
  { field: "l2BytesPerSecond", source: "chosen: 113 % of a measured bandwidth" },
  {
    field: "coalescing.joinShare, coalescing.waySeconds",
    source: "measured: requests of two SMs at some distance in time, data/h100-coalescing.csv",
  },
  {
    field: "coalescing.ownWeight, coalescing.leavingBytesPerSecond, coalescing.readNoise",
    source:
      "fitted to durations and DRAM reads of data/h200.csv and data/h200-times.csv; ownWeight to the H100's too (docs/validation.md)",
  },
  { field: "coalescing.averagedBytes", source: "chosen: about two steps of all SMs" },
  { field: "launchSeconds, addBytesPerSecond", source: "durations of data/h100-times.csv under 25 µs" },
  { field: "sharedMemoryBytesPerSecond, specialOperationsPerSecond", source: "128 bytes and 16 operations a cycle and SM" },
  { field: "launchSpacingSeconds, stepNoise", source: "chosen: without noise the quantiles hardly change" },
];

/** How requests of SMs of one GPC meet, on an H100 and an H200 alike. */
export const HOPPER_COALESCING: Omit<Coalescing, "leavingBytesPerSecond" | "readNoise"> = {
  joinShare: 0.78,
  waySeconds: 0.35 * MICROSECOND,
  averagedBytes: 4e6,
  ownWeight: 0.35,
};

export const H200_L2: L2Fit = {
  launchRuns: GPC_RUNS,
  coalescing: { ...HOPPER_COALESCING, leavingBytesPerSecond: 9.9e12, readNoise: 0.15 },
  sources: EXECUTION_SOURCES,
};
