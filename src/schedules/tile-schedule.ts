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
  /** In step s a stream touches tile `base + s·stride`, for reading or (1) for writing all of it. */
  readonly streamBase: Int32Array;
  readonly streamStride: Int32Array;
  readonly streamWrites: Uint8Array;
  /** Touches of all blocks together. */
  readonly touches: number;
}

/** One array cut into tiles `firstTile .. firstTile + tileCount)`. */
export interface TiledArray {
  readonly name: string;
  readonly firstTile: number;
  readonly tileCount: number;
}

/** What one thread block occupies on an SM. */
export interface BlockResources {
  readonly threads: number;
  readonly registersPerThread: number;
  readonly sharedMemoryBytes: number;
}

/** More touches than this are not replayed one by one: about a quarter of an hour. */
export const MAXIMUM_TOUCHES: number = 2 ** 35;

/** Tile ids are 32-bit. */
export const MAXIMUM_TILES: number = 2 ** 28;
