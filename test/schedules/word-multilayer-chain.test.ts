import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { multilayerChainWorkload } from "../../src/computation/multilayer-chain.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftWordMultilayerChain } from "../../src/lift/two-level/multilayer.js";
import { abstractMachine } from "../../src/machines/registry.js";
import type { Move } from "../../src/pebble/rules.js";
import { allButCorner, fusedRowsOf, fusedRowsTotal } from "../../src/schedules/two-level/multilayer/rows.js";
import {
  describeWordMultilayerChain,
  multilayerChainTotal,
  wordMultilayerChains,
} from "../../src/schedules/two-level/multilayer/schedules.js";
import { mostRows } from "../../src/schedules/two-level/multilayer/steps.js";
import { counted, parameters } from "../properties/arbitraries.js";

const side = (max: number): fc.Arbitrary<number> => fc.integer({ min: 1, max });
/** Alike, alternating between two widths, or any. */
const widthsUpTo = (max: number): fc.Arbitrary<readonly number[]> =>
  fc.oneof(
    fc
      .record({ even: side(max), odd: side(2 * max), products: fc.integer({ min: 3, max: 7 }) })
      .map(({ even, odd, products }) => Array.from({ length: products + 1 }, (_, q) => (q % 2 === 0 ? even : odd))),
    fc
      .record({ width: side(max), products: fc.integer({ min: 3, max: 7 }) })
      .map(({ width, products }) => Array.from({ length: products + 1 }, () => width)),
    fc.array(side(max), { minLength: 4, maxLength: 7 }),
  );

describe("rows of a multi-layer chain", () => {
  test.each([
    // A row in a pair has 4 + 4 + 1 words: 11 rows beside a weight. Singly 41 words a row, and no pair's 320 weights fit.
    [33, [4, 40, 4, 40, 4], 100, "rows 11 (2 pairs stream)", 33 * 8 + 3 * 4 * 160],
    // 40 weights and 5 words of one row leave 56: 28 other rows of 2. If they streamed, 20 rows of 5.
    [58, [2, 10, 2, 10, 2, 10, 2], 101, "rows 29 (3 pairs hold)", 58 * 4 + 2 * 120],
    // The wide array at the end is stored as it is made: 2 + 1 words a row; in the pairs 5.
    [40, [2, 30, 2, 30, 2, 30], 101, "rows 20 (2 pairs stream, 1 stream)", 40 * 32 + 2 * 5 * 60],
    // All 64 weights leave no room; 32 stay, and 32 words are 6 rows of 4 with a sum each. None staying: 11 rows, 8m + 2·64.
    [12, [4, 4, 4, 4, 4], 64, "rows 6 (1 stream, 2 stay, 1 stream)", 12 * 8 + 32 + 2 * 32],
    // 108 weights and a row of 6 + 6: two words are missing. They meet all rows beforehand: 2 words of a row again, a sum out and in.
    [50, [6, 6, 6, 6], 118, "weights but 1x2", 50 * 12 + 108 + 50 * (2 + 2)],
    // All weights stay; a row never has all of the wide array beside its 4 words.
    [9, [4, 40, 4, 40, 4], 649, "weights", 9 * 8 + 640],
  ])("%i rows, widths %j, %i words: %s", (m, widths, fastWords, text, cost) => {
    const schedules = wordMultilayerChains(multilayerChainWorkload({ m, widths }), fastWords);
    const rows = schedules.find(({ id }) => id === "multilayer-rows");
    if (rows === undefined) throw new Error("no rows");
    expect(describeWordMultilayerChain(rows)["parts"]).toBe(`W1…W${widths.length - 1} ${text}`);
    expect(multilayerChainTotal(rows)).toBe(BigInt(cost));
    expect(refereeLifted(liftWordMultilayerChain(rows, fastWords))).toMatchObject({ agrees: true });
  });

  test("in the least words in which so many rows fit, moves are legal, cost what is counted and fill every word", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(widthsUpTo(6), fc.integer({ min: 1, max: 7 }), fc.nat(3), fc.nat(), (widths, wanted, more, mask) => {
        const last = widths.length - 1;
        // A third of the cases has nothing that stays.
        const part = { widths, first: 1, last, stays: (q: number) => mask % 3 > 0 && ((mask >> q) & 1) === 1 };
        const fastWords = leastWords((words) => mostRows(part, words, 100).rows >= wanted);
        const { steps, rows } = mostRows(part, fastWords, wanted);
        expect(rows).toBe(wanted);
        for (const { first, last: end, weights } of steps) seen.add(`${first < end ? "pair" : "product"} ${weights}`);
        const workload = multilayerChainWorkload({ m: wanted + more, widths });
        const panels = Math.ceil(workload.m / wanted);
        const weights = widths.slice(1).map((width, q) => BigInt((part.stays(q + 1) ? 1 : panels) * width * (widths[q] ?? 0)));
        const [input, output] = [widths[0], widths[last]].map((width) => BigInt(workload.m * (width ?? 0))) as [bigint, bigint];
        const fused = { kind: "rows", first: 1, last, rows: wanted, steps, input, weights, output } as const;
        const words = new Map([["all", { loads: fusedRowsTotal(fused), stores: 0n }]]);
        const lifted = liftWordMultilayerChain({ id: "multilayer-rows", workload, parts: [fused], words }, fastWords);
        expect(refereeLifted(lifted)).toMatchObject({ agrees: true });
        expect(peak(lifted.moves)).toBe(fastWords);
      }),
      // Pairs seldom hold weights: one that does.
      { ...counted(80), examples: [[[3, 1, 3, 1, 3, 1], 4, 1, 0]] },
    );
    const all = ["pair hold", "pair stay", "pair stream", "product hold", "product stay", "product stream"];
    expect([...seen].sort()).toEqual(all);
  });

  test("with all weights but a corner of the first: legal at what is counted, in just the words there are; no bound is above it", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(widthsUpTo(5), fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 12 }), (widths, m, fewer) => {
        const last = widths.length - 1;
        const part = { widths, first: 1, last, stays: () => true };
        const fastWords = leastWords((words) => mostRows(part, words, 1).rows === 1) - fewer;
        const workload = multilayerChainWorkload({ m, widths });
        const fused = allButCorner(m, part, fastWords);
        if (fused?.corner === undefined) return;
        expect(fused.corner.width * fused.corner.height).toBeGreaterThanOrEqual(fewer);
        const words = new Map([["all", { loads: fusedRowsTotal(fused), stores: 0n }]]);
        const lifted = liftWordMultilayerChain({ id: "multilayer-rows", workload, parts: [fused], words }, fastWords);
        expect(refereeLifted(lifted)).toMatchObject({ agrees: true });
        for (const bound of boundWorkload(workload, abstractMachine(fastWords)).bounds)
          if (bound.scope === "total") expect(bound.value <= lifted.replayed, bound.id).toBe(true);
        const [first] = fused.steps;
        seen.add(`${first?.first === first?.last ? "product" : "pair"} first`);
        seen.add(fused.corner.height <= fused.corner.width ? "sums stay" : "words stay");
      }),
      { ...counted(15, 400), seed: 7 },
    );
    expect([...seen].sort()).toEqual(["pair first", "product first", "sums stay", "words stay"]);
  });

  test("four products of width √S/2: all weights but a corner of 8 × 16 stay, 32 words a row beside the 128 that cross", () => {
    const [m, width, fastWords] = [1 << 17, 64, 128 * 128];
    const fused = fusedRowsOf(multilayerChainWorkload({ m, widths: Array(5).fill(width) }), 1, 4, fastWords);
    expect(fused?.corner).toMatchObject({ width: 16, height: 8 });
    expect(fused && fusedRowsTotal(fused)).toBe(BigInt(m * (2 * width + 16 + 2 * 8) + fastWords));
  });

  test("whole schedules are legal at what they count, alike or alternating", () => {
    fc.assert(
      fc.property(widthsUpTo(5), side(9), fc.integer({ min: 3, max: 160 }), (widths, m, fastWords) => {
        for (const schedule of wordMultilayerChains(multilayerChainWorkload({ m, widths }), fastWords)) {
          expect(refereeLifted(liftWordMultilayerChain(schedule, fastWords))).toMatchObject({ agrees: true });
        }
      }),
      parameters(60),
    );
  });

  test("never cost more than where every product is a step of its own and all weights stay or none", () => {
    let saved = 0;
    fc.assert(
      fc.property(widthsUpTo(60), side(5000), fc.integer({ min: 3, max: 20_000 }), (widths, m, fastWords) => {
        const single = singleSteps(m, widths, fastWords);
        const fused = fusedRowsOf(multilayerChainWorkload({ m, widths }), 1, widths.length - 1, fastWords);
        if (single === undefined) return;
        if (fused === undefined) throw new Error("no rows");
        expect(fusedRowsTotal(fused) <= single).toBe(true);
        saved = Math.max(saved, 1 - Number(fusedRowsTotal(fused)) / Number(single));
      }),
      counted(160),
    );
    expect(saved).toBeGreaterThan(0.3);
  });
});

