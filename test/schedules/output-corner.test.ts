import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { multilayerChainWorkload } from "../../src/computation/multilayer-chain.js";
import type { LiftedReplay } from "../../src/lift/lifted.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftWordChain } from "../../src/lift/two-level/chain.js";
import { liftWordFfn } from "../../src/lift/two-level/ffn.js";
import { liftWordGemm } from "../../src/lift/two-level/gemm.js";
import { liftWordMultilayerChain } from "../../src/lift/two-level/multilayer.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { separateChain } from "../../src/schedules/two-level/chain/schedules.js";
import { chainTotal } from "../../src/schedules/two-level/chain/words.js";
import { wordFfns } from "../../src/schedules/two-level/ffn/schedules.js";
import { outputCornerGemm } from "../../src/schedules/two-level/gemm/output-but-corner.js";
import type { WordProduct } from "../../src/schedules/two-level/gemm/schedules.js";
import { describeWordProduct, productTotal, wordGemms } from "../../src/schedules/two-level/gemm/schedules.js";
import { multilayerChainTotal, wordMultilayerChains } from "../../src/schedules/two-level/multilayer/schedules.js";
import { counted } from "../properties/arbitraries.js";

test("the referee confirms every move and the cost; no bound is above it", () => {
  const seen = new Set<string>();
  const side = fc.integer({ min: 1, max: 14 });
  const shape = fc.record({ m: side, n: side, k: fc.integer({ min: 1, max: 6 }), batch: fc.integer({ min: 1, max: 2 }) });
  fc.assert(
    fc.property(shape, fc.integer({ min: 3, max: 130 }), (extents, fastWords) => {
      const workload = gemmWorkload(extents);
      const found = outputCornerGemm(workload, fastWords);
      if (found === undefined) return;
      const lifted = liftWordGemm(found, fastWords);
      expect(refereeLifted(lifted)).toMatchObject({ agrees: true, cost: productTotal(found) });
      for (const bound of boundWorkload(workload, abstractMachine(fastWords)).bounds)
        if (bound.scope === "total") expect(bound.value <= lifted.replayed, bound.id).toBe(true);
      const [[high, low], [wide, narrow]] = [found.tiles.rows, found.tiles.columns];
      seen.add(high.lines > wide.lines ? "high" : "wide");
      seen.add(`${high.count + low.count > 1 ? "panels" : "one"} by ${wide.count + narrow.count > 1 ? "panels" : "one"}`);
      if (low.count > 0) seen.add(low.corner === 0 ? "lower panels whole" : "lower panels cut");
      if (narrow.count > 0) seen.add(narrow.corner === 0 ? "narrower panels whole" : "narrower panels cut");
    }),
    // A fixed seed: that every kind of tiles comes up is part of the test.
    { ...counted(80), seed: 6 },
  );
  expect([...seen].sort()).toEqual([
    "high",
    "lower panels cut",
    "lower panels whole",
    "narrower panels cut",
    "narrower panels whole",
    "one by one",
    "one by panels",
    "panels by one",
    "panels by panels",
    "wide",
  ]);
});

/** Least rows and columns of A and B that pass, by trying every grid of panels and every corner of their two sizes. */
function leastByExhaustion(m: number, n: number, fastWords: number): number | undefined {
  let least: number | undefined;
  const lacks = (rows: number, columns: number): number => rows * columns + Math.min(rows, columns) + 1 - fastWords;
  for (let down = 1; down <= m; down++) {
    for (let across = 1; across <= n; across++) {
      const [high, wide] = [Math.ceil(m / down), Math.ceil(n / across)];
      const [low, narrow] = [Math.floor(m / down), Math.floor(n / across)];
      if (lacks(high, wide) <= 0) continue;
      for (const [a, b, lower, narrower] of cornersOf(high, wide, low, narrow)) {
        const tiles = [
          [high, wide, a * b],
          [high, narrow, a * narrower],
          [low, wide, lower * b],
          [low, narrow, lower * narrower],
        ] as const;
        if (tiles.some(([rows, columns, corner]) => lacks(rows, columns) > corner)) continue;
        const ofA = high === low ? down * a : (m % down) * a + (down - (m % down)) * lower;
        const ofB = wide === narrow ? across * b : (n % across) * b + (across - (n % across)) * narrower;
        const cost = across * m + down * n + ofA + ofB;
        if (lacks(ofA, ofB) <= 0 && (least === undefined || cost < least)) least = cost;
      }
    }
  }
  return least;
}

function* cornersOf(high: number, wide: number, low: number, narrow: number) {
  for (let a = 0; a < high; a++)
    for (let b = 0; b < wide; b++)
      for (let lower = 0; lower < low; lower++)
        for (let narrower = 0; narrower < narrow; narrower++) yield [a, b, lower, narrower] as const;
}

test("tiles and corners are the best of all, by exhaustion over grids of panels and corners of both their sizes", () => {
  let found = 0;
  const side = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(side, side, fc.integer({ min: 3, max: 60 }), (m, n, fastWords) => {
      const corner = outputCornerGemm(gemmWorkload({ m, n, k: 1 }), fastWords);
      const least = leastByExhaustion(m, n, fastWords);
      expect(corner === undefined ? undefined : Number(productTotal(corner)) - m * n).toBe(least);
      if (corner !== undefined) found++;
    }),
    { ...counted(200, 4000), seed: 2 },
  );
  expect(found).toBeGreaterThan(30);
});

