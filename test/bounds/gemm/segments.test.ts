import { describe, expect, test } from "vitest";
import { boundWorkload } from "../../../src/bounds/bounds-document.js";
import type { ProductInstance } from "../../../src/bounds/certificates/gemm.js";
import { proveGemmMemoryIndependent } from "../../../src/bounds/gemm/memory-independent.js";
import { proveGemmPerProcessor, proveGemmSegments } from "../../../src/bounds/gemm/segments.js";
import { UNIT_WEIGHTS } from "../../../src/bounds/gemm/shape.js";
import { bestBounds } from "../../../src/bounds/prove.js";
import { gemmWorkload } from "../../../src/computation/gemm.js";
import { abstractMachine } from "../../../src/machines/registry.js";
import { cosmaGemm, inputStationaryGemm } from "../../../src/schedules/two-level/gemm/cosma.js";

function words(m: number, n: number, k: number, capacity: number, memories = 1): ProductInstance {
  const extents = { batch: 1n, m: BigInt(m), n: BigInt(n), k: BigInt(k) };
  return { extents, weights: UNIT_WEIGHTS, capacity: BigInt(capacity), memories: BigInt(memories) };
}

function best(m: number, n: number, k: number, fastWords: number): bigint {
  const { bounds } = boundWorkload(gemmWorkload({ m, n, k }), abstractMachine(fastWords));
  return bestBounds(bounds).get("slow-fast")?.value ?? 0n;
}

// [m, n, k, S, optimum]: exact optima of the pebble game, sliding, recomputation, fused chains.
const OPTIMA: readonly (readonly [number, number, number, number, bigint])[] = [
  [2, 2, 2, 3, 17n],
  [2, 2, 2, 4, 14n],
  [2, 2, 2, 5, 13n],
  [2, 2, 2, 6, 12n],
  [2, 2, 3, 3, 28n],
  [2, 2, 3, 4, 22n],
  [2, 2, 3, 5, 19n],
  [3, 2, 2, 3, 25n],
  [3, 2, 2, 4, 20n],
  [3, 2, 2, 5, 18n],
  [2, 3, 2, 6, 17n],
  [3, 3, 1, 4, 16n],
  [3, 3, 1, 5, 15n],
  [1, 1, 2, 3, 5n],
  [2, 2, 1, 4, 8n],
];

test.each(OPTIMA)("%i×%i×%i with S = %i: the best bound is at most the optimum %i", (m, n, k, fastWords, optimum) => {
  expect(best(m, n, k, fastWords) <= optimum).toBe(true);
});

test("the segment bound counts whole numbers of words at small S", () => {
  expect(proveGemmSegments(words(12, 11, 7, 3)).value).toBe(1386n);
});

describe("the formula 2mnk/√S + mn is the cost of a schedule, not a bound", () => {
  test.each([
    [20, 64, 3, 34, 1724n, 2597],
    [5, 5, 1, 4, 45n, 50],
    [6, 6, 2, 10, 72n, 81],
    [16, 16, 3, 36, 400n, 512],
  ])("%i×%i×%i, S = %i: a schedule moves %i words, the formula claims %i", (m, n, k, fastWords, cost, claimed) => {
    const schedule = inputStationaryGemm(gemmWorkload({ m, n, k }), fastWords);
    const total = schedule === undefined ? undefined : schedule.words.a + schedule.words.b + schedule.words.c;
    expect(total).toBeLessThanOrEqual(cost);
    expect(Number(total)).toBeLessThan(claimed);
    expect(Math.floor((2 * m * n * k) / Math.sqrt(fastWords) + m * n)).toBe(claimed);
    expect(best(m, n, k, fastWords) <= cost).toBe(true);
  });
});

test("for short k the best bound meets the input-stationary schedule within 3 % and for long k COSMA's within 1 %", () => {
  const short = gemmWorkload({ m: 65536, n: 65536, k: 128 });
  const held = inputStationaryGemm(short, 65536);
  const cost = held === undefined ? 0n : held.words.a + held.words.b + held.words.c;
  expect(cost * 100n <= best(65536, 65536, 128, 65536) * 103n).toBe(true);
  const long = cosmaGemm(gemmWorkload({ m: 8192, n: 8192, k: 65536 }), 4096);
  expect((long.words.a + long.words.b + long.words.c) * 100n <= best(8192, 8192, 65536, 4096) * 103n).toBe(true);
});

test("P memories: the total loses at most P segments, the busiest moves at least its share", () => {
  const one = proveGemmSegments(words(512, 512, 512, 1000));
  const many = proveGemmSegments(words(512, 512, 512, 1000, 8));
  expect(many.value <= one.value).toBe(true);
  expect(many.value * 100n >= one.value * 95n).toBe(true);
  const busiest = proveGemmPerProcessor(words(512, 512, 512, 1000, 8));
  expect(busiest.value * 8n >= (one.value * 90n) / 100n).toBe(true);
});

test("memory-independent bound: three cases of Al Daas et al. with nothing resident at the start", () => {
  // 9600×2400×600 over P memories; D of the paper: everything a memory reads and contributes to.
  const independent = (p: number): bigint => proveGemmMemoryIndependent(words(9600, 2400, 600, 10 ** 9, p)).value;
  expect(independent(3)).toBe(11_040_000n);
  expect(independent(36)).toBe(1_600_000n);
  expect(independent(512)).toBe(270_000n);
  expect(proveGemmMemoryIndependent(words(4096, 4096, 4096, 10 ** 9, 64)).value).toBe(3_145_728n);
});

test("wide accumulators raise the bound by √2 at large k and never help at k = 1", () => {
  const weights = { a: 2n, b: 2n, partial: 4n, output: 2n };
  const deep = { ...words(4096, 4096, 65536, 500_000), weights };
  const narrow = { ...deep, weights: { ...weights, partial: 2n } };
  const gain = Number(proveGemmSegments(deep).value) / Number(proveGemmSegments(narrow).value);
  expect(gain).toBeGreaterThan(1.4);
  expect(gain).toBeLessThan(Math.SQRT2);
});

test("a product of one word each is exactly three words", () => {
  expect(best(1, 1, 1, 3)).toBe(3n);
});

test("extents near 2^53 are exact integers, not doubles", () => {
  const huge = Number.MAX_SAFE_INTEGER;
  const { value } = proveGemmSegments(words(huge, huge, huge, 3));
  expect(value > 10n ** 48n).toBe(true);
  expect(value % 3n).toBe(0n);
});
