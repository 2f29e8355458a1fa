import * as fc from "fast-check";
import { expect, test } from "vitest";
import { InputError } from "../../src/errors.js";
import { binaryTree, diamond, fft, matrixChain, matrixProduct, pyramid } from "../../src/pebble/families.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import type { Game } from "../../src/pebble/rules.js";
import { hierarchyGame, minimumCapacity, minimumOuterCapacity, twoLevelGame } from "../../src/pebble/rules.js";
import { isLeastCost } from "../../src/verify/pebbling/least-cost.js";
import { plainOptimum } from "../pebble/support/plain-solver.js";
import { randomCdag, randomStream } from "../pebble/support/random-graphs.js";
import { parameters } from "../properties/arbitraries.js";

test.each([
  ["4-point FFT", fft(2), 3, 14, 12],
  ["binary tree", binaryTree(3), 3, 15, 11],
  ["pyramid", pyramid(4), 4, 10, 8],
  ["diamond", diamond(3), 3, 5, 2],
  ["product", matrixProduct(2, 2, 2), 4, 17, 14],
  ["outer product", matrixProduct(3, 3, 1), 5, 15, 15],
  ["chain", matrixChain([1, 2, 2, 2]), 5, 12, 12],
] as const)("optima computed before this project are the least: %s", (_, graph, capacity, placed, slid) => {
  for (const [sliding, optimum] of [
    [false, placed],
    [true, slid],
  ] as const) {
    const game = twoLevelGame(capacity, { sliding });
    expect(isLeastCost(graph, game, optimum)).toBe(true);
    expect(isLeastCost(graph, game, optimum + 1)).toBe(false);
    expect(isLeastCost(graph, game, optimum - 1)).toBe(true);
  }
});

const anyGame = fc.record({
  seed: fc.nat(),
  vertices: fc.integer({ min: 2, max: 7 }),
  weighted: fc.boolean(),
  sliding: fc.boolean(),
  recomputation: fc.boolean(),
  spare: fc.integer({ min: 0, max: 2 }),
  outer: fc.integer({ min: 0, max: 3 }),
  costs: fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 5 })),
  kind: fc.constantFrom("one", "two processors", "two levels"),
});

test("of random small graphs the searched optimum is the least, one more is not, in every kind of game", () => {
  fc.assert(
    fc.property(anyGame, ({ seed, vertices, weighted, spare, outer, costs, kind, ...rules }) => {
      const graph = randomCdag(randomStream(seed), vertices, weighted);
      const least = minimumCapacity(graph, rules) + spare;
      const game: Game =
        kind === "two levels"
          ? hierarchyGame([Math.max(1, least), minimumOuterCapacity(graph) + outer], { ...rules, costs: [...costs] })
          : twoLevelGame(Math.max(1, least), { ...rules, processors: kind === "one" ? 1 : 2 });
      let found: ReturnType<typeof findOptimum>;
      try {
        found = findOptimum(graph, game, { maxStates: 100_000 });
      } catch (error) {
        // A level may be too narrow for what has to pass it.
        expect(error).toBeInstanceOf(InputError);
        return;
      }
      if (!found.exact) return;
      const { optimum } = found;
      if (game.kind === "two-level" && game.processors === 1) expect(plainOptimum(graph, game)).toBe(optimum);
      expect(isLeastCost(graph, game, optimum, 1_000_000)).toBe(true);
      expect(isLeastCost(graph, game, optimum + 1, 1_000_000)).toBe(false);
    }),
    parameters(150, 5000),
  );
});
