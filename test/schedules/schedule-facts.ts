import type { TileSchedule } from "../../src/schedules/tile-schedule.js";
import { READ } from "../../src/schedules/tile-schedule.js";

/** One touch: block, name of the array, tile counted from the array's first, whether it writes. */
export interface Touch {
  readonly block: number;
  readonly array: string;
  readonly tile: number;
  readonly writes: boolean;
}

/** All touches block by block, spelled out. */
export function touchesOf(schedule: TileSchedule): readonly Touch[] {
  const touches: Touch[] = [];
  for (let block = 0; block < schedule.blockCount; block++) {
    for (let phase = schedule.phaseStart[block] ?? 0; phase < (schedule.phaseStart[block + 1] ?? 0); phase++) {
      for (let step = 0; step < (schedule.phaseSteps[phase] ?? 0); step++) {
        for (let stream = schedule.streamStart[phase] ?? 0; stream < (schedule.streamStart[phase + 1] ?? 0); stream++) {
          const tile = (schedule.streamBase[stream] ?? 0) + step * (schedule.streamStride[stream] ?? 0);
          const array = schedule.arrays.find(({ firstTile, tileCount }) => tile >= firstTile && tile < firstTile + tileCount);
          if (array === undefined) throw new RangeError(`tile ${tile} belongs to no array`);
          touches.push({
            block,
            array: array.name,
            tile: tile - array.firstTile,
            writes: schedule.streamWrites[stream] !== READ,
          });
        }
      }
    }
  }
  return touches;
}

/** Bytes read and written of each array: `{ A: [read, written], … }`. */
export function bytesMoved(schedule: TileSchedule): Record<string, readonly [number, number]> {
  const moved = Object.fromEntries(schedule.arrays.map(({ name }) => [name, [0, 0] as [number, number]]));
  for (const { array, tile, writes } of touchesOf(schedule)) {
    const first = schedule.arrays.find(({ name }) => name === array)?.firstTile ?? 0;
    const counts = moved[array] as [number, number];
    counts[writes ? 1 : 0] += schedule.tileBytes[first + tile] ?? 0;
  }
  return moved;
}

/** Bytes of each array's tiles together. */
export function arrayBytes(schedule: TileSchedule): Record<string, number> {
  return Object.fromEntries(
    schedule.arrays.map(({ name, firstTile, tileCount }) => [
      name,
      schedule.tileBytes.subarray(firstTile, firstTile + tileCount).reduce((sum, bytes) => sum + bytes, 0),
    ]),
  );
}
