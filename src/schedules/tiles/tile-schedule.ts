import type { DataType } from "../../computation/data-types.js";

/**
 * A kernel schedule as the replay walks it: blocks in launch order, each a run of phases, each phase a number of steps in
 * which a few streams touch one tile each, moving by a fixed stride. Compressed into typed arrays; tile ids are dense over all
 * arrays.
 */
export interface TileSchedule {
  readonly arrays: readonly TiledArray[];
  /** Bytes of each tile; edge tiles are smaller. */
  readonly tileBytes: Int32Array;
  readonly blockCount: number;
  /** Phases of block `b`: `phaseStart[b] .. phaseStart[b+1])`. */
  readonly phaseStart: Int32Array;
  readonly phaseSteps: Int32Array;
  /** Streams of phase `p`: `streamStart[p] .. streamStart[p+1])`. */
  readonly streamStart: Int32Array;
  /** In step s a stream touches tile `base + s·stride`, for reading, (1) for writing all of it, or (2) for adding to it in the L2. */
  readonly streamBase: Int32Array;
  readonly streamStride: Int32Array;
  readonly streamWrites: Uint8Array;
  /** Touches of all blocks together. */
  readonly touches: number;
  /** Which blocks wait for which; absent where none does. */
  readonly waits?: BlockWaits;
  /** The same between phases, one entry a phase: counters raised after a phase, waited for before one that is not a block's first. */
  readonly phaseWaits?: BlockWaits;
  /**
   * Where a block is a cluster of CTAs: bytes of each array that arrive in their SMs, a multicast word at each receiver. The touches
   * are then what enters the clusters.
   */
  readonly deliveredBytes?: readonly number[];
  /** What a block computes between its touches; absent, moving its bytes is all that takes time. */
  readonly work?: BlockWork;
  /** Bytes through the SMs' ports that are no words of its arrays; absent, none. */
  readonly portTraffic?: readonly PortTraffic[];
  /** What loads and stores of each array tell the L2; absent, nothing. */
  readonly hints?: readonly EvictionHint[];
  /** Bytes that the program sets aside in the L2 for evict-last lines (`cudaLimitPersistingL2CacheSize`); absent, the driver's default. */
  readonly persistingBytes?: number;
  /** Tiles that lie in the L2 at the start, clean, the least recently used first; absent, none. */
  readonly resident?: Int32Array;
}

/** What a stream does to its tiles. An add sends the SM's sums to the L2, which fetches what it lacks and adds them there. */
export const READ = 0;
export const WRITE = 1;
export const ADD = 2;

/** Counters in memory that finished blocks raise and later blocks wait for, as a kernel's flags; one entry a block. */
export interface BlockWaits {
  readonly counterCount: number;
  /** The counter that the block raises by one when it has written its last tile, or −1. */
  readonly raises: Int32Array;
  /** The counter that the block waits for before its first touch, or −1. */
  readonly waitsFor: Int32Array;
  /** The value it waits for. */
  readonly until: Int32Array;
}

/** Arithmetic of a schedule, for replays that keep time. */
export interface BlockWork {
  /** In attention a softmax stands between the two products of a step. */
  readonly kind: "product" | "attention";
  /** Exponentials an operation of `phaseOperations`; absent where there are none. */
  readonly exponentialsPerOperation?: number;
  /** Of a forward kernel of attention; absent in others. */
  readonly softmax?: Softmax;
  /** Chunks or tokens of a recurrence in a step, each of which waits for the state that the one before left; absent where none does. */
  readonly chain?: { readonly of: "chunk" | "token"; readonly count: number };
  readonly operandType: DataType;
  /** Steps whose operand tiles have buffers in shared memory. */
  readonly stages: number;
  /**
   * Operations of one step of each phase, a multiply-add counted as two, edge tiles as whole ones. 0: the phase is loaded
   * together with the step after it, or stored, and takes no time of the tensor cores.
   */
  readonly phaseOperations: Float64Array;
  /**
   * Bytes that arrive in shared memory in each step that multiplies, with zeros in place of rows that a kernel's mask leaves out; those that
   * are read unless given.
   */
  readonly arrivingBytes?: number;
}

/** How a block of attention computes its softmax. */
export interface Softmax {
  /** Queries of a tile, and warps that share them. */
  readonly rows: number;
  readonly warps: number;
  /** Whether every score is compared with a mask. */
  readonly isMasked: boolean;
}

/** What loads and stores of an array tell the L2, as PTX's `createpolicy` names it: `evict_first`, `evict_last`, or no policy. */
export type EvictionHint = "normal" | "evict-first" | "evict-last";

/** Bytes that pass the ports of the SMs beside the words of the arrays, within the L2. */
export interface PortTraffic {
  /** Its name among the arrays of a traffic. */
  readonly name: string;
  /** Of a block in one step of its main loop, stores and loads. */
  readonly stepBytes: number;
  /** Of the whole kernel. */
  readonly storeBytes: number;
  readonly loadBytes: number;
}

/** One array cut into tiles `firstTile .. firstTile + tileCount)`. */
export interface TiledArray {
  readonly name: string;
  readonly firstTile: number;
  readonly tileCount: number;
  /** Where its tiles lie; absent where they are no rectangles of matrices. */
  readonly grid?: ArrayGrid;
}

/** Matrices one after the other, each row by row in tiles, tiles row by row. */
export interface ArrayGrid {
  readonly matrices: number;
  /** Rows of a matrix, and of a tile. */
  readonly rows: readonly [extent: number, side: number];
  /** Bytes of a row, and of a row of a tile. */
  readonly columns: readonly [extent: number, side: number];
  /** Rows of each matrix, where they differ. */
  readonly heights?: readonly number[];
}

/** What one thread block occupies on an SM. */
export interface BlockResources {
  readonly threads: number;
  readonly registersPerThread: number;
  readonly sharedMemoryBytes: number;
}

/** Tile ids are 32-bit. */
export const MAXIMUM_TILES: number = 2 ** 28;
