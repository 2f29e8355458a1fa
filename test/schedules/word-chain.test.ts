import * as fc from "fast-check";
import { expect, test } from "vitest";
import { chainWorkload } from "../../src/computation/chain.js";
import { gapReport } from "../../src/gap/gap.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { partlyFusedChain } from "../../src/schedules/two-level/chain/partly-fused.js";
import { wordChains } from "../../src/schedules/two-level/chain/schedules.js";
import { tileFusedChain } from "../../src/schedules/two-level/chain/tile-fused.js";
import { chainTotal } from "../../src/schedules/two-level/chain/words.js";
import { parameters } from "../properties/arbitraries.js";

const side = fc.integer({ min: 1, max: 9 });
const shapes = fc.record({ m: side, k: side, l: side, n: side });
const fast = fc.integer({ min: 3, max: 60 });
const panels = (extent: number, length: number): number => Math.ceil(extent / length);

test("the fused tile of H is the best of all tiles that fit, by exhaustion", () => {
  fc.assert(
    fc.property(shapes, fast, ({ m, k, l, n }, fastWords) => {
      let least = Number.POSITIVE_INFINITY;
      for (let r = 1; r <= m; r++) {
        for (let c = 1; c <= l; c++) {
          const cost = panels(l, c) * m * k + panels(m, r) * l * (k + n) + (2 * panels(l, c) - 1) * m * n;
          if (r * c + Math.min(r, c) + 1 <= fastWords) least = Math.min(least, cost);
        }
      }
      const found = tileFusedChain(chainWorkload({ m, k, l, n }), fastWords);
      expect(found === undefined ? Number.POSITIVE_INFINITY : Number(chainTotal(found.words))).toBe(least);
    }),
    parameters(300),
  );
});

test("a partly fused chain costs its strip, H once out and the rest's product, within its memory", () => {
  fc.assert(
    fc.property(shapes, fast, fc.nat(), ({ m, k, l, n }, fastWords, pick) => {
      fc.pre(n > 1);
      const width = 1 + (pick % (n - 1));
      const found = partlyFusedChain(chainWorkload({ m, k, l, n }), fastWords, width);
      if (found === undefined) {
        expect(k + width + 2).toBeGreaterThan(fastWords);
        return;
      }
      const { rows, handed, rest, words } = found;
      // The streams need sums of a column of H and a word, or a column of B whole, a word of D and an entry of H.
      expect(rows * (k + width) + Math.min(rows + 1, k + 2)).toBeLessThanOrEqual(fastWords);
      const columns = panels(m, rows) * l - (panels(m, rows) - 1) * handed;
      const strip = m * k + columns * (k + width) + m * l + m * width;
      expect(chainTotal(words)).toBe(BigInt(strip) + rest.words.a + rest.words.b + rest.words.c);
    }),
    parameters(300),
  );
});

test("no bound is above any word-level schedule of a chain", () => {
  const extent = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 600 }));
  const chains = fc.record({ m: extent, k: extent, l: extent, n: extent });
  fc.assert(
    fc.property(chains, fc.integer({ min: 3, max: 5000 }), (shape, fastWords) => {
      for (const row of gapReport(chainWorkload(shape), abstractMachine(fastWords)).rows) {
        expect(row.bound.value <= row.total, `${row.bound.id} against ${row.label}`).toBe(true);
      }
    }),
    parameters(60),
  );
});

// κ = k/√S = n/√S. The strip of A with tiles of E costs about (κ+1)² a word of H, 2(k+n) where a part of E goes with the strip.
test.each([
  ["κ = 0.5: fused, panels a little larger than the memory less a corner", 50, 50, "chain-all-but-corner", 1.02],
  ["κ = 1.5: a strip of A, then tiles of E", 150, 150, "chain-separate", 6.5],
  ["k = 0.7, n = 2.8: the strip takes a part of E", 70, 280, "chain-partly-fused", 7.2],
  ["k = 2, n = 1: two products, whose tiles hand over", 200, 100, "chain-separate", 7],
  ["k = 2.25, n = 0.75: tiles of H", 225, 75, "chain-tile-fused", 6.8],
])("%s", (_, k, n, best, most) => {
  const [m, l, fastWords] = [20_000, 20_000, 10_000];
  const schedules = wordChains(chainWorkload({ m, k, l, n }), fastWords);
  const costs = schedules.map(({ id, words }) => ({ id, cost: Number(chainTotal(words)) / (m * l) }));
  const [first] = costs.sort((x, y) => x.cost - y.cost);
  expect(first?.id).toBe(best);
  expect(first?.cost).toBeLessThan(most);
});