test("they are listed exactly where they move less than every schedule before them", () => {
  let listed = 0;
  const side = fc.integer({ min: 1, max: 12 });
  const extents = fc.record({ m: side, n: side, k: fc.integer({ min: 1, max: 40 }) });
  fc.assert(
    fc.property(extents, fc.integer({ min: 0, max: 12 }), ({ m, n, k }, more) => {
      const fastWords = Math.max(3, m * n + more);
      const workload = gemmWorkload({ m, n, k });
      const found = outputCornerGemm(workload, fastWords);
      const all = wordGemms(workload, fastWords);
      const others = all.filter(({ id }) => !id.endsWith("-but-corner") && id !== "visited-corners");
      const beats = found !== undefined && others.every((other) => productTotal(found) < productTotal(other));
      expect(all.some(({ id }) => id === "output-but-corner")).toBe(beats);
      if (beats) listed++;
    }),
    { ...counted(200), seed: 3 },
  );
  expect(listed).toBeGreaterThan(20);
});

test("C of exactly S words: 23 words a step beside the 256 that have to pass, not 128 for another tile", () => {
  const [root, k] = [128, 1024];
  const schedules = wordGemms(gemmWorkload({ m: root, n: root, k }), root ** 2);
  const corner = schedules.find(({ id }) => id === "output-but-corner") ?? expect.fail("none");
  // 129 words have no room beside 128 words of A and one of B: 10 rows of 13.
  expect(describeWordProduct(corner)).toEqual({ id: "output-but-corner", rows: 128, columns: 128, corner: "10x13" });
  expect(productTotal(corner)).toBe(BigInt(k * (2 * root + 10 + 13) + root ** 2));
  // Two tiles may hand 64 of 1024 inner indices over.
  const others = schedules.filter(({ id }) => id !== "output-but-corner").map(productTotal);
  for (const other of others) expect(other >= BigInt((3 * k - 64) * root + root ** 2)).toBe(true);
});

test("C of 4S and 16S words in square tiles: all corners make one product", () => {
  const root = 128;
  const words = (m: number, n: number): bigint => {
    const found = outputCornerGemm(gemmWorkload({ m, n, k: 1 }), root ** 2) ?? expect.fail("none");
    return productTotal(found) - BigInt(m * n);
  };
  // 4 · 129 words are missing, 22 · 24 follow; then 16 · 129, 40 · 52.
  expect(words(root, 4 * root)).toBe(BigInt(8 * root + 22 + 24));
  expect(words(4 * root, 4 * root)).toBe(BigInt(32 * root + 40 + 52));
});

test("huge extents and sizes are planned at once, in exact numbers", () => {
  const huge = gemmWorkload({ m: 2 ** 30, n: 2 ** 30, k: 2 ** 30 });
  for (const fastWords of [3, 1000, 2 ** 26]) {
    const found = outputCornerGemm(huge, fastWords);
    expect(found === undefined || productTotal(found) > 0n).toBe(true);
  }
});

test("chains, longer chains and blocks take products less corners for their parts: every move and cost is refereed", () => {
  const seen = new Set<string>();
  const side = fc.integer({ min: 1, max: 8 });
  const lifted = (found: LiftedReplay, products: readonly WordProduct[], where: string, cost: bigint): void => {
    const corners = products.filter(({ id }) => id.endsWith("-but-corner") || id === "visited-corners");
    if (corners.length === 0) return;
    expect(refereeLifted(found)).toMatchObject({ agrees: true, cost });
    for (const { id } of corners) seen.add(`${where}: ${id}`);
  };
  fc.assert(
    fc.property(side, side, side, side, fc.integer({ min: 6, max: 60 }), (m, k, l, n, fastWords) => {
      const chain = separateChain(chainWorkload({ m, k, l, n }), fastWords);
      lifted(liftWordChain(chain, fastWords), [chain.first], "first", chainTotal(chain.words));
      lifted(liftWordChain(chain, fastWords), [chain.second], "second", chainTotal(chain.words));
      const [long] = wordMultilayerChains(multilayerChainWorkload({ m, widths: [k, l, n, m] }), fastWords);
      const parts = (long?.parts ?? []).flatMap((part) => (part.kind === "product" ? [part.product] : []));
      if (long !== undefined)
        lifted(liftWordMultilayerChain(long, fastWords), parts, "multi-layer chain", multilayerChainTotal(long));
      const block = wordFfns(ffnWorkload({ tokens: m, model: k, hidden: l, gated: true }), fastWords)[0];
      if (block?.id === "ffn-separate") lifted(liftWordFfn(block, fastWords), [block.back], "block", block.total);
    }),
    {
      ...counted(50),
      seed: 5,
      // Operands just larger than the memory: rare.
      examples: [
        [3, 4, 10, 2, 15],
        [3, 2, 4, 10, 15],
        [5, 6, 4, 4, 24],
        [5, 2, 8, 5, 27],
        [7, 4, 7, 2, 32],
        [7, 7, 4, 2, 32],
        [7, 2, 4, 7, 32],
        [7, 8, 10, 8, 40],
        [7, 7, 4, 9, 56],
        [7, 5, 13, 6, 40],
        [7, 8, 7, 9, 56],
        [8, 10, 9, 6, 53],
        [9, 6, 5, 6, 28],
        [2, 10, 2, 7, 6],
        [3, 4, 5, 6, 8],
        [4, 2, 11, 2, 10],
        [6, 3, 2, 7, 6],
        [6, 5, 3, 2, 6],
      ],
    },
  );
  for (const where of ["first", "second", "multi-layer chain", "block"])
    for (const id of ["visited-corners", "output-but-corner"]) expect(seen).toContain(`${where}: ${id}`);
});
