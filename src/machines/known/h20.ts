import { COMPUTE_CAPABILITY_9_0 } from "../compute-capabilities.js";
import { HBM_ENERGY, L2_ENERGY, SPECIFICATION_DATABASES } from "../literature.js";
import type { Gpu } from "../machine.js";
import { GIB, MIB } from "../units.js";

const UNOFFICIAL = `${SPECIFICATION_DATABASES}; NVIDIA publishes no datasheet`;

/** No clock: none is published, and those implied by the rated rates disagree. */
export const H20: Gpu = {
  kind: "gpu",
  id: "h20",
  name: "NVIDIA H20",
  ...COMPUTE_CAPABILITY_9_0.limits,
  sms: 78,
  l2Bytes: 60 * MIB,
  l2Partitions: 2,
  dramBytes: 96 * GIB,
  dramBytesPerSecond: 4000e9,
  picojoulesPerByte: { "dram-l2": 31.36, "l2-sm": 123.75 },
  latencyCycles: {},
  peakOperationsPerSecond: { bf16: 148e12, fp16: 148e12, fp8: 296e12, int8: 296e12, tf32: 74e12, fp32: 44e12, fp64: 1e12 },
  sources: [
    ...COMPUTE_CAPABILITY_9_0.sources,
    { field: "picojoulesPerByte.dram-l2", source: HBM_ENERGY },
    { field: "picojoulesPerByte.l2-sm", source: L2_ENERGY },
    {
      field:
        "sms, l2Bytes, dramBytes, dramBytesPerSecond, peakOperationsPerSecond.bf16, peakOperationsPerSecond.fp16, " +
        "peakOperationsPerSecond.fp8, peakOperationsPerSecond.int8, peakOperationsPerSecond.tf32, peakOperationsPerSecond.fp32, " +
        "peakOperationsPerSecond.fp64",
      source: UNOFFICIAL,
    },
    { field: "l2Partitions", source: "inferred: the die is that of the H100" },
  ],
};
