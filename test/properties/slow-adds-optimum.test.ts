import { expect, test } from "vitest";
import type { Bound, Setting } from "../../src/bounds/bound.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import type { Condition } from "../../src/bounds/requirements.js";
import { areMet, EVERY_KERNEL } from "../../src/bounds/requirements.js";
import { BYTES_OF } from "../../src/computation/data-types.js";
import { gemmComputation, gemmWorkload } from "../../src/computation/gemm.js";
import type { FreeOrderProblem } from "../pebble/support/free-order.js";
import { freeOrderOptimum } from "../pebble/support/free-order.js";
import { everyNth } from "./arbitraries.js";

type Shape = readonly [m: number, n: number, k: number];

/** Types of operands and of sums, which are as wide as results. */
type Types = readonly [operand: "fp8" | "fp32", sum: "fp16" | "fp32"];

/** The products of `mask` of C = A·B, bit (i·n + j)·k + q each, where slow memory adds. */
function problemOf([m, n, k]: Shape, [operand, sum]: Types, capacity: number, mask = 2 ** (m * n * k) - 1): FreeOrderProblem {
  const all = Array.from({ length: m * n * k }, (_, at) => {
    const [q, group] = [at % k, Math.floor(at / k)];
    return { operands: [Math.floor(group / n) * k + q, m * k + q * n + (group % n)], group };
  });
  return {
    products: all.filter((_, at) => ((mask >> at) & 1) === 1),
    inputSizes: new Array<number>((m + n) * k).fill(BYTES_OF[operand]),
    groups: m * n,
    partial: BYTES_OF[sum],
    output: BYTES_OF[sum],
    capacity,
    slowAdds: true,
  };
}

function boundsOf([m, n, k]: Shape, [dataType, sum]: Types, capacity: number, memories: bigint): readonly Bound[] {
  const setting: Setting = { interface: "l2-sm", unit: "bytes", capacity: BigInt(capacity), memories, fastMemory: "" };
  const workload = gemmWorkload({ m, n, k, dataType, outputType: sum === "fp16" ? "bf16" : sum, accumulator: sum });
  return proveBoundsInSetting(gemmComputation(workload), setting);
}

/** Bounds whose value, or whose reads, are above what a machine whose slow memory adds moves at least. */
function above(bounds: readonly Bound[], least: number, leastReads: number, met: ReadonlySet<Condition>): readonly string[] {
  return bounds.flatMap(({ id, value, reads = 0n, requires, readsRequire = [] }) => [
    ...(areMet(requires, met) && value > BigInt(least) ? [id] : []),
    ...(areMet([...requires, ...readsRequire], met) && reads > BigInt(leastReads) ? [`${id} reads`] : []),
  ]);
}

const ALL: ReadonlySet<Condition> = new Set(["no-l2-adds", "wide-partial-sums"]);
const WORDS: Types = ["fp32", "fp32"];

test.each(
  everyNth(9, [
    [[2, 2, 2], WORDS, 2, 18],
    [[2, 2, 2], WORDS, 3, 15],
    [[2, 2, 2], WORDS, 4, 14],
    [[2, 2, 2], WORDS, 5, 13],
    [[2, 2, 2], WORDS, 6, 12],
    [[2, 2, 2], WORDS, 7, 12],
    [[3, 3, 1], WORDS, 2, 19],
    [[3, 3, 1], WORDS, 3, 17],
    [[3, 2, 1], WORDS, 3, 12],
  ] as const),
)(
  "%j with words of %j in %i words: %i words where slow memory adds, and no bound of every kernel is above it",
  (shape, types, words, least) => {
    const problem = problemOf(shape, types, 4 * words);
    expect(freeOrderOptimum(problem)).toBe(4 * least);
    const reads = freeOrderOptimum({ ...problem, loadsOnly: true }) ?? 0;
    expect(above(boundsOf(shape, types, 4 * words, 1n), 4 * least, reads, EVERY_KERNEL)).toEqual([]);
  },
);

test.each(
  everyNth(4, [
    [[2, 2, 2], ["fp8", "fp16"], 5],
    [[2, 2, 2], ["fp8", "fp16"], 7],
    [[2, 2, 2], ["fp32", "fp16"], 10],
    [[2, 2, 2], ["fp32", "fp16"], 14],
  ] as const),
)("%j with words of %j in %i bytes", (shape, types, capacity) => {
  const problem = problemOf(shape, types, capacity);
  const [least, reads] = [freeOrderOptimum(problem), freeOrderOptimum({ ...problem, loadsOnly: true })];
  if (least === undefined || reads === undefined) throw new Error("too little memory for any execution");
  expect(above(boundsOf(shape, types, capacity, 1n), least, reads, EVERY_KERNEL)).toEqual([]);
});

/** The same products of 2×2×2 up to the order of rows, columns and steps: the smallest of their masks. */
function canonical(mask: number): number {
  const flipped = (flip: number): number =>
    Array.from({ length: 8 }, (_, at) => ((mask >> at) & 1) << (at ^ flip)).reduce((sum, bit) => sum + bit, 0);
  return Math.min(...Array.from({ length: 8 }, (_, flip) => flipped(flip)));
}

// What each memory does concerns the other in nothing where slow memory adds: sums may meet there in any order.
test.each(
  everyNth(4, [
    [2, 18],
    [3, 15],
    [4, 14],
    [5, 13],
  ] as const),
)("2×2×2 in two memories of %i words: %i words, and no bound is above them, or above the busier one's", (words, least) => {
  const shape = [2, 2, 2] as const;
  const known = new Map<number, number>([[0, 0]]);
  const optimum = (mask: number): number => {
    const key = canonical(mask);
    const found = known.get(key) ?? freeOrderOptimum(problemOf(shape, WORDS, 4 * words, key)) ?? Number.POSITIVE_INFINITY;
    known.set(key, found);
    return found;
  };
  const shares = Array.from({ length: 128 }, (_, mask) => [optimum(mask), optimum(255 - mask)] as const);
  expect(Math.min(...shares.map(([one, other]) => one + other))).toBe(4 * least);
  const busiest = Math.min(...shares.map(([one, other]) => Math.max(one, other)));
  const bounds = boundsOf(shape, WORDS, 4 * words, 2n);
  const totals = bounds.filter(({ scope }) => scope === "total");
  // Every word of A and B enters some memory.
  expect(above(totals, 4 * least, 4 * 8, EVERY_KERNEL)).toEqual([]);
  expect(
    above(
      bounds.filter(({ scope }) => scope === "busiest"),
      busiest,
      0,
      ALL,
    ),
  ).toEqual([]);
});

test("reads that hold where SMs alone add are more than the least loads of 2×2×2 in two words where slow memory adds", () => {
  const problem = problemOf([2, 2, 2], WORDS, 8);
  const reads = freeOrderOptimum({ ...problem, loadsOnly: true });
  const least = freeOrderOptimum(problem);
  if (least === undefined || reads === undefined) throw new Error("too little memory for any execution");
  expect(reads).toBe(4 * 10);
  expect(above(boundsOf([2, 2, 2], WORDS, 8, 1n), least, reads, ALL)).toEqual(["gemm-segments reads"]);
});
