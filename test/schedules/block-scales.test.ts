import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { BYTES_OF } from "../../src/computation/data-types.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import { InputError } from "../../src/errors.js";
import { liftablePersistentGemm, liftableTiledGemm } from "../../src/lift/gpu/products.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftTileSchedule } from "../../src/lift/tile-schedule.js";
import { H200 } from "../../src/machines/known/h200.js";
import { withClusters } from "../../src/machines/machine.js";
import { planReplays, replayPlanned } from "../../src/plan/planned.js";
import { replayTileSchedule } from "../../src/replay/replay.js";
import { totalTraffic } from "../../src/replay/traffic.js";
import { layOutPersistentGemm, persistentGemm } from "../../src/schedules/gpu/gemm/persistent-gemm.js";
import { layOutSplitK, splitK } from "../../src/schedules/gpu/gemm/split-k.js";
import { layOutStreamK, streamK, streamSegments } from "../../src/schedules/gpu/gemm/stream-k.js";
import { formatTile, layOutTiledGemm, tiledGemm } from "../../src/schedules/gpu/gemm/tiled-gemm.js";
import { clusterSize, parseClusterShape } from "../../src/schedules/tiles/cluster-shape.js";
import { order, parameters } from "../properties/arbitraries.js";
import { arrayBytes, bytesMoved } from "./schedule-facts.js";

const SMALL = { ...H200, sms: 5 };
const side = fc.integer({ min: 1, max: 40 });
const power = fc.constantFrom(1, 2, 4, 8, 16);
const block = fc.tuple(power, power);

const kernels = fc
  .record({ m: side, n: side, k: side, batch: fc.integer({ min: 1, max: 2 }), a: fc.option(block), b: fc.option(block) })
  .filter(({ a, b }) => a !== null || b !== null)
  .chain(({ a, b, ...extents }) =>
    fc.record({
      workload: fc.constantFrom("fp32", "e8m0").map((scaleType) =>
        gemmWorkload({
          ...extents,
          dataType: "fp8",
          outputType: "bf16",
          scaleType,
          scales: { a: a ?? undefined, b: b ?? undefined },
        }),
      ),
      tile: fc.record({ bm: power, bn: power, bk: power }),
      order,
    }),
  );

/** Blocks of `block` that `first .. end)` meets. */
function blocksMet(first: number, end: number, block: number): number {
  return Math.floor((end - 1) / block) - Math.floor(first / block) + 1;
}

test("each block reads every scale of its tile's rows and columns once for each stretch of k that it walks", () => {
  fc.assert(
    fc.property(kernels, ({ workload: w, tile, order }) => {
      const options = { tile, order, stages: 1, ctasPerSm: 1 };
      const steps = Math.ceil(w.k / tile.bk);
      const size = BYTES_OF[w.scales?.dataType ?? "fp32"];
      const columns = Math.ceil(w.n / tile.bn);
      const rows = Math.ceil(w.m / tile.bm);
      const expected = (segments: readonly { readonly tile: number; readonly first: number; readonly end: number }[]) => {
        let [a, b] = [0, 0];
        for (const { tile: t, first, end } of segments) {
          const [i, j] = [Math.floor(t / columns) * tile.bm, (t % columns) * tile.bn];
          const [from, to] = [first * tile.bk, Math.min(w.k, end * tile.bk)];
          const scales = w.scales;
          if (scales?.a !== undefined)
            a += size * blocksMet(i, Math.min(w.m, i + tile.bm), scales.a[0]) * blocksMet(from, to, scales.a[1]);
          if (scales?.b !== undefined)
            b += size * blocksMet(from, to, scales.b[0]) * blocksMet(j, Math.min(w.n, j + tile.bn), scales.b[1]);
        }
        return [a, b];
      };
      const whole = Array.from({ length: w.batch * rows * columns }, (_, t) => ({
        tile: t % (rows * columns),
        first: 0,
        end: steps,
      }));
      const splits = Math.min(3, steps);
      const split = splitK(w, SMALL, { ...options, splits });
      const perSlice = Math.ceil(steps / split.splits);
      const slices = whole.flatMap(({ tile }) =>
        Array.from({ length: split.splits }, (_, s) => ({ tile, first: s * perSlice, end: Math.min(steps, (s + 1) * perSlice) })),
      );
      const stream = streamK(w, SMALL, options);
      const streamed = streamSegments(stream)
        .flat()
        .map((one) => ({ ...one, tile: one.tile % (rows * columns) }));
      for (const [layout, segments] of [
        [layOutTiledGemm(tiledGemm(w, SMALL, options)), whole],
        [layOutPersistentGemm(persistentGemm(w, SMALL, options)), whole],
        [layOutSplitK(split), slices],
        [layOutStreamK(stream), streamed],
      ] as const) {
        const moved = bytesMoved(layout);
        expect([moved["SA"]?.[0] ?? 0, moved["SB"]?.[0] ?? 0]).toEqual(expected(segments));
        const words = (block: readonly [number, number] | undefined, x: number, y: number): number =>
          block === undefined ? 0 : w.batch * Math.ceil(x / block[0]) * Math.ceil(y / block[1]) * size;
        expect(arrayBytes(layout)["SA"] ?? 0).toBe(words(w.scales?.a, w.m, w.k));
        expect(arrayBytes(layout)["SB"] ?? 0).toBe(words(w.scales?.b, w.k, w.n));
      }
    }),
    parameters(150),
  );
});

