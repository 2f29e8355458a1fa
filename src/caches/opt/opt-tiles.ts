import { checkInteger } from "../../errors.js";
import type { Trace } from "../trace.js";
import { FarthestUse } from "./farthest-use.js";
import { nextUses } from "./next-use.js";
import type { UnitTrafficByArray } from "./opt.js";

/** What of a tile is in the cache: first unit, past the last, and whether dirty (0 or 1), three numbers a run, rising. */
type Runs = number[];
const RUN = 3;

/**
 * `simulateOptByArray` over the units of tiles, in time that follows touches of tiles and not their units.
 *
 * A touch of a tile is one of each of its units in order, so the next uses of two tiles' units do not interleave, and within a tile
 * the last unit's is the farthest: victims come off the end of the tile whose next touch is farthest. Where that is the tile
 * being touched, each miss evicts the unit touched just before it, and a run of absent units moves down by one.
 *
 * @param touches over tile ids
 * @param tileUnits size of each tile in units, positive
 * @param capacity in units
 * @param next what `nextUses(touches)` returns, when several capacities share it
 * @param until the touches that are counted, the first ones; those after them are known
 * @throws InputError naming `capacity` when it is not a whole number that the largest tile fits.
 */
export function simulateOptOfTiles(
  touches: Trace,
  tileUnits: Int32Array,
  capacity: number,
  arrayOf: Uint8Array,
  arrayCount: number,
  next: Int32Array = nextUses(touches),
  until: number = next.length,
): UnitTrafficByArray {
  const largest = tileUnits.reduce((most, units) => Math.max(most, units), 1);
  checkInteger("capacity", capacity, largest);
  const cache = new TileResidents(touches, capacity, arrayOf, arrayCount);
  for (let t = 0; t < until; t++) cache.touch(t, tileUnits[touches.ids[t] as number] as number, next[t] as number);
  return cache.finish();
}

class TileResidents {
  readonly #touches: Trace;
  readonly #capacity: number;
  readonly #arrayOf: Uint8Array;
  readonly #readMisses: Float64Array;
  readonly #writeMisses: Float64Array;
  readonly #dirtyEvictions: Float64Array;
  readonly #runs: (Runs | undefined)[];
  /** Next touches of the tiles in the cache; those that have gone by need no removal. */
  readonly #uses: FarthestUse;
  /** Tiles in the cache never touched again, by last touch: the latest leaves first, and before any tile with a use. */
  readonly #unused: number[] = [];
  #used = 0;

  constructor(touches: Trace, capacity: number, arrayOf: Uint8Array, arrayCount: number) {
    this.#touches = touches;
    this.#capacity = capacity;
    this.#arrayOf = arrayOf;
    this.#readMisses = new Float64Array(arrayCount);
    this.#writeMisses = new Float64Array(arrayCount);
    this.#dirtyEvictions = new Float64Array(arrayCount);
    this.#runs = Array.from({ length: touches.idCount });
    this.#uses = new FarthestUse(touches.ids.length);
  }

