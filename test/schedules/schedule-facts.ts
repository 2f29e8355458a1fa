import { expect } from "vitest";
import type { Bound } from "../../src/bounds/bound.js";
import type { Condition } from "../../src/bounds/requirements.js";
import { areMet } from "../../src/bounds/requirements.js";
import { BYTES_OF } from "../../src/computation/data-types.js";
import type { GemmWorkload } from "../../src/computation/gemm.js";
import type { Gpu } from "../../src/machines/machine.js";
import { chooseL2, partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { replayTileSchedule } from "../../src/replay/replay.js";
import { totalTraffic } from "../../src/replay/traffic.js";
import type { SplitReduction } from "../../src/schedules/gpu/gemm/split-k.js";
import type { TileSchedule } from "../../src/schedules/tiles/tile-schedule.js";
import { READ } from "../../src/schedules/tiles/tile-schedule.js";

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

/** Sums that the slices of k move meet in C, in a workspace, or are added in the L2. */
export function expectSumsMoved(
  schedule: TileSchedule,
  { batch, m, n, outputType, accumulator }: GemmWorkload,
  splits: number,
  reduction: SplitReduction | undefined,
): void {
  const moved = bytesMoved(schedule);
  const [c, sums] = [outputType, accumulator].map((type) => batch * m * n * BYTES_OF[type]) as [number, number];
  if (reduction === "serial") expect(moved["C"]).toEqual([(splits - 1) * c, splits * c]);
  if (reduction === "atomic") expect(moved["C"]).toEqual([0, (splits + 1) * c]);
  if (reduction === "parallel") {
    expect(moved["C"]).toEqual([0, c]);
    expect(moved["partials"]).toEqual([splits * sums, splits * sums]);
  }
}

/**
 * In lock step, or in time, no bound on all traffic whose conditions the schedule meets is above the replay's, of loads alone neither,
 * and into the SMs it moves what the touches say.
 */
export function expectBoundsBelow(
  schedule: TileSchedule,
  gpu: Gpu,
  bounds: readonly Bound[],
  met: ReadonlySet<Condition>,
  timed: boolean,
): void {
  const l2 = timed ? partitionedL2(gpu) : chooseL2(gpu, "bf16", "lru", 2 ** 20);
  const { total } = replayTileSchedule(schedule, gpu.sms, l2);
  const moved = Object.values(bytesMoved(schedule));
  expect(total.get("l2-sm")?.reads).toBe(BigInt(moved.reduce((sum, [read]) => sum + read, 0)));
  for (const bound of bounds) {
    const traffic = total.get(bound.interface);
    if (traffic === undefined || bound.scope !== "total" || !areMet(bound.requires, met)) continue;
    expect(bound.value <= totalTraffic(traffic), bound.id).toBe(true);
    if (areMet(bound.readsRequire ?? [], met)) expect((bound.reads ?? 0n) <= traffic.reads, `reads of ${bound.id}`).toBe(true);
  }
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
