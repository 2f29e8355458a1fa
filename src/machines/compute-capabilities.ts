import type { FigureSource, Gpu } from "./machine.js";
import { KIB } from "./units.js";

/** What every GPU of one compute capability shares, with its sources. */
export interface ComputeCapability {
  readonly limits: Pick<
    Gpu,
    | "computeCapability"
    | "sharedMemoryPerSmBytes"
    | "sharedMemoryPerBlockBytes"
    | "reservedSharedMemoryPerBlockBytes"
    | "l1AndSharedMemoryPerSmBytes"
    | "registersPerSm"
    | "maximumRegistersPerThread"
    | "maximumThreadsPerSm"
    | "maximumBlocksPerSm"
    | "maximumThreadsPerBlock"
    | "tensorMemoryPerSmBytes"
    | "maximumClusterSize"
    | "l2LineBytes"
    | "l2SectorBytes"
    | "perSmCycle"
    | "operationsPerSmCycle"
  >;
  readonly sources: readonly FigureSource[];
}

interface Row {
  readonly sharedMemoryPerSmKib: number;
  readonly l1AndSharedMemoryKib: number;
  /** What the system reserves of shared memory for each block. */
  readonly reservedKib?: number;
  readonly threadsPerSm: number;
  readonly blocksPerSm: number;
  readonly clusterSize: number;
  readonly tensorMemoryKib: number;
  readonly perSmCycle: Gpu["perSmCycle"];
  readonly operationsPerSmCycle: Gpu["operationsPerSmCycle"];
  readonly operationsSource: string;
  readonly tuningGuide: string;
}

function computeCapability(version: string, row: Row): ComputeCapability {
  const sharedMemoryPerSmBytes = row.sharedMemoryPerSmKib * KIB;
  const reservedSharedMemoryPerBlockBytes = (row.reservedKib ?? 1) * KIB;
  return {
    limits: {
      computeCapability: version,
      sharedMemoryPerSmBytes,
      // What the system reserves for each block is not the block's to use.
      sharedMemoryPerBlockBytes: sharedMemoryPerSmBytes - reservedSharedMemoryPerBlockBytes,
      reservedSharedMemoryPerBlockBytes,
      l1AndSharedMemoryPerSmBytes: row.l1AndSharedMemoryKib * KIB,
      registersPerSm: 65536,
      maximumRegistersPerThread: 255,
      maximumThreadsPerSm: row.threadsPerSm,
      maximumBlocksPerSm: row.blocksPerSm,
      maximumThreadsPerBlock: 1024,
      tensorMemoryPerSmBytes: row.tensorMemoryKib * KIB,
      maximumClusterSize: row.clusterSize,
      l2LineBytes: 128,
      l2SectorBytes: 32,
      perSmCycle: row.perSmCycle,
      operationsPerSmCycle: row.operationsPerSmCycle,
    },
    sources: [
      {
        field:
          "sharedMemoryPerSmBytes, sharedMemoryPerBlockBytes, reservedSharedMemoryPerBlockBytes, registersPerSm, maximumRegistersPerThread, " +
          "maximumThreadsPerSm, maximumBlocksPerSm, maximumThreadsPerBlock",
        source: `CUDA C++ Programming Guide, technical specifications per compute capability (${version})`,
      },
      { field: "l1AndSharedMemoryPerSmBytes", source: row.tuningGuide },
      {
        field: "tensorMemoryPerSmBytes",
        source:
          row.tensorMemoryKib > 0
            ? "PTX ISA, tensor memory: 128 rows × 512 columns × 32 bits"
            : "none outside compute capability 10",
      },
      {
        field: "maximumClusterSize",
        source:
          row.clusterSize > 1
            ? "CUDA C++ Programming Guide, thread block clusters (portable size)"
            : "none before compute capability 9.0",
      },
      ...(row.perSmCycle.l2ReadBytes === undefined
        ? []
        : [
            {
              field: "perSmCycle.l2ReadBytes",
              source: `64 bytes a cycle and SM${version === "9.0" ? ": DeepGEMM's model of the L2" : " (recalled), as on compute capability 9.0"}`,
            },
          ]),
      {
        field: "perSmCycle.plainOperations",
        source:
          row.perSmCycle.plainOperations === 256
            ? "four schedulers a SM issue a warp of 32 each, PTX ISA: two fp32 operations packed (add, mul, fma .f32x2)"
            : "four schedulers a SM issue a warp of 32 each (CUDA C++ Programming Guide, multiprocessor level)",
      },
      {
        field: "perSmCycle.specialOperations",
        source: `CUDA C++ Programming Guide, throughput of native arithmetic instructions (${version})`,
      },
      {
        field: Object.keys(row.operationsPerSmCycle)
          .map((type) => `operationsPerSmCycle.${type}`)
          .join(", "),
        source: row.operationsSource,
      },
      { field: "l2LineBytes, l2SectorBytes", source: "Nsight Compute documentation, profiling guide: L2 line of 4 sectors" },
    ],
  };
}

