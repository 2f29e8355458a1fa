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
  >;
  readonly sources: readonly FigureSource[];
}

interface Row {
  readonly sharedMemoryPerSmKib: number;
  readonly l1AndSharedMemoryKib: number;
  readonly threadsPerSm: number;
  readonly blocksPerSm: number;
  readonly clusterSize: number;
  readonly tensorMemoryKib: number;
  readonly tuningGuide: string;
}

function computeCapability(version: string, row: Row): ComputeCapability {
  const sharedMemoryPerSmBytes = row.sharedMemoryPerSmKib * KIB;
  return {
    limits: {
      computeCapability: version,
      sharedMemoryPerSmBytes,
      // The kilobyte that the system reserves for each block is not the block's to use.
      sharedMemoryPerBlockBytes: sharedMemoryPerSmBytes - KIB,
      reservedSharedMemoryPerBlockBytes: KIB,
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
    },
    sources: [
      {
        field:
          "sharedMemoryPerSmBytes, sharedMemoryPerBlockBytes, reservedSharedMemoryPerBlockBytes, registersPerSm, maximumRegistersPerThread, maximumThreadsPerSm, maximumBlocksPerSm, maximumThreadsPerBlock",
        source: `CUDA C++ Programming Guide, technical specifications per compute capability (${version})`,
      },
      { field: "l1AndSharedMemoryPerSmBytes", source: row.tuningGuide },
      {
        field: "tensorMemoryPerSmBytes",
        source:
          row.tensorMemoryKib > 0
            ? "PTX ISA, tensor memory: 128 rows × 512 columns × 32 bits"
            : "none before compute capability 10.0",
      },
      {
        field: "maximumClusterSize",
        source:
          row.clusterSize > 1
            ? "CUDA C++ Programming Guide, thread block clusters (portable size)"
            : "none before compute capability 9.0",
      },
      { field: "l2LineBytes, l2SectorBytes", source: "Nsight Compute documentation, profiling guide: L2 line of 4 sectors" },
    ],
  };
}

export const COMPUTE_CAPABILITY_8_0: ComputeCapability = computeCapability("8.0", {
  sharedMemoryPerSmKib: 164,
  l1AndSharedMemoryKib: 192,
  threadsPerSm: 2048,
  blocksPerSm: 32,
  clusterSize: 1,
  tensorMemoryKib: 0,
  tuningGuide: "NVIDIA Ampere GPU Architecture Tuning Guide",
});

export const COMPUTE_CAPABILITY_8_6: ComputeCapability = computeCapability("8.6", {
  sharedMemoryPerSmKib: 100,
  l1AndSharedMemoryKib: 128,
  threadsPerSm: 1536,
  blocksPerSm: 16,
  clusterSize: 1,
  tensorMemoryKib: 0,
  tuningGuide: "NVIDIA Ampere GPU Architecture Tuning Guide",
});

export const COMPUTE_CAPABILITY_8_9: ComputeCapability = computeCapability("8.9", {
  sharedMemoryPerSmKib: 100,
  l1AndSharedMemoryKib: 128,
  threadsPerSm: 1536,
  blocksPerSm: 24,
  clusterSize: 1,
  tensorMemoryKib: 0,
  tuningGuide: "NVIDIA Ada GPU Architecture Tuning Guide",
});

export const COMPUTE_CAPABILITY_9_0: ComputeCapability = computeCapability("9.0", {
  sharedMemoryPerSmKib: 228,
  l1AndSharedMemoryKib: 256,
  threadsPerSm: 2048,
  blocksPerSm: 32,
  clusterSize: 8,
  tensorMemoryKib: 0,
  tuningGuide: "NVIDIA Hopper Tuning Guide",
});

export const COMPUTE_CAPABILITY_10_0: ComputeCapability = computeCapability("10.0", {
  sharedMemoryPerSmKib: 228,
  l1AndSharedMemoryKib: 256,
  threadsPerSm: 2048,
  blocksPerSm: 32,
  clusterSize: 8,
  tensorMemoryKib: 256,
  tuningGuide: "NVIDIA Blackwell Tuning Guide",
});
