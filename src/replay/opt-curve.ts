import type { MissCurve } from "../caches/index.js";
import { curveAt, cutIntoUnits, optMissCurve, TouchRecorder } from "../caches/index.js";
import { InputError } from "../errors.js";
import type { TileSchedule } from "../schedules/tile-schedule.js";
import { arrayOfTile } from "./collect.js";
import { replayLockStep } from "./lock-step.js";
import type { Traffic } from "./traffic.js";

/**
 * DRAM traffic of one schedule in lock step through Belady's MIN at every capacity: exactly what `OptCache` counts at each, over the
 * largest common unit of the tiles.
 */
export interface OptCurve {
  readonly misses: MissCurve;
  readonly unitBytes: number;
  /** No replay holds less. */
  readonly largestTileBytes: number;
}

/**
 * The traffic of a schedule through Belady's replacement at every size, in lock step.
 *
 * @throws InputError naming `cache` when the common unit of the tiles is too small.
 */
export function optCurve(schedule: TileSchedule, slots: number): OptCurve {
  const recorder = new TouchRecorder();
  replayLockStep(schedule, slots, arrayOfTile(schedule), {
    read: (tile) => recorder.record(tile, false),
    write: (tile) => recorder.record(tile, true),
  });
  const { trace, unitBytes } = cutIntoUnits(recorder.trace(), schedule.tileBytes);
  const largestTileBytes = schedule.tileBytes.reduce((most, bytes) => Math.max(most, bytes), 0);
  return { misses: optMissCurve(trace), unitBytes, largestTileBytes };
}

/** The traffic at each capacity in bytes; @throws InputError naming `l2-bytes` when one is below the largest tile. */
export function optTrafficAt(curve: OptCurve, capacities: readonly number[]): readonly Traffic[] {
  const { misses, unitBytes, largestTileBytes: least } = curve;
  const small = capacities.find((bytes) => !(bytes >= least));
  if (small !== undefined) throw new InputError("l2-bytes", `at least ${least} bytes, the largest tile`, String(small));
  return capacities.map((bytes) => {
    const units = curveAt(misses, Math.floor(bytes / unitBytes));
    const inBytes = (count: number): bigint => BigInt(count) * BigInt(unitBytes);
    return { reads: inBytes(units.readMisses), writes: inBytes(units.dirtyEvictions), dirtyAtEnd: inBytes(units.dirtyAtEnd) };
  });
}
