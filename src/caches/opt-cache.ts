import { checkHoldsEveryTile } from "./check-capacity.js";
import { simulateOptByArray } from "./opt.js";
import type { CacheTraffic, TileCache } from "./tile-cache.js";
import { cutIntoUnits } from "./tile-units.js";
import { TouchRecorder } from "./touch-recorder.js";

/**
 * Belady's MIN behind the interface of an online cache: touches are recorded, and `traffic` runs MIN over all of them. The answer
 * to a single touch is not known in time, so `read` and `write` always say miss.
 *
 * Tiles of different sizes are cut into their largest common unit, and the cache holds as many whole units as fit. It is the
 * least over such units, not over bytes: smaller units may move less.
 */
export class OptCache implements TileCache {
  readonly capacityBytes: number;
  readonly #tileBytes: Int32Array;
  readonly #arrayOf: Uint8Array;
  readonly #arrayCount: number;
  readonly #recorder: TouchRecorder = new TouchRecorder();

  /**
   * @param tileBytes size of each tile, all positive
   * @param arrayOf which array each tile belongs to, for attribution
   * @throws InputError naming `l2-bytes` when the largest tile does not fit.
   */
  constructor(capacityBytes: number, tileBytes: Int32Array, arrayOf: Uint8Array, arrayCount: number) {
    checkHoldsEveryTile(capacityBytes, tileBytes);
    this.capacityBytes = capacityBytes;
    this.#tileBytes = tileBytes;
    this.#arrayOf = arrayOf;
    this.#arrayCount = arrayCount;
  }

  read(tile: number): boolean {
    this.#recorder.record(tile, false);
    return false;
  }

  write(tile: number): boolean {
    this.#recorder.record(tile, true);
    return false;
  }

  /** @throws InputError naming `cache` when the tiles' sizes have too small a common unit. */
  traffic(): CacheTraffic {
    const { trace, unitBytes, tileOfUnit } = cutIntoUnits(this.#recorder.trace(), this.#tileBytes);
    const arrayOfUnit = Uint8Array.from(tileOfUnit, (tile) => this.#arrayOf[tile] as number);
    const capacity = Math.floor(this.capacityBytes / unitBytes);
    const units = simulateOptByArray(trace, capacity, arrayOfUnit, this.#arrayCount);
    return {
      readBytes: units.readMisses.map((count) => count * unitBytes),
      writeBytes: units.dirtyEvictions.map((count) => count * unitBytes),
      dirtyAtEndBytes: units.dirtyAtEnd.map((count) => count * unitBytes),
    };
  }
}
