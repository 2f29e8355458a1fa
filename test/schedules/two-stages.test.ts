import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chainWorkload } from "../../src/computation/chain.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { A40 } from "../../src/machines/known/a40.js";
import { H200 } from "../../src/machines/known/h200.js";
import { chainBands, layOutChainBands } from "../../src/schedules/gpu/chain/bands.js";
import type { FfnSequence } from "../../src/schedules/gpu/chain/ffn-whole.js";
import { ffnWhole, layOutFfnWhole } from "../../src/schedules/gpu/chain/ffn-whole.js";
import { chainRecompute, layOutChainRecompute } from "../../src/schedules/gpu/chain/recompute.js";
import { layOutStagesFused, stagesFused } from "../../src/schedules/gpu/chain/stages-fused.js";
import { parameters } from "../properties/arbitraries.js";
import { bytesMoved, touchesOf } from "./schedule-facts.js";

const extent = fc.integer({ min: 1, max: 40 });
const side = fc.integer({ min: 1, max: 12 });
const chains = fc.record({ m: extent, k: extent, l: extent, n: extent });
const blocks = fc.record({ tokens: extent, model: extent, hidden: extent, gated: fc.boolean() });
const tiles = fc.record({ bm: side, bn: side, bk: side });
const types = { dataType: "fp16", outputType: "fp32" } as const;

describe("H never leaves", () => {
  test.each(["registers", "shared memory"] as const)(
    "kept in %s: B and D once a tile row, A once or once a tile column of H",
    (place) => {
      fc.assert(
        fc.property(chains, tiles, ({ m, k, l, n }, tile) => {
          const kernel = stagesFused("chain-fused-smem", place, chainWorkload({ m, k, l, n, ...types }), H200, { tile });
          const rows = Math.ceil(m / tile.bm);
          const schedule = layOutStagesFused(kernel);
          expect(bytesMoved(schedule)).toEqual({
            A: [(place === "registers" ? 1 : Math.ceil(l / tile.bn)) * 2 * m * k, 0],
            B: [rows * 2 * k * l, 0],
            D: [rows * 2 * l * n, 0],
            E: [0, 4 * m * n],
          });
          expect(schedule.blockCount).toBe(rows);
          expect(schedule.touches).toBe(touchesOf(schedule).length);
        }),
        parameters(80),
      );
    },
  );

  test("computed again for each block of columns of E: A and B once a tile of E, D once a tile row", () => {
    fc.assert(
      fc.property(chains, tiles, ({ m, k, l, n }, tile) => {
        const schedule = layOutChainRecompute(chainRecompute(chainWorkload({ m, k, l, n, ...types }), H200, { tile }));
        const [rows, columns] = [Math.ceil(m / tile.bm), Math.ceil(n / tile.bn)];
        expect(bytesMoved(schedule)).toEqual({
          A: [columns * 2 * m * k, 0],
          B: [rows * columns * 2 * k * l, 0],
          D: [rows * 2 * l * n, 0],
          E: [0, 4 * m * n],
        });
        expect(schedule.blockCount).toBe(rows * columns);
        expect(schedule.touches).toBe(touchesOf(schedule).length);
      }),
      parameters(80),
    );
  });
});

