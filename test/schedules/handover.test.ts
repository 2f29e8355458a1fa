import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import { InputError } from "../../src/errors.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftWordGemm, orderedSums } from "../../src/lift/two-level/gemm.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { expand } from "../../src/pebble/expand.js";
import { cosmaGemm, inputStationaryGemm } from "../../src/schedules/two-level/gemm/cosma.js";
import {
  bestWordProduct,
  describeWordProduct,
  productText,
  productTotal,
  wordGemms,
} from "../../src/schedules/two-level/gemm/schedules.js";
import {
  bestSerpentine,
  cornerLines,
  equalPanels,
  handoverRoom,
  withCorner,
} from "../../src/schedules/two-level/gemm/serpentine-tiles.js";
import type { HandoverGemm } from "../../src/schedules/two-level/gemm/tile-handover.js";
import { handoverBy, handoverGemm } from "../../src/schedules/two-level/gemm/tile-handover.js";
import { counted, parameters } from "../properties/arbitraries.js";

const side = fc.integer({ min: 1, max: 14 });

test("the referee confirms every move and the cost; no bound is above it", () => {
  const seen = new Set<string>();
  const shape = fc.record({ m: side, n: side, k: fc.integer({ min: 1, max: 9 }), batch: fc.integer({ min: 1, max: 2 }) });
  fc.assert(
    fc.property(shape, fc.integer({ min: 3, max: 90 }), (extents, fastWords) => {
      const workload = gemmWorkload(extents);
      const found = handoverGemm(workload, fastWords);
      if (found === undefined) return;
      const lifted = liftWordGemm(found, fastWords);
      expect(refereeLifted(lifted)).toMatchObject({ agrees: true, cost: productTotal(found) });
      for (const bound of boundWorkload(workload, abstractMachine(fastWords)).bounds)
        if (bound.scope === "total") expect(bound.value <= lifted.replayed, bound.id).toBe(true);
      const { rows, columns, handed, transposed } = found.tiles;
      const [panels, along] = (transposed ? [columns, rows] : [rows, columns]).map(([large, small]) => large.count + small.count);
      seen.add(`${transposed ? "down" : "across"}, ${panels === 1 ? "one panel" : "panels"}`);
      if (panels === 1) seen.add(along === 2 ? "two tiles" : "tiles");
      if (rows[1].count > 0 || columns[1].count > 0) seen.add("smaller panels");
      if (handed > 1) seen.add("several inner indices");
      if (2 * handed === workload.k) seen.add("nothing between");
      if (extents.batch > 1) seen.add("batch");
    }),
    // A fixed seed: that every kind comes up is part of the test.
    { ...counted(80), seed: 7 },
  );
  expect([...seen].sort()).toEqual([
    "across, one panel",
    "across, panels",
    "batch",
    "down, panels",
    "nothing between",
    "several inner indices",
    "smaller panels",
    "tiles",
    "two tiles",
  ]);
});

test("indices that wait for room: every move and the cost, and what fits no better", () => {
  const seen = new Set<string>();
  const shape = fc.record({
    rows: fc.integer({ min: 24, max: 44 }),
    columns: fc.integer({ min: 6, max: 12 }),
    down: fc.integer({ min: 1, max: 2 }),
    across: fc.integer({ min: 2, max: 3 }),
    ragged: fc.boolean(),
    turned: fc.boolean(),
    beside: fc.integer({ min: 0, max: 6 }),
    k: fc.integer({ min: 6, max: 14 }),
  });
  fc.assert(
    fc.property(shape, ({ rows, columns, down, across, ragged, turned, beside, k }) => {
      const less = ragged ? 1 : 0;
      const [high, wide] = [
        { lines: rows * down - less, panels: down },
        { lines: columns * across - less, panels: across },
      ];
      const [ofRows, ofColumns] = turned ? [wide, high] : [high, wide];
      const workload = gemmWorkload({ m: ofRows.lines, n: ofColumns.lines, k });
      const room = columns + 1 + beside;
      const panels = [equalPanels(workload.m, ofRows.panels), equalPanels(workload.n, ofColumns.panels)] as const;
      const tiles = bestSerpentine(...panels, room, k);
      if (tiles.waits.length === 0) return;
      const one = handoverBy(workload, tiles);
      const fastWords = tiles.rows[0].lines * tiles.columns[0].lines + room;
      expect(refereeLifted(liftWordGemm(one, fastWords))).toMatchObject({ agrees: true, cost: productTotal(one) });
      // Each of them loads less than it saves, and without waiting for so long there is no room.
      const fewer = { ...tiles, handed: tiles.handed - 1, waits: tiles.waits.slice(0, -1) };
      expect(productTotal(one) < productTotal(handoverBy(workload, fewer))).toBe(true);
      const soonest = tiles.waits.map((lines, index) => (index === tiles.waits.length - 1 ? lines - 1 : lines));
      if (soonest.every((lines, index) => lines > (soonest[index - 1] ?? 0))) {
        const tooSoon = handoverBy(workload, { ...tiles, waits: soonest });
        expect(refereeLifted(liftWordGemm(tooSoon, fastWords))).toMatchObject({ agrees: false });
        seen.add("too soon");
      }
      seen.add(tiles.waits.length === 1 ? "one waits" : "several wait");
      seen.add(tiles.transposed ? "down" : "across");
      if (ragged) seen.add("smaller panels");
      if (down > 1) seen.add("turns");
    }),
    { ...counted(20), seed: 3 },
  );
  expect([...seen].sort()).toEqual(["across", "down", "one waits", "several wait", "smaller panels", "too soon", "turns"]);
});