const clusterShape = fc.constantFrom("2x1", "1x2", "2x2", "4x1", "3x2").map(parseClusterShape);

test("a cluster reads each scale of its rows and columns once; its CTAs get what they would read alone", () => {
  fc.assert(
    fc.property(kernels, clusterShape, ({ workload: w, tile, order }, cluster) => {
      const options = { tile, order, stages: 1, ctasPerSm: 1 };
      const alone = bytesMoved(layOutTiledGemm(tiledGemm(w, SMALL, options)));
      const size = BYTES_OF[w.scales?.dataType ?? "fp32"];
      const [{ a, b } = {}, high, wide] = [w.scales, cluster.rows * tile.bm, cluster.columns * tile.bn];
      let [ofA, ofB] = [0, 0];
      for (let i = 0; i < w.m; i += high) {
        for (let j = 0; j < w.n; j += wide) {
          if (a !== undefined) ofA += w.batch * size * blocksMet(i, Math.min(w.m, i + high), a[0]) * Math.ceil(w.k / a[1]);
          if (b !== undefined) ofB += w.batch * size * blocksMet(j, Math.min(w.n, j + wide), b[1]) * Math.ceil(w.k / b[0]);
        }
      }
      const eight = { ...SMALL, sms: 8 };
      for (const layout of [
        layOutTiledGemm(tiledGemm(w, eight, { ...options, cluster })),
        layOutPersistentGemm(persistentGemm(w, eight, { ...options, cluster })),
      ]) {
        const moved = bytesMoved(layout);
        expect([moved["SA"]?.[0] ?? 0, moved["SB"]?.[0] ?? 0]).toEqual([ofA, ofB]);
        const delivered = layout.arrays.map(({ name }, i) => [name, layout.deliveredBytes?.[i]]);
        expect(Object.fromEntries(delivered)).toEqual({
          ...Object.fromEntries(Object.entries(alone).map(([name, [reads]]) => [name, reads])),
          C: 0,
        });
      }
    }),
    parameters(150),
  );
});

test("lifted in clusters, the referee accepts scales at exactly the replayed bytes, and no bound of l2-cluster is above", () => {
  const small = kernels.filter(({ workload: { m, n, k, batch } }) => batch * m * n * k <= 2000);
  fc.assert(
    fc.property(small, clusterShape, ({ workload, tile, order }, cluster) => {
      const gpu = withClusters({ ...SMALL, sms: 8, l2Bytes: 2048 }, clusterSize(cluster));
      const plan = { schedule: "tiled-gemm", orders: [order], tile: formatTile(tile), stages: 1, cluster } as const;
      const planned = planReplays(workload, gpu, plan)[0];
      if (planned === undefined) throw new Error("nothing planned");
      const l2 = { policy: "lru", bytes: 2048 } as const;
      const { total } = replayPlanned(planned, l2);
      const kernel = liftableTiledGemm(tiledGemm(workload, gpu, { tile, order, stages: 1, cluster }));
      const replayed = replayTileSchedule(kernel.layout, planned.slots, l2);
      for (const lifted of liftTileSchedule(kernel, planned.slots, l2, replayed)) {
        expect(refereeLifted(lifted)).toMatchObject({ agrees: true, cost: lifted.replayed });
      }
      for (const bound of boundWorkload(workload, gpu).bounds) {
        const traffic = total.get(bound.interface);
        if (traffic === undefined || bound.scope !== "total") continue;
        expect(bound.value <= totalTraffic(traffic), `${bound.id} on ${bound.interface}`).toBe(true);
      }
    }),
    parameters(40),
  );
});

test("lifted, the referee accepts the kernels that move scales at exactly their replayed bytes, never below a bound", () => {
  const small = kernels.filter(({ workload: { m, n, k, batch } }) => batch * m * n * k <= 2000);
  fc.assert(
    fc.property(small, fc.integer({ min: 1024, max: 3000 }), ({ workload, tile, order }, l2Bytes) => {
      const options = { tile, order, stages: 1, ctasPerSm: 1 };
      const [tiled, persistent] = [tiledGemm(workload, SMALL, options), persistentGemm(workload, SMALL, options)];
      for (const kernel of [liftableTiledGemm(tiled), liftablePersistentGemm(persistent)]) {
        const l2 = { policy: "lru", bytes: l2Bytes } as const;
        const replayed = replayTileSchedule(kernel.layout, SMALL.sms, l2);
        for (const lifted of liftTileSchedule(kernel, SMALL.sms, l2, replayed)) {
          expect(refereeLifted(lifted)).toMatchObject({ agrees: true, cost: lifted.replayed });
          const { fastCapacity, processors } = lifted.game;
          const bounds = proveBoundsInSetting(gemmComputation(workload), {
            interface: lifted.interface,
            unit: "bytes",
            capacity: BigInt(fastCapacity),
            memories: BigInt(processors),
            fastMemory: "the lifted game's",
          });
          for (const { id, scope, value } of bounds) {
            if (scope === "total") expect(value <= lifted.replayed, `${id} on ${lifted.interface}`).toBe(true);
          }
        }
      }
    }),
    parameters(60),
  );
});

test("tiles that cut blocks are refused", () => {
  const workload = gemmWorkload({ m: 256, n: 256, k: 256, dataType: "fp8", scales: "a:1x128,b:128x128" });
  const tile = { bm: 128, bn: 96, bk: 128 };
  expect(() => tiledGemm(workload, H200, { tile })).toThrow(
    new InputError("tile", "BN a multiple or a divisor of the 128 that share a scale", "96"),
  );
});
