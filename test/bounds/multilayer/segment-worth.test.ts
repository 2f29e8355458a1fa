import * as fc from "fast-check";
import { expect, test } from "vitest";
import { richRowsHold } from "../../../src/verify/multilayer/rich-rows.js";
import { survivorsHold } from "../../../src/verify/multilayer/survivors.js";
import { parameters } from "../../properties/arbitraries.js";

/** No segment is worth more than (X/3)^(3/2): what the checker finds on boxes, against the worth on a fine grid, in units of X^(3/2). */

const MOST = 1 / Math.sqrt(27);
const GRID = Array.from({ length: 101 }, (_, i) => i / 100);
const quotient = (above: number, below: number) => ({ above: BigInt(above), below: BigInt(below) });

/** The most over a grid of shares of D and of the larger parity; none where segments of any worth are not ruled out. */
function worthOfSurvivors(s: number, x: number, products: number, start: number): number {
  const price = start * Math.sqrt(3);
  const worths = GRID.flatMap((d) =>
    GRID.map((part) => {
      const share = 0.5 + part / 2;
      const gained = Math.sqrt(d * share * (1 - share)) - price;
      const left = 1 - (d * share * x) / products;
      if (gained <= 0) return MOST;
      return left <= 0 ? Number.POSITIVE_INFINITY : ((1 - d + s / x) * gained) / left + price * (1 - d);
    }),
  );
  return Math.max(...worths);
}

const words = fc.integer({ min: 1, max: 100_000 });
const start = fc.integer({ min: 0, max: 300 });

test("elements that survive from one segment to the next", () => {
  fc.assert(
    fc.property(words, words, fc.integer({ min: 1, max: 40 }), start, (s, cut, larger, above) => {
      const x = s + cut;
      const worth = worthOfSurvivors(s, x, (x * larger) / 4, above / 1000);
      const holds = survivorsHold(BigInt(s), BigInt(x), quotient(x * larger, 4), quotient(above, 1000));
      if (worth > 1.0001 * MOST) expect(holds).toBe(false);
      if (worth <= MOST)
        expect(survivorsHold(BigInt(s), BigInt(x), quotient(x * larger, 4), quotient(above + 30, 1000))).toBe(true);
    }),
    parameters(400),
  );
});

test.each<readonly [string, boolean, ...Parameters<typeof survivorsHold>]>([
  ["starts that cost much", true, 100n, 200n, quotient(4000, 1), quotient(1, 4)],
  ["starts that cost nothing", false, 100n, 200n, quotient(4000, 1), quotient(0, 1)],
  ["starts that cost little beside a large memory", false, 190n, 200n, quotient(4000, 1), quotient(1, 20)],
  ["weights that meet as many products as there are", false, 100n, 200n, quotient(100, 1), quotient(1, 10)],
])("elements that survive: %s", (_, holds, ...given) => {
  expect(survivorsHold(...given)).toBe(holds);
});

/** The most over the shares of weights where rows bring at least κ old words. */
function worthOfRows(x: number, row: number, above: number): number {
  const price = above * Math.sqrt(3);
  return Math.max(
    ...Array.from({ length: 20_001 }, (_, i) => {
      const root = i / 20_000;
      return root <= 2 * price ? MOST : (1 - root ** 2) * (Math.sqrt(x / row) * (root ** 2 - 2 * price * root) + price);
    }),
  );
}

test("rows with many old words", () => {
  fc.assert(
    fc.property(words, words, fc.integer({ min: 150, max: 300 }), (x, row, above) => {
      const worth = worthOfRows(x, row, above / 1000);
      const holds = richRowsHold(BigInt(x), quotient(row, 1), quotient(above, 1000));
      if (worth > 1.0001 * MOST || above < 187.5) expect(holds).toBe(false);
      else if (worth < 0.9999 * MOST || 2 * (above / 1000) * Math.sqrt(3) >= 1) expect(holds).toBe(true);
    }),
    parameters(400),
  );
});

test.each<readonly [string, boolean, ...Parameters<typeof richRowsHold>]>([
  ["starts of three sixteenths", true, 1n, quotient(1_000_000, 1), quotient(3, 16)],
  ["starts of a little less", false, 1n, quotient(1_000_000, 1), quotient(2999, 16_000)],
  ["rows of one old word", false, 1_000_000n, quotient(1, 1), quotient(3, 16)],
  ["rows of a part of a word", false, 1000n, quotient(1, 1000), quotient(1, 5)],
])("rows with old words: %s", (_, holds, ...given) => {
  expect(richRowsHold(...given)).toBe(holds);
});
