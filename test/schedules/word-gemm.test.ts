import * as fc from "fast-check";
import { expect, test } from "vitest";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { cosmaGemm, inputStationaryGemm, weightStationaryWords } from "../../src/schedules/two-level/gemm/cosma.js";
import { parameters } from "../properties/arbitraries.js";

const side = fc.integer({ min: 1, max: 9 });

test("COSMA's tile is the best of all tiles that fit, by exhaustion", () => {
  fc.assert(
    fc.property(side, side, side, fc.integer({ min: 3, max: 60 }), (m, n, k, fastWords) => {
      const found = cosmaGemm(gemmWorkload({ m, n, k }), fastWords);
      let least = Number.POSITIVE_INFINITY;
      for (let r = 1; r <= m; r++) {
        for (let w = 1; w <= n; w++) {
          if (r * w + Math.min(r, w) + 1 <= fastWords)
            least = Math.min(least, Math.ceil(n / w) * m * k + Math.ceil(m / r) * k * n);
        }
      }
      expect(Number(found.words.a + found.words.b)).toBe(least);
      const { rows, columns = 0 } = found;
      expect(rows * columns + Math.min(rows, columns) + 1).toBeLessThanOrEqual(fastWords);
    }),
    parameters(400),
  );
});

test("the input-stationary schedule fits: held rows, and sums or a column, and a word", () => {
  fc.assert(
    fc.property(side, side, side, fc.integer({ min: 3, max: 60 }), (m, n, k, fastWords) => {
      const found = inputStationaryGemm(gemmWorkload({ m, n, k }), fastWords);
      if (found === undefined) expect(k + 2).toBeGreaterThan(fastWords);
      else expect(found.rows * k + Math.min(found.rows, k) + 1).toBeLessThanOrEqual(fastWords);
    }),
    parameters(400),
  );
});

test("the block of B that stays is the best of all that fit, by exhaustion", () => {
  fc.assert(
    fc.property(side, side, side, fc.integer({ min: 3, max: 60 }), (m, n, k, fastWords) => {
      const { words, rows, columns = 0 } = weightStationaryWords(gemmWorkload({ m, n, k }), fastWords);
      let least = Number.POSITIVE_INFINITY;
      for (let r = 1; r <= k; r++) {
        for (let w = 1; w <= n; w++) {
          if (r * w + Math.min(r, w) + 1 > fastWords) continue;
          least = Math.min(least, Math.ceil(n / w) * m * k + k * n + (2 * Math.ceil(k / r) - 1) * m * n);
        }
      }
      expect(Number(words.a + words.b + words.c + (words.cLoads ?? 0n))).toBe(least);
      expect(rows * columns + Math.min(rows, columns) + 1).toBeLessThanOrEqual(fastWords);
    }),
    parameters(400),
  );
});

test("COSMA's tiles of its paper: the ratio of work to loads at S = 10, 17, 26", () => {
  const square = (fastWords: number): readonly [number, number | undefined] => {
    const { rows, columns } = cosmaGemm(gemmWorkload({ m: 5040, n: 5040, k: 100 }), fastWords);
    return [rows, columns];
  };
  expect(square(10)).toEqual([2, 3]);
  expect(square(17)).toEqual([3, 4]);
  expect(square(26)).toEqual([4, 5]);
});
