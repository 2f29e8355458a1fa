import { LruCache } from "../../caches/lru/lru.js";
import type { CacheTraffic } from "../../caches/tiles/tile-cache.js";
import type { TileSchedule } from "../../schedules/tiles/tile-schedule.js";
import type { DieParameters, ExecutionParameters } from "../event-driven/parameters.js";
import { warmCache } from "../warm-cache.js";
import { DieL2s } from "./die-l2s.js";
import { DramQueue } from "./dram-queue.js";
import type { TimedL2 } from "./timed-l2.js";

const [NOW, ARRIVAL] = [0, 1] as const;

/**
 * The caches of a machine of dies in time; the side of an SM is its die. What hits and what is evicted is told by `DieL2s`. A tile that an
 * L2 lacks passes the port of its die, and comes from the last-level cache, or through it from DRAM. Ports and DRAM are queues, first come,
 * first served, and write-backs stand in both. Times in seconds.
 */
export class TimedDieL2s implements TimedL2 {
  readonly times: Float64Array = new Float64Array(2);
  readonly #l2s: DieL2s;
  readonly #parameters: ExecutionParameters;
  readonly #tileBytes: Int32Array;
  readonly #dies: number;
  readonly #portBytesPerSecond: number;
  readonly #dram: DramQueue;
  /** When the port of each die is through with what it was asked for. */
  readonly #portFree: Float64Array;
  /** When the data of tile t are in the last-level cache, and in the L2 of die d at `t * dies + d`, where they are there. */
  readonly #readyBehind: Float64Array;
  readonly #ready: Float64Array;

  /** @throws InputError naming `l2-bytes` when a cache does not hold the largest tile. */
  constructor(schedule: TileSchedule, arrayOf: Uint8Array, parameters: ExecutionParameters & { readonly dies: DieParameters }) {
    const { tileBytes, arrays } = schedule;
    const { dies, partitionBytes, farHitSeconds } = parameters;
    this.#parameters = parameters;
    this.#tileBytes = tileBytes;
    this.#dies = dies.count;
    this.#dram = new DramQueue(this.times, parameters);
    this.#portBytesPerSecond = dies.portBytesPerSecond;
    this.#portFree = new Float64Array(dies.count);
    this.#readyBehind = new Float64Array(tileBytes.length);
    this.#ready = new Float64Array(tileBytes.length * dies.count);
    const toDram = (tile: number): void => this.#dram.take(tileBytes[tile] as number);
    const cache = warmCache(schedule, () => new LruCache(dies.l3Bytes, tileBytes, arrayOf, arrays.length, toDram));
    const behind = {
      read: (tile: number): boolean => {
        const hits = cache.read(tile);
        if (hits) return true;
        toDram(tile);
        this.#readyBehind[tile] = this.#dram.arrival() - farHitSeconds;
        return false;
      },
      write: (tile: number): boolean => cache.write(tile),
      traffic: (): CacheTraffic => cache.traffic(),
    };
    const writesBack = (tile: number, die: number): void => {
      this.#readyBehind[tile] = this.#occupyPort(tile, die);
    };
    const shape = { dies: dies.count, bytes: partitionBytes };
    this.#l2s = new DieL2s(shape, behind, tileBytes, arrayOf, arrays.length, writesBack);
  }

  read(tile: number, die: number): void {
    const { nearHitSeconds, farHitSeconds } = this.#parameters;
    const [times, at] = [this.times, tile * this.#dies + die];
    if (!this.#l2s.read(tile, die))
      this.#ready[at] = Math.max(this.#occupyPort(tile, die), this.#readyBehind[tile] as number) + farHitSeconds;
    const near = (times[NOW] as number) + nearHitSeconds;
    times[ARRIVAL] = Math.max(times[ARRIVAL] as number, near, this.#ready[at] as number);
  }

  write(tile: number, die: number): void {
    this.#l2s.write(tile, die);
    this.#ready[tile * this.#dies + die] = this.times[NOW] as number;
  }

  entriesOf(): number {
    return 1;
  }

  /**
   * Ends the kernel, whose last block ended at `seconds`: every L2 writes back what is dirty. Returns what passed, and when the last port is
   * free.
   */
  finish(seconds: number): { readonly dies: CacheTraffic; readonly dram: CacheTraffic; readonly seconds: number } {
    this.times[NOW] = seconds;
    const moved = this.#l2s.finish();
    return { ...moved, seconds: this.#portFree.reduce((last, free) => Math.max(last, free), seconds) };
  }

  /** Puts a tile into the queue of a port; returns when it has passed. */
  #occupyPort(tile: number, die: number): number {
    const start = Math.max(this.#portFree[die] as number, this.times[NOW] as number);
    const free = start + (this.#tileBytes[tile] as number) / this.#portBytesPerSecond;
    this.#portFree[die] = free;
    return free;
  }
}
