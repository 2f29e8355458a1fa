import { LevelsCollector } from "../../caches/depth-levels.js";
import { WeightedRecency } from "../../caches/lru/weighted-recency.js";
import type { TileSchedule } from "../../schedules/tiles/tile-schedule.js";
import { arrayOfTile } from "../collect.js";
import { replayLockStep } from "../lock-step.js";
import type { DirtyRemain, LruCurve } from "./lru-curve.js";

/** Below this level a unit is dirty nowhere. */
const CLEAN = -1;

/** The LRU curve of any tile schedule, from one walk over its touches by stack distances in bytes. */
export function walkedLruCurve(schedule: TileSchedule, slots: number): LruCurve {
  const { tileBytes, arrays } = schedule;
  const arrayOf = arrayOfTile(schedule);
  const recorder = new DepthRecorder(tileBytes, arrayOf, arrays.length);
  const sm = replayLockStep(schedule, slots, arrayOf, recorder);
  const remains = recorder.finish();
  return {
    sm,
    largestTileBytes: tileBytes.reduce((most, bytes) => Math.max(most, bytes), 0),
    arrays: arrays.map(({ name }, array) => ({
      name,
      reads: recorder.collected(recorder.reads, array),
      writes: recorder.collected(recorder.writes, array),
      remains: remains[array] ?? [],
    })),
  };
}

/**
 * Takes the touches of a replay. A tile that was written is dirty in the caches that have held it ever since: those of at least its
 * dirty level, the greatest depth of a touch after that write. A touch at depth d finds it evicted from the caches below d, so
 * those from the level on wrote it back (as in `CurveCounter`, here in bytes: all bytes of a tile have one depth, because a
 * touch runs over them in the same order every time).
 */
class DepthRecorder {
  readonly reads: readonly LevelsCollector[];
  readonly writes: readonly LevelsCollector[];
  readonly #recency: WeightedRecency;
  readonly #tileBytes: Int32Array;
  readonly #arrayOf: Uint8Array;
  readonly #dirtyLevel: Float64Array;

  constructor(tileBytes: Int32Array, arrayOf: Uint8Array, arrayCount: number) {
    const collectors = (): readonly LevelsCollector[] => Array.from({ length: arrayCount }, () => new LevelsCollector());
    this.reads = collectors();
    this.writes = collectors();
    this.#recency = new WeightedRecency(tileBytes);
    this.#tileBytes = tileBytes;
    this.#arrayOf = arrayOf;
    this.#dirtyLevel = new Float64Array(tileBytes.length).fill(CLEAN);
  }

  read(tile: number): void {
    const depth = this.#recency.access(tile) || Number.POSITIVE_INFINITY;
    this.reads[this.#arrayOf[tile] as number]?.add(depth, this.#tileBytes[tile] as number);
    const level = this.#dirtyLevel[tile] as number;
    if (level === CLEAN || level >= depth) return;
    this.#writeBack(tile, level, depth);
    this.#dirtyLevel[tile] = depth;
  }

  write(tile: number): void {
    const depth = this.#recency.access(tile);
    const level = this.#dirtyLevel[tile] as number;
    if (level !== CLEAN && level < depth) this.#writeBack(tile, level, depth);
    this.#dirtyLevel[tile] = 0;
  }

  collected(collectors: readonly LevelsCollector[], array: number): ReturnType<LevelsCollector["finish"]> {
    return collectors[array]?.finish() ?? [];
  }

  /** What is dirty at the end, array by array; written back or still there, it counts as written. */
  finish(): readonly (readonly DirtyRemain[])[] {
    const remains: DirtyRemain[][] = this.reads.map(() => []);
    let above = 0;
    for (const tile of this.#recency.stack()) {
      const bytes = this.#tileBytes[tile] as number;
      const level = this.#dirtyLevel[tile] as number;
      if (level !== CLEAN) {
        this.#writeBack(tile, level, Number.POSITIVE_INFINITY);
        remains[this.#arrayOf[tile] as number]?.push({ level, above, bytes });
      }
      above += bytes;
    }
    return remains;
  }

  /** One write in every cache from `level` bytes to below `depth`. */
  #writeBack(tile: number, level: number, depth: number): void {
    const collector = this.writes[this.#arrayOf[tile] as number];
    const bytes = this.#tileBytes[tile] as number;
    collector?.add(depth, bytes);
    if (level > 0) collector?.add(level, -bytes);
  }
}