export const COMPUTE_CAPABILITY_7_0: ComputeCapability = computeCapability("7.0", {
  sharedMemoryPerSmKib: 96,
  l1AndSharedMemoryKib: 128,
  reservedKib: 0,
  threadsPerSm: 2048,
  blocksPerSm: 32,
  clusterSize: 1,
  tensorMemoryKib: 0,
  perSmCycle: { l2ReadBytes: 64, plainOperations: 128, specialOperations: 16 },
  operationsPerSmCycle: { fp16: 1024, fp32: 128, fp64: 64 },
  operationsSource: "NVIDIA Tesla V100 GPU Architecture whitepaper",
  tuningGuide: "NVIDIA Volta Tuning Guide",
});

export const COMPUTE_CAPABILITY_8_0: ComputeCapability = computeCapability("8.0", {
  sharedMemoryPerSmKib: 164,
  l1AndSharedMemoryKib: 192,
  threadsPerSm: 2048,
  blocksPerSm: 32,
  clusterSize: 1,
  tensorMemoryKib: 0,
  perSmCycle: { l2ReadBytes: 64, plainOperations: 128, specialOperations: 16 },
  operationsPerSmCycle: { bf16: 2048, fp16: 2048, int8: 4096, int4: 8192, tf32: 1024, fp32: 128, fp64: 128 },
  operationsSource: "NVIDIA A100 Tensor Core GPU Architecture whitepaper",
  tuningGuide: "NVIDIA Ampere GPU Architecture Tuning Guide",
});

export const COMPUTE_CAPABILITY_8_6: ComputeCapability = computeCapability("8.6", {
  sharedMemoryPerSmKib: 100,
  l1AndSharedMemoryKib: 128,
  threadsPerSm: 1536,
  blocksPerSm: 16,
  clusterSize: 1,
  tensorMemoryKib: 0,
  perSmCycle: { plainOperations: 128, specialOperations: 16 },
  operationsPerSmCycle: { bf16: 1024, fp16: 1024, int8: 2048, int4: 4096, tf32: 512, fp32: 256, fp64: 4 },
  operationsSource: "derived: rated peaks of the A40 over its SMs and clock, rounded up to a power of two",
  tuningGuide: "NVIDIA Ampere GPU Architecture Tuning Guide",
});

export const COMPUTE_CAPABILITY_8_9: ComputeCapability = computeCapability("8.9", {
  sharedMemoryPerSmKib: 100,
  l1AndSharedMemoryKib: 128,
  threadsPerSm: 1536,
  blocksPerSm: 24,
  clusterSize: 1,
  tensorMemoryKib: 0,
  perSmCycle: { plainOperations: 128, specialOperations: 16 },
  operationsPerSmCycle: { bf16: 512, fp16: 512, fp8: 1024, int8: 2048, int4: 4096, tf32: 256, fp32: 256, fp64: 4 },
  operationsSource: "derived: rated peaks of the RTX 4090 over its SMs and clock (fp32 accumulation)",
  tuningGuide: "NVIDIA Ada GPU Architecture Tuning Guide",
});

