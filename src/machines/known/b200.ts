import { COMPUTE_CAPABILITY_10_0 } from "../compute-capabilities.js";
import { HBM_ENERGY, L2_ENERGY } from "../literature.js";
import type { Gpu } from "../machine.js";
import { GIB } from "../units.js";

const DATASHEET = "NVIDIA Blackwell datasheet, HGX B200, one GPU";

export const B200: Gpu = {
  kind: "gpu",
  id: "b200",
  name: "NVIDIA B200",
  ...COMPUTE_CAPABILITY_10_0.limits,
  sms: 148,
  clockHz: 1.98e9,
  l2Bytes: 132_644_864,
  l2Partitions: 2,
  dramBytes: 180 * GIB,
  dramBytesPerSecond: 7700e9,
  dramPeakBytesPerSecond: 8000e9,
  picojoulesPerByte: { "dram-l2": 31.36, "l2-sm": 123.75 },
  latencyCycles: { l1: 39, l2Near: 300, l2Far: 800 },
  peakOperationsPerSecond: {
    bf16: 2250e12,
    fp16: 2250e12,
    fp8: 4500e12,
    fp6: 4500e12,
    fp4: 9000e12,
    int8: 4500e12,
    tf32: 1100e12,
    fp32: 75e12,
    fp64: 37e12,
  },
  sources: [
    ...COMPUTE_CAPABILITY_10_0.sources,
    { field: "dramPeakBytesPerSecond", source: "as announced by NVIDIA (recalled)" },
    { field: "picojoulesPerByte.dram-l2", source: HBM_ENERGY },
    { field: "picojoulesPerByte.l2-sm", source: L2_ENERGY },
    { field: "sms, l2Partitions", source: "Chips and Cheese, B200: 74 SMs and one L2 partition a die" },
    // No maximumClockHz: what a driver reports is below the clock that the rated fp32 peak takes, and a bound must not take less than
    // there is.
    {
      field: "clockHz",
      source:
        "Chips and Cheese, B200 (approximate), and the rated 75e12 of fp32; driver 595.58.03 reports 1.965e9 (github.com/NVlabs/cutile-rs)",
    },
    {
      field: "l2Bytes",
      source: "reported by drivers; the NVIDIA Blackwell Tuning Guide says 126 MB, and a bound must not count less than there is",
    },
    { field: "dramBytes", source: DATASHEET },
    { field: "dramBytesPerSecond", source: `${DATASHEET} (approximate; announced as 8000e9)` },
    { field: "latencyCycles.l1", source: "measured: Chips and Cheese, B200" },
    { field: "latencyCycles.l2Near", source: "measured: Chips and Cheese, B200 (approximate)" },
    { field: "latencyCycles.l2Far", source: "measured: Chips and Cheese, B200 (approximate, one note only)" },
    { field: "peakOperationsPerSecond.bf16, peakOperationsPerSecond.fp16", source: `${DATASHEET} (approximate)` },
    {
      field:
        "peakOperationsPerSecond.fp8, peakOperationsPerSecond.fp6, peakOperationsPerSecond.fp4, peakOperationsPerSecond.int8, " +
        "peakOperationsPerSecond.tf32",
      source: `${DATASHEET} (half of the rate with sparsity)`,
    },
    { field: "peakOperationsPerSecond.fp32, peakOperationsPerSecond.fp64", source: DATASHEET },
  ],
};
