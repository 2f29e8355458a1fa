import type { DataType } from "../computation/data-types.js";
import { checkInteger, InputError } from "../errors.js";

/**
 * Interfaces of GPUs, other accelerators and the two-level memory model. `dram-l2` is the way from DRAM to the chip, whatever cache
 * comes first there; `l3-l2` the way into the private L2 of a die; `slow-fast` the one interface of the abstract machine.
 */
export type NamedInterface = "dram-l2" | "l3-l2" | "l2-cluster" | "l2-sm" | "smem-tensor" | "slow-fast";

/** Where traffic is counted: one of these, or `outer-inner` between two levels of a tree. */
export type Interface = NamedInterface | `${string}-${string}`;

/** The two-level memory model: one fast memory of `fastWords` words, every word of weight 1. */
export interface AbstractMachine {
  readonly kind: "abstract";
  readonly id: "abstract";
  readonly name: string;
  readonly fastWords: number;
}

/** Where figures come from: `field` is a path into the machine (`l2Bytes`, `latencyCycles.l1`) or several, separated by ", ". */
export interface FigureSource {
  readonly field: string;
  readonly source: string;
}

/**
 * A GPU: SMs (AMD's compute units) with private memory in front of one shared L2, or of one L2 a die and a last-level cache, in front
 * of DRAM. Sizes in bytes, rates per second.
 */
export interface Gpu {
  readonly kind: "gpu";
  readonly id: string;
  readonly name: string;
  readonly computeCapability: string;
  readonly sms: number;
  /** Nominal boost clock of the SMs; absent where none is published. Rated peaks may be quoted at a lower clock. */
  readonly clockHz?: number;
  /** Highest clock that the driver allows (`nvidia-smi -q -d CLOCK`: Max Clocks, SM); absent where none is confirmed. */
  readonly maximumClockHz?: number;
  /** Shared memory that the blocks of one SM may hold together, and that one block may use. */
  readonly sharedMemoryPerSmBytes: number;
  readonly sharedMemoryPerBlockBytes: number;
  /** Reserved by the system for each resident block. */
  readonly reservedSharedMemoryPerBlockBytes: number;
  /** The unified memory that L1 data cache and shared memory are carved from. */
  readonly l1AndSharedMemoryPerSmBytes: number;
  /** 32-bit registers in one SM, and per thread at most. */
  readonly registersPerSm: number;
  readonly maximumRegistersPerThread: number;
  readonly maximumThreadsPerSm: number;
  readonly maximumBlocksPerSm: number;
  readonly maximumThreadsPerBlock: number;
  /** Tensor memory of one SM (Blackwell), 0 where there is none. */
  readonly tensorMemoryPerSmBytes: number;
  /** Largest portable thread-block cluster; 1 where there are no clusters. */
  readonly maximumClusterSize: number;
  /** Of one L2: the only one, or that of a die. */
  readonly l2Bytes: number;
  /** Dies with an L2 and SMs of their own each, between which no copies pass; absent where one L2 serves all SMs. */
  readonly dies?: number;
  /** A cache between DRAM and the L2s of all dies; absent where there is none. */
  readonly l3Bytes?: number;
  /** Parts of the L2 that each cache for the SMs on their own side; absent where not known. */
  readonly l2Partitions?: number;
  readonly l2LineBytes: number;
  readonly l2SectorBytes: number;
  /** Installed capacity: vendors' gigabytes of DRAM are 2^30 bytes. */
  readonly dramBytes: number;
  readonly dramBytesPerSecond: number;
  /** Width of the memory bus times its highest rate: no kernel moves more. Absent where not known; rated figures are rounded. */
  readonly dramPeakBytesPerSecond?: number;
  /** Measured read bandwidth of the L2. */
  readonly l2BytesPerSecond?: number;
  /** Measured read bandwidth of the last-level cache, into the L2s of all dies together. */
  readonly l3BytesPerSecond?: number;
  /** Load-to-use latencies in SM cycles; `l3` of the last-level cache. */
  readonly latencyCycles: {
    readonly l1?: number;
    readonly sharedMemory?: number;
    readonly l2Near?: number;
    readonly l2Far?: number;
    readonly l3?: number;
    readonly dram?: number;
  };
  /**
   * Dense peak rates in multiply-adds counted as two operations, by operand type: on tensor cores where they take the type,
   * with fp32 accumulation below fp32.
   */
  readonly peakOperationsPerSecond: Readonly<Partial<Record<DataType, number>>>;
  /** The most one SM does in a cycle, whatever the clock; figures that are not known are skipped. */
  readonly perSmCycle: {
    /** Bytes that reach one SM from the L2. */
    readonly l2ReadBytes?: number;
    /** 32-bit operations outside the tensor cores, of any kind: what the schedulers can issue. */
    readonly plainOperations?: number;
    /** 32-bit exponentials, reciprocals, roots, … on the special-function units. */
    readonly specialOperations?: number;
  };
  /** Dense multiply-adds counted as two operations that one SM does in a cycle, by operand type, as in `peakOperationsPerSecond`. */
  readonly operationsPerSmCycle: Readonly<Partial<Record<DataType, number>>>;
  /** Published estimates of the energy of moving one byte, by interface; other chips and processes than this one's where none is known. */
  readonly picojoulesPerByte: Readonly<Partial<Record<EnergyInterface, number>>>;
  /** SMs of a cluster that a kernel is taken to use; not a figure of the hardware, and 1 where absent. */
  readonly clusterSize?: number;
  readonly sources: readonly FigureSource[];
}

