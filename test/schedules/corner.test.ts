import * as fc from "fast-check";
import { expect, test } from "vitest";
import { proveFusedBoundsInSetting } from "../../src/bounds/prove.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftWordChain } from "../../src/lift/two-level/chain.js";
import { cornerChain, piece } from "../../src/schedules/two-level/chain/all-but-corner.js";
import { wordChains } from "../../src/schedules/two-level/chain/schedules.js";
import { chainTotal } from "../../src/schedules/two-level/chain/words.js";
import { inputCornerGemm } from "../../src/schedules/two-level/gemm/input-but-corner.js";
import { describeWordProduct, productTotal, wordGemms } from "../../src/schedules/two-level/gemm/schedules.js";
import { panelCount } from "../../src/schedules/two-level/gemm/serpentine-tiles.js";
import { counted } from "../properties/arbitraries.js";
import { expectProductRefereed } from "./refereed.js";

const setting = (words: number) =>
  ({ interface: "slow-fast", unit: "words", capacity: BigInt(words), memories: 1n, fastMemory: "" }) as const;

test("products: the referee confirms every move and the cost; no bound is above it", () => {
  const seen = new Set<string>();
  const side = fc.integer({ min: 1, max: 14 });
  const shape = fc.record({ m: side, n: side, k: side, batch: fc.integer({ min: 1, max: 2 }) });
  fc.assert(
    fc.property(shape, fc.integer({ min: 3, max: 90 }), (extents, fastWords) => {
      const workload = gemmWorkload(extents);
      const found = inputCornerGemm(workload, fastWords);
      if (found === undefined) return;
      expectProductRefereed(found, fastWords);
      const [large, small] = found.corner.panels;
      seen.add(`${found.transposed === true ? "B" : "A"} ${large.lines <= workload.k ? "sums" : "column"}`);
      if (large.count + small.count === 1) seen.add("one panel");
      else seen.add(small.count > 0 && small.corner === 0 ? "some panels whole" : "a corner of every panel");
      if (small.count > 1) seen.add("two sizes");
    }),
    { ...counted(130), seed: 6 },
  );
  expect([...seen].sort()).toEqual([
    "A column",
    "A sums",
    "B column",
    "B sums",
    "a corner of every panel",
    "one panel",
    "some panels whole",
    "two sizes",
  ]);
});

test("chains: the referee confirms every move and the cost, holding rows and weights; no bound is above it", () => {
  const seen = new Set<string>();
  const side = fc.integer({ min: 1, max: 10 });
  fc.assert(
    fc.property(side, side, side, side, fc.integer({ min: 3, max: 90 }), (m, k, l, n, fastWords) => {
      const workload = chainWorkload({ m, k, l, n });
      const found = cornerChain(workload, fastWords);
      if (found === undefined) return;
      const lifted = liftWordChain(found, fastWords);
      expect(refereeLifted(lifted)).toMatchObject({ agrees: true, cost: chainTotal(found.words) });
      for (const bound of proveFusedBoundsInSetting(workload, setting(fastWords)))
        expect(bound.value <= lifted.replayed, bound.id).toBe(true);
      const how = found.repeats ? "entries again" : "words";
      seen.add(`${found.holds} ${found.corner.panels[0].lines <= piece(found.repeats, workload) ? "sums" : how}`);
      seen.add(`${found.holds} ${panelCount(found.corner.panels) === 1 ? "one panel" : "panels"}`);
    }),
    { ...counted(400), seed: 6 },
  );
  for (const holds of ["rows", "weights"])
    for (const how of ["sums", "words", "one panel", "panels"]) expect(seen).toContain(`${holds} ${how}`);
});

test("chains with E and D wide beside the corner: entries of H are made again for each of their words, in less room than n", () => {
  const seen = new Set<string>();
  const shape = fc.record({
    lines: fc.integer({ min: 8, max: 20 }),
    k: fc.integer({ min: 3, max: 6 }),
    n: fc.integer({ min: 5, max: 9 }),
  });
  fc.assert(
    fc.property(shape, fc.integer({ min: 1, max: 4 }), fc.boolean(), fc.nat(), ({ lines, k, n }, passing, rows, pick) => {
      const [m, l] = rows ? [lines, passing] : [passing, lines];
      const workload = chainWorkload({ m, k, l, n });
      // Words for a half, or all, of the lines with a few more.
      const fastWords = Math.ceil(lines / (1 + (pick % 2))) * (k + n) + (pick % 7);
      const found = cornerChain(workload, fastWords);
      if (found === undefined) return;
      const lifted = liftWordChain(found, fastWords);
      expect(refereeLifted(lifted)).toMatchObject({ agrees: true, cost: chainTotal(found.words) });
      for (const bound of proveFusedBoundsInSetting(workload, setting(fastWords)))
        expect(bound.value <= lifted.replayed, bound.id).toBe(true);
      const { corner, holds, repeats } = found;
      if (repeats && corner.panels[0].lines > piece(repeats, workload))
        seen.add(`${holds} ${panelCount(corner.panels) > 1 ? "panels" : "one panel"}`);
    }),
    { ...counted(80), seed: 6 },
  );
  expect([...seen].sort()).toEqual(["rows one panel", "rows panels", "weights one panel", "weights panels"]);
});

/** Rows of panels all as high but for the last, or as equal as they can be. */
function partitions(m: number): readonly (readonly number[])[] {
  return Array.from({ length: m }, (_, number) => number + 1).flatMap((panels) => {
    const lines = Math.ceil(m / panels);
    return [
      Array.from({ length: Math.ceil(m / lines) }, (_, p) => Math.min(lines, m - p * lines)),
      Array.from({ length: panels }, (_, p) => Math.floor((m + panels - 1 - p) / panels)),
    ];
  });
}

