import type { EvictionMatrix } from "../eviction-matrix.js";
import type { CacheTraffic, TileCache } from "../tiles/tile-cache.js";
import { TileQueue } from "../tiles/tile-queue.js";

/**
 * A fully associative write-back cache with LRU replacement over dense tile ids, in bytes.
 *
 * Exactly the behaviour of a line-by-line LRU in which a touch runs over the lines of its tile in order: only the least
 * recent tile can be partly evicted, from its first line on, and touching such a tile misses on every line, because each
 * miss evicts the very line that comes up next. Writes cover whole tiles and fetch nothing.
 */
export class LruCache implements TileCache {
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
    const queue = this.#queue;
    if (queue.holds(tile)) {
      queue.moveToEnd(tile);
      return true;
    }
    queue.insert(tile);
    queue.countFetch(tile);
    return false;
  }

  write(tile: number): boolean {
    const queue = this.#queue;
    const hit = queue.holds(tile);
    if (hit) queue.moveToEnd(tile);
    else queue.insert(tile);
    queue.markDirty(tile);
    return hit;
  }

  traffic(): CacheTraffic {
    return this.#queue.traffic();
  }

  evictions(): EvictionMatrix {
    return this.#queue.evictions;
  }
}
