import { describe, expect, it } from "vitest";
import type { Cdag } from "../../../src/pebble/cdag.js";
import { binaryTree, diamond, fft, matrixChain, matrixProduct, pyramid } from "../../../src/pebble/families.js";
import { bestGraphBound, graphBounds, verifyGraphBound } from "../../../src/pebble/graph-bounds/index.js";
import { twoLevelGame } from "../../../src/pebble/rules.js";

/** Known optima with recomputation: `[capacity, placing, sliding]`; 0 where there is no pebbling or no value. */
const TABLE: readonly (readonly [name: string, graph: Cdag, optima: readonly (readonly [number, number, number])[]])[] = [
  [
    "4-point FFT",
    fft(2),
    [
      [3, 14, 12],
      [4, 11, 10],
      [5, 9, 8],
      [6, 8, 8],
    ],
  ],
  [
    "tree of 8 leaves",
    binaryTree(3),
    [
      [2, 0, 15],
      [3, 15, 11],
      [4, 11, 9],
      [5, 9, 9],
    ],
  ],
  [
    "tree of 16 leaves",
    binaryTree(4),
    [
      [3, 31, 23],
      [4, 23, 19],
      [5, 19, 17],
    ],
  ],
  [
    "pyramid of height 3",
    pyramid(3),
    [
      [2, 0, 11],
      [3, 11, 7],
      [4, 7, 5],
      [5, 5, 5],
    ],
  ],
  [
    "pyramid of height 4",
    pyramid(4),
    [
      [2, 0, 18],
      [3, 18, 10],
      [4, 10, 8],
      [5, 8, 6],
    ],
  ],
  [
    "pyramid of height 5",
    pyramid(5),
    [
      [3, 25, 15],
      [4, 15, 11],
      [5, 11, 9],
      [6, 9, 7],
    ],
  ],
  [
    "diamond 3x3",
    diamond(3),
    [
      [2, 0, 5],
      [3, 5, 2],
      [4, 2, 2],
    ],
  ],
  [
    "diamond 4x4",
    diamond(4),
    [
      [2, 0, 11],
      [3, 11, 4],
      [4, 4, 2],
    ],
  ],
  [
    "product 2x2x2",
    matrixProduct(2, 2, 2),
    [
      [3, 0, 17],
      [4, 17, 14],
      [5, 14, 13],
      [6, 13, 12],
    ],
  ],
  [
    "product 2x2x2, separate",
    matrixProduct(2, 2, 2, { products: "separate" }),
    [
      [3, 25, 17],
      [4, 17, 14],
      [5, 14, 13],
    ],
  ],
  [
    "product m=2 k=3 n=2",
    matrixProduct(2, 2, 3),
    [
      [4, 28, 22],
      [5, 22, 19],
      [6, 19, 17],
      [7, 17, 16],
    ],
  ],
  [
    "product m=2 k=2 n=3",
    matrixProduct(2, 3, 2),
    [
      [6, 18, 17],
      [7, 17, 16],
    ],
  ],
  [
    "outer product 3x3",
    matrixProduct(3, 3, 1),
    [
      [4, 17, 16],
      [5, 15, 15],
    ],
  ],
  [
    "chain (1x2)(2x2)(2x2)",
    matrixChain([1, 2, 2, 2]),
    [
      [4, 16, 12],
      [5, 12, 12],
    ],
  ],
  [
    "chain (2x2)(2x2)(2x1)",
    matrixChain([2, 2, 2, 1]),
    [
      [4, 24, 17],
      [5, 17, 15],
      [6, 15, 13],
    ],
  ],
];

describe("bounds beside known optima", () => {
  it.each(TABLE)("%s: bounds that allow recomputation stay below the optimum and verify", (_name, graph, optima) => {
    for (const [capacity, placing, sliding] of optima) {
      for (const isSliding of [false, true]) {
        const optimum = isSliding ? sliding : placing;
        if (optimum === 0) continue;
        const game = twoLevelGame(capacity, { sliding: isSliding });
        for (const bound of graphBounds(graph, game)) {
          if (bound.kind !== "bound") continue;
          expect(Number(bound.value), `${bound.id} at ${capacity}`).toBeLessThanOrEqual(optimum);
          expect(verifyGraphBound(graph, game, bound)).toEqual({ valid: true });
        }
      }
    }
  });

  it("the best bounds without recomputation on pyramids, diamonds and products are these", () => {
    const best = (graph: Cdag, capacity: number, sliding: boolean): bigint | undefined =>
      bestGraphBound(graphBounds(graph, twoLevelGame(capacity, { sliding, recomputation: false })))?.value;
    expect(best(pyramid(5), 3, true)).toBe(11n);
    expect(best(pyramid(5), 3, false)).toBe(23n);
    expect(best(diamond(4), 3, true)).toBe(4n);
    expect(best(diamond(5), 4, false)).toBe(6n);
    expect(best(matrixProduct(2, 2, 3), 4, true)).toBe(17n);
    expect(best(matrixProduct(4, 4, 4), 4, true)).toBe(56n);
  });
});
