import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import type { ProductInstance } from "../../src/bounds/certificates/gemm.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { proveAmortizedSegments, proveGemmSegments, proveSegmentsPerMemory } from "../../src/bounds/gemm/segments.js";
import { bestBounds } from "../../src/bounds/prove.js";
import { CONDITIONS } from "../../src/bounds/requirements.js";
import { segmentProducts } from "../../src/bounds/shared/segment-capacity.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { gpuNamed } from "../../src/machines/registry.js";
import { wordGemms } from "../../src/schedules/two-level/gemm/schedules.js";
import { parameters } from "../properties/arbitraries.js";
import type { Change } from "./edited.js";
import { expectEveryEditRefused, leaves } from "./edited.js";

const UNIT = { a: 1n, b: 1n, partial: 1n, output: 1n };

function product(m: number, n: number, k: number, capacity: number, memories: number): ProductInstance {
  const extents = { batch: 1n, m: BigInt(m), n: BigInt(n), k: BigInt(k) };
  return { extents, weights: UNIT, capacity: BigInt(capacity), memories: BigInt(memories) };
}

const near = (value: bigint, expected: number): number => Math.abs(Number(value) / expected - 1);

describe("the leading terms, whatever the number of memories", () => {
  const S = 1 << 20;
  test.each([1, 2, 132, 10_000])("%i memories", (memories) => {
    const square = product(8192, 8192, 65_536, S, memories);
    const leading = (2 * 8192 * 8192 * 65_536) / 1024;
    expect(near(proveAmortizedSegments(square)?.value ?? 0n, leading)).toBeLessThan(1e-5);
  });
});

test("with many memories the counts that give segments away say less, with one they say as much", () => {
  for (const [m, n, k] of [
    [4096, 4096, 4096],
    [2000, 9000, 300],
  ] as const) {
    const many = product(m, n, k, 200_000, 132);
    expect(proveAmortizedSegments(many)?.value).toBeGreaterThan(proveSegmentsPerMemory(many).value);
    expect(proveGemmSegments(many)).toEqual(proveAmortizedSegments(many));
    const one = product(m, n, k, 200_000, 1);
    expect(Number(proveAmortizedSegments(one)?.value) / Number(proveSegmentsPerMemory(one).value)).toBeLessThan(1.0001);
  }
});

test("what a segment can hold grows at least in proportion to its budget", () => {
  const side = fc.bigInt({ min: 1n, max: 3000n });
  const size = fc.constantFrom(1n, 2n, 4n, 8n);
  const budgets = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.bigInt({ min: 1n, max: 10n ** 6n }));
  fc.assert(
    fc.property(side, side, side, fc.tuple(size, size, size), budgets, (m, k, n, [a, b, c], [x, y]) => {
      const [small, large] = x < y ? [x, y] : [y, x];
      const extents = { batch: 1n, m, n, k };
      const held = (budget: bigint): bigint => segmentProducts(extents, { a, b, c }, budget, "real");
      // Rounded down, and no more than there is.
      if (held(large) < m * n * k) expect(held(small) * large < (held(large) + 1n) * small).toBe(true);
    }),
    parameters(200),
  );
});

test("at most what several memories move that deal out rows or columns, and what one of them moves", () => {
  const side = fc.integer({ min: 1, max: 200 });
  fc.assert(
    fc.property(
      side,
      side,
      side,
      fc.integer({ min: 3, max: 900 }),
      fc.integer({ min: 1, max: 8 }),
      (m, n, k, words, memories) => {
        const costs = (rows: number, columns: number): bigint =>
          wordGemms(gemmWorkload({ m: rows, n: columns, k }), words)
            .map(({ words: w }) => w.a + w.b + w.c + (w.cLoads ?? 0n))
            .reduce((x, y) => (x < y ? x : y));
        const copies = BigInt(memories);
        const dealt: readonly (readonly [ProductInstance, bigint])[] = [
          [product(m * memories, n, k, words, memories), copies * costs(m, n)],
          [product(m, n * memories, k, words, memories), copies * costs(m, n)],
          [product(m, n, k, words, memories), costs(m, n)],
        ];
        for (const [instance, cost] of dealt) {
          expect((proveAmortizedSegments(instance)?.value ?? 0n) <= cost).toBe(true);
        }
      },
    ),
    parameters(60),
  );
});

test("figures of an H100: bytes into its SMs", () => {
  const machine = gpuNamed("h100");
  const best = (workload: Parameters<typeof boundWorkload>[0]): readonly [string | undefined, number] => {
    const bound = bestBounds(boundWorkload(workload, machine).bounds, new Set(CONDITIONS)).get("l2-sm");
    return [bound?.id, Number(bound?.value)];
  };
  const cube = gemmWorkload({ m: 2048, n: 2048, k: 4096 });
  const own = boundWorkload(cube, machine).bounds.findLast(({ id }) => id === "gemm-segments-wide-accumulators");
  const moves = Number(own?.value);
  // Holding cost says a little more.
  expect(best(cube)[0]).toBe("gemm-holding-cost-wide-accumulators");
  expect(best(cube)[1] / moves).toBeGreaterThan(1);
  expect(best(cube)[1] / moves).toBeLessThan(1.05);
  // 2mnk·√(wA·wB·wC)/√S, less the sums that may stay, and the outputs.
  expect(moves / ((4 * 2048 ** 3 * 4) / Math.sqrt(512 * 1024) - 2048 ** 2 * (4 - 2))).toBeCloseTo(1, 4);
});

test("every edit of a steady certificate is refused", () => {
  for (const workload of [
    gemmWorkload({ m: 1000, n: 900, k: 1100 }),
    gemmWorkload({ m: 1024, n: 1024, k: 1024, dataType: "fp8", scales: "a:1x128,b:128x128" }),
  ]) {
    const document = boundsDocument(boundWorkload(workload, gpuNamed("h100")));
    const steady = new Set(
      (document as unknown as { bounds: readonly { certificate: Readonly<Record<string, Json>> }[] }).bounds.flatMap(
        ({ certificate: { theorem, form } }, index) =>
          form === "amortized" || String(theorem).includes("steady") ? [index] : [],
      ),
    );
    expect(steady.size).toBeGreaterThan(1);
    const claims = leaves(document).filter(
      (path) => path[0] === "bounds" && steady.has(path[1] as number) && (path[2] === "certificate" || path[2] === "value"),
    );
    // The best T has neighbours that prove as much; far ones do not.
    const far: readonly Change[] = [(leaf) => 2 * Number(leaf), (leaf) => 16 * Math.round(Number(leaf) / 32)];
    const next: readonly Change[] = [
      (leaf) => (typeof leaf === "number" ? leaf + 1 : `${leaf}0`),
      (leaf) => (typeof leaf === "number" ? leaf - 1 : ""),
    ];
    expectEveryEditRefused(document, claims, (path) => (path.at(-1) === "cut" ? far : next));
  }
});
