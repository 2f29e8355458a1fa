import { COMPUTE_CAPABILITY_8_9 } from "../compute-capabilities.js";
import { L2_ENERGY, LUO, SPECIFICATION_DATABASES } from "../literature.js";
import type { Gpu } from "../machine.js";
import { GIB, MIB } from "../units.js";

const WHITEPAPER = "NVIDIA Ada GPU Architecture whitepaper";

export const RTX_4090: Gpu = {
  kind: "gpu",
  id: "rtx4090",
  name: "NVIDIA GeForce RTX 4090",
  ...COMPUTE_CAPABILITY_8_9.limits,
  sms: 128,
  clockHz: 2.52e9,
  maximumClockHz: 3.165e9,
  l2Bytes: 72 * MIB,
  dramBytes: 24 * GIB,
  dramBytesPerSecond: 1008e9,
  dramPeakBytesPerSecond: 1008.1e9,
  picojoulesPerByte: { "l2-sm": 123.75 },
  l2BytesPerSecond: 4.3e12,
  latencyCycles: { l1: 43.4, sharedMemory: 30.1, l2Near: 273, dram: 541.5 },
  peakOperationsPerSecond: {
    bf16: 165.2e12,
    fp16: 165.2e12,
    fp8: 330.3e12,
    int8: 660.6e12,
    int4: 1321.2e12,
    tf32: 82.6e12,
    fp32: 82.6e12,
    fp64: 1.29e12,
  },
  sources: [
    ...COMPUTE_CAPABILITY_8_9.sources,
    { field: "dramPeakBytesPerSecond", source: "a bus of 384 bits at 21.002e9 bits a second and pin (recalled)" },
    { field: "picojoulesPerByte.l2-sm", source: L2_ENERGY },
    {
      field: "maximumClockHz",
      source:
        "nvidia-smi of partners' cards (github.com/horizon-research/SnapPix, set_gpu.sh); on others it says 3105e6, " +
        "and a bound must not take less than there is",
    },
    { field: "sms, clockHz, l2Bytes, dramBytesPerSecond", source: SPECIFICATION_DATABASES },
    {
      field: "dramBytes, peakOperationsPerSecond.int8, peakOperationsPerSecond.tf32, peakOperationsPerSecond.fp32",
      source: WHITEPAPER,
    },
    {
      field: "peakOperationsPerSecond.bf16, peakOperationsPerSecond.fp16, peakOperationsPerSecond.fp8",
      source: `${WHITEPAPER} (fp32 accumulation; fp16 accumulation doubles fp16 and fp8)`,
    },
    { field: "peakOperationsPerSecond.int4", source: `${WHITEPAPER} (recalled)` },
    { field: "peakOperationsPerSecond.fp64", source: `derived: 1/64 of the fp32 rate, ${WHITEPAPER}` },
    { field: "l2BytesPerSecond", source: `${LUO} (1708 bytes a clock, here at the boost clock)` },
    {
      field: "latencyCycles.l1, latencyCycles.sharedMemory, latencyCycles.l2Near, latencyCycles.dram",
      source: `${LUO} (one L2 latency, not split into near and far)`,
    },
  ],
};
