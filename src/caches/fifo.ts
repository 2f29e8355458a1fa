import type { EvictionMatrix } from "./eviction-matrix.js";
import type { CacheTraffic, TileCache } from "./tiles/tile-cache.js";
import { TileQueue } from "./tiles/tile-queue.js";

/**
 * A fully associative write-back cache with first-in-first-out replacement over dense tile ids, in bytes.
 *
 * Exactly the behaviour of a line-by-line FIFO in which a touch runs over the lines of its tile in order, for the reason given
 * at `LruCache`: the tile that leaves next is the only one partly gone. Writes cover whole tiles and fetch nothing.
 */
export class FifoCache implements TileCache {
  readonly capacityBytes: number;
  readonly #queue: TileQueue;

  /**
   * @param tileBytes size of each tile, all positive
   * @param arrayOf which array each tile belongs to, for attribution
   * @throws InputError naming `l2-bytes` when the largest tile does not fit.
   */
  constructor(capacityBytes: number, tileBytes: Int32Array, arrayOf: Uint8Array, arrayCount: number) {
    this.capacityBytes = capacityBytes;
    this.#queue = new TileQueue(capacityBytes, tileBytes, arrayOf, arrayCount);
  }

  read(tile: number): boolean {
    if (this.#queue.holds(tile)) return true;
    this.#queue.insert(tile);
    this.#queue.countFetch(tile);
    return false;
  }

  write(tile: number): boolean {
    const hit = this.#queue.holds(tile);
    if (!hit) this.#queue.insert(tile);
    this.#queue.markDirty(tile);
    return hit;
  }

  traffic(): CacheTraffic {
    return this.#queue.traffic();
  }

  evictions(): EvictionMatrix {
    return this.#queue.evictions;
  }
}
