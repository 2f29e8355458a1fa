import { spendSteps } from "../../budget.js";
import { checkCapacity } from "../../caches/check-capacity.js";
import type { Trace, UnitTraffic } from "../../caches/index.js";
import { curveAt, cutIntoUnits, nextUses, optMissCurve, TouchRecorder } from "../../caches/index.js";
import { ofOneArray } from "../../caches/opt/opt.js";
import { simulateOptOfTiles } from "../../caches/opt/opt-tiles.js";
import { commonUnit, MAXIMUM_UNIT_ACCESSES } from "../../caches/tiles/tile-units.js";
import type { TileSchedule } from "../../schedules/tiles/tile-schedule.js";
import { arrayOfTile } from "../collect.js";
import { replayLockStep } from "../lock-step.js";
import type { Traffic } from "../traffic.js";

/** Up to so many units a touch, one pass over units for all capacities is faster than a pass over tiles for each. */
const MOST_UNITS_A_TOUCH = 4;

/**
 * DRAM traffic of one schedule in lock step through Belady's MIN at every capacity: exactly what `OptCache` counts at each, over the
 * largest common unit of the tiles.
 */
export interface OptCurve {
  /** Traffic in units through a cache of as many units, at least those of the largest tile. */
  readonly trafficAt: (units: number) => UnitTraffic;
  readonly unitBytes: number;
  /** No replay holds less. */
  readonly largestTileBytes: number;
}

/** The traffic of a schedule through Belady's replacement at every size, in lock step. */
export function optCurve(schedule: TileSchedule, slots: number): OptCurve {
  const { tileBytes } = schedule;
  const recorder = new TouchRecorder();
  replayLockStep(schedule, slots, arrayOfTile(schedule), {
    bytesATouch: TouchRecorder.bytesATouch,
    read: (tile) => recorder.record(tile, false),
    write: (tile) => recorder.record(tile, true),
  });
  return {
    trafficAt: unitTraffic(recorder.trace(), tileBytes),
    unitBytes: commonUnit(tileBytes),
    largestTileBytes: tileBytes.reduce((most, bytes) => Math.max(most, bytes), 0),
  };
}

function unitTraffic(touches: Trace, tileBytes: Int32Array): OptCurve["trafficAt"] {
  const unitBytes = commonUnit(tileBytes);
  const accesses = touches.ids.reduce((sum, tile) => sum + (tileBytes[tile] as number) / unitBytes, 0);
  if (accesses <= Math.min(MOST_UNITS_A_TOUCH * touches.ids.length, MAXIMUM_UNIT_ACCESSES)) {
    const misses = optMissCurve(cutIntoUnits(touches, tileBytes).trace);
    return (units) => curveAt(misses, units);
  }
  const tileUnits = tileBytes.map((bytes) => bytes / unitBytes);
  const oneArray = new Uint8Array(tileBytes.length);
  const next = nextUses(touches);
  return (units) => {
    spendSteps(touches.ids.length, "a curve of Belady's MIN");
    return ofOneArray(simulateOptOfTiles(touches, tileUnits, units, oneArray, 1, next));
  };
}

/** The traffic at each capacity in bytes; @throws InputError naming `l2-bytes` when one is below the largest tile. */
export function optTrafficAt(curve: OptCurve, capacities: readonly number[]): readonly Traffic[] {
  const { trafficAt, unitBytes, largestTileBytes: least } = curve;
  for (const bytes of capacities) checkCapacity(bytes, least);
  return capacities.map((bytes) => {
    const units = trafficAt(Math.floor(bytes / unitBytes));
    const inBytes = (count: number): bigint => BigInt(count) * BigInt(unitBytes);
    return { reads: inBytes(units.readMisses), writes: inBytes(units.dirtyEvictions), dirtyAtEnd: inBytes(units.dirtyAtEnd) };
  });
}
