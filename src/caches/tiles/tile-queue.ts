import { checkHoldsEveryTile } from "../check-capacity.js";
import { EvictionMatrix } from "../eviction-matrix.js";
import type { CacheTraffic } from "./tile-cache.js";

/** Log entries for each tile; more means renumbering less often, and a larger table. */
const ENTRIES_PER_TILE = 4;
const FEWEST_ENTRIES = 64;

/**
 * What byte-exact LRU and FIFO over tiles share: tiles in the order in which they leave, of which only the first can be partly
 * gone, from its first byte on.
 *
 * The order is a log. A tile that goes to the end is logged again, and only its latest entry counts; so moving a tile is two
 * stores, and the oldest one is found by walking over entries that no longer count. A full log is closed up in order.
 *
 * Byte counts are doubles: a replay is limited to 2^35 touches of less than 2^31 bytes, and traffic beyond 2^53 bytes throws.
 */
export class TileQueue {
  /** Of the tables of one queue, a tile. */
  static readonly bytesATile: number = 25;
  readonly evictions: EvictionMatrix;
  readonly #capacityBytes: number;
  readonly #tileBytes: Int32Array;
  readonly #log: Int32Array;
  /** Where each tile's latest entry is; −1 for a tile that is not in the cache. */
  readonly #entryOf: Int32Array;
  /** Bytes of each tile that are not in the cache. */
  readonly #absentBytes: Int32Array;
  readonly #dirty: Uint8Array;
  readonly #fetched: Float64Array;
  readonly #writtenBack: Float64Array;
  readonly #arrayOf: Uint8Array;
  #oldest = 0;
  #end = 0;
  #usedBytes = 0;
  /** Array of the tile that comes in. */
  #comer = 0;

  readonly #writtenWhole: ((tile: number) => void) | undefined;

  /**
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
    this.#writtenWhole = writtenWhole;
    checkHoldsEveryTile(capacityBytes, tileBytes);
    this.#capacityBytes = capacityBytes;
    this.#tileBytes = tileBytes;
    this.#arrayOf = arrayOf;
    this.#log = new Int32Array(Math.max(FEWEST_ENTRIES, ENTRIES_PER_TILE * tileBytes.length));
    this.#entryOf = new Int32Array(tileBytes.length).fill(-1);
    this.#absentBytes = tileBytes.slice();
    this.#dirty = new Uint8Array(tileBytes.length);
    this.#fetched = new Float64Array(arrayCount);
    this.#writtenBack = new Float64Array(arrayCount);
    this.evictions = new EvictionMatrix(arrayCount);
  }

  holds(tile: number): boolean {
    return this.#absentBytes[tile] === 0;
  }

  /** Makes the tile the last to leave. */
  moveToEnd(tile: number): void {
    if (this.#end === this.#log.length) this.#closeUp();
    const entry = this.#end;
    this.#log[entry] = tile;
    this.#entryOf[tile] = entry;
    this.#end = entry + 1;
  }

  /**
   * Brings in whole a tile that is absent or partly gone, at the end. What is left of a partly gone tile goes first: touched line
   * by line, each missing line evicts the very line that comes up next.
   */
  insert(tile: number): void {
    const bytes = this.#tileBytes[tile] as number;
    this.#comer = this.#arrayOf[tile] as number;
    if (this.#absentBytes[tile] !== bytes) this.#evict(tile);
    const room = this.#capacityBytes - bytes;
    while (this.#usedBytes > room) this.#evictOldest(this.#usedBytes - room);
    this.#absentBytes[tile] = 0;
    this.#usedBytes += bytes;
    this.moveToEnd(tile);
  }

  /** Sends a tile away, whole or in part, before its time. */
  release(tile: number): void {
    this.#comer = this.#arrayOf[tile] as number;
    if (this.#absentBytes[tile] !== this.#tileBytes[tile]) this.#evict(tile);
  }

  countFetch(tile: number): void {
    const array = this.#arrayOf[tile] as number;
    this.#fetched[array] = (this.#fetched[array] as number) + (this.#tileBytes[tile] as number);
  }

  markDirty(tile: number): void {
    this.#dirty[tile] = 1;
  }

  traffic(): CacheTraffic {
    const dirtyAtEnd = new Float64Array(this.#fetched.length);
    this.#dirty.forEach((dirty, tile) => {
      const array = this.#arrayOf[tile] as number;
      const resident = (this.#tileBytes[tile] as number) - (this.#absentBytes[tile] as number);
      if (dirty === 1) dirtyAtEnd[array] = (dirtyAtEnd[array] as number) + resident;
    });
    return { readBytes: this.#fetched.slice(), writeBytes: this.#writtenBack.slice(), dirtyAtEndBytes: dirtyAtEnd };
  }

  /** Evicts at most `bytes` of the tile that leaves next. */
  #evictOldest(bytes: number): void {
    const log = this.#log;
    const entryOf = this.#entryOf;
    let oldest = this.#oldest;
    let victim = log[oldest] as number;
    while (entryOf[victim] !== oldest) victim = log[++oldest] as number;
    this.#oldest = oldest;
    const resident = (this.#tileBytes[victim] as number) - (this.#absentBytes[victim] as number);
    if (resident > bytes) this.#evictBytes(victim, bytes);
    else this.#evict(victim);
  }

  #evict(tile: number): void {
    this.#evictBytes(tile, (this.#tileBytes[tile] as number) - (this.#absentBytes[tile] as number));
    this.#entryOf[tile] = -1;
    if (this.#dirty[tile] === 0) return;
    this.#dirty[tile] = 0;
    this.#writtenWhole?.(tile);
  }

  #evictBytes(tile: number, bytes: number): void {
    this.#absentBytes[tile] = (this.#absentBytes[tile] as number) + bytes;
    this.#usedBytes -= bytes;
    const array = this.#arrayOf[tile] as number;
    this.evictions.count(array, this.#comer, bytes);
    if (this.#dirty[tile] === 1) {
      this.#writtenBack[array] = (this.#writtenBack[array] as number) + bytes;
    }
  }

  #closeUp(): void {
    const log = this.#log;
    const entryOf = this.#entryOf;
    let kept = 0;
    for (let entry = this.#oldest; entry < log.length; entry++) {
      const tile = log[entry] as number;
      if (entryOf[tile] !== entry) continue;
      log[kept] = tile;
      entryOf[tile] = kept++;
    }
    this.#oldest = 0;
    this.#end = kept;
  }
}