/** Interfaces whose energy a byte has published estimates. */
export type EnergyInterface = "dram-l2" | "l2-sm";

/** An accelerator with one explicitly managed memory on the chip (TPU v1, SN40L): DRAM to chip is its only counted interface. */
export interface Accelerator {
  readonly kind: "accelerator";
  readonly id: string;
  readonly name: string;
  readonly clockHz?: number;
  /** Named memories on the chip, in bytes; their sum is the fast memory of the bound. */
  readonly onChipBytes: Readonly<Record<string, number>>;
  /** Multiply-adders of a systolic array, where the machine is one. */
  readonly matrixUnit?: { readonly rows: number; readonly columns: number };
  readonly dramBytes: number;
  readonly dramBytesPerSecond: number;
  /** Both ways of a link to the host that brings words onto the chip beside the DRAM; absent where all come from the DRAM. */
  readonly hostBytesPerSecond?: number;
  readonly peakOperationsPerSecond: Readonly<Partial<Record<DataType, number>>>;
  readonly sources: readonly FigureSource[];
}

/** What a memory of a level is made of. */
export type MemoryKind = "dram" | "cache" | "scratchpad" | "registers" | "tensorMemory";

/** The memories of one level of a tree: all alike, each in front of as many memories of the next level inside. */
export interface TreeLevel {
  /** Lower-case letters and digits: interfaces are named `outer-inner`. */
  readonly id: string;
  /** How many there are in the machine: a multiple of those of the level outside, which share them evenly. */
  readonly memories: number;
  /** Bytes of one memory by kind; none for a network, or for a group whose members share what the level inside has. */
  readonly bytes: Readonly<Partial<Record<MemoryKind, number>>>;
  readonly lineBytes?: number;
  readonly sectorBytes?: number;
  /** The most bytes that pass the port of one memory to the level outside in a second, both ways together; absent where not known. */
  readonly bytesPerSecond?: number;
  readonly latencyCycles?: number;
  /** Whether it adds partial sums that the level inside sends; absent: it may. */
  readonly adds?: boolean;
  /** Whether a word that it sends can reach several memories of the level inside at once; it then passes the port of each. */
  readonly multicasts?: boolean;
  /** Whether its memories pass words to each other; a word then passes two of their ports. */
  readonly siblings?: boolean;
}

/** A machine as a tree of memories from the outside in, with compute at the innermost. Sizes in bytes, rates per second. */
export interface TreeMachine {
  readonly kind: "tree";
  readonly id: string;
  readonly name: string;
  readonly clockHz?: number;
  /** From the outside in, two at least; the outermost has one memory and holds all arrays, unless `home` says otherwise. */
  readonly levels: readonly TreeLevel[];
  /**
   * The level where arrays lie, the outermost where absent. With the second level each array is spread over its memories, evenly and
   * with one copy of a word, at the start and at the end; the outermost is then a network.
   */
  readonly home?: string;
  /** Dense peak rates of the whole machine in multiply-adds counted as two operations, by operand type. */
  readonly peakOperationsPerSecond: Readonly<Partial<Record<DataType, number>>>;
  readonly sources: readonly FigureSource[];
}

/** Whatever a bound can be about: the two-level memory model, a GPU, another accelerator, or a tree of memories. */
export type Machine = AbstractMachine | Gpu | Accelerator | TreeMachine;

/** Bytes one SM can hold: registers, L1 and shared memory together, tensor memory. */
export function bytesPerSm(gpu: Gpu): number {
  return gpu.registersPerSm * 4 + gpu.l1AndSharedMemoryPerSmBytes + gpu.tensorMemoryPerSmBytes;
}

/** Bytes of all caches between the SMs and DRAM: the L2, or those of all dies and the last-level cache. */
export function cacheBytes(gpu: Pick<Gpu, "l2Bytes" | "dies" | "l3Bytes">): number {
  return (gpu.dies ?? 1) * gpu.l2Bytes + (gpu.l3Bytes ?? 0);
}

/** The GPU with all caches between its SMs and DRAM taken as one L2 that all SMs share; itself where they are one. */
export function withOneCache(gpu: Gpu): Gpu {
  const { dies, l3Bytes, l3BytesPerSecond, latencyCycles, ...rest } = gpu;
  if (l3Bytes === undefined) return gpu;
  const { l3: _, ...cycles } = latencyCycles;
  const [id, name] = [`${gpu.id}-one-cache`, `${gpu.name}, its caches as one`];
  const sources = gpu.sources.filter(({ field }) => !/\bl3/.test(field));
  return { ...rest, id, name, l2Bytes: cacheBytes(gpu), latencyCycles: cycles, sources };
}

/** The caches between the SMs and DRAM, for people: `L2`, or `last-level cache, the L2s of 8 dies`. */
export function cachesOf({ dies = 1, l3Bytes }: Gpu): string {
  const l2 = dies === 1 ? "L2" : `the L2s of ${dies} dies`;
  return l3Bytes === undefined ? l2 : `last-level cache, ${l2}`;
}

/** The GPU with its SMs taken in clusters of `size`. @throws InputError naming `cluster` where the GPU has none of that size. */
export function withClusters(gpu: Gpu, size: number): Gpu {
  if (gpu.maximumClusterSize < 2)
    throw new InputError("cluster", "a GPU with clusters (compute capability 9.0 or later)", gpu.id);
  return { ...gpu, clusterSize: checkInteger("cluster", size, 2, Math.min(gpu.maximumClusterSize, gpu.sms)) };
}