test("corners ahead: every move and the cost; with less in them, or in the memory, words that pass have no room", () => {
  const seen = new Set<string>();
  const shape = fc.record({
    high: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 4, max: 9 }) }, fc.integer({ min: 24, max: 40 })),
    wide: fc.integer({ min: 4, max: 9 }),
    down: fc.integer({ min: 1, max: 2 }),
    across: fc.integer({ min: 1, max: 3 }),
    ragged: fc.tuple(fc.integer({ min: 0, max: 1 }), fc.integer({ min: 0, max: 1 })),
    corner: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })),
    k: fc.integer({ min: 3, max: 14 }),
    batch: fc.integer({ min: 1, max: 2 }),
  });
  fc.assert(
    fc.property(shape, ({ high, wide, down, across, ragged, corner, k, batch }) => {
      const [m, n] = [down * high - (down > 1 ? ragged[0] : 0), across * wide - (across > 1 ? ragged[1] : 0)];
      const workload = gemmWorkload({ m, n, k, batch });
      const fastWords = high * wide + Math.min(high, wide) + 1;
      const rows = withCorner(equalPanels(m, down), corner[0]);
      const columns = withCorner(equalPanels(n, across), corner[1]);
      const tiles = bestSerpentine(rows, columns, fastWords - high * wide + corner[0] * corner[1], k);
      if (tiles.handed < 1 || 2 * tiles.handed >= k) return;
      const corners = gemmWorkload({ batch, m: cornerLines(rows), n: cornerLines(columns), k: 2 * tiles.handed });
      const ahead = inputStationaryGemm(corners, fastWords);
      if (ahead === undefined) return;
      const one = handoverBy(workload, tiles, ahead);
      expect(refereeLifted(liftWordGemm(one, fastWords))).toMatchObject({ agrees: true, cost: productTotal(one) });
      expect(refereeLifted(liftWordGemm(one, fastWords - 1))).toMatchObject({ agrees: false });
      for (const bound of boundWorkload(workload, abstractMachine(fastWords)).bounds)
        if (bound.scope === "total") expect(bound.value <= productTotal(one), bound.id).toBe(true);
      const without = handoverRoom(tiles.handed) > fastWords - high * wide;
      if (without && tiles.waits.length === 0) {
        const whole = handoverBy(workload, { ...tiles, rows: equalPanels(m, down), columns: equalPanels(n, across) });
        expect(refereeLifted(liftWordGemm(whole, fastWords))).toMatchObject({ agrees: false });
        seen.add("no room without");
      }
      seen.add(tiles.transposed ? "down" : "across");
      if (down > 1 && across > 1) seen.add("turns");
      if (rows[1].count + columns[1].count > 0) seen.add("smaller panels");
      if (batch > 1) seen.add("batch");
      if (tiles.waits.length > 0) seen.add("waits");
      if (tiles.handed > 1) seen.add("several inner indices");
    }),
    { ...counted(60, 3000), seed: 5 },
  );
  expect([...seen].sort()).toEqual([
    "across",
    "batch",
    "down",
    "no room without",
    "several inner indices",
    "smaller panels",
    "turns",
    "waits",
  ]);
});

