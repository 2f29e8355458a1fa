import type { ComputeCapability } from "../compute-capabilities.js";
import type { Gpu } from "../machine.js";
import { KIB } from "../units.js";
import { card } from "./cards.js";

/** Vector registers of a compute unit: 4 SIMDs, 64 lanes, 512 of 32 bits each, those of accumulation among them. */
const VECTOR_REGISTERS = 4 * 64 * 512;
/** Scalar registers of a compute unit (4 SIMDs, 800 each), and the scalar cache that two compute units share, counted whole. */
const SCALAR_BYTES: number = 4 * 800 * 4 + 16 * KIB;
const VECTOR_CACHE_BYTES: number = 32 * KIB;

/** What GPUs of one architecture share; a compute unit stands as an SM, a workgroup as a block, LDS as shared memory. */
function architecture(
  name: string,
  whitepaper: string,
  ldsKib: number,
  specialOperations: number,
  operationsPerSmCycle: Gpu["operationsPerSmCycle"],
): ComputeCapability {
  return {
    limits: {
      computeCapability: name,
      sharedMemoryPerSmBytes: ldsKib * KIB,
      sharedMemoryPerBlockBytes: ldsKib * KIB,
      reservedSharedMemoryPerBlockBytes: 0,
      l1AndSharedMemoryPerSmBytes: ldsKib * KIB + VECTOR_CACHE_BYTES + SCALAR_BYTES,
      registersPerSm: VECTOR_REGISTERS,
      maximumRegistersPerThread: 512,
      maximumThreadsPerSm: 2048,
      maximumBlocksPerSm: 32,
      maximumThreadsPerBlock: 1024,
      tensorMemoryPerSmBytes: 0,
      maximumClusterSize: 1,
      l2LineBytes: 128,
      l2SectorBytes: 64,
      perSmCycle: { plainOperations: 128, specialOperations },
      operationsPerSmCycle,
    },
    sources: [
      {
        field:
          "sharedMemoryPerSmBytes, sharedMemoryPerBlockBytes, reservedSharedMemoryPerBlockBytes, registersPerSm, " +
          "maximumRegistersPerThread, maximumThreadsPerSm, maximumBlocksPerSm, maximumThreadsPerBlock",
        source: `AMD ROCm documentation, accelerator and GPU hardware specifications (${name}; recalled)`,
      },
      {
        field: "l1AndSharedMemoryPerSmBytes",
        source: `${whitepaper} (recalled): LDS, 32 KiB of L1, scalar registers, and 16 KiB of scalar cache that two units share`,
      },
      { field: "tensorMemoryPerSmBytes, maximumClusterSize", source: "none on AMD GPUs" },
      { field: "l2LineBytes, l2SectorBytes", source: `${whitepaper} (recalled): lines of 128 bytes, requests of 64 or 128` },
      {
        field: "perSmCycle.plainOperations, perSmCycle.specialOperations",
        source: `${whitepaper} (recalled): 64 lanes of two packed fp32 operations; roots and exponentials at ${specialOperations} a cycle`,
      },
      {
        field: Object.keys(operationsPerSmCycle)
          .map((type) => `operationsPerSmCycle.${type}`)
          .join(", "),
        source: `${whitepaper} (recalled)`,
      },
    ],
  };
}

const CDNA_3 = "AMD CDNA 3 architecture whitepaper";
const CDNA_4 = "AMD CDNA 4 architecture whitepaper";

const GFX942 = architecture("gfx942", CDNA_3, 64, 16, {
  ...{ bf16: 2048, fp16: 2048, fp8: 4096, int8: 4096, tf32: 1024, fp32: 256, fp64: 256 },
});
const GFX950 = architecture("gfx950", CDNA_4, 160, 32, {
  ...{ bf16: 4096, fp16: 4096, fp8: 8192, fp6: 16384, fp4: 16384, int8: 8192, fp32: 256, fp64: 128 },
});

const OF_MI300 = {
  capability: GFX942,
  sms: 304,
  clockHz: 2.1e9,
  l2Mib: 4,
  l2Source: `${CDNA_3}: 4 MB a die (github.com/ROCm/aiter, issue 864)`,
  chiplets: {
    ...{ dies: 8, l3Mib: 256, source: `${CDNA_3}: 8 dies, 256 MB of Infinity Cache (github.com/ROCm/aiter, issue 864)` },
    ...{ l3BytesPerSecond: 11.9e12, l3LatencyCycles: 458 },
    measured: "Chips and Cheese, Testing AMD's Giant MI300X: 11.9 TB/s of rated 17.2, 218 ns (458 cycles of 2.1 GHz)",
  },
  isHbm: true,
  rates: `${CDNA_3} (recalled): rated peaks over compute units and clock`,
} as const;

/** GPUs of dies with an L2 each: blocks go to the dies by turns, and the Infinity Cache stands between them and DRAM. */
export const INSTINCTS: readonly Gpu[] = [
  card({
    ...OF_MI300,
    ...{ id: "mi300x", name: "AMD Instinct MI300X", dramGib: 192, dramBytesPerSecond: 5300e9, bus: [8192, 5.2e9] },
    maximumClock: [2.1e9, "AMD Instinct MI300X data sheet: peak engine clock (recalled)"],
  }),
  card({
    ...OF_MI300,
    ...{ id: "mi325x", name: "AMD Instinct MI325X", dramGib: 256, dramBytesPerSecond: 6000e9, bus: [8192, 6e9] },
    maximumClock: [2.1e9, "AMD Instinct MI325X data sheet: peak engine clock (recalled)"],
  }),
  card({
    ...OF_MI300,
    ...{ id: "mi355x", name: "AMD Instinct MI355X", capability: GFX950, sms: 256, clockHz: 2.4e9 },
    chiplets: {
      ...{ ...OF_MI300.chiplets, l3LatencyCycles: 523 },
      measured:
        "as the MI300X's (Chips and Cheese: 11.9 TB/s, 218 ns), whose last-level cache is as large; 523 cycles of 2.4 GHz",
    },
    ...{ dramGib: 288, dramBytesPerSecond: 8000e9, bus: [8192, 8e9] },
    maximumClock: [2.4e9, "AMD Instinct MI355X data sheet: peak engine clock (recalled)"],
    rates: `${CDNA_4} (recalled): rated peaks over compute units and clock`,
  }),
];
