import { expect, test } from "vitest";
import type { Setting } from "../../src/bounds/bound.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import type { Computation } from "../../src/computation/computation.js";
import { BYTES_OF } from "../../src/computation/data-types.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import { expand } from "../../src/pebble/expand.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { twoLevelGame } from "../../src/pebble/rules.js";
import { type FreeOrderProblem, freeOrderOptimum } from "../pebble/support/free-order.js";
import { everyNth } from "./arbitraries.js";

type Shape = readonly [m: number, n: number, k: number];

/** C = A·B with words of A numbered row by row, then those of B; all of size 1 unless given. */
function productOf([m, n, k]: Shape, capacity: number, operand = 1, partial = 1, output = 1): FreeOrderProblem {
  const products = Array.from({ length: m * n * k }, (_, at) => {
    const [q, group] = [at % k, Math.floor(at / k)];
    return { operands: [Math.floor(group / n) * k + q, m * k + q * n + (group % n)], group };
  });
  return { products, inputSizes: new Array<number>((m + n) * k).fill(operand), groups: m * n, partial, output, capacity };
}

test.each(
  everyNth(2, [
    [[2, 2, 2], 4, 14, 14],
    [[2, 2, 2], 6, 12, 12],
    [[3, 3, 1], 4, 16, 16],
    [[2, 1, 3], 3, 13, 14],
  ] as const),
)("%j, %i words: %i in any order of the sums, %i as chains", (shape, words, anyOrder, asChains) => {
  const [m, n, k] = shape;
  expect(freeOrderOptimum(productOf(shape, words))).toBe(anyOrder);
  expect(findOptimum(expand(gemmComputation(gemmWorkload({ m, n, k }))), twoLevelGame(words))).toMatchObject({
    optimum: asChains,
  });
});

test("two words do where a sum waits in slow memory while its next product takes the place of an operand", () => {
  expect(freeOrderOptimum(productOf([1, 1, 2], 2))).toBe(7);
  expect(freeOrderOptimum(productOf([1, 1, 2], 1))).toBeUndefined();
});

function expectBelow(problem: FreeOrderProblem, computation: Computation, unit: Setting["unit"]): void {
  const [total, loads] = [freeOrderOptimum(problem), freeOrderOptimum({ ...problem, loadsOnly: true })];
  if (total === undefined || loads === undefined) throw new Error("too little memory for any execution");
  const setting = { interface: "slow-fast", unit, capacity: BigInt(problem.capacity), memories: 1n, fastMemory: "" } as const;
  for (const { id, value, reads = 0n } of proveBoundsInSetting(computation, setting)) {
    expect(value <= BigInt(total), `${id}: ${value} of ${total}`).toBe(true);
    expect(reads <= BigInt(loads), `${id}: reads ${reads} of ${loads}`).toBe(true);
  }
}

test.each(
  everyNth(2, [
    [[2, 1, 3], 2],
    [[2, 1, 3], 3],
    [[2, 4, 1], 2],
    [[3, 3, 1], 2],
  ] as const),
)("no bound of %j in %i words is above it, total or reads", (shape, words) => {
  const [m, n, k] = shape;
  expectBelow(productOf(shape, words), gemmComputation(gemmWorkload({ m, n, k })), "words");
});

test.each(
  everyNth(2, [
    [[2, 4, 1], "bf16", "bf16", 4],
    [[3, 2, 1], "fp8", "bf16", 2],
    [[1, 2, 3], "fp8", "fp8", 6],
    [[2, 1, 3], "bf16", "fp32", 8],
    [[2, 1, 3], "fp32", "fp8", 12],
  ] as const),
)("no bound of %j, %s to %s with sums of fp32, in %i bytes is above it", (shape, dataType, outputType, bytes) => {
  const [m, n, k] = shape;
  const problem = productOf(shape, bytes, BYTES_OF[dataType], BYTES_OF.fp32, BYTES_OF[outputType]);
  expectBelow(problem, gemmComputation(gemmWorkload({ m, n, k, dataType, outputType })), "bytes");
});