test("corners ahead where they pay: 53 × 51 × 54 with 324 words, move by move", () => {
  const workload = gemmWorkload({ m: 53, n: 51, k: 54 });
  const one = handoverGemm(workload, 324) ?? expect.fail("none");
  expect(describeWordProduct(one)).toEqual({ id: "tile-handover", rows: 18, columns: 17, ahead: "1x2", handed: 4 });
  expect(productText(one)).toBe("tile-handover 18x17, 4 handed over, corners of 1x2 ahead");
  expect(refereeLifted(liftWordGemm(one, 324))).toMatchObject({ agrees: true, cost: productTotal(one) });
  expect(one.words.cLoads).toBe(BigInt(3 * 3 * 2));
  const moved = Number(productTotal(one)) - 53 * 51;
  expect(moved).toBe(leastByExhaustion(53, 51, 54, 324, true));
  expect(moved).toBeLessThan(leastByExhaustion(53, 51, 54, 324, false) ?? expect.fail("none"));
});

test("every other tile adds its sums backwards; a graph that adds all of them forwards refuses the moves", () => {
  const workload = gemmWorkload({ m: 6, n: 6, k: 8 });
  const found = handoverGemm(workload, 16) ?? expect.fail("none");
  const sums = orderedSums(found).length;
  expect(sums).toBeGreaterThan(6);
  expect(sums).toBeLessThan(30);
  const lifted = liftWordGemm(found, 16);
  expect(refereeLifted(lifted).agrees).toBe(true);
  const forwards = expand(gemmComputation(workload));
  expect(refereeLifted({ ...lifted, graph: forwards })).toMatchObject({ agrees: false });
});

/** Least words moved but for C, of all tiles in equal panels, either way, of every number of inner indices that fits, and of every corner. */
function leastByExhaustion(m: number, n: number, k: number, fastWords: number, corners: boolean): number | undefined {
  let least: number | undefined;
  for (let down = 1; down <= m; down++) {
    for (let across = 1; across <= n; across++) {
      const [high, wide] = [Math.ceil(m / down), Math.ceil(n / across)];
      const [low, narrow] = [Math.floor(m / down), Math.floor(n / across)];
      if (down * across < 2 || high * wide + Math.min(high, wide) + 1 > fastWords) continue;
      for (let h = 1; 2 * h <= k && h <= Math.min(low, narrow); h++) {
        const turning = (panels: number, first: number, last: number): number =>
          Math.floor(panels / 2) * last + Math.floor((panels - 1) / 2) * first;
        const saved = Math.max((across - 1) * m + turning(down, wide, narrow), (down - 1) * n + turning(across, high, low));
        const loads = across * m * k + down * n * k - h * saved;
        const lacking = high * wide + h * (h + 1) - fastWords;
        for (const more of lacking <= 0 ? [0] : corners && 2 * h < k ? everyCorner(lacking, low - h, narrow - h) : []) {
          const moved = loads + more;
          if (least === undefined || moved < least) least = moved;
        }

        function everyCorner(sums: number, rows: number, columns: number): readonly number[] {
          return Array.from({ length: Math.max(0, Math.min(rows, sums)) }, (_, index) => {
            const [tall, broad] = [index + 1, Math.ceil(sums / (index + 1))];
            if (broad > columns) return Number.POSITIVE_INFINITY;
            const product = gemmWorkload({ m: down * tall, n: across * broad, k: 2 * h });
            const ahead = inputStationaryGemm(product, fastWords);
            if (ahead === undefined) return Number.POSITIVE_INFINITY;
            return 2 * product.m * product.n + Number(ahead.words.a + ahead.words.b);
          });
        }
      }
    }
  }
  return least;
}

test("tiles and what they hand over are the best of all, by exhaustion over grids of panels", () => {
  let found = 0;
  fc.assert(
    fc.property(side, side, fc.integer({ min: 1, max: 30 }), fc.integer({ min: 3, max: 90 }), (m, n, k, fastWords) => {
      const one = handoverGemm(gemmWorkload({ m, n, k }), fastWords);
      const moved = one === undefined ? undefined : Number(productTotal(one)) - m * n;
      expect(moved).toBe(leastByExhaustion(m, n, k, fastWords, true));
      if (one !== undefined) found++;
    }),
    { ...counted(150, 4000), seed: 2 },
  );
  expect(found).toBeGreaterThan(75);
});

test("they are never listed where they do not beat cosma, and always where they do", () => {
  fc.assert(
    fc.property(side, side, side, fc.integer({ min: 3, max: 60 }), (m, n, k, fastWords) => {
      const workload = gemmWorkload({ m, n, k });
      const listed = wordGemms(workload, fastWords);
      const one = handoverGemm(workload, fastWords);
      const usual = listed.filter(({ id }) => ["cosma", "input-stationary", "weight-stationary"].includes(id));
      const beats = one !== undefined && usual.every((other) => productTotal(one) < productTotal(other));
      expect(listed.some(({ id }) => id === "tile-handover")).toBe(beats);
    }),
    parameters(200),
  );
});

