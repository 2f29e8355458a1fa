import { expect, test } from "vitest";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { H200 } from "../../src/machines/known/h200.js";
import { arrayOfTile } from "../../src/replay/collect.js";
import { companionTiles } from "../../src/replay/companion-tiles.js";
import { executionParameters } from "../../src/replay/event-driven/parameters.js";
import { replayEvents } from "../../src/replay/event-driven/replay.js";
import { layOutSplitK, splitK } from "../../src/schedules/gpu/gemm/split-k.js";
import { layOutTiledGemm, tiledGemm } from "../../src/schedules/gpu/gemm/tiled-gemm.js";
import type { TileSchedule } from "../../src/schedules/tiles/tile-schedule.js";

const SCALES = { a: [1, 128], b: [128, 128] } as const;

function product(bk: number, bn: number = 128): TileSchedule {
  const workload = gemmWorkload({ m: 512, n: 384, k: 512, dataType: "fp8", scales: SCALES });
  return layOutTiledGemm(tiledGemm(workload, H200, { tile: { bm: 128, bn, bk } }));
}

/** Companions of each array of a schedule: pairs of tiles, both counted from the first of their arrays. */
function companionsOf(schedule: TileSchedule): Record<string, readonly (readonly [string, number, number])[]> {
  const arrayOf = arrayOfTile(schedule);
  const { arrays, tileBytes, streamBase, streamStart, phaseSteps } = schedule;
  const touches = arrays.map(() => 0);
  phaseSteps.forEach((steps, phase) => {
    for (const base of streamBase.subarray(streamStart[phase], streamStart[phase + 1])) {
      touches[arrayOf[base] ?? 0] = (touches[arrayOf[base] ?? 0] ?? 0) + steps;
    }
  });
  const touched = arrays.map(({ firstTile }, array) => ({ bytes: tileBytes[firstTile] ?? 0, touches: touches[array] ?? 0 }));
  const found: Record<string, [string, number, number][]> = {};
  companionTiles(schedule, arrayOf, touched)?.forEach((companion, host) => {
    if (companion < 0) return;
    const [own, of] = [arrays[arrayOf[companion] ?? 0], arrays[arrayOf[host] ?? 0]];
    if (own === undefined || of === undefined) return;
    found[own.name] ??= [];
    found[own.name]?.push([of.name, host - of.firstTile, companion - own.firstTile]);
  });
  return found;
}

test("the scales of an operand's tile are its companions, of several steps that share them those of the first", () => {
  const every = companionsOf(product(128));
  expect(every["SA"]).toEqual(Array.from({ length: 16 }, (_, tile) => ["A", tile, tile]));
  expect(every["SB"]).toEqual(Array.from({ length: 12 }, (_, tile) => ["B", tile, tile]));
  const shared = companionsOf(product(64));
  expect(shared["SA"]).toEqual(Array.from({ length: 16 }, (_, tile) => ["A", 2 * tile, tile]));
});

test("tiles that are often read without their host are no companions unless their bytes are next to nothing, nor are operands", () => {
  // Tiles of 64 columns share blocks of 128: every second step reads 4 bytes without their host.
  expect(Object.keys(companionsOf(product(128, 64)))).toEqual(["SA", "SB"]);
  // Slices of one step, half of which read 512 bytes without their host.
  const workload = gemmWorkload({ m: 128, n: 128, k: 512, dataType: "fp8", scales: SCALES });
  const sliced = splitK(workload, H200, { tile: { bm: 128, bn: 128, bk: 64 }, splits: 8 });
  expect(companionsOf(layOutSplitK(sliced))).not.toHaveProperty("SA");
  const plain = gemmWorkload({ m: 512, n: 512, k: 512, dataType: "fp8" });
  expect(companionsOf(layOutTiledGemm(tiledGemm(plain, H200)))).toEqual({});
});

test("companions are fetched once for each fetch of their hosts, and count as their own array", () => {
  for (const bk of [64, 128]) {
    const { traffic } = replayEvents(product(bk), 132, executionParameters(H200));
    const reads = (name: string): bigint | undefined => traffic.byArray.get(name)?.get("dram-l2")?.reads;
    expect([reads("A"), reads("B"), reads("SA"), reads("SB")]).toEqual([512n * 512n, 384n * 512n, 4n * 512n * 4n, 4n * 3n * 4n]);
  }
});
