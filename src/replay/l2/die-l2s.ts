import { checkLimit } from "../../budget.js";
import type { CacheTraffic, TileCache } from "../../caches/tiles/tile-cache.js";
import { TileQueue } from "../../caches/tiles/tile-queue.js";
import type { SlotCache } from "../lock-step.js";

const NOBODY = -1;

/**
 * An LRU L2 a die in front of one cache that all dies share; slot i belongs to die i mod `dies`. No copy passes between dies: a tile
 * that another die has written goes through the shared cache, and a write makes the copies of other dies stale. When the kernel ends
 * every L2 writes back what is dirty, as it must before another die, or the host, may read it.
 */
export class DieL2s implements SlotCache {
  readonly #l2s: readonly TileQueue[];
  readonly #behind: TileCache;
  /** The die whose L2 holds a tile that the shared cache lacks. */
  readonly #writer: Int16Array;
  readonly #dies: number;
  readonly bytesATouch: number;

  /**
   * @param writesBack called when a die writes a tile back, before the shared cache has it
   * @throws InputError naming `l2-bytes` when an L2 does not hold the largest tile; OverLimit where there are too many.
   */
  constructor(
    shape: { readonly dies: number; readonly bytes: number },
    behind: TileCache,
    tileBytes: Int32Array,
    arrayOf: Uint8Array,
    arrayCount: number,
    writesBack?: (tile: number, die: number) => void,
  ) {
    checkLimit("memory", shape.dies * tileBytes.length * TileQueue.bytesATile, "the L2s of a replay, each with a table of tiles");
    this.#behind = behind;
    this.#dies = shape.dies;
    this.#writer = new Int16Array(tileBytes.length).fill(NOBODY);
    this.bytesATouch = behind.bytesATouch ?? 0;
    this.#l2s = Array.from({ length: shape.dies }, (_, die) => {
      const writtenBack = (tile: number): void => {
        this.#writer[tile] = NOBODY;
        writesBack?.(tile, die);
        behind.write(tile);
      };
      return new TileQueue(shape.bytes, tileBytes, arrayOf, arrayCount, writtenBack);
    });
  }

  /** True where the L2 of the slot's die holds the tile. */
  read(tile: number, slot: number): boolean {
    const die = slot % this.#dies;
    const l2 = this.#l2s[die] as TileQueue;
    if (l2.holds(tile)) {
      l2.moveToEnd(tile);
      return true;
    }
    const writer = this.#writer[tile] as number;
    if (writer !== NOBODY) (this.#l2s[writer] as TileQueue).release(tile);
    l2.insert(tile);
    l2.countFetch(tile);
    this.#behind.read(tile);
    return false;
  }

  write(tile: number, slot: number): void {
    const die = slot % this.#dies;
    const l2 = this.#l2s[die] as TileQueue;
    this.#l2s.forEach((other, at) => {
      if (at !== die) other.release(tile);
    });
    if (l2.holds(tile)) l2.moveToEnd(tile);
    else l2.insert(tile);
    l2.markDirty(tile);
    this.#writer[tile] = die;
  }

  /** Ends the kernel, and tells what has passed the ports of all dies, and between the shared cache and DRAM. */
  finish(): { readonly dies: CacheTraffic; readonly dram: CacheTraffic } {
    this.#writer.forEach((writer, tile) => {
      if (writer !== NOBODY) (this.#l2s[writer] as TileQueue).release(tile);
    });
    const each = this.#l2s.map((l2) => l2.traffic());
    const sum = (field: keyof CacheTraffic): Float64Array =>
      each.map((traffic) => traffic[field]).reduce((all, one) => all.map((bytes, array) => bytes + (one[array] as number)));
    const dies = { readBytes: sum("readBytes"), writeBytes: sum("writeBytes"), dirtyAtEndBytes: sum("dirtyAtEndBytes") };
    return { dies, dram: this.#behind.traffic() };
  }
}
