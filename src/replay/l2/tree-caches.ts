import { checkLimit } from "../../budget.js";
import { TileQueue } from "../../caches/tiles/tile-queue.js";
import type { SlotCache } from "../lock-step.js";

/** One level of caches: so many LRUs of as many bytes, each for as many slots; of 0 bytes, what passes through it. */
export interface CacheLevel {
  readonly memories: number;
  readonly bytes: number;
}

/**
 * LRU caches in levels, from the outside in, behind blocks that run in slots of memories of their own; a level's memories share the slots
 * evenly, neighbours together. A tile that a memory lacks comes from the memory around it, and what a memory writes back goes there. Nothing
 * is kept in step between memories of one level: a schedule writes each tile in one block and reads none that it wrote.
 */
export class TreeCaches implements SlotCache {
  readonly #levels: readonly CacheLevel[];
  readonly #queues: readonly (readonly TileQueue[])[];
  readonly #slots: number;
  readonly #tileBytes: Int32Array;
  readonly #arrayOf: Uint8Array;
  /** Into and out of all memories of each level, by array. */
  readonly #reads: readonly Float64Array[];
  readonly #writes: readonly Float64Array[];

  /** @throws InputError naming `l2-bytes` when a cache does not hold the largest tile; OverLimit where there are too many caches. */
  constructor(levels: readonly CacheLevel[], slots: number, tileBytes: Int32Array, arrayOf: Uint8Array, arrayCount: number) {
    const caches = levels.reduce((sum, { memories, bytes }) => sum + (bytes === 0 ? 0 : memories), 0);
    checkLimit("memory", caches * tileBytes.length * TileQueue.bytesATile, "the caches of a replay, each with a table of tiles");
    this.#levels = levels;
    this.#slots = slots;
    this.#tileBytes = tileBytes;
    this.#arrayOf = arrayOf;
    this.#reads = levels.map(() => new Float64Array(arrayCount));
    this.#writes = levels.map(() => new Float64Array(arrayCount));
    this.#queues = levels.map(({ memories, bytes }, level) => {
      const slotsOfOne = slots / memories;
      const queue = (_: unknown, memory: number): TileQueue =>
        new TileQueue(bytes, tileBytes, arrayOf, arrayCount, (tile) => this.#leave(level, tile, memory * slotsOfOne));
      return bytes === 0 ? [] : Array.from({ length: memories }, queue);
    });
  }

  read(tile: number, slot: number): void {
    for (let level = this.#levels.length - 1; level >= 0; level--) {
      const queue = this.#queueOf(level, slot);
      if (queue?.holds(tile) === true) {
        queue.moveToEnd(tile);
        return;
      }
      queue?.insert(tile);
      this.#count(this.#reads, level, tile);
    }
  }

  write(tile: number, slot: number): void {
    this.#write(this.#levels.length - 1, tile, slot);
  }

  /** Ends the kernel: what is dirty is stored. Returns bytes by array that passed the ports of each level. */
  finish(): readonly { readonly reads: Float64Array; readonly writes: Float64Array }[] {
    for (let level = this.#levels.length - 1; level >= 0; level--)
      for (const queue of this.#queues[level] ?? [])
        for (let tile = 0; tile < this.#tileBytes.length; tile++) queue.release(tile);
    return this.#levels.map((_, level) => ({
      reads: this.#reads[level] as Float64Array,
      writes: this.#writes[level] as Float64Array,
    }));
  }

  #write(level: number, tile: number, slot: number): void {
    if (level < 0) return;
    const queue = this.#queueOf(level, slot);
    if (queue === undefined) {
      this.#leave(level, tile, slot);
      return;
    }
    if (queue.holds(tile)) queue.moveToEnd(tile);
    else queue.insert(tile);
    queue.markDirty(tile);
  }

  /** A tile leaves a memory of a level, whole: it passes the port. */
  #leave(level: number, tile: number, slot: number): void {
    this.#count(this.#writes, level, tile);
    this.#write(level - 1, tile, slot);
  }

  #queueOf(level: number, slot: number): TileQueue | undefined {
    const { memories } = this.#levels[level] as CacheLevel;
    return this.#queues[level]?.[Math.floor((slot * memories) / this.#slots)];
  }

  #count(counts: readonly Float64Array[], level: number, tile: number): void {
    const [bytes, array] = [counts[level] as Float64Array, this.#arrayOf[tile] as number];
    bytes[array] = (bytes[array] as number) + (this.#tileBytes[tile] as number);
  }
}