function leastWords(enough: (words: number) => boolean): number {
  let words = 1;
  while (!enough(words)) words++;
  return words;
}

/** The most words that are in fast memory at once. */
function peak(moves: readonly Move[]): number {
  let [now, most] = [0, 0];
  for (const [kind] of moves) {
    if (kind === "load" || kind === "compute") now++;
    if (kind === "delete") now--;
    most = Math.max(most, now);
  }
  return most;
}

/** Words that cross if each product's weights stream or are held, or all stay beside one row. */
function singleSteps(m: number, widths: readonly number[], fastWords: number): bigint | undefined {
  const last = widths.length - 1;
  const layers = widths.slice(1).map((n, index) => ({ k: widths[index] as number, n, place: index + 1 }));
  const all = layers.reduce((sum, { k, n }) => sum + k * n, 0);
  const words = (rows: number, hold: boolean) => (layer: { k: number; n: number; place: number }) => {
    const { k, n, place } = layer;
    if (place === 1) return hold ? rows * n + 1 : rows * (n + 1) + 1;
    if (place === last) return hold ? rows * k + 1 : rows * (k + 1) + 1;
    return hold ? (rows - 1) * Math.max(k, n) + k + n : rows * (k + n) + 1;
  };
  const ends = m * ((widths[0] as number) + (widths[last] as number));
  if (layers.every((layer) => all + words(1, true)(layer) <= fastWords)) return BigInt(ends + all);
  const fits = (rows: number): boolean =>
    layers.every((layer) => Math.min(words(rows, false)(layer), words(rows, true)(layer) + layer.k * layer.n) <= fastWords);
  if (!fits(1)) return undefined;
  let rows = 1;
  while (rows < m && fits(rows + 1)) rows++;
  return BigInt(ends + Math.ceil(m / rows) * all);
}
