import { describe, expect, it } from "vitest";
import type { Cdag } from "../../src/pebble/cdag.js";
import { binaryTree, diamond, fft, matrixChain, matrixProduct, pyramid } from "../../src/pebble/families.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { minimumCapacity, twoLevelGame } from "../../src/pebble/rules.js";

/** Optima by capacity, `place/slide`; "-" is infeasible, "" is not in the table. */
type Row = readonly [name: string, graph: () => Cdag, firstCapacity: number, optima: readonly string[]];

/**
 * Least loads plus stores with recomputation allowed, computed before this project by plain breadth-first search; some
 * agree with machine-checked values (2-point FFT and 1x1x2 product).
 */
const ROWS: readonly Row[] = [
  ["2-point FFT", () => fft(1), 3, ["4/4", "4/4"]],
  ["4-point FFT", () => fft(2), 3, ["14/12", "11/10", "9/8", "8/8", "8/8", "8/8"]],
  ["binary tree with 4 leaves", () => binaryTree(2), 2, ["-/7", "7/5", "5/5", "5/5"]],
  ["binary tree with 8 leaves", () => binaryTree(3), 2, ["-/15", "15/11", "11/9", "9/9", "9/9"]],
  ["binary tree with 16 leaves", () => binaryTree(4), 3, ["31/23", "23/19", "19/17", "17/17"]],
  ["pyramid of height 2", () => pyramid(2), 2, ["-/6", "6/4", "4/4", "4/4"]],
  ["pyramid of height 3", () => pyramid(3), 2, ["-/11", "11/7", "7/5", "5/5", "5/5", "5/5"]],
  ["pyramid of height 4", () => pyramid(4), 2, ["-/18", "18/10", "10/8", "8/6", "6/6", "6/6", "6/6"]],
  ["pyramid of height 5", () => pyramid(5), 3, ["25/15", "15/11", "11/9", "9/7", "7/7", "7/7"]],
  ["diamond 3x3", () => diamond(3), 2, ["-/5", "5/2", "2/2", "2/2"]],
  ["diamond 4x4", () => diamond(4), 2, ["-/11", "11/4", "4/2", "2/2", "2/2"]],
  ["diamond 5x5", () => diamond(5), 4, ["7/4", "4/2", "2/2"]],
  ["matrix product 1x1x2", () => matrixProduct(1, 1, 2), 3, ["-/5", "5/5", "5/5"]],
  ["matrix product 2x2x2", () => matrixProduct(2, 2, 2), 3, ["-/17", "17/14", "14/13", "13/12", "12/12", "12/12"]],
  [
    "matrix product 2x2x2, separate products",
    () => matrixProduct(2, 2, 2, { products: "separate" }),
    3,
    ["25/17", "17/14", "14/13"],
  ],
  ["matrix product m=2, n=2, k=3", () => matrixProduct(2, 2, 3), 4, ["28/22", "22/19", "19/17", "17/16", "16/16"]],
  ["matrix product m=2, n=3, k=2", () => matrixProduct(2, 3, 2), 6, ["18/17", "17/16", "16/16"]],
  ["outer product 3x3", () => matrixProduct(3, 3, 1), 4, ["17/16", "15/15", "15/15", "15/15", "15/15"]],
  ["chain (1x2)(2x2)(2x2)", () => matrixChain([1, 2, 2, 2]), 4, ["16/12", "12/12", "12/12", "12/12", "12/12"]],
  ["chain (2x2)(2x2)(2x1)", () => matrixChain([2, 2, 2, 1]), 4, ["24/17", "17/15", "15/13", "13/12", "12/12"]],
  ["chain (2x2)(2x2)(2x2)", () => matrixChain([2, 2, 2, 2]), 7, ["18/16", "16/16"]],
];

/** A second and more each: only with `REDBLUE_SLOW=1`. */
const LONG = ["pyramid of height 5 at S = 3", "diamond 4x4 at S = 2", "diamond 4x4 at S = 3", "diamond 5x5 at S = 4"];
const isShort = (what: string): boolean => process.env["REDBLUE_SLOW"] === "1" || !LONG.includes(what);