  touch(t: number, units: number, use: number): void {
    const tile = this.#touches.ids[t] as number;
    const isWrite = this.#touches.writes[t] as number;
    const held = this.#runs[tile];
    if (held === undefined || held.length !== RUN || held[0] !== 0 || held[1] !== units) {
      this.#runs[tile] = this.#complete(tile, held ?? [], units, isWrite, use);
    } else if (isWrite === 1) held[2] = 1;
    if (use < this.#touches.ids.length) this.#uses.add(use);
    else this.#unused.push(tile);
  }

  finish(): UnitTrafficByArray {
    const dirtyAtEnd = new Float64Array(this.#readMisses.length);
    this.#runs.forEach((runs = [], tile) => {
      const array = this.#arrayOf[tile] as number;
      for (let run = 0; run < runs.length; run += RUN) {
        const [from, past, dirty] = runs.slice(run, run + RUN) as [number, number, number];
        if (dirty === 1) dirtyAtEnd[array] = (dirtyAtEnd[array] as number) + past - from;
      }
    });
    const [readMisses, writeMisses, dirtyEvictions] = [this.#readMisses, this.#writeMisses, this.#dirtyEvictions];
    return { readMisses, writeMisses, dirtyEvictions, dirtyAtEnd };
  }

  /** Touches a tile of which some units are absent; returns what of it is then there. */
  #complete(tile: number, held: Runs, units: number, isWrite: number, use: number): Runs {
    const array = this.#arrayOf[tile] as number;
    const misses = isWrite === 1 ? this.#writeMisses : this.#readMisses;
    const after: Runs = [];
    let unit = 0;
    for (let run = 0; run <= held.length; run += RUN) {
      const gapEnd = run < held.length ? (held[run] as number) : units;
      if (gapEnd > unit) {
        misses[array] = (misses[array] as number) + gapEnd - unit;
        const roomEnd = this.#makeRoom(unit, gapEnd, use);
        append(after, unit, roomEnd, isWrite);
        if (roomEnd < gapEnd) {
          const dirtyLeft = dropLast(after) + isWrite * (gapEnd - 1 - roomEnd);
          this.#dirtyEvictions[array] = (this.#dirtyEvictions[array] as number) + dirtyLeft;
          append(after, gapEnd - 1, gapEnd, isWrite);
        }
      }
      if (run === held.length) break;
      unit = held[run + 1] as number;
      append(after, gapEnd, unit, isWrite | (held[run + 2] as number));
    }
    return after;
  }

  /** Room for units from `unit` to `end` − 1 of a tile; returns the first that has to take that of the unit before it. */
  #makeRoom(unit: number, end: number, use: number): number {
    let from = unit + Math.min(end - unit, this.#capacity - this.#used);
    this.#used += from - unit;
    while (from < end) {
      const fromUnused = this.#unused.length > 0;
      const farthest = fromUnused ? this.#touches.ids.length : this.#uses.farthest();
      // A tile that is not touched again either was touched last of all of those.
      const isFarther = farthest > use;
      // No unit of this tile has gone by before the first, and those to come are nearer than any other.
      if (!isFarther && from > 0) return from;
      const victim = (fromUnused ? this.#unused.at(-1) : this.#touches.ids[farthest]) as number;
      const runs = this.#runs[victim] as Runs;
      from += this.#evict(runs, isFarther ? end - from : 1, this.#arrayOf[victim] as number);
      if (runs.length > 0) continue;
      this.#runs[victim] = undefined;
      if (fromUnused) this.#unused.pop();
      else this.#uses.takeFarthest();
    }
    return from;
  }

  /** Evicts at most `count` units, of the last run; returns how many. */
  #evict(runs: Runs, count: number, array: number): number {
    const last = runs.length - RUN;
    const length = (runs[last + 1] as number) - (runs[last] as number);
    const evicted = Math.min(length, count);
    if (runs[last + 2] === 1) this.#dirtyEvictions[array] = (this.#dirtyEvictions[array] as number) + evicted;
    if (evicted === length) runs.length = last;
    else runs[last + 1] = (runs[last + 1] as number) - evicted;
    return evicted;
  }
}

/** Adds a run at the end, to the last where they are one. */
function append(runs: Runs, from: number, past: number, dirty: number): void {
  if (past === from) return;
  const last = runs.length - RUN;
  if (last >= 0 && runs[last + 1] === from && runs[last + 2] === dirty) runs[last + 1] = past;
  else runs.push(from, past, dirty);
}

/** Takes the last unit away; returns whether it was dirty. */
function dropLast(runs: Runs): number {
  const last = runs.length - RUN;
  const dirty = runs[last + 2] as number;
  runs[last + 1] = (runs[last + 1] as number) - 1;
  if (runs[last + 1] === runs[last]) runs.length = last;
  return dirty;
}
