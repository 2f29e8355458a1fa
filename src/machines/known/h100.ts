import { COMPUTE_CAPABILITY_9_0 } from "../compute-capabilities.js";
import type { L2Fit, LaunchRun } from "../l2-fit.js";
import { GPU_BENCHES, HBM_ENERGY, L2_ENERGY, LUO, SPECIFICATION_DATABASES } from "../literature.js";
import type { FigureSource, Gpu } from "../machine.js";
import { GIB, MIB } from "../units.js";
import { GPC_RUNS, HOPPER_COALESCING } from "./h200.js";

const DATASHEET = "NVIDIA H100 datasheet";

export const H100: Gpu = {
  kind: "gpu",
  id: "h100",
  name: "NVIDIA H100 SXM 80 GB",
  ...COMPUTE_CAPABILITY_9_0.limits,
  sms: 132,
  clockHz: 1.98e9,
  maximumClockHz: 1.98e9,
  l2Bytes: 50 * MIB,
  l2Partitions: 2,
  dramBytes: 80 * GIB,
  dramBytesPerSecond: 3350e9,
  dramPeakBytesPerSecond: 3352.32e9,
  picojoulesPerByte: { "dram-l2": 31.36, "l2-sm": 123.75 },
  latencyCycles: { l2Near: 280, l2Far: 501, dram: 655.5 },
  peakOperationsPerSecond: {
    bf16: 989.5e12,
    fp16: 989.5e12,
    fp8: 1979e12,
    int8: 1979e12,
    tf32: 494.5e12,
    fp32: 67e12,
    fp64: 67e12,
  },
  sources: [
    ...COMPUTE_CAPABILITY_9_0.sources,
    {
      field: "dramPeakBytesPerSecond",
      source: "a bus of 5120 bits at the memory clock of 2619e6 that a driver reports, both edges",
    },
    { field: "picojoulesPerByte.dram-l2", source: HBM_ENERGY },
    { field: "picojoulesPerByte.l2-sm", source: L2_ENERGY },
    { field: "sms, l2Bytes", source: "NVIDIA H100 Tensor Core GPU Architecture whitepaper" },
    { field: "clockHz", source: "maximum boost; the rated tensor peaks are quoted at about 1.83e9" },
    { field: "maximumClockHz", source: "measured: nvidia-smi -q -d CLOCK on an H100 80GB HBM3 (driver 580.159.04)" },
    { field: "l2Partitions", source: `${GPU_BENCHES} (near and far latencies)` },
    { field: "latencyCycles.l2Near", source: `${GPU_BENCHES}, on a GH200` },
    { field: "latencyCycles.l2Far", source: `${GPU_BENCHES}, on a GH200 (middle of 480 to 522)` },
    { field: "latencyCycles.dram", source: `${GPU_BENCHES}, on a GH200 (middle of 622 to 689)` },
    { field: "dramBytes, dramBytesPerSecond, peakOperationsPerSecond.fp32", source: DATASHEET },
    {
      field:
        "peakOperationsPerSecond.bf16, peakOperationsPerSecond.fp16, peakOperationsPerSecond.fp8, peakOperationsPerSecond.int8, peakOperationsPerSecond.tf32",
      source: `${DATASHEET} (half of the rate with sparsity)`,
    },
    { field: "peakOperationsPerSecond.fp64", source: `${DATASHEET} (tensor cores; 34e12 without)` },
  ],
};

export const H100_PCIE: Gpu = {
  kind: "gpu",
  id: "h100-pcie",
  name: "NVIDIA H100 PCIe 80 GB",
  ...COMPUTE_CAPABILITY_9_0.limits,
  sms: 114,
  clockHz: 1.755e9,
  l2Bytes: 50 * MIB,
  l2Partitions: 2,
  dramBytes: 80 * GIB,
  dramBytesPerSecond: 2000e9,
  dramPeakBytesPerSecond: 2039.04e9,
  picojoulesPerByte: { "dram-l2": 31.36, "l2-sm": 123.75 },
  l2BytesPerSecond: 6.9e12,
  latencyCycles: { l1: 34, sharedMemory: 29, l2Near: 265.5, l2Far: 475, dram: 638.5 },
  peakOperationsPerSecond: {
    bf16: 756e12,
    fp16: 756e12,
    fp8: 1513e12,
    int8: 1513e12,
    tf32: 378e12,
    fp32: 51e12,
    fp64: 51e12,
  },
  sources: [
    ...COMPUTE_CAPABILITY_9_0.sources,
    {
      field: "dramPeakBytesPerSecond",
      source: "a bus of 5120 bits at a memory clock of 1593e6, both edges (Chips and Cheese, H100)",
    },
    { field: "picojoulesPerByte.dram-l2", source: HBM_ENERGY },
    { field: "picojoulesPerByte.l2-sm", source: L2_ENERGY },
    { field: "sms, l2Bytes", source: "NVIDIA H100 Tensor Core GPU Architecture whitepaper" },
    { field: "clockHz", source: `${SPECIFICATION_DATABASES}; the rated tensor peaks are quoted at about 1.62e9` },
    { field: "l2Partitions", source: `${GPU_BENCHES} (near and far latencies)` },
    { field: "l2BytesPerSecond", source: `${GPU_BENCHES} (up to 36.8 MB)` },
    { field: "latencyCycles.l1", source: `${GPU_BENCHES} (published values run from 34 to 41)` },
    { field: "latencyCycles.sharedMemory", source: `${LUO}, on an H800 PCIe` },
    { field: "latencyCycles.l2Near", source: GPU_BENCHES },
    { field: "latencyCycles.l2Far", source: `${GPU_BENCHES} (approximate)` },
    { field: "latencyCycles.dram", source: `${GPU_BENCHES} (middle of 627 to 650)` },
    { field: "dramBytesPerSecond", source: `${DATASHEET} (approximate)` },
    { field: "dramBytes, peakOperationsPerSecond.fp32", source: DATASHEET },
    {
      field:
        "peakOperationsPerSecond.bf16, peakOperationsPerSecond.fp16, peakOperationsPerSecond.fp8, peakOperationsPerSecond.int8, peakOperationsPerSecond.tf32",
      source: `${DATASHEET} (half of the rate with sparsity)`,
    },
    { field: "peakOperationsPerSecond.fp64", source: `${DATASHEET} (tensor cores; 26e12 without)` },
  ],
};

/** Every GPC draws as much, so that SMs of larger ones get less: what made the H100's blocks drift as its counters say. */
const EQUAL_GPCS: readonly LaunchRun[] = GPC_RUNS.map((run) => ({ ...run, l2Share: 16.5 / (run.sms === 18 ? 18 : 16) }));

const H100_SOURCES: readonly FigureSource[] = [
  {
    field: "launchRuns",
    source:
      "measured on an H100: latencies of one line from every SM; equal shares of GPCs fitted to DRAM reads of data/h100.csv",
  },
  { field: "l2BytesPerSecond", source: "fitted to durations of data/h100.csv, whose products in tiles of 64x64 draw 9.7e12" },
  {
    field: "coalescing.leavingBytesPerSecond, coalescing.readNoise",
    source: "fitted to durations and DRAM reads of data/h100.csv and data/h100-times.csv",
  },
  { field: "*", source: "the H200's, scaled by the H100's published figures" },
];

export const H100_L2: L2Fit = {
  l2BytesPerSecond: 10.5e12,
  launchRuns: EQUAL_GPCS,
  coalescing: { ...HOPPER_COALESCING, leavingBytesPerSecond: 8.6e12, readNoise: 0.2 },
  sources: H100_SOURCES,
};
