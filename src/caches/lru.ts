import { InputError } from "../errors.js";
import type { CacheTraffic, TileCache } from "./tile-cache.js";

/**
 * A fully associative write-back cache with LRU replacement over dense tile ids, in bytes.
 *
 * Exactly the behaviour of a line-by-line LRU in which a touch runs over the lines of its tile in order: only the least
 * recent tile can be partly evicted, from its first line on, and touching such a tile misses on every line, because each
 * miss evicts the very line that comes up next. Writes cover whole tiles and fetch nothing.
 *
 * Byte counts are doubles: a replay is limited to 2^35 touches of less than 2^31 bytes, and traffic beyond 2^53 bytes throws.
 */
export class LruCache implements TileCache {
  readonly capacityBytes: number;
  readonly #tileBytes: Int32Array;
  /** Neighbours in recency order; index `tileBytes.length` is the sentinel: its next is the most recent, its previous the least. */
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  /** Bytes of each tile in the cache: 0, all of it, or less for the least recent tile. */
  readonly #resident: Int32Array;
  readonly #dirty: Uint8Array;
  readonly #fetched: Float64Array;
  readonly #writtenBack: Float64Array;
  readonly #arrayOf: Uint8Array;
  #usedBytes = 0;

  /**
   * @param tileBytes size of each tile, all positive
   * @param arrayOf which array each tile belongs to, for attribution
   * @throws InputError naming `l2-bytes` when the largest tile does not fit.
   */
  constructor(capacityBytes: number, tileBytes: Int32Array, arrayOf: Uint8Array, arrayCount: number) {
    let largest = 0;
    for (const bytes of tileBytes) if (bytes > largest) largest = bytes;
    if (!(capacityBytes >= largest)) {
      throw new InputError("l2-bytes", `at least ${largest} bytes, the largest tile`, String(capacityBytes));
    }
    const sentinel = tileBytes.length;
    this.capacityBytes = capacityBytes;
    this.#tileBytes = tileBytes;
    this.#arrayOf = arrayOf;
    this.#next = new Int32Array(sentinel + 1);
    this.#previous = new Int32Array(sentinel + 1);
    this.#resident = new Int32Array(sentinel);
    this.#dirty = new Uint8Array(sentinel);
    this.#fetched = new Float64Array(arrayCount);
    this.#writtenBack = new Float64Array(arrayCount);
    this.#next[sentinel] = sentinel;
    this.#previous[sentinel] = sentinel;
  }

  read(tile: number): boolean {
    const bytes = this.#tileBytes[tile] as number;
    if (this.#resident[tile] === bytes) {
      this.#moveToFront(tile);
      return true;
    }
    this.#insert(tile, bytes);
    const array = this.#arrayOf[tile] as number;
    this.#fetched[array] = (this.#fetched[array] as number) + bytes;
    return false;
  }

  write(tile: number): boolean {
    const bytes = this.#tileBytes[tile] as number;
    const hit = this.#resident[tile] === bytes;
    if (hit) this.#moveToFront(tile);
    else this.#insert(tile, bytes);
    this.#dirty[tile] = 1;
    return hit;
  }

  traffic(): CacheTraffic {
    const dirtyAtEnd = new Float64Array(this.#fetched.length);
    this.#dirty.forEach((dirty, tile) => {
      const array = this.#arrayOf[tile] as number;
      if (dirty === 1) dirtyAtEnd[array] = (dirtyAtEnd[array] as number) + (this.#resident[tile] as number);
    });
    return { readBytes: this.#fetched.slice(), writeBytes: this.#writtenBack.slice(), dirtyAtEndBytes: dirtyAtEnd };
  }

  #moveToFront(tile: number): void {
    const next = this.#next;
    const previous = this.#previous;
    const sentinel = next.length - 1;
    const head = next[sentinel] as number;
    if (head === tile) return;
    const [before, after] = [previous[tile] as number, next[tile] as number];
    next[before] = after;
    previous[after] = before;
    next[tile] = head;
    previous[tile] = sentinel;
    previous[head] = tile;
    next[sentinel] = tile;
  }

  /** Brings an absent or partly evicted tile in whole. */
  #insert(tile: number, bytes: number): void {
    if (this.#resident[tile] !== 0) this.#evict(tile);
    const room = this.capacityBytes - bytes;
    while (this.#usedBytes > room) {
      const victim = this.#previous[this.#next.length - 1] as number;
      const excess = this.#usedBytes - room;
      if ((this.#resident[victim] as number) > excess) this.#evictPart(victim, excess);
      else this.#evict(victim);
    }
    const next = this.#next;
    const sentinel = next.length - 1;
    const head = next[sentinel] as number;
    next[tile] = head;
    this.#previous[tile] = sentinel;
    this.#previous[head] = tile;
    next[sentinel] = tile;
    this.#resident[tile] = bytes;
    this.#usedBytes += bytes;
  }

  #evict(tile: number): void {
    this.#evictPart(tile, this.#resident[tile] as number);
    this.#dirty[tile] = 0;
    const [before, after] = [this.#previous[tile] as number, this.#next[tile] as number];
    this.#next[before] = after;
    this.#previous[after] = before;
  }

  #evictPart(tile: number, bytes: number): void {
    this.#resident[tile] = (this.#resident[tile] as number) - bytes;
    this.#usedBytes -= bytes;
    if (this.#dirty[tile] === 1) {
      const array = this.#arrayOf[tile] as number;
      this.#writtenBack[array] = (this.#writtenBack[array] as number) + bytes;
    }
  }
}
