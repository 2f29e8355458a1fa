import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { InputError } from "../../src/errors.js";
import { conditionsMet } from "../../src/gap/conditions.js";
import { H200 } from "../../src/machines/known/h200.js";
import { chooseL2, partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { replayTileSchedule } from "../../src/replay/replay.js";
import type { PersistentGemm } from "../../src/schedules/gpu/gemm/persistent-gemm.js";
import {
  dealtTiles,
  describePersistentGemm,
  layOutPersistentGemm,
  persistentGemm,
} from "../../src/schedules/gpu/gemm/persistent-gemm.js";
import { layOutSplitK, splitK } from "../../src/schedules/gpu/gemm/split-k.js";
import { layOutStreamK, streamK, streamSegments } from "../../src/schedules/gpu/gemm/stream-k.js";
import { layOutTiledGemm, parseTile, tiledGemm } from "../../src/schedules/gpu/gemm/tiled-gemm.js";
import type { TileSchedule } from "../../src/schedules/tiles/tile-schedule.js";
import { mixedGemm, order, parameters, tile } from "../properties/arbitraries.js";
import { arrayBytes, bytesMoved, expectBoundsBelow, expectSumsMoved, touchesOf } from "./schedule-facts.js";

/** A GPU so small that small products fill it several times. */
const SMALL = { ...H200, sms: 7 };

const kernel = fc
  .record({
    workload: mixedGemm(260),
    tile,
    order,
    splits: fc.integer({ min: 1, max: 6 }),
    reduction: fc.constantFrom("serial", "parallel", "atomic"),
    scheduler: fc.constantFrom("static", "dynamic"),
  })
  .map(({ workload, tile, order, splits, ...rest }) => {
    const steps = Math.ceil(workload.k / tile.bk);
    return { workload, ...rest, options: { tile, order, stages: 1, ctasPerSm: 1 }, splits: Math.min(splits, steps) };
  });

/** Every (tile of A, tile of B) that a block reads in one step, as pairs of ids, sorted. */
function products(layout: TileSchedule): readonly string[] {
  const touches = touchesOf(layout);
  const pairs: string[] = [];
  touches.forEach(({ array, tile }, i) => {
    if (array === "A") pairs.push(`${tile},${touches[i + 1]?.tile}`);
  });
  return pairs.sort();
}

test("each kernel forms exactly the products of the tiled one, each once, and stores all of C", () => {
  fc.assert(
    fc.property(kernel, ({ workload, options, splits, reduction, scheduler }) => {
      const plain = layOutTiledGemm(tiledGemm(workload, SMALL, options));
      fc.pre(plain.touches < 20_000);
      const layouts = [
        layOutPersistentGemm(persistentGemm(workload, SMALL, { ...options, scheduler })),
        layOutSplitK(splitK(workload, SMALL, { ...options, splits, reduction })),
        layOutStreamK(streamK(workload, SMALL, options)),
      ];
      for (const layout of layouts) {
        expect(products(layout)).toEqual(products(plain));
        expect(arrayBytes(layout)["C"]).toBe(arrayBytes(plain)["C"]);
        const stored = new Set(touchesOf(layout).flatMap(({ array, tile, writes }) => (array === "C" && writes ? [tile] : [])));
        expect(stored.size).toBe(plain.arrays[2]?.tileCount);
      }
    }),
    parameters(80),
  );
});

test("split-k moves what its reduction says: sums through C, through a workspace, or added in the L2", () => {
  fc.assert(
    fc.property(kernel, ({ workload, options, splits: asked, reduction }) => {
      const schedule = splitK(workload, SMALL, { ...options, splits: asked, reduction });
      const layout = layOutSplitK(schedule);
      fc.pre(layout.touches < 20_000);
      expectSumsMoved(layout, workload, schedule.splits, reduction);
    }),
    parameters(80),
  );
});

test("stream-k: steps are dealt out evenly, partials are read exactly as written, at most one a CTA", () => {
  fc.assert(
    fc.property(kernel, ({ workload, options }) => {
      const schedule = streamK(workload, SMALL, options);
      const layout = layOutStreamK(schedule);
      fc.pre(layout.touches < 20_000);
      const lengths = streamSegments(schedule).map((list) => list.reduce((sum, { first, end }) => sum + end - first, 0));
      if (schedule.streamCtas === schedule.ctas) expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
      const [read, written] = bytesMoved(layout)["partials"] ?? [0, 0];
      expect(read).toBe(written);
      const partials = touchesOf(layout).filter(({ array, writes }) => array === "partials" && writes);
      expect(new Set(partials.map(({ block }) => block)).size).toBe(partials.length);
    }),
    parameters(80),
  );
});

test("stream-k of 5 tiles of 4 steps on 3 CTAs: one full wave and the remainder are shared", () => {
  const workload = gemmWorkload({ m: 64 * 5, n: 64, k: 64 * 4 });
  const schedule = streamK(workload, { ...H200, sms: 3 }, { tile: parseTile("64x64x64"), ctasPerSm: 1 });
  expect([schedule.streamTiles, schedule.streamCtas, schedule.ctas]).toEqual([5, 3, 3]);
  // 20 steps as 7 + 7 + 6.
  expect(streamSegments(schedule)).toEqual([
    [
      { tile: 0, first: 0, end: 4 },
      { tile: 1, first: 0, end: 3 },
    ],
    [
      { tile: 1, first: 3, end: 4 },
      { tile: 2, first: 0, end: 4 },
      { tile: 3, first: 0, end: 2 },
    ],
    [
      { tile: 3, first: 2, end: 4 },
      { tile: 4, first: 0, end: 4 },
    ],
  ]);
  // Two partials of 64×64 fp32 words, each stored and read once.
  expect(bytesMoved(layOutStreamK(schedule))["partials"]).toEqual([2 * 16384, 2 * 16384]);
});

test("a perfectly quantised product is data-parallel in stream-k", () => {
  const workload = gemmWorkload({ m: 128 * 132, n: 256, k: 512 });
  const schedule = streamK(workload, H200, { tile: parseTile("128x128x64") });
  expect([schedule.streamTiles, schedule.ctas]).toEqual([0, 264]);
});

test("a persistent kernel deals tiles out in turn, blocks of CUTLASS's padding included", () => {
  // 3×3 tiles padded to 4×4 by a swizzle of 2: CTA g of 5 takes work ids g, g + 5, …
  const workload = gemmWorkload({ m: 192, n: 192, k: 64 });
  const schedule = persistentGemm(
    workload,
    { ...H200, sms: 5 },
    { tile: parseTile("64x64x64"), order: { kind: "raster-n", swizzle: 2 }, ctasPerSm: 1 },
  );
  expect(dealtTiles(schedule).map((list) => list.map(({ tile }) => tile))).toEqual([[0, 5, 7], [3], [1, 8], [4, 6], [2]]);
});

test("where every place has a CTA, padding has CTAs of its own and no CTA a second tile", () => {
  const workload = gemmWorkload({ m: 192, n: 192, k: 64 });
  const order = { kind: "raster-n", swizzle: 2 } as const;
  const schedule = persistentGemm(workload, { ...H200, sms: 20 }, { tile: parseTile("64x64x64"), order, ctasPerSm: 1 });
  expect(schedule.ctas).toBe(16);
  expect(dealtTiles(schedule).map((list) => list.map(({ tile }) => tile))).toEqual([[0], [3], [1], [4], [2], [5], [6], [7], [8]]);
});

test("a sawtooth walks every other tile of a CTA from the last step of k down, and reads the same tiles", () => {
  const workload = gemmWorkload({ m: 192, n: 192, k: 256 });
  const options = { tile: parseTile("64x64x64"), ctasPerSm: 1 };
  const [forward, sawtooth] = (["forward", "sawtooth"] as const).map((kOrder) =>
    persistentGemm(workload, { ...H200, sms: 4 }, { ...options, kOrder }),
  ) as [PersistentGemm, PersistentGemm];
  expect(dealtTiles(sawtooth).map((list) => list.map(({ backwards }) => backwards === true))).toEqual([
    [false, true, false],
    [false, true],
    [false, true],
    [false, true],
  ]);
  // CTA 0: tile 0 reads row 0 of A's four tiles, tile 4 reads row 1 from its last.
  const { streamBase, streamStart, phaseStart } = layOutPersistentGemm(sawtooth);
  const readsOfPhase = (phase: number): number => streamBase[streamStart[(phaseStart[0] as number) + phase] as number] as number;
  expect([readsOfPhase(0), readsOfPhase(2)]).toEqual([0, 7]);
  expect(bytesMoved(layOutPersistentGemm(sawtooth))).toEqual(bytesMoved(layOutPersistentGemm(forward)));
  expect(describePersistentGemm(sawtooth)).toMatchObject({ kOrder: "sawtooth" });
  expect(describePersistentGemm(forward)).not.toHaveProperty("kOrder");
});

test("bounds stay below every kernel, in lock step and in time, and both see the same bytes enter the SMs", () => {
  fc.assert(
    fc.property(kernel, fc.boolean(), ({ workload: w, options, splits, reduction, scheduler }, timed) => {
      const workload = gemmWorkload({ ...w, dataType: "bf16", accumulator: "fp32", outputType: "bf16" });
      const sliced = splitK(workload, SMALL, { ...options, splits, reduction });
      const layouts = [
        [layOutPersistentGemm(persistentGemm(workload, SMALL, { ...options, scheduler })), {}],
        [layOutPersistentGemm(persistentGemm(workload, SMALL, { ...options, kOrder: "sawtooth" })), {}],
        [layOutSplitK(sliced), { reduction, splits: sliced.splits }],
        [layOutStreamK(streamK(workload, SMALL, options)), {}],
      ] as const;
      const { bounds } = boundWorkload(workload, SMALL);
      for (const [layout, fields] of layouts) {
        fc.pre(layout.touches < 20_000);
        expectBoundsBelow(layout, SMALL, bounds, conditionsMet(workload, fields), timed);
      }
    }),
    parameters(30),
  );
});

test("sums are read from memory only after they were stored: with room for everything DRAM supplies A and B alone", () => {
  fc.assert(
    fc.property(kernel, fc.boolean(), ({ workload: w, options, splits, reduction }, timed) => {
      const workload = gemmWorkload({ ...w, dataType: "bf16", accumulator: "fp32", outputType: "bf16" });
      for (const layout of [
        layOutSplitK(splitK(workload, SMALL, { ...options, splits, reduction })),
        layOutStreamK(streamK(workload, SMALL, options)),
      ]) {
        fc.pre(layout.touches < 20_000);
        const l2 = timed ? partitionedL2(SMALL) : chooseL2(SMALL, "bf16", "lru", 2 ** 28);
        const { byArray } = replayTileSchedule(layout, SMALL.sms, l2);
        for (const array of ["C", "partials"]) expect(byArray.get(array)?.get("dram-l2")?.reads ?? 0n).toBe(0n);
      }
    }),
    parameters(60),
  );
});

test("more slices than steps of k are refused", () => {
  const workload = gemmWorkload({ m: 128, n: 128, k: 128 });
  expect(() => splitK(workload, H200, { tile: parseTile("64x64x64"), splits: 3 })).toThrow(InputError);
});
