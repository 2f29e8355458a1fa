import type { Accelerator } from "../machine.js";
import { GIB, KIB, MIB } from "../units.js";

const PAPER = "Jouppi et al., In-Datacenter Performance Analysis of a Tensor Processing Unit (ISCA 2017)";

/** Its DRAM holds weights only: activations come from the host over PCIe into the unified buffer. */
export const TPU_V1: Accelerator = {
  kind: "accelerator",
  id: "tpu-v1",
  name: "Google TPU v1",
  clockHz: 700e6,
  onChipBytes: {
    unifiedBuffer: 24 * MIB,
    accumulators: 4 * MIB,
    // Four weight tiles of 64 KiB wait in the FIFO; two more sit in the matrix unit, one in use and one shifting in.
    weightFifo: 4 * 64 * KIB,
    weightTiles: 2 * 64 * KIB,
  },
  matrixUnit: { rows: 256, columns: 256 },
  dramBytes: 8 * GIB,
  dramBytesPerSecond: 34e9,
  hostBytesPerSecond: 31.5e9,
  peakOperationsPerSecond: { int8: 92e12 },
  sources: [
    {
      field:
        "clockHz, onChipBytes.unifiedBuffer, onChipBytes.accumulators, onChipBytes.weightFifo, onChipBytes.weightTiles, " +
        "matrixUnit.rows, matrixUnit.columns, dramBytes, dramBytesPerSecond, peakOperationsPerSecond.int8",
      source: PAPER,
    },
    { field: "hostBytesPerSecond", source: "PCIe of the third generation, 16 lanes, both ways: 15.75e9 each (recalled)" },
  ],
};
