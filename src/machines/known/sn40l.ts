import type { Accelerator } from "../machine.js";
import { GIB, KIB } from "../units.js";

const PAPER =
  "Prabhakar et al., SambaNova SN40L: Scaling the AI Memory Wall with Dataflow and Composition of Experts (MICRO 2024)";

/** The DRAM counted here is the HBM; behind it stand 1.5 TB of DDR, whose traffic is not modelled. */
export const SN40L: Accelerator = {
  kind: "accelerator",
  id: "sn40l",
  name: "SambaNova SN40L",
  onChipBytes: { memoryUnits: 1040 * 512 * KIB },
  dramBytes: 64 * GIB,
  dramBytesPerSecond: 1600e9,
  peakOperationsPerSecond: { bf16: 638e12 },
  sources: [
    { field: "onChipBytes.memoryUnits", source: `${PAPER}: 520 MB in 1040 memory units, read as 512 KiB each` },
    { field: "dramBytes, dramBytesPerSecond, peakOperationsPerSecond.bf16", source: PAPER },
  ],
};
