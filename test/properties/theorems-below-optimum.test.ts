import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import type { ExpansionOptions } from "../../src/pebble/expand.js";
import { expand } from "../../src/pebble/expand.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { minimumCapacity, twoLevelGame } from "../../src/pebble/rules.js";
import { searchLimits } from "../pebble/support/cheapest.js";
import { searching } from "./arbitraries.js";

const REDUCTIONS: readonly (readonly [string, ExpansionOptions])[] = [
  ["chains of multiply-adds", {}],
  ["products, then chains of additions", { products: "separate" }],
  ["products, then binary trees", { products: "separate", reduction: { tree: 2 } }],
  ["products, then ternary trees", { products: "separate", reduction: { tree: 3 } }],
];

/** Every theorem about the product, on this many memories, against the true optimum of the expanded graph. */
function expectBelowOptimum(
  shape: { readonly m: number; readonly n: number; readonly k: number },
  expansion: ExpansionOptions,
  fastWords: number,
  rules: { readonly sliding: boolean; readonly recomputation: boolean; readonly processors: number },
): void {
  const computation = gemmComputation(gemmWorkload(shape));
  const graph = expand(computation, expansion);
  const game = twoLevelGame(fastWords, rules);
  fc.pre(fastWords >= minimumCapacity(graph, game));
  const found = findOptimum(graph, game, searchLimits(game, 400_000));
  // A search that gave up still has a pebbling, and no bound may be above that either.
  const cost = BigInt(found.exact ? found.optimum : found.upper);
  const bounds = proveBoundsInSetting(computation, {
    interface: "slow-fast",
    unit: "words",
    capacity: BigInt(fastWords),
    memories: BigInt(rules.processors),
    fastMemory: "words",
  });
  for (const bound of bounds) {
    const what = `${bound.id} = ${bound.value} > ${cost} for ${JSON.stringify({ shape, expansion, fastWords, rules })}`;
    expect(bound.value <= cost, what).toBe(true);
  }
}

describe("every theorem is at most the true optimum, in every reduction order it claims to survive", () => {
  const side = fc.integer({ min: 1, max: 3 });
  const shape = fc.record({ m: side, n: side, k: side }).filter(({ m, n, k }) => m * n * k <= 12);
  test.each(REDUCTIONS)("%s", (_, expansion) => {
    fc.assert(
      fc.property(
        shape,
        fc.integer({ min: 2, max: 12 }),
        fc.boolean(),
        fc.boolean(),
        (extents, words, sliding, recomputation) => {
          expectBelowOptimum(extents, expansion, words, { sliding, recomputation, processors: 1 });
        },
      ),
      searching(30),
    );
  });

  test("two and three processors, total over them", () => {
    const small = fc.record({ m: side, n: side, k: side }).filter(({ m, n, k }) => m * n * k <= 4);
    fc.assert(
      fc.property(small, fc.integer({ min: 2, max: 6 }), fc.integer({ min: 2, max: 3 }), (extents, words, processors) => {
        expectBelowOptimum(extents, {}, words, { sliding: true, recomputation: true, processors });
      }),
      searching(15),
    );
  });
});
