import { BYTES_OF, type DataType } from "../computation/data-types.js";
import type { EnergyInterface, Gpu } from "./machine.js";

/** Fields of rates, and the groups of figures. */
type FigureField =
  | "clockHz"
  | "maximumClockHz"
  | "dramBytesPerSecond"
  | "dramPeakBytesPerSecond"
  | "l2BytesPerSecond"
  | "l3BytesPerSecond"
  | "latencyCycles"
  | "peakOperationsPerSecond"
  | "perSmCycle"
  | "operationsPerSmCycle"
  | "picojoulesPerByte";

/** The required whole-number fields of a GPU. */
export type IntegerField = Exclude<
  keyof Gpu,
  FigureField | "kind" | "id" | "name" | "computeCapability" | "dies" | "l3Bytes" | "l2Partitions" | "clusterSize" | "sources"
>;

/**
 * Least and greatest accepted value. The upper ends keep `bytesOnChip` a safe integer:
 * 2^10 · 2^36 + 2^36 + 2^16 · (4 + 1 + 1) · 2^30 < 2^53.
 */
export const INTEGER_RANGES: Readonly<Record<IntegerField, readonly [low: number, high: number]>> = {
  sms: [1, 2 ** 16],
  sharedMemoryPerSmBytes: [1, 2 ** 30],
  sharedMemoryPerBlockBytes: [1, 2 ** 30],
  reservedSharedMemoryPerBlockBytes: [0, 2 ** 30],
  l1AndSharedMemoryPerSmBytes: [1, 2 ** 30],
  registersPerSm: [1, 2 ** 30],
  maximumRegistersPerThread: [1, 2 ** 30],
  maximumThreadsPerSm: [1, 2 ** 30],
  maximumBlocksPerSm: [1, 2 ** 30],
  maximumThreadsPerBlock: [1, 2 ** 30],
  tensorMemoryPerSmBytes: [0, 2 ** 30],
  maximumClusterSize: [1, 2 ** 20],
  l2Bytes: [1, 2 ** 36],
  l2LineBytes: [1, 2 ** 20],
  l2SectorBytes: [1, 2 ** 20],
  dramBytes: [1, 2 ** 52],
};

/** Of rates, clocks and the figures of each group: from well below the slowest GPU to well above what one can be. */
export const FIGURE_RANGES: Readonly<Record<FigureField, readonly [low: number, high: number]>> = {
  clockHz: [1e8, 1e11],
  maximumClockHz: [1e8, 1e11],
  dramBytesPerSecond: [1e9, 1e15],
  dramPeakBytesPerSecond: [1e9, 1e15],
  l2BytesPerSecond: [1e9, 1e16],
  l3BytesPerSecond: [1e9, 1e16],
  latencyCycles: [1, 1e5],
  peakOperationsPerSecond: [1e9, 1e19],
  perSmCycle: [1, 1e6],
  operationsPerSmCycle: [1, 1e8],
  picojoulesPerByte: [1e-3, 1e6],
};

/** Of the fields of how the caches are divided, which may be absent. */
export const CACHE_RANGES: Readonly<Record<"dies" | "l3Bytes" | "l2Partitions", readonly [low: number, high: number]>> = {
  dies: [1, 1024],
  l3Bytes: [1, 2 ** 36],
  l2Partitions: [1, 1024],
};

// A record, so that the compiler asks for every field of the type; its order is the order in files.
const ORDER: Readonly<Record<Exclude<keyof Gpu, "clusterSize">, true>> = {
  kind: true,
  id: true,
  name: true,
  computeCapability: true,
  sms: true,
  clockHz: true,
  maximumClockHz: true,
  sharedMemoryPerSmBytes: true,
  sharedMemoryPerBlockBytes: true,
  reservedSharedMemoryPerBlockBytes: true,
  l1AndSharedMemoryPerSmBytes: true,
  registersPerSm: true,
  maximumRegistersPerThread: true,
  maximumThreadsPerSm: true,
  maximumBlocksPerSm: true,
  maximumThreadsPerBlock: true,
  tensorMemoryPerSmBytes: true,
  maximumClusterSize: true,
  l2Bytes: true,
  dies: true,
  l3Bytes: true,
  l2Partitions: true,
  l2LineBytes: true,
  l2SectorBytes: true,
  dramBytes: true,
  dramBytesPerSecond: true,
  dramPeakBytesPerSecond: true,
  l2BytesPerSecond: true,
  l3BytesPerSecond: true,
  latencyCycles: true,
  peakOperationsPerSecond: true,
  perSmCycle: true,
  operationsPerSmCycle: true,
  picojoulesPerByte: true,
  sources: true,
};

const LATENCIES: Readonly<Record<keyof Gpu["latencyCycles"], true>> = {
  l1: true,
  sharedMemory: true,
  l2Near: true,
  l2Far: true,
  l3: true,
  dram: true,
};

const PER_SM_CYCLE: Readonly<Record<keyof Gpu["perSmCycle"], true>> = {
  l2ReadBytes: true,
  plainOperations: true,
  specialOperations: true,
};

const ENERGIES: Readonly<Record<EnergyInterface, true>> = { "dram-l2": true, "l2-sm": true };

export const GPU_FIELDS: readonly string[] = Object.keys(ORDER);
export const LATENCY_FIELDS: readonly string[] = Object.keys(LATENCIES);
export const PEAK_FIELDS: readonly string[] = Object.keys(BYTES_OF satisfies Record<DataType, number>).filter(
  (type) => type !== "e8m0" && type !== "int64",
);
export const PER_SM_CYCLE_FIELDS: readonly string[] = Object.keys(PER_SM_CYCLE);
export const ENERGY_FIELDS: readonly string[] = Object.keys(ENERGIES);
