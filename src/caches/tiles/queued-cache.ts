import type { EvictionMatrix } from "../eviction-matrix.js";
import type { CacheTraffic, TileCache } from "./tile-cache.js";
import { TileQueue } from "./tile-queue.js";

/** A fully associative write-back cache over dense tile ids, in bytes, whose tiles leave in the order of a queue. */
export abstract class QueuedCache implements TileCache {
  readonly capacityBytes: number;
  protected readonly queue: TileQueue;

  /**
   * @param tileBytes size of each tile, all positive
   * @param arrayOf which array each tile belongs to, for attribution
   * @param writtenWhole called when the last of a dirty tile has left
   * @throws InputError naming `l2-bytes` when the largest tile does not fit.
   */
  constructor(
    capacityBytes: number,
    tileBytes: Int32Array,
    arrayOf: Uint8Array,
    arrayCount: number,
    writtenWhole?: (tile: number) => void,
  ) {
    this.capacityBytes = capacityBytes;
    this.queue = new TileQueue(capacityBytes, tileBytes, arrayOf, arrayCount, writtenWhole);
  }

  abstract read(tile: number): boolean;

  abstract write(tile: number): boolean;

  traffic(): CacheTraffic {
    return this.queue.traffic();
  }

  evictions(): EvictionMatrix {
    return this.queue.evictions;
  }
}