test("whole feed-forward blocks: H written once and read once a tile column of Y; kept in the block it is in no array", () => {
  fc.assert(
    fc.property(blocks, tiles, fc.nat(), fc.boolean(), ({ tokens, model, hidden, gated }, tile, pick, serpentine) => {
      const w = ffnWorkload({ tokens, model, hidden, gated, ...types });
      const [rows, ofH, ofY] = [Math.ceil(tokens / tile.bm), Math.ceil(hidden / tile.bn), Math.ceil(model / tile.bn)];
      const weights = [rows * 2 * model * hidden, 0];
      const common = { ...(gated ? { Wg: weights } : {}), Wu: weights, Wd: weights, Y: [0, 4 * tokens * model] };
      const x = 2 * tokens * model;
      const sequences: readonly FfnSequence[] = [
        { id: "ffn-separate", order: { kind: "group", height: 2 } },
        { id: "ffn-bands", band: 1 + (pick % rows), serpentine },
      ];
      for (const sequence of sequences) {
        const schedule = layOutFfnWhole(ffnWhole(w, H200, sequence, { tile }));
        const h = 2 * tokens * hidden;
        expect(bytesMoved(schedule)).toEqual({ X: [ofH * x, 0], H: [ofY * h, h], ...common });
        expect(schedule.blockCount).toBe(rows * (ofH + ofY));
        // The second kernel waits for all of the first, a tile of a band for its row.
        const { until = [], waitsFor = [] } = schedule.waits ?? {};
        const counts = new Set([...until].filter((_, block) => (waitsFor[block] ?? -1) >= 0));
        expect([...counts]).toEqual([sequence.id === "ffn-separate" ? rows * ofH : ofH]);
      }
      const fused = layOutStagesFused(stagesFused("ffn-fused", "shared memory", w, H200, { tile }));
      expect(bytesMoved(fused)).toEqual({ X: [ofH * x, 0], ...common });
    }),
    parameters(80),
  );
});

test("serpentine bands walk every second band backwards, H and E alike, every tile once", () => {
  const w = chainWorkload({ m: 5, k: 1, l: 3, n: 2, dataType: "fp32" });
  const kernel = chainBands(w, H200, { tile: { bm: 1, bn: 1, bk: 1 }, band: 2, serpentine: true });
  const written = touchesOf(layOutChainBands(kernel)).filter(({ writes }) => writes);
  const columns = (array: string, width: number): readonly number[] =>
    written.filter((touch) => touch.array === array).map(({ tile }) => tile % width);
  expect(columns("H", 3)).toEqual([0, 0, 1, 1, 2, 2, 2, 2, 1, 1, 0, 0, 0, 1, 2]);
  expect(columns("E", 2)).toEqual([0, 0, 1, 1, 1, 1, 0, 0, 0, 1]);
  expect(new Set(written.map(({ array, tile }) => `${array}${tile}`)).size).toBe(25);
});

test("default tiles are the tallest whose rows of H, or of A, fit beside the stages; what cannot fit says so", () => {
  const w = chainWorkload({ m: 8192, k: 128, l: 1024, n: 128 });
  const kept = stagesFused("chain-fused-smem", "shared memory", w, H200);
  expect(kept.tile).toEqual({ bm: 64, bn: 128, bk: 64 });
  // 64×1024 words of H and three stages of (64 + 128)×64.
  expect(kept.block.sharedMemoryBytes).toBe(2 * (64 * 1024 + 3 * 64 * 192));
  expect(chainRecompute(w, H200).tile).toEqual({ bm: 128, bn: 256, bk: 64 });
  const example = chainWorkload({ m: 81920, k: 576, l: 64, n: 128 });
  expect(stagesFused("chain-fused-registers", "registers", example, A40, { tile: { bm: 64, bn: 128, bk: 32 } }).block).toEqual({
    threads: 256,
    registersPerThread: 52 + (64 * (32 + 128)) / 256,
    sharedMemoryBytes: 3 * 32 * 2 * 128,
  });
  const wide = chainWorkload({ m: 64, k: 8192, l: 65536, n: 64 });
  expect(() => stagesFused("chain-fused-smem", "shared memory", wide, H200)).toThrow(/^tile: .*16x65536 of H kept/);
  expect(() => stagesFused("chain-fused-registers", "registers", wide, H200)).toThrow(/^tile:/);
  expect(() => chainRecompute({ ...wide, k: 65536 }, H200)).toThrow(/^tile: .*16x65536 of A kept/);
  expect(() =>
    ffnWhole(ffnWorkload({ tokens: 256, model: 64, hidden: 64 }), H200, { id: "ffn-bands", band: 3, serpentine: false }),
  ).toThrow(/^band: expected a whole number from 1 to 2/);
});