export const COMPUTE_CAPABILITY_9_0: ComputeCapability = computeCapability("9.0", {
  sharedMemoryPerSmKib: 228,
  l1AndSharedMemoryKib: 256,
  threadsPerSm: 2048,
  blocksPerSm: 32,
  clusterSize: 8,
  tensorMemoryKib: 0,
  perSmCycle: { l2ReadBytes: 64, plainOperations: 128, specialOperations: 16 },
  operationsPerSmCycle: { bf16: 4096, fp16: 4096, fp8: 8192, int8: 8192, tf32: 2048, fp32: 256, fp64: 256 },
  operationsSource: "NVIDIA H100 Tensor Core GPU Architecture whitepaper (rated peaks over SMs and clock)",
  tuningGuide: "NVIDIA Hopper Tuning Guide",
});

export const COMPUTE_CAPABILITY_10_0: ComputeCapability = computeCapability("10.0", {
  sharedMemoryPerSmKib: 228,
  l1AndSharedMemoryKib: 256,
  threadsPerSm: 2048,
  blocksPerSm: 32,
  clusterSize: 8,
  tensorMemoryKib: 256,
  perSmCycle: { plainOperations: 256, specialOperations: 16 },
  operationsPerSmCycle: {
    bf16: 8192,
    fp16: 8192,
    fp8: 16384,
    fp6: 16384,
    fp4: 32768,
    int8: 16384,
    tf32: 4096,
    fp32: 256,
    fp64: 128,
  },
  operationsSource: "derived: rated peaks of the B200 over its SMs and clock, rounded up to a power of two",
  tuningGuide: "NVIDIA Blackwell Tuning Guide",
});

/** As 10.0, with fp4 at one and a half times the rate, exponentials at twice it, and little of int8 and fp64. */
export const COMPUTE_CAPABILITY_10_3: ComputeCapability = computeCapability("10.3", {
  sharedMemoryPerSmKib: 228,
  l1AndSharedMemoryKib: 256,
  threadsPerSm: 2048,
  blocksPerSm: 32,
  clusterSize: 8,
  tensorMemoryKib: 256,
  perSmCycle: { plainOperations: 256, specialOperations: 32 },
  operationsPerSmCycle: {
    bf16: 8192,
    fp16: 8192,
    fp8: 16384,
    fp6: 16384,
    fp4: 49152,
    int8: 1024,
    tf32: 4096,
    fp32: 256,
    fp64: 8,
  },
  operationsSource: "derived: rated peaks of the GB300 over its SMs and clock, rounded up (recalled)",
  tuningGuide: "NVIDIA Blackwell Tuning Guide",
});

const OF_12 = {
  sharedMemoryPerSmKib: 100,
  l1AndSharedMemoryKib: 128,
  threadsPerSm: 1536,
  blocksPerSm: 24,
  clusterSize: 8,
  tensorMemoryKib: 0,
  perSmCycle: { plainOperations: 256, specialOperations: 16 },
  operationsPerSmCycle: { bf16: 1024, fp16: 1024, fp8: 2048, fp6: 2048, fp4: 4096, int8: 2048, tf32: 512, fp32: 256, fp64: 4 },
  operationsSource: "derived: rated peaks of the RTX PRO 6000 over its SMs and clock",
  tuningGuide: "NVIDIA RTX Blackwell GPU Architecture whitepaper",
};

export const COMPUTE_CAPABILITY_12_0: ComputeCapability = computeCapability("12.0", OF_12);
export const COMPUTE_CAPABILITY_12_1: ComputeCapability = computeCapability("12.1", OF_12);

/** All that are known. */
export const COMPUTE_CAPABILITIES: readonly ComputeCapability[] = [
  COMPUTE_CAPABILITY_7_0,
  COMPUTE_CAPABILITY_8_0,
  COMPUTE_CAPABILITY_8_6,
  COMPUTE_CAPABILITY_8_9,
  COMPUTE_CAPABILITY_9_0,
  COMPUTE_CAPABILITY_10_0,
  COMPUTE_CAPABILITY_10_3,
  COMPUTE_CAPABILITY_12_0,
  COMPUTE_CAPABILITY_12_1,
];
