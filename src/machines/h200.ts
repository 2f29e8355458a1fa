import { COMPUTE_CAPABILITY_9_0 } from "./compute-capabilities.js";
import { GPU_BENCHES, HBM_ENERGY, L2_ENERGY } from "./literature.js";
import type { Gpu } from "./machine.js";
import { GIB, MIB } from "./units.js";

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