describe("reference optima", () => {
  for (const [name, graph, first, optima] of ROWS) {
    optima.forEach((pair, i) => {
      const capacity = first + i;
      it.runIf(isShort(`${name} at S = ${capacity}`))(`${name} at S = ${capacity}: ${pair} (place/slide)`, () => {
        const [placed, slid] = pair.split("/");
        expect(optimumOf(graph(), capacity, false)).toBe(placed);
        expect(optimumOf(graph(), capacity, true)).toBe(slid);
      });
    });
  }

  it("matrix product 2x2x3 at S = 3 and 3x2x2 at S = 3 to 5, sliding", () => {
    expect(optimumOf(matrixProduct(2, 2, 3), 3, true)).toBe("28");
    expect([3, 4, 5].map((capacity) => optimumOf(matrixProduct(3, 2, 2), capacity, true))).toEqual(["25", "20", "18"]);
  });

  it("outer product 3x3 needs one word more without sliding", () => {
    expect(optimumOf(matrixProduct(3, 3, 1), 4, false)).toBe("17");
  });
});

describe("closed forms", () => {
  // bounds.md 11.4: placing, 3 <= S <= h + 2.
  for (let height = 2; height <= 4; height++) {
    it(`binary tree of height ${height}: 2^h + 1 + 2 (2^(h-S+2) - 1) by placing, the same with one word less by sliding`, () => {
      for (let capacity = 3; capacity <= height + 2; capacity++) {
        const io = 2 ** height + 1 + 2 * (2 ** (height - capacity + 2) - 1);
        expect(optimumOf(binaryTree(height), capacity, false)).toBe(String(io));
        expect(optimumOf(binaryTree(height), capacity - 1, true)).toBe(String(io));
      }
    });
  }

  it("a pyramid of height h costs h + 2 from h + 2 words on by placing and h + 1 by sliding, and not before", () => {
    for (let height = 1; height <= 5; height++) {
      expect(optimumOf(pyramid(height), height + 2, false)).toBe(String(height + 2));
      expect(optimumOf(pyramid(height), height + 1, true)).toBe(String(height + 2));
      if (height > 1) expect(Number(optimumOf(pyramid(height), height, true))).toBeGreaterThan(height + 2);
    }
  });
});

/** The slow targets: `REDBLUE_SLOW=1`. */
describe.runIf(process.env["REDBLUE_SLOW"] === "1")("slow optima", () => {
  const cases: readonly (readonly [string, () => Cdag, number, number])[] = [
    ["matrix product 3x3x2", () => matrixProduct(3, 3, 2), 3, 37],
    ["matrix product 3x3x2", () => matrixProduct(3, 3, 2), 4, 29],
    ["matrix product 3x3x2", () => matrixProduct(3, 3, 2), 8, 22],
    ["8-point FFT", () => fft(3), 4, 28],
    ["8-point FFT", () => fft(3), 5, 24],
    ["8-point FFT", () => fft(3), 6, 22],
    ["8-point FFT", () => fft(3), 7, 20],
    ["8-point FFT", () => fft(3), 8, 18],
    ["binary tree with 32 leaves", () => binaryTree(5), 3, 47],
    ["binary tree with 32 leaves", () => binaryTree(5), 4, 39],
    ["binary tree with 32 leaves", () => binaryTree(5), 5, 35],
    ["binary tree with 32 leaves", () => binaryTree(5), 6, 33],
    ["binary tree with 32 leaves", () => binaryTree(5), 7, 33],
  ];
  it.each(cases)("%s", (_name, graph, capacity, optimum) => {
    expect(optimumOf(graph(), capacity, true)).toBe(String(optimum));
  });
});

function optimumOf(graph: Cdag, fastCapacity: number, sliding: boolean): string {
  if (fastCapacity < minimumCapacity(graph, { sliding })) return "-";
  const result = findOptimum(graph, twoLevelGame(fastCapacity, { sliding }));
  return result.exact ? String(result.optimum) : `${result.lower} to ${result.upper}`;
}