/** The least words with panels of A's rows, of any number, and any corner of each, by the memory each panel and column takes. */
function leastByExhaustion(m: number, n: number, k: number, fastWords: number): bigint | undefined {
  let least: number | undefined;
  for (const heights of partitions(m)) {
    const panels = heights.length;
    const missing = heights.map((height) => Math.max(0, height * k + Math.min(height, k) + 1 - fastWords));
    if (missing[0] === 0) continue;
    for (let width = 1; width < k; width++) {
      const cut = missing.map((words) => Math.ceil(words / width));
      const count = cut.reduce((sum, rows) => sum + rows, 0);
      const beside = Math.min(count, width) + 1;
      if (count * width + beside > fastWords || cut.some((rows, p) => rows >= (heights[p] as number))) continue;
      const cost = m * k + panels * k * n + m * n + (width + 2 * count) * n;
      if (least === undefined || cost < least) least = cost;
    }
  }
  return least === undefined ? undefined : BigInt(least);
}

test("the corner is the best of all, by exhaustion over panels, widths and both operands", () => {
  let found = 0;
  const side = fc.integer({ min: 1, max: 30 });
  fc.assert(
    fc.property(side, side, side, fc.integer({ min: 3, max: 300 }), (m, n, k, fastWords) => {
      const corner = inputCornerGemm(gemmWorkload({ m, n, k }), fastWords);
      const ways = [leastByExhaustion(m, n, k, fastWords), leastByExhaustion(n, m, k, fastWords)];
      const least = ways.reduce((best, one) => (best === undefined || (one !== undefined && one < best) ? one : best));
      expect(corner === undefined ? undefined : productTotal(corner)).toBe(least);
      if (corner !== undefined) found++;
    }),
    { ...counted(150), seed: 2 },
  );
  expect(found).toBeGreaterThan(50);
});

test("both are listed exactly where they move less than every schedule before them", () => {
  const listed = { gemm: 0, chain: 0 };
  const side = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(side, side, side, side, fc.boolean(), fc.integer({ min: -9, max: 20 }), (m, k, l, n, weights, more) => {
      // About as many words as an operand, or all that a chain could hold.
      const fastWords = Math.max(6, (weights ? l * (k + n) : m * k) + more);
      const chain = cornerChain(chainWorkload({ m, k, l, n }), fastWords);
      const all = wordChains(chainWorkload({ m, k, l, n }), fastWords);
      const before = all.filter(({ id }) => id !== "chain-all-but-corner" && id !== "chain-uneven-blocks");
      const beats = chain !== undefined && before.every(({ words }) => chainTotal(chain.words) < chainTotal(words));
      expect(all.some(({ id }) => id === "chain-all-but-corner")).toBe(beats);
      const workload = gemmWorkload({ m, n: l, k });
      const product = inputCornerGemm(workload, fastWords);
      const products = wordGemms(workload, fastWords);
      const others = products.filter(({ id }) => id !== "input-but-corner" && id !== "visited-corners");
      const better = product !== undefined && others.every((other) => productTotal(product) < productTotal(other));
      expect(products.some(({ id }) => id === "input-but-corner")).toBe(better);
      if (better) listed.gemm++;
      if (beats) listed.chain++;
    }),
    { ...counted(600), seed: 3 },
  );
  expect(listed.gemm).toBeGreaterThan(3);
  expect(listed.chain).toBeGreaterThan(3);
});

test("A of exactly S words: 33 words a column beside what every column has to move, not 128 for another pass", () => {
  const [root, n] = [128, 8192];
  const schedules = wordGemms(gemmWorkload({ m: root, n, k: root }), root ** 2);
  const corner = schedules.find(({ id }) => id === "input-but-corner") ?? expect.fail("none");
  // 129 words have no room beside a column's 128 sums and a word of B: 10 rows of 13.
  expect(describeWordProduct(corner)).toEqual({ id: "input-but-corner", rows: 128, corner: "10x13" });
  expect(productTotal(corner)).toBe(BigInt(root ** 2 + n * (2 * root + 13 + 2 * 10)));
  // Tiles that hand half of k over come nearest, at 88 more, but for two corners that come back.
  const others = schedules.filter(({ id }) => id !== "input-but-corner" && id !== "visited-corners").map(productTotal);
  for (const other of others) expect(other > BigInt(n * (2 * root + 87))).toBe(true);
});

test("panels as equal as they can be lack less than full ones and a rest: 512 rows of 160 words in five panels", () => {
  const [m, n, k, fastWords] = [512, 8192, 160, 16_384];
  const found = inputCornerGemm(gemmWorkload({ m, n, k }), fastWords) ?? expect.fail("none");
  // Beside 103 rows 200 words have no room, beside 102 of them 39: corners of 40 columns in 13 rows, not in 20 with four panels of 103.
  expect(found.corner).toEqual({
    width: 40,
    panels: [
      { count: 2, lines: 103, corner: 5 },
      { count: 3, lines: 102, corner: 1 },
    ],
  });
  expect(productTotal(found)).toBe(BigInt(m * k + n * (5 * k + 40 + m + 2 * 13)));
});

test("huge extents and sizes are planned at once, in exact numbers", () => {
  const huge = gemmWorkload({ m: 2 ** 30, n: 2 ** 30, k: 2 ** 30 });
  for (const fastWords of [3, 1000, 2 ** 26]) {
    const found = inputCornerGemm(huge, fastWords);
    expect(found === undefined || productTotal(found) > 0n).toBe(true);
  }
});
