import { describe, expect, it } from "vitest";
import type { Cdag } from "../../src/pebble/cdag.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { type Game, type HierarchyGame, hierarchyGame, minimumCapacity, minimumOuterCapacity } from "../../src/pebble/rules.js";
import { plainHierarchyOptimum } from "./support/plain-hierarchy.js";
import { randomCdag, randomStream } from "./support/random-graphs.js";

function solved(graph: Cdag, game: Game): number {
  const result = findOptimum(graph, game);
  if (!result.exact) throw new Error(`gave up: ${result.reason.limit}`);
  return result.optimum;
}

/** A small graph and a game on it whose levels are at or just above the least capacities. */
function randomGame(seed: number, vertices: number, levels: number): { graph: Cdag; game: HierarchyGame } {
  const random = randomStream(seed);
  const graph = randomCdag(random, vertices, random() < 0.3);
  const sliding = random() < 0.5;
  const least = Math.max(1, minimumCapacity(graph, { sliding }));
  const outer = minimumOuterCapacity(graph);
  const capacities = Array.from({ length: levels }, (_, l) => (l === 0 ? least : outer) + Math.floor(random() * 2.5));
  const costs = capacities.map(() => Math.floor(random() * 4));
  const isPriced = random() < 0.5;
  return { graph, game: hierarchyGame(capacities, { sliding, recomputation: random() < 0.5, ...(isPriced ? { costs } : {}) }) };
}

/** REDBLUE_TWIN=10 compares ten times as many graphs. */
const effort = Number(process.env["REDBLUE_TWIN"] ?? 1);

describe("the optimum of a hierarchy", () => {
  for (const [levels, vertices, graphs] of [
    [1, 6, 40],
    [2, 5, 60],
    [2, 6, 16],
    [3, 4, 40],
  ] as const) {
    it(`equals the plain twin's on random graphs, ${levels} level(s), ${vertices} vertices`, () => {
      for (let seed = 0; seed < graphs * effort; seed++) {
        const { graph, game } = randomGame(seed * 8 + levels, vertices, levels);
        expect(solved(graph, game), `seed ${seed}: ${JSON.stringify(game)}`).toBe(plainHierarchyOptimum(graph, game));
      }
    });
  }
});
