import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { H200 } from "../../src/machines/known/h200.js";
import { describeDualGemm, dualGemm, layOutDualGemm } from "../../src/schedules/gpu/chain/dual-gemm.js";
import { parameters } from "../properties/arbitraries.js";
import { arrayBytes, bytesMoved, touchesOf } from "./schedule-facts.js";

const extent = fc.integer({ min: 1, max: 40 });
const side = fc.integer({ min: 1, max: 12 });

test("one sweep of X serves both weights; H is written once", () => {
  fc.assert(
    fc.property(extent, extent, extent, fc.record({ bm: side, bn: side, bk: side }), (tokens, model, hidden, tile) => {
      const schedule = layOutDualGemm(dualGemm(ffnWorkload({ tokens, model, hidden, gated: true }), H200, { tile }));
      const [rows, columns] = [Math.ceil(tokens / tile.bm), Math.ceil(hidden / tile.bn)];
      const weights = 2 * model * hidden;
      expect(arrayBytes(schedule)).toEqual({ X: 2 * tokens * model, Wg: weights, Wu: weights, H: 2 * tokens * hidden });
      expect(bytesMoved(schedule)).toEqual({
        X: [columns * 2 * tokens * model, 0],
        Wg: [rows * weights, 0],
        Wu: [rows * weights, 0],
        H: [0, 2 * tokens * hidden],
      });
      expect(schedule.touches).toBe(touchesOf(schedule).length);
    }),
    parameters(120),
  );
});

test("two sets of sums leave room for one block of 128x128x64 on an H200, as compiled", () => {
  const workload = ffnWorkload({ tokens: 4096, model: 4096, hidden: 11008, gated: true });
  expect(describeDualGemm(dualGemm(workload, H200))).toMatchObject({
    id: "dual-gemm",
    tile: "128x128x64",
    order: "row",
    sharedMemoryBytes: 147456,
    ctasPerSm: 1,
  });
});

test("a plain block and a tile that does not fit are refused by name", () => {
  const sizes = { tokens: 256, model: 64, hidden: 256 };
  expect(() => dualGemm(ffnWorkload(sizes), H200)).toThrow(/^gated:/);
  const gated = ffnWorkload({ ...sizes, gated: true });
  expect(() => dualGemm(gated, H200, { tile: { bm: 128, bn: 256, bk: 128 } })).toThrow(/^tile: .*232448/);
  expect(() => dualGemm(gated, H200, { threads: 100 })).toThrow(/^threads:/);
});