// Loads and stores an output: less than the 2κ + 1 that tiles alone pay, κ = k/√S.
test("k = 2√S: √(2κ(κ + √(κ² − 1))) + 1, within a fiftieth", () => {
  const [kappa, limit] = [2, Math.sqrt(4 * (2 + Math.sqrt(3))) + 1];
  for (const root of [128, 1024, 8192]) {
    const each = anOutput(kappa, root);
    expect(Math.abs(each - limit)).toBeLessThan(0.02);
    expect(each).toBeLessThan(2 * kappa + 1 - 0.05);
  }
});

// From 2κ + 1 the most of h − 2h² − 4h⁴ less for every κ, but for the room for words that pass, about 1/√S of the tile; a little less yet
// where inner indices wait or tiles are smaller as well.
test.each([3, 4, 16, 64])("k = %i√S: 2κ + 0.886, as memories grow", (kappa) => {
  const handed = 0.2117;
  const limit = 2 * kappa + 1 - (handed - 2 * handed ** 2 - 4 * handed ** 4);
  for (const root of [1024, 16384]) {
    const [m, k] = [2 ** 30, root * kappa];
    const each = anOutput(kappa, root);
    expect(each).toBeGreaterThan(limit - 0.005);
    expect(each).toBeLessThan(limit + 0.003 + (2 * kappa) / root);
    const workload = gemmWorkload({ m, n: m, k });
    expect(productTotal(cosmaGemm(workload, root ** 2)) >= BigInt(m) ** 2n * BigInt(2 * kappa + 1)).toBe(true);
  }
});

function anOutput(kappa: number, root: number): number {
  const m = 2 ** 30;
  const one = handoverGemm(gemmWorkload({ m, n: m, k: root * kappa }), root ** 2) ?? expect.fail("none");
  return Number(productTotal(one)) / m ** 2;
}

test("2mnk/√S + mn is no lower bound: 96 × 96 × 24 with 144 words, move by move", () => {
  const [m, k, root] = [96, 24, 12];
  const workload = gemmWorkload({ m, n: m, k });
  const one = bestWordProduct(workload, root ** 2);
  expect(productTotal(one) < BigInt((2 * m * m * k) / root + m * m)).toBe(true);
  expect(refereeLifted(liftWordGemm(one, root ** 2))).toMatchObject({ agrees: true, cost: productTotal(one) });
});

test("documents and lines say how much is handed over, and which way they run", () => {
  const across = handoverGemm(gemmWorkload({ m: 1024, n: 1024, k: 256 }), 16_384) ?? expect.fail("none");
  expect(describeWordProduct(across)).toEqual({ id: "tile-handover", rows: 128, columns: 114, handed: 41 });
  const down: HandoverGemm = { ...across, tiles: { ...across.tiles, transposed: true } };
  expect(productText(down)).toBe("tile-handover 128x114, 41 handed over transposed");
});

test("one sum, or one inner index, has nothing to hand over; too small a memory is refused", () => {
  expect(handoverGemm(gemmWorkload({ m: 1, n: 1, k: 9 }), 21)).toBeUndefined();
  expect(handoverGemm(gemmWorkload({ m: 40, n: 40, k: 1 }), 21)).toBeUndefined();
  expect(() => handoverGemm(gemmWorkload({ m: 4, n: 4, k: 9 }), 2)).toThrow(InputError);
  for (const grain of [0, 3, 0.5]) expect(() => handoverGemm(gemmWorkload({ m: 4, n: 6, k: 9 }), 20, grain)).toThrow(/grain/);
  expect(() => handoverGemm(gemmWorkload({ m: 4, n: 5, k: 9 }), 20, 2)).toThrow(/grain/);
});

test("huge extents and sizes are planned at once, in exact numbers", () => {
  const huge = gemmWorkload({ m: 2 ** 30, n: 2 ** 30, k: 2 ** 30 });
  for (const fastWords of [3, 1000, 2 ** 26]) expect(handoverGemm(huge, fastWords)).toBeDefined();
  // Tiles of one sum: every one but the first is handed a word of one inner index.
  const { a, b } = handoverGemm(huge, 3)?.words ?? expect.fail("none");
  expect(a + b).toBe(2n ** 91n - (2n ** 60n - 1n));
});
