import * as fc from "fast-check";
import { expect, test } from "vitest";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { normGemmWorkload } from "../../src/computation/norm-gemm.js";
import { gapReport } from "../../src/gap/gap.js";
import { liftableNormProduct } from "../../src/lift/gpu/norm-product.js";
import { A100 } from "../../src/machines/known/a100.js";
import { H200 } from "../../src/machines/known/h200.js";
import { planReplays } from "../../src/plan/planned.js";
import { layOutNormProduct, NORM_PRODUCT_IDS, normProduct } from "../../src/schedules/gpu/gemm/norm-product.js";
import { order, parameters } from "../properties/arbitraries.js";
import { expectRefereed } from "../replay/refereed.js";
import { bytesMoved, touchesOf } from "./schedule-facts.js";

/** Tiles that are whole heads, or as wide as C. */
const shapes = fc
  .record({
    m: fc.integer({ min: 1, max: 7 }),
    k: fc.integer({ min: 1, max: 7 }),
    heads: fc.integer({ min: 1, max: 3 }),
    half: fc.integer({ min: 0, max: 2 }),
    columns: fc.integer({ min: 1, max: 7 }),
    bm: fc.integer({ min: 1, max: 4 }),
    bk: fc.integer({ min: 1, max: 4 }),
    tileHeads: fc.integer({ min: 1, max: 3 }),
    dataType: fc.constantFrom("bf16", "fp32", "fp64"),
    outputType: fc.constantFrom(undefined, "fp32"),
  })
  .map(({ m, k, heads, half, columns, bm, bk, tileHeads, ...types }) => {
    const workload = normGemmWorkload({ m, k, n: half === 0 ? columns : 2 * half * heads, headDim: 2 * half, ...types });
    return { workload, tile: { bm, bk, bn: half === 0 ? tileHeads : 2 * half * tileHeads } };
  });

test.each(NORM_PRODUCT_IDS)("%s touches each array as often as its kernels need it", (id) => {
  fc.assert(
    fc.property(shapes, order, ({ workload: w, tile }, kind) => {
      const schedule = normProduct(id, w, H200, { tile, order: kind });
      const layout = layOutNormProduct(schedule);
      const word = { bf16: 2, fp32: 4, fp64: 8 }[w.dataType as "bf16" | "fp32" | "fp64"];
      const out = { bf16: 2, fp32: 4, fp64: 8 }[w.outputType as "bf16" | "fp32" | "fp64"];
      const sum = w.accumulator === "fp64" ? 8 : 4;
      const [rows, columns] = [Math.ceil(w.m / tile.bm), Math.ceil(w.n / tile.bn)];
      const [a, b, c] = [w.m * w.k * word, w.k * w.n * word, w.m * w.n * out];
      const readsOfA = {
        "norm-gemm-separate": 1,
        "norm-gemm-statistics": 1 + columns,
        "norm-gemm-prologue": 2 * columns,
        "norm-gemm-fused": columns,
        "norm-gemm-strip": 1,
      }[id];
      const readsOfGain = {
        "norm-gemm-separate": Math.ceil(w.m / schedule.normRows),
        "norm-gemm-statistics": rows * columns,
        "norm-gemm-prologue": rows * columns,
        "norm-gemm-fused": rows * columns,
        "norm-gemm-strip": rows,
      }[id];
      const table = ((w.m * w.headDim) / 2) * word * (id === "norm-gemm-strip" ? 1 : columns);
      const rotary = w.headDim > 0;
      expect(bytesMoved(layout)).toEqual({
        A: [readsOfA * a, 0],
        gain: [readsOfGain * w.k * word, 0],
        B: [rows * b, 0],
        ...(rotary ? { cos: [table, 0], sin: [table, 0] } : {}),
        ...(id === "norm-gemm-separate" ? { N: [columns * a, a] } : {}),
        ...(id === "norm-gemm-separate" && rotary ? { P: [c, c] } : {}),
        ...(id === "norm-gemm-statistics" ? { V: [columns * sum * w.m, sum * w.m] } : {}),
        C: [0, c],
      });
      expect(layout.touches).toBe(touchesOf(layout).length);
    }),
    parameters(60),
  );
});

