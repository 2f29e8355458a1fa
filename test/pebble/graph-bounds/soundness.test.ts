import { describe, expect, it } from "vitest";
import { stencilWorkload } from "../../../src/computation/layered/stencil.js";
import { binaryTree, diamond, fft, matrixProduct, pyramid, randomLayered } from "../../../src/pebble/families.js";
import { disjointSubgraphsBound, graphBounds, verifyGraphBound } from "../../../src/pebble/graph-bounds/index.js";
import { heuristicPebbling } from "../../../src/pebble/heuristic/index.js";
import { expandLayered } from "../../../src/pebble/layered/expand-layered.js";
import { findOptimum } from "../../../src/pebble/optimum/optimum.js";
import { minimumCapacity, twoLevelGame } from "../../../src/pebble/rules.js";
import { effort } from "../support/effort.js";
import { bruteForceOptimum } from "./brute-force.js";
import { randomCdag, randomDenseCdag } from "./random-graph.js";

/** Every bound that applies is at most the optimum, and its certificate verifies. Returns how many beat compulsory traffic. */
function checkAll(seed: number, graph: ReturnType<typeof randomCdag>, spare: number, onlySharp = false): number {
  let sharper = 0;
  for (const sliding of [true, false]) {
    for (const recomputation of [true, false]) {
      const least = Math.max(1, minimumCapacity(graph, { sliding }));
      const game = twoLevelGame(least + spare, { sliding, recomputation });
      const bounds = graphBounds(graph, game);
      // The exhaustive search is dear: with `onlySharp` it is absent where all bounds equal compulsory traffic.
      const compulsory = bounds[0]?.kind === "bound" ? bounds[0].value : 0n;
      if (onlySharp && bounds.every((bound) => bound.kind !== "bound" || bound.value <= compulsory)) continue;
      const optimum = bruteForceOptimum(graph, game);
      if (optimum === undefined) throw new Error("the minimum capacity is not enough");
      for (const bound of bounds) {
        if (bound.kind !== "bound") continue;
        const where = `seed ${seed}, S ${game.fastCapacity}, sliding ${sliding}, recomputation ${recomputation}, ${bound.id}`;
        expect(Number(bound.value), where).toBeLessThanOrEqual(optimum);
        expect(verifyGraphBound(graph, game, bound), where).toEqual({ valid: true });
        if (bound.value > compulsory) sharper++;
      }
    }
  }
  return sharper;
}

describe("no graph bound exceeds the exhaustive optimum, with and without sliding and recomputation", () => {
  it("on random small graphs with inner outputs, useless vertices and weights", () => {
    for (let seed = 1; seed <= 160 * effort; seed++) {
      checkAll(seed, randomCdag(seed, 4 + (seed % 6), { weighted: seed % 3 === 0, degree: 1 + (seed % 4) }), seed % 2);
    }
  });

  it("on random graphs with few inputs at the least capacity, where bounds beat compulsory traffic", () => {
    let sharper = 0;
    for (let seed = 1; seed <= 150 * effort; seed++) sharper += checkAll(seed, randomDenseCdag(seed), 0, true);
    expect(sharper).toBeGreaterThan(50 * effort);
  });

  it("nor the best pebbling found of graphs with 30 to 100 vertices", () => {
    const graphs = [fft(3), pyramid(9), diamond(7), matrixProduct(4, 4, 4), binaryTree(5), randomLayered(3, 6, 8, 3)];
    for (const graph of graphs) {
      for (const sliding of [true, false]) {
        const game = twoLevelGame(minimumCapacity(graph, { sliding }), { sliding, recomputation: false });
        const { verdict } = heuristicPebbling(graph, game, { trials: 100 * effort });
        for (const bound of graphBounds(graph, game)) {
          if (bound.kind !== "bound") continue;
          expect(Number(bound.value), bound.id).toBeLessThanOrEqual(verdict.ioWords);
          expect(verifyGraphBound(graph, game, bound)).toEqual({ valid: true });
        }
      }
    }
  });

  it("nor does the search of subgraphs exceed the optimum of stencils that are solved exactly", () => {
    for (const [cells, steps, capacity] of [
      [4, 3, 3],
      [4, 4, 4],
      [5, 2, 3],
      [5, 2, 4],
    ] as const) {
      const graph = expandLayered(stencilWorkload({ dims: [cells], steps, points: 3 }));
      const game = twoLevelGame(capacity);
      const bound = disjointSubgraphsBound(graph, game);
      if (bound.kind !== "bound") throw new Error(bound.reason);
      const optimum = findOptimum(graph, game);
      expect(optimum.exact).toBe(true);
      if (optimum.exact) expect(Number(bound.value)).toBeLessThanOrEqual(optimum.optimum);
    }
  });

  it("and the transfers of subgraphs bound the cells of 16 × 8 and 8 × 8 with 4 words from below by 109 and 44", () => {
    const bounds = [16, 8].map((cells) =>
      disjointSubgraphsBound(expandLayered(stencilWorkload({ dims: [cells], steps: 8, points: 3 })), twoLevelGame(4)),
    );
    expect(bounds.map((bound) => (bound.kind === "bound" ? bound.value : 0n))).toEqual([109n, 44n]);
  });
});
