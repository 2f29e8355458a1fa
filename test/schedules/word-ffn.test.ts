import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { gapReport } from "../../src/gap/gap.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftWordFfn } from "../../src/lift/two-level/ffn.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { rowsInCorner } from "../../src/schedules/two-level/chain/stored-corner.js";
import { besideEntries } from "../../src/schedules/two-level/chain/strips.js";
import { ffnStrips, rowPartsFfn, separateBy, wordFfns } from "../../src/schedules/two-level/ffn/schedules.js";
import { inputStationaryGemm } from "../../src/schedules/two-level/gemm/cosma.js";
import {
  bestSerpentine,
  cornerLines,
  equalPanels,
  handoverRoom,
  withCorner,
} from "../../src/schedules/two-level/gemm/serpentine-tiles.js";
import { handoverBy } from "../../src/schedules/two-level/gemm/tile-handover.js";
import { counted, parameters } from "../properties/arbitraries.js";

const side = fc.integer({ min: 1, max: 6 });

test("the referee confirms every gated block's schedule, word by word, whatever stays", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(side, side, side, fc.integer({ min: 4, max: 80 }), (tokens, model, hidden, fastWords) => {
      const workload = ffnWorkload({ tokens, model, hidden, gated: true });
      for (const schedule of wordFfns(workload, fastWords)) {
        expect(refereeLifted(liftWordFfn(schedule, fastWords))).toMatchObject({ agrees: true, cost: schedule.total });
        seen.add(schedule.id === "ffn-separate" ? schedule.front.held : schedule.id);
        if (schedule.id === "ffn-partly-stored") {
          const { rows, width } = schedule.corner;
          const corner = rowsInCorner(ffnStrips(workload), rows, width, fastWords) * width;
          const pairs = 2 * rows * model - corner + besideEntries(2, rows) <= fastWords;
          seen.add(`stored beside ${pairs ? "pairs" : "columns"}`);
          seen.add(`stored, ${width < model ? "some" : "all"} columns of Y again`);
        }
      }
    }),
    { ...counted(120), seed: 5 },
  );
  expect([...seen].sort()).toEqual([
    "ffn-fused",
    "ffn-partly-stored",
    "ffn-slice-stays",
    "pairs",
    "rows-of-x",
    "stored beside columns",
    "stored beside pairs",
    "stored, all columns of Y again",
    "stored, some columns of Y again",
    "tile",
    "weights",
  ]);
});

test("fronts in tiles of pairs hand words over: every move", () => {
  const seen = new Set<string>();
  const shape = fc.record({
    tokens: fc.integer({ min: 6, max: 30 }),
    hidden: fc.integer({ min: 3, max: 14 }),
    model: fc.integer({ min: 6, max: 30 }),
    fastWords: fc.integer({ min: 20, max: 160 }),
  });
  fc.assert(
    fc.property(shape, ({ tokens, hidden, model, fastWords }) => {
      const workload = ffnWorkload({ tokens, model, hidden, gated: true });
      const [separate] = wordFfns(workload, fastWords);
      if (separate?.id !== "ffn-separate" || separate.front.held !== "pairs") return;
      expect(refereeLifted(liftWordFfn(separate, fastWords))).toMatchObject({ agrees: true, cost: separate.total });
      for (const bound of boundWorkload(workload, abstractMachine(fastWords)).bounds)
        if (bound.scope === "total") expect(bound.value <= separate.total, bound.id).toBe(true);
      const { product } = separate.front;
      seen.add(product.tiles.transposed ? "down" : "across");
    }),
    { ...counted(15, 1000), seed: 4 },
  );
  expect([...seen].sort()).toEqual(["across", "down"]);
});

test("corners of pairs ahead: every move; with a word less, or more handed over, there is too little room", () => {
  const seen = new Set<string>();
  const shape = fc.record({
    high: fc.integer({ min: 4, max: 9 }),
    wide: fc.integer({ min: 2, max: 5 }),
    down: fc.integer({ min: 1, max: 3 }),
    across: fc.integer({ min: 1, max: 3 }),
    corner: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom(2, 4)),
    model: fc.integer({ min: 3, max: 14 }),
  });
  fc.assert(
    fc.property(shape, ({ high, wide, down, across, corner, model }) => {
      const [tokens, hidden] = [down * high, across * wide];
      const fastWords = 2 * high * wide + Math.min(high, 2 * wide) + 1;
      const panels = [equalPanels(tokens, down), equalPanels(2 * hidden, across, 2)] as const;
      const [rows, columns] = [withCorner(panels[0], corner[0]), withCorner(panels[1], corner[1])];
      const tiles = bestSerpentine(rows, columns, fastWords - 2 * high * wide + corner[0] * corner[1], model, 2);
      if (tiles.handed < 1 || 2 * tiles.handed >= model) return;
      const corners = gemmWorkload({ m: cornerLines(rows), n: cornerLines(columns), k: 2 * tiles.handed });
      const ahead = inputStationaryGemm(corners, fastWords);
      const workload = ffnWorkload({ tokens, model, hidden, gated: true });
      const [usual] = wordFfns(workload, fastWords);
      if (ahead === undefined || usual?.id !== "ffn-separate") return;
      const product = handoverBy(gemmWorkload({ m: tokens, n: 2 * hidden, k: model }), tiles, ahead);
      const one = separateBy(workload, { held: "pairs", product, x: product.words.a, weights: product.words.b }, usual.back);
      expect(refereeLifted(liftWordFfn(one, fastWords))).toMatchObject({ agrees: true, cost: one.total });
      expect(one.words.unfinished).toBe(BigInt(down * across * corner[0] * corner[1]));
      expect(refereeLifted(liftWordFfn(one, fastWords - 1))).toMatchObject({ agrees: false });
      seen.add(tiles.transposed ? "down" : "across");
      if (tiles.handed > 1) seen.add("several inner indices");
      const more = { ...one, front: { ...one.front, product: { ...product, tiles: { ...tiles, handed: tiles.handed + 1 } } } };
      const room = fastWords - 2 * high * wide + corner[0] * corner[1];
      if (handoverRoom(tiles.handed + 1, 2) <= room || 2 * tiles.handed + 2 >= model) return;
      expect(refereeLifted(liftWordFfn(more, fastWords))).toMatchObject({ agrees: false });
      seen.add("too much");
    }),
    { ...counted(15, 2000), seed: 5 },
  );
  expect([...seen].sort()).toEqual(["across", "down", "several inner indices", "too much"]);
});

