import { curveAt, cutIntoUnits, optMissCurve, TouchRecorder } from "../caches/index.js";
import { InputError } from "../errors.js";
import type { TileSchedule } from "../schedules/tile-schedule.js";
import { arrayOfTile } from "./collect.js";
import { replayLockStep } from "./lock-step.js";
import type { Traffic } from "./traffic.js";

/**
 * DRAM traffic in lock step through Belady's MIN at each capacity in bytes, from one pass: exactly what `OptCache` counts at each,
 * over the largest common unit of the tiles.
 *
 * @throws InputError naming `l2-bytes` when a capacity is below the largest tile, `cache` when the common unit is too small.
 */
export function optTrafficAt(schedule: TileSchedule, slots: number, capacities: readonly number[]): readonly Traffic[] {
  const largest = schedule.tileBytes.reduce((most, bytes) => Math.max(most, bytes), 0);
  const small = capacities.find((bytes) => !(bytes >= largest));
  if (small !== undefined) throw new InputError("l2-bytes", `at least ${largest} bytes, the largest tile`, String(small));
  const recorder = new TouchRecorder();
  const record =
    (isWrite: boolean) =>
    (tile: number): void =>
      recorder.record(tile, isWrite);
  replayLockStep(schedule, slots, arrayOfTile(schedule), { read: record(false), write: record(true) });
  const { trace, unitBytes } = cutIntoUnits(recorder.trace(), schedule.tileBytes);
  const curve = optMissCurve(trace);
  return capacities.map((bytes) => {
    const units = curveAt(curve, Math.floor(bytes / unitBytes));
    const inBytes = (count: number): bigint => BigInt(count) * BigInt(unitBytes);
    return { reads: inBytes(units.readMisses), writes: inBytes(units.dirtyEvictions), dirtyAtEnd: inBytes(units.dirtyAtEnd) };
  });
}
