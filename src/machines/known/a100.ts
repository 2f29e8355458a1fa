import { COMPUTE_CAPABILITY_8_0 } from "../compute-capabilities.js";
import { GPU_BENCHES, HBM_ENERGY, L2_ENERGY, LUO } from "../literature.js";
import type { FigureSource, Gpu } from "../machine.js";
import { GIB, MIB } from "../units.js";

const WHITEPAPER = "NVIDIA A100 Tensor Core GPU Architecture whitepaper";

/** The chip that both memory sizes share. */
const CHIP = {
  kind: "gpu",
  ...COMPUTE_CAPABILITY_8_0.limits,
  sms: 108,
  clockHz: 1.41e9,
  maximumClockHz: 1.41e9,
  l2Bytes: 40 * MIB,
  l2Partitions: 2,
  l2BytesPerSecond: 5.4e12,
  peakOperationsPerSecond: {
    bf16: 312e12,
    fp16: 312e12,
    int8: 624e12,
    int4: 1248e12,
    tf32: 156e12,
    fp32: 19.5e12,
    fp64: 19.5e12,
  },
} as const;

const CHIP_SOURCES: readonly FigureSource[] = [
  ...COMPUTE_CAPABILITY_8_0.sources,
  {
    field:
      "sms, clockHz, l2Bytes, l2Partitions, peakOperationsPerSecond.bf16, peakOperationsPerSecond.fp16, peakOperationsPerSecond.int8, " +
      "peakOperationsPerSecond.int4, peakOperationsPerSecond.tf32, peakOperationsPerSecond.fp32",
    source: WHITEPAPER,
  },
  { field: "peakOperationsPerSecond.fp64", source: `${WHITEPAPER} (tensor cores; 9.7e12 without)` },
  { field: "l2BytesPerSecond", source: `${GPU_BENCHES} (up to 28 MB)` },
  { field: "latencyCycles.sharedMemory", source: LUO },
  {
    field: "maximumClockHz",
    source: "nvidia-smi -q of an A100 SXM 40 GB, Max Clocks (github.com/NVIDIA/nvidia-docker/issues/1648)",
  },
];

export const A100_40GB: Gpu = {
  ...CHIP,
  id: "a100-40gb",
  name: "NVIDIA A100 SXM 40 GB",
  dramBytes: 40 * GIB,
  dramBytesPerSecond: 1555e9,
  dramPeakBytesPerSecond: 1555.2e9,
  picojoulesPerByte: { "dram-l2": 31.36, "l2-sm": 123.75 },
  latencyCycles: { l1: 36, sharedMemory: 29, l2Near: 213, l2Far: 426, dram: 570 },
  sources: [
    ...CHIP_SOURCES,
    {
      field: "dramPeakBytesPerSecond",
      source: "a bus of 5120 bits at a memory clock of 1215e6, both edges (Chips and Cheese, H100)",
    },
    { field: "picojoulesPerByte.dram-l2", source: HBM_ENERGY },
    { field: "picojoulesPerByte.l2-sm", source: L2_ENERGY },
    { field: "dramBytes, dramBytesPerSecond", source: WHITEPAPER },
    { field: "latencyCycles.l1, latencyCycles.l2Near, latencyCycles.dram", source: GPU_BENCHES },
    { field: "latencyCycles.l2Far", source: `${GPU_BENCHES} (approximate)` },
  ],
};

export const A100: Gpu = {
  ...CHIP,
  id: "a100",
  name: "NVIDIA A100 SXM 80 GB",
  dramBytes: 80 * GIB,
  dramBytesPerSecond: 2039e9,
  dramPeakBytesPerSecond: 2039.04e9,
  picojoulesPerByte: { "dram-l2": 31.36, "l2-sm": 123.75 },
  latencyCycles: { l1: 33, sharedMemory: 29, l2Near: 205, l2Far: 401.5, dram: 532 },
  sources: [
    ...CHIP_SOURCES,
    { field: "dramPeakBytesPerSecond", source: "a bus of 5120 bits at a memory clock of 1593e6, both edges (recalled)" },
    { field: "picojoulesPerByte.dram-l2", source: HBM_ENERGY },
    { field: "picojoulesPerByte.l2-sm", source: L2_ENERGY },
    { field: "dramBytes", source: "NVIDIA A100 80 GB datasheet" },
    { field: "dramBytesPerSecond", source: "NVIDIA A100 80 GB datasheet, SXM (recalled)" },
    { field: "latencyCycles.l1, latencyCycles.l2Near", source: GPU_BENCHES },
    { field: "latencyCycles.l2Far", source: `${GPU_BENCHES} (middle of a plateau of 390 to 413)` },
    { field: "latencyCycles.dram", source: `${GPU_BENCHES} (middle of 512 to 552)` },
  ],
};