test("rows of X and Y just larger than the memory: a corner of Y is left, its rows of H are stored; the front's weights pass once", () => {
  const [tokens, model, hidden] = [96, 32, 4000];
  const stored = wordFfns(ffnWorkload({ tokens, model, hidden, gated: true }), 2 * tokens * model).find(
    ({ id }) => id === "ffn-partly-stored",
  );
  // 67 words beside X and Y, a column of each weight, a word of Wd and a pair: 5 rows of 14 columns, not 3 of all 32.
  expect(stored).toMatchObject({ corner: { rows: tokens, width: 14 } });
  expect(stored?.words).toEqual({
    x: BigInt(tokens * model),
    front: BigInt(2 * model * hidden),
    unfinished: 0n,
    hStores: BigInt(5 * hidden),
    hLoads: BigInt(5 * hidden),
    wd: BigInt((model + 14) * hidden),
    yLoads: 0n,
    y: BigInt(tokens * model),
  });
});

test("row parts: the referee confirms the sum of both parts; no bound is above it", () => {
  let found = 0;
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 8 }),
      side,
      side,
      fc.integer({ min: 6, max: 60 }),
      (tokens, model, hidden, fastWords) => {
        const workload = ffnWorkload({ tokens, model, hidden, gated: true });
        const parts = rowPartsFfn(workload, fastWords);
        if (parts === undefined) return;
        const [first, last] = parts.parts;
        expect(first.workload.tokens + last.workload.tokens).toBe(tokens);
        expect(parts.total).toBe(first.total + last.total);
        expect(refereeLifted(liftWordFfn(parts, fastWords))).toMatchObject({ agrees: true, cost: parts.total });
        for (const bound of boundWorkload(workload, abstractMachine(fastWords)).bounds)
          if (bound.scope === "total") expect(bound.value <= parts.total, bound.id).toBe(true);
        found++;
      },
    ),
    { ...counted(25), seed: 3 },
  );
  expect(found).toBeGreaterThan(10);
});

test("Llama 3 70B, 8192 tokens, the chip of an a100: half a panel's X and Y each, or all X, then all Y, of twice the rows", () => {
  const [tokens, model, hidden, fastWords] = [8192, 8192, 28_672, 45_744_128];
  const workload = ffnWorkload({ tokens, model, hidden, gated: true });
  const parts = rowPartsFfn(workload, fastWords);
  const rows = 2791;
  expect(parts?.parts.map((part) => part.workload.tokens)).toEqual([rows, tokens - rows]);
  // Every weight twice, H of the last rows out and in.
  const [block, weights] = [BigInt(tokens * model), BigInt(2 * 3 * model * hidden)];
  expect(parts?.total).toBe(2n * block + weights + BigInt(2 * (tokens - rows) * hidden));
  expect(wordFfns(workload, fastWords).at(-1)).toEqual(parts);
});

test("a fused block moves its rows once and its weights once a panel", () => {
  const workload = ffnWorkload({ tokens: 100, model: 8, hidden: 50, gated: true });
  const fused = wordFfns(workload, 181).find(({ id }) => id === "ffn-fused");
  expect(fused).toMatchObject({ rows: 10, total: BigInt(2 * 100 * 8 + 10 * 3 * 8 * 50) });
});

test("no bound is above any schedule of a gated block", () => {
  const extent = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 600 }));
  fc.assert(
    fc.property(extent, extent, extent, fc.integer({ min: 4, max: 5000 }), (tokens, model, hidden, fastWords) => {
      const workload = ffnWorkload({ tokens, model, hidden, gated: true });
      for (const row of gapReport(workload, abstractMachine(fastWords)).rows) {
        expect(row.bound.value <= row.total, `${row.bound.id} against ${row.label}`).toBe(true);
      }
    }),
    parameters(60),
  );
});
