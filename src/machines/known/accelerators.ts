import type { Accelerator } from "../machine.js";
import { GIB, MIB } from "../units.js";

/**
 * An accelerator whose figures one document has. Registers, scalar memories and what matrix units hold are fast memory too: where no
 * document counts them, `unitsMib` stands well above what they can be, so that no bound is too large.
 */
function accelerator(
  { unitsMib, ...one }: Omit<Accelerator, "kind" | "sources"> & { readonly unitsMib: number },
  source: string,
  onChip: string = source,
): Accelerator {
  const memories = Object.keys(one.onChipBytes).map((name) => `onChipBytes.${name}`);
  const peaks = Object.keys(one.peakOperationsPerSecond).map((type) => `peakOperationsPerSecond.${type}`);
  return {
    kind: "accelerator",
    ...one,
    onChipBytes: { ...one.onChipBytes, registersAndUnits: unitsMib * MIB },
    sources: [
      { field: memories.join(", "), source: onChip },
      {
        field: "onChipBytes.registersAndUnits",
        source: "an allowance above what registers, scalar memories and matrix units hold",
      },
      { field: ["dramBytes", "dramBytesPerSecond", ...peaks].join(", "), source },
    ],
  };
}

const CLOUD_TPU = "Google Cloud TPU documentation (recalled)";
const TPU_V4 = "Jouppi et al., TPU v4: An Optically Reconfigurable Supercomputer for Machine Learning (ISCA 2023; recalled)";

/** Accelerators with memories that programs manage, one chip each; what other chips send is not modelled. */
export const MANAGED: readonly Accelerator[] = [
  accelerator(
    {
      ...{ id: "tpu-v4", unitsMib: 4, name: "Google TPU v4", dramBytes: 32 * GIB, dramBytesPerSecond: 1228e9 },
      onChipBytes: { commonMemory: 128 * MIB, vectorMemories: 2 * 16 * MIB, sparseMemory: 10 * MIB },
      peakOperationsPerSecond: { bf16: 275e12, int8: 275e12 },
    },
    TPU_V4,
  ),
  accelerator(
    {
      ...{ id: "tpu-v5e", unitsMib: 4, name: "Google TPU v5e", dramBytes: 16 * GIB, dramBytesPerSecond: 819e9 },
      onChipBytes: { vectorMemory: 128 * MIB },
      peakOperationsPerSecond: { bf16: 197e12, int8: 394e12 },
    },
    CLOUD_TPU,
    "vector memory of 128 MiB as the XLA compiler reports it (recalled)",
  ),
  accelerator(
    {
      ...{ id: "tpu-v6e", unitsMib: 4, name: "Google TPU v6e", dramBytes: 32 * GIB, dramBytesPerSecond: 1640e9 },
      onChipBytes: { vectorMemory: 128 * MIB },
      peakOperationsPerSecond: { bf16: 918e12, int8: 1836e12 },
    },
    CLOUD_TPU,
    "vector memory of 128 MiB as the XLA compiler reports it (recalled)",
  ),
  accelerator(
    {
      ...{ id: "trainium2", unitsMib: 16, name: "AWS Trainium 2", dramBytes: 96 * GIB, dramBytesPerSecond: 2900e9 },
      onChipBytes: { stateBuffers: 8 * 24 * MIB, partialSumBuffers: 8 * 2 * MIB },
      peakOperationsPerSecond: { bf16: 667e12, fp16: 667e12, fp8: 1299e12, tf32: 667e12, fp32: 181e12 },
    },
    "AWS Neuron documentation, Trainium 2 architecture (recalled): 8 cores",
  ),
  accelerator(
    {
      ...{ id: "gaudi3", unitsMib: 16, name: "Intel Gaudi 3", dramBytes: 128 * GIB, dramBytesPerSecond: 3700e9 },
      onChipBytes: { sram: 96 * MIB },
      peakOperationsPerSecond: { bf16: 1835e12, fp8: 1835e12 },
    },
    "Intel Gaudi 3 AI Accelerator white paper (recalled): 48 MB of SRAM on each of two dies, 8 HBM2e stacks",
  ),
];
