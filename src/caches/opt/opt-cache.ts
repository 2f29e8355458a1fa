import { checkHoldsEveryTile } from "../check-capacity.js";
import type { CacheTraffic, TileCache } from "../tiles/tile-cache.js";
import { commonUnit } from "../tiles/tile-units.js";
import { TouchRecorder } from "../tiles/touch-recorder.js";
import { nextUses } from "./next-use.js";
import { simulateOptOfTiles } from "./opt-tiles.js";

/**
 * Belady's MIN behind the interface of an online cache: touches are recorded, and `traffic` runs MIN over all of them. The answer
 * to a single touch is not known in time, so `read` and `write` always say miss.
 *
 * Tiles of different sizes are cut into their largest common unit, and the cache holds as many whole units as fit. It is the
 * least over such units, not over bytes: smaller units may move less.
 */
export class OptCache implements TileCache {
  readonly capacityBytes: number;
  readonly bytesATouch: number = TouchRecorder.bytesATouch;
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

  trafficLater(): () => CacheTraffic {
    const touches = this.#recorder.length;
    return () => this.traffic(touches);
  }

  /** @param touches the first so many alone, with later ones known */
  traffic(touches: number = this.#recorder.length): CacheTraffic {
    const unitBytes = commonUnit(this.#tileBytes);
    const tileUnits = this.#tileBytes.map((bytes) => bytes / unitBytes);
    const capacity = Math.floor(this.capacityBytes / unitBytes);
    const trace = this.#recorder.trace();
    const next = nextUses(trace);
    const units = simulateOptOfTiles(trace, tileUnits, capacity, this.#arrayOf, this.#arrayCount, next, touches);
    return {
      readBytes: units.readMisses.map((count) => count * unitBytes),
      writeBytes: units.dirtyEvictions.map((count) => count * unitBytes),
      dirtyAtEndBytes: units.dirtyAtEnd.map((count) => count * unitBytes),
    };
  }
}
