import * as fc from "fast-check";
import { expect, test } from "vitest";
import { WeightedRecency } from "../../src/caches/lru/weighted-recency.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { InputError } from "../../src/errors.js";
import { H200 } from "../../src/machines/known/h200.js";
import { lruTrafficAt } from "../../src/replay/curves/lru-curve.js";
import { tiledLruCurve } from "../../src/replay/curves/tiled-lru-curve.js";
import { walkedLruCurve } from "../../src/replay/curves/walked-lru-curve.js";
import { replayTileSchedule } from "../../src/replay/replay.js";
import { layOutTiledGemm, tiledGemm } from "../../src/schedules/gpu/gemm/tiled-gemm.js";
import {
  chainBands,
  chainSeparate,
  flashAttention2,
  layOutChainBands,
  layOutChainSeparate,
  layOutFlashForward,
} from "../../src/schedules/index.js";
import { ScheduleWriter } from "../../src/schedules/tiles/schedule-writer.js";
import type { TileSchedule } from "../../src/schedules/tiles/tile-schedule.js";
import { mixedGemm, order, parameters, tile } from "../properties/arbitraries.js";

const slots = fc.integer({ min: 1, max: 40 });

/** A capacity between the largest tile and a little more than everything. */
function capacityOf(layout: TileSchedule, share: number): number {
  const largest = layout.tileBytes.reduce((x, y) => Math.max(x, y), 0);
  const all = layout.tileBytes.reduce((x, y) => x + y, 0);
  return largest + Math.floor(share ** 3 * (all - largest + 2));
}

const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 5 });

test("the curve of a tiled product, in closed form over k, is its replay at every capacity", () => {
  fc.assert(
    fc.property(mixedGemm(500), tile, order, slots, shares, (workload, tile, order, slots, shares) => {
      const schedule = tiledGemm(workload, H200, { tile, order, stages: 1 });
      const layout = layOutTiledGemm(schedule);
      fc.pre(layout.touches < 100_000);
      const capacities = shares.map((share) => capacityOf(layout, share));
      const found = lruTrafficAt(tiledLruCurve(schedule, slots), capacities);
      expect(found).toEqual(capacities.map((bytes) => replayTileSchedule(layout, slots, { policy: "lru", bytes })));
    }),
    parameters(250),
  );
});

test("walking the steps gives the same curve, whatever the depth of k", () => {
  const deep = fc.record({
    m: fc.integer({ min: 1, max: 60 }),
    n: fc.integer({ min: 1, max: 60 }),
    k: fc.integer({ min: 1, max: 400 }),
    batch: fc.integer({ min: 1, max: 3 }),
  });
  const small = fc.record({
    bm: fc.integer({ min: 1, max: 16 }),
    bn: fc.integer({ min: 1, max: 16 }),
    bk: fc.integer({ min: 1, max: 24 }),
  });
  fc.assert(
    fc.property(deep, small, order, slots, (extents, tile, order, slots) => {
      const schedule = tiledGemm(gemmWorkload(extents), H200, { tile, order, stages: 1 });
      const layout = layOutTiledGemm(schedule);
      const capacities = Array.from({ length: 40 }, (_, i) => capacityOf(layout, i / 39));
      const walked = walkedLruCurve(layout, slots);
      expect(lruTrafficAt(tiledLruCurve(schedule, slots), capacities)).toEqual(lruTrafficAt(walked, capacities));
    }),
    parameters(100),
  );
});

test("the walked curve of chains and attention is their replay at every capacity", () => {
  const extent = fc.integer({ min: 1, max: 400 });
  const layouts = fc.oneof(
    fc
      .record({ m: extent, k: extent, l: extent, n: extent, band: fc.integer({ min: 0, max: 3 }) })
      .map(({ band, ...extents }) => {
        const workload = chainWorkload(extents);
        const options = { tile: { bm: 32, bn: 48, bk: 32 } };
        return band === 0
          ? layOutChainSeparate(chainSeparate(workload, H200, options))
          : layOutChainBands(chainBands(workload, H200, { ...options, band: Math.min(band, Math.ceil(extents.m / 32)) }));
      }),
    fc
      .record({ heads: fc.integer({ min: 1, max: 4 }), queries: extent, keys: extent, causal: fc.boolean() })
      .map((options) => layOutFlashForward(flashAttention2(attentionWorkload({ ...options, dim: 64 }), H200))),
  );
  fc.assert(
    fc.property(layouts, slots, shares, (layout, slots, shares) => {
      const capacities = shares.map((share) => capacityOf(layout, share));
      const found = lruTrafficAt(walkedLruCurve(layout, slots), capacities);
      expect(found).toEqual(capacities.map((bytes) => replayTileSchedule(layout, slots, { policy: "lru", bytes })));
    }),
    parameters(60),
  );
});

test("tiles that are read and written again and again are written back where the replay writes them back", () => {
  const touch = fc.record({ tile: fc.integer({ min: 0, max: 6 }), write: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 7, maxLength: 7 }),
      fc.array(touch, { minLength: 1, maxLength: 60, size: "max" }),
      (sizes, touches) => {
        const writer = new ScheduleWriter({ blocks: 1, phases: touches.length, streams: touches.length });
        for (const { tile, write } of touches) {
          writer.phase(1, 0);
          if (write) writer.write(tile, 0);
          else writer.read(tile, 0);
        }
        writer.endBlock();
        const arrays = [
          { name: "X", firstTile: 0, tileCount: 3 },
          { name: "Y", firstTile: 3, tileCount: 4 },
        ];
        const layout = writer.finish(arrays, Int32Array.from(sizes), { kind: "product", operandType: "fp32", stages: 1 });
        const capacities = Array.from({ length: 56 }, (_, i) => i + 9);
        expect(lruTrafficAt(walkedLruCurve(layout, 1), capacities)).toEqual(
          capacities.map((bytes) => replayTileSchedule(layout, 1, { policy: "lru", bytes })),
        );
      },
    ),
    parameters(200),
  );
});

test("weighted depths are sums over the distinct items since", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 3000, size: "max" }), (items) => {
      const weights = Int32Array.from({ length: 9 }, (_, item) => item * item + 1);
      const recency = new WeightedRecency(weights);
      items.forEach((item, t) => {
        const last = items.lastIndexOf(item, t - 1);
        const since = new Set(t > 0 && last >= 0 ? items.slice(last, t + 1) : []);
        expect(recency.access(item)).toBe([...since].reduce((sum, other) => sum + (weights[other] as number), 0));
      });
      expect([...recency.stack()]).toEqual([...new Set([...items].reverse())]);
    }),
    parameters(30),
  );
});

test("a capacity below the largest tile is refused by name", () => {
  const curve = tiledLruCurve(tiledGemm(gemmWorkload({ m: 512, n: 512, k: 512 }), H200), 8);
  expect(curve.largestTileBytes).toBe(32768);
  expect(() => lruTrafficAt(curve, [65536, 32767])).toThrow(InputError);
});
