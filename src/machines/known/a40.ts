import { COMPUTE_CAPABILITY_8_6 } from "../compute-capabilities.js";
import { GPU_BENCHES, L2_ENERGY, SPECIFICATION_DATABASES } from "../literature.js";
import type { Gpu } from "../machine.js";
import { GIB, MIB } from "../units.js";

export const A40: Gpu = {
  kind: "gpu",
  id: "a40",
  name: "NVIDIA A40",
  ...COMPUTE_CAPABILITY_8_6.limits,
  sms: 84,
  clockHz: 1.74e9,
  maximumClockHz: 1.74e9,
  l2Bytes: 6 * MIB,
  dramBytes: 48 * GIB,
  dramBytesPerSecond: 695.8e9,
  dramPeakBytesPerSecond: 696.1e9,
  picojoulesPerByte: { "l2-sm": 123.75 },
  l2BytesPerSecond: 2.5e12,
  latencyCycles: { l1: 33, l2Near: 250, dram: 552 },
  peakOperationsPerSecond: {
    bf16: 149.7e12,
    fp16: 149.7e12,
    int8: 299.3e12,
    int4: 598.7e12,
    tf32: 74.8e12,
    fp32: 37.4e12,
    fp64: 0.585e12,
  },
  sources: [
    ...COMPUTE_CAPABILITY_8_6.sources,
    { field: "dramPeakBytesPerSecond", source: "a bus of 384 bits at 14.502e9 bits a second and pin (recalled)" },
    { field: "picojoulesPerByte.l2-sm", source: L2_ENERGY },
    { field: "maximumClockHz", source: "nvidia-smi -q of an A40, Max Clocks (a public listing of driver 550.127.05)" },
    { field: "sms, clockHz, l2Bytes, dramBytesPerSecond", source: SPECIFICATION_DATABASES },
    {
      field:
        "dramBytes, peakOperationsPerSecond.bf16, peakOperationsPerSecond.fp16, peakOperationsPerSecond.int8, peakOperationsPerSecond.tf32, " +
        "peakOperationsPerSecond.fp32",
      source: "NVIDIA A40 datasheet",
    },
    { field: "peakOperationsPerSecond.int4", source: "NVIDIA A40 datasheet (recalled)" },
    { field: "peakOperationsPerSecond.fp64", source: "derived: 1/64 of the fp32 rate, NVIDIA Ampere GA102 whitepaper" },
    { field: "l2BytesPerSecond", source: `${GPU_BENCHES} (approximate)` },
    { field: "latencyCycles.l1, latencyCycles.l2Near", source: GPU_BENCHES },
    { field: "latencyCycles.dram", source: `${GPU_BENCHES} (middle of 547 to 557)` },
  ],
};
