import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { InputError } from "../../src/errors.js";
import { H200 } from "../../src/machines/known/h200.js";
import { replayEvents } from "../../src/replay/event-driven/index.js";
import { explainReplay } from "../../src/replay/explain.js";
import { partitionedL2 } from "../../src/replay/l2/l2-model.js";
import { replayTileSchedule } from "../../src/replay/replay.js";
import { layOutTiledGemm, tiledGemm } from "../../src/schedules/gpu/gemm/tiled-gemm.js";
import { launchOrder } from "../../src/schedules/tiles/launch-order.js";
import { order, parameters } from "../properties/arbitraries.js";

/** Tiles of 4×4 fp32 words, all whole: 64 bytes each. */
const TILE = { bm: 4, bn: 4, bk: 4 };
const TILE_BYTES = 64;

describe("what a replay says of its steps", () => {
  test("is what a list of tiles, walked by plain loops, says", () => {
    const extent = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(
        extent,
        extent,
        extent,
        order,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 40 }),
        (rows, columns, steps, order, slots, room) => {
          const list: string[] = [];
          const evictions = new Map<string, number>();
          const distances = new Map<string, number[]>();
          const past: string[] = [];
          const touch = (tile: string): boolean => {
            const last = past.lastIndexOf(tile);
            if (last >= 0) {
              const distance = new Set(past.slice(last)).size * TILE_BYTES;
              distances.set(tile.charAt(0), [...(distances.get(tile.charAt(0)) ?? []), distance]);
            }
            past.push(tile);
            const at = list.indexOf(tile);
            if (at >= 0) list.splice(at, 1);
            list.push(tile);
            if (list.length > room) {
              const pair = `${list.shift()?.charAt(0)} by ${tile.charAt(0)}`;
              evictions.set(pair, (evictions.get(pair) ?? 0) + TILE_BYTES);
            }
            return at >= 0;
          };
          const hits = [0, 0, 0];
          const blocks = [...launchOrder(order, rows, columns)];
          for (let first = 0; first < blocks.length; first += slots) {
            const wave = blocks.slice(first, first + slots);
            for (let k = 0; k < steps; k++) {
              for (const t of wave) {
                const both = [touch(`A${Math.floor(t / columns)},${k}`), touch(`B${k},${t % columns}`)].filter(Boolean).length;
                hits[2 - both] = (hits[2 - both] ?? 0) + 1;
              }
            }
            for (const t of wave) touch(`C${t}`);
          }
          const workload = gemmWorkload({ m: 4 * rows, n: 4 * columns, k: 4 * steps, dataType: "fp32" });
          const layout = layOutTiledGemm(tiledGemm(workload, H200, { tile: TILE, order }));
          const found = explainReplay(layout, slots, { policy: "lru", bytes: room * TILE_BYTES });
          const [allHit, someHit, noneHit] = hits;
          expect(found.steps).toEqual([{ reads: ["A", "B"], steps: blocks.length * steps, allHit, someHit, noneHit }]);
          expect(new Map(found.evictions.map(({ array, comer, bytes }) => [`${array} by ${comer}`, bytes]))).toEqual(evictions);
          for (const { array, againBytes, quartiles } of found.reuse) {
            const far = (distances.get(array) ?? []).sort((x, y) => x - y);
            expect(againBytes).toBe(far.length * TILE_BYTES);
            const wanted = [1, 2, 3, 4].map((q) => far[Math.ceil((q * far.length) / 4) - 1]);
            expect(quartiles).toEqual(far.length === 0 ? undefined : wanted);
          }
        },
      ),
      parameters(100),
    );
  });

  test("accounts for every byte: what came in and was not evicted is still there, whatever the policy", () => {
    const layout = layOutTiledGemm(
      tiledGemm(gemmWorkload({ m: 500, n: 700, k: 300 }), H200, { order: { kind: "group", height: 2 } }),
    );
    const bytes = 200_064;
    for (const model of [
      { policy: "lru", bytes },
      { policy: "fifo", bytes },
      { policy: "random", seed: 3, bytes },
      { policy: "set", ways: 8, replacement: "lru", index: "hashed", bytes },
    ] as const) {
      const { evictions } = explainReplay(layout, 4, model);
      const dram = replayTileSchedule(layout, 4, model).total.get("dram-l2");
      const cameIn = Number(dram?.reads) + 2 * 500 * 700;
      const left = evictions.reduce((sum, { bytes }) => sum + bytes, 0);
      expect(cameIn - left).toBeGreaterThan(0);
      expect(cameIn - left).toBeLessThanOrEqual(bytes);
    }
  });

  test("needs a cache that answers touch by touch", () => {
    const layout = layOutTiledGemm(tiledGemm(gemmWorkload({ m: 256, n: 256, k: 256 }), H200));
    expect(() => explainReplay(layout, 4, { policy: "opt", bytes: 1 << 20 })).toThrow(InputError);
  });
});

test("a replay in time estimates the duration, one in lock step does not", () => {
  const schedule = tiledGemm(gemmWorkload({ m: 1024, n: 1024, k: 1024 }), H200);
  const layout = layOutTiledGemm(schedule);
  const slots = H200.sms * schedule.residency.ctasPerSm;
  const model = partitionedL2(H200);
  const { seconds } = replayTileSchedule(layout, slots, model);
  expect(seconds).toBe(replayEvents(layout, slots, model.parameters).seconds);
  // No kernel is faster than its arithmetic at the peak rate.
  expect(seconds).toBeGreaterThan((2 * 1024 ** 3) / (H200.peakOperationsPerSecond.bf16 ?? 0));
  expect(replayTileSchedule(layout, slots, { policy: "lru", bytes: 1 << 24 }).seconds).toBeUndefined();
});
