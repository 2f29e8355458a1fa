import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { partsOfByte } from "../../src/computation/data-types.js";
import type { GemmWorkload } from "../../src/computation/gemm.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import { wordTypesOf } from "../../src/computation/word-types.js";
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

/** The same in bytes, or parts of a byte where words are packed, operands of types of their own. */
function expectBelowOptimumInBytes(workload: GemmWorkload, bytes: number, sliding: boolean, recomputation: boolean): void {
  const units = partsOfByte(wordTypesOf(workload));
  const graph = expand(gemmComputation(workload), { weights: "bytes", units });
  const capacity = bytes * Number(units);
  const game = twoLevelGame(capacity, { sliding, recomputation });
  fc.pre(capacity >= minimumCapacity(graph, game));
  const found = findOptimum(graph, game, searchLimits(game, 400_000));
  const cost = BigInt(found.exact ? found.optimum : found.upper);
  const setting = { interface: "dram-l2", unit: "bytes", memories: 1n, fastMemory: "bytes", capacity: BigInt(bytes) } as const;
  const bounds = proveBoundsInSetting(workload, setting);
  expect(bounds.length).toBeGreaterThan(1);
  for (const { id, value, certificate } of bounds) {
    const what = `${id} = ${value} > ${cost} for ${JSON.stringify({ workload, bytes })}`;
    expect(certificate.theorem === "finer-units", id).toBe(units > 1n);
    expect((certificate.theorem === "finer-units" ? certificate.inner.value : value) <= cost, what).toBe(true);
    expect(value, what).toBe(certificate.theorem === "finer-units" ? (certificate.inner.value + units - 1n) / units : value);
  }
}

describe("operands, accumulators and results of types of their own: every theorem is at most the optimum in bytes", () => {
  const side = fc.integer({ min: 1, max: 3 });
  const whole = fc.constantFrom("int8", "bf16", "fp32", "fp64");
  const sums = fc.constantFrom("fp16", "fp32");
  test.each([
    ["whole bytes", whole],
    ["packed", fc.constantFrom("int4", "fp4", "fp6", "bf16")],
  ])("%s", (_, type) => {
    const shape = fc
      .record({ m: side, n: side, k: side, dataType: type, rightType: type, outputType: whole, accumulator: sums })
      .filter(({ m, n, k }) => m * n * k <= 8);
    fc.assert(
      fc.property(
        shape,
        fc.integer({ min: 4, max: 48 }),
        fc.boolean(),
        fc.boolean(),
        (options, bytes, sliding, recomputation) => {
          expectBelowOptimumInBytes(gemmWorkload(options), bytes, sliding, recomputation);
        },
      ),
      searching(20),
    );
  });
});

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