test.each(NORM_PRODUCT_IDS)(
  "%s, lifted to moves of words, is legal at exactly its replayed traffic, and no bound is above it",
  (id) => {
    const run = fc.record({
      slots: fc.integer({ min: 1, max: 5 }),
      l2Bytes: fc.integer({ min: 1, max: 900 }),
      policy: fc.constantFrom("lru", "fifo"),
    });
    fc.assert(
      fc.property(shapes, order, run, ({ workload, tile }, kind, { slots, l2Bytes, policy }) => {
        const kernel = liftableNormProduct(normProduct(id, workload, H200, { tile, order: kind }));
        const l2 = { policy, bytes: Math.max(l2Bytes, ...kernel.layout.tileBytes) } as const;
        expectRefereed(kernel, slots, l2, (setting) => proveBoundsInSetting(workload, setting));
      }),
      parameters(60),
    );
  },
);

test("a row too long for one block is normalised in two sweeps, and no strip of it fits", () => {
  const w = normGemmWorkload({ m: 64, n: 128, k: 100_000 });
  const schedule = normProduct("norm-gemm-separate", w, A100, { tile: { bm: 64, bn: 128, bk: 32 } });
  expect([schedule.normRows, schedule.normSweeps]).toEqual([1, 2]);
  expect(bytesMoved(layOutNormProduct(schedule))["A"]).toEqual([2 * 2 * 64 * 100_000, 0]);
  const ids = new Set(planReplays(w, A100).map(({ fields }) => fields["id"]));
  expect(ids).toEqual(new Set(NORM_PRODUCT_IDS.filter((id) => id !== "norm-gemm-strip")));
  expect(() => normProduct("norm-gemm-strip", w, A100)).toThrow("16x100000 of A kept");
});

test("tiles hold whole heads", () => {
  const w = normGemmWorkload({ m: 256, n: 768, k: 256, headDim: 96 });
  expect(() => normProduct("norm-gemm-fused", w, H200, { tile: { bm: 64, bn: 128, bk: 32 } })).toThrow("whole heads of 96");
  expect(normProduct("norm-gemm-fused", normGemmWorkload({ m: 256, n: 512, k: 256, headDim: 256 }), H200).tile.bn).toBe(256);
  for (const id of NORM_PRODUCT_IDS) expect(normProduct(id, w, H200).tile.bn).toBe(96);
  expect(
    normProduct("norm-gemm-fused", normGemmWorkload({ m: 113, n: 140, k: 598, headDim: 28, dataType: "fp64" }), H200).tile.bn,
  ).toBe(112);
  expect(() => normGemmWorkload({ m: 1, n: 100, k: 1, headDim: 64 })).toThrow("head-dim");
  expect(() => normGemmWorkload({ m: 1, n: 105, k: 1, headDim: 35 })).toThrow("even");
});

test("the kernel that sums squares in the loop of the product moves least into the SMs; a prologue doubles the reads of A", () => {
  const w = normGemmWorkload({ m: 2048, n: 2048, k: 2048, headDim: 128 });
  const rows = gapReport(w, A100, { l2: { policy: "lru", bytes: A100.l2Bytes }, orders: [{ kind: "row" }] }).rows;
  const sm = rows.filter((row) => row.interface === "l2-sm");
  const bytes = Object.fromEntries(sm.map(({ schedule, total }) => [schedule["id"], total]));
  expect(sm.reduce((least, row) => (row.total < least.total ? row : least)).schedule["id"]).toBe("norm-gemm-fused");
  expect((bytes["norm-gemm-prologue"] as bigint) - (bytes["norm-gemm-fused"] as bigint)).toBe(16n * 2n * 2048n * 2048n);
  for (const row of rows) expect(row.gap).toBeGreaterThanOrEqual(1);
});
