import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../../src/bounds/bounds-document.js";
import type { ChainInstance } from "../../../src/bounds/certificates/chain.js";
import { proveRecomputationAmortized } from "../../../src/bounds/chain/recomputation.js";
import { proveBoundsInSetting } from "../../../src/bounds/prove.js";
import { chainComputation, chainWorkload } from "../../../src/computation/chain.js";
import { ffnWorkload } from "../../../src/computation/ffn.js";
import { gpuNamed } from "../../../src/machines/registry.js";
import { expand } from "../../../src/pebble/expand.js";
import { heuristicPebbling } from "../../../src/pebble/heuristic/index.js";
import { findOptimum } from "../../../src/pebble/optimum/optimum.js";
import { minimumCapacity, twoLevelGame } from "../../../src/pebble/rules.js";
import { verifyCertificate } from "../../../src/verify/certificate.js";
import { verifyDocument } from "../../../src/verify/document.js";
import { searchLimits } from "../../pebble/support/cheapest.js";
import { parameters, searching } from "../../properties/arbitraries.js";
import { boundClaims, expectEveryEditRefused } from "../edited.js";

const ID = "chain-recomputation";
const ceil = (a: number, b: number): number => Math.ceil(a / b);

interface Sized {
  readonly m: number;
  readonly k: number;
  readonly l: number;
  readonly n: number;
  readonly factors: number;
  readonly a: number;
  readonly b: number;
  readonly h: number;
  readonly d: number;
  readonly s: number;
  readonly out: number;
}

function instanceOf(c: Sized, capacity: number, memories = 1): ChainInstance {
  const [m, k, l, n] = [c.m, c.k, c.l, c.n].map(BigInt) as [bigint, bigint, bigint, bigint];
  const weights = { a: c.a, b: c.b, h: c.h, d: c.d, partial: c.s, output: c.out };
  return {
    extents: { batch: 1n, m, k, l, n, pairs: m * l, factors: BigInt(c.factors) },
    weights: Object.fromEntries(
      Object.entries(weights).map(([name, size]) => [name, BigInt(size)]),
    ) as unknown as ChainInstance["weights"],
    capacity: BigInt(capacity),
    memories: BigInt(memories),
  };
}

/** What legal schedules of the chain move in S bytes, sums at s and complete elements of H at h. */
function scheduleCosts(c: Sized, capacity: number): number[] {
  const { m, k, l, n, factors: f, a, b, h, d, s, out } = c;
  const costs: number[] = [];
  const heights = (most: number): number[] => {
    const rows: number[] = [];
    for (let r = 1; r <= most; r = r < 30 ? r + 1 : Math.ceil(r * 1.07)) rows.push(r);
    return rows;
  };
  /** Tiles of sums of a product with `copies` sums an element, a row of the right operand and a word of the left one beside them. */
  const tiles = (rows: number, inner: number, columns: number, left: number, right: number, copies: number): number =>
    Math.min(
      ...heights(rows).flatMap((r) => {
        const w = Math.min(columns, Math.floor((capacity - left) / (copies * (s * r + right))));
        return w < 1 ? [] : [ceil(columns, w) * rows * inner * left + copies * ceil(rows, r) * inner * columns * right];
      }),
      Number.POSITIVE_INFINITY,
    );
  const second = tiles(m, l, n, h, d, 1) + m * n * out;
  costs.push(tiles(m, k, l, a, b, f) + h * m * l + second);
  for (const r of heights(m)) {
    // Rows of A stay, B streams, sums of a column of H.
    if (r * (a * k + f * s) + b <= capacity) costs.push(a * m * k + f * ceil(m, r) * k * l * b + h * m * l + second);
    // Rows of A and of a block of columns of E stay; H is made again for every block.
    for (const blocks of [1, 2, 3, ceil(n, k)]) {
      const width = ceil(n, blocks);
      if (r * (a * k + s * width + f * s) + Math.max(b, d) > capacity) continue;
      costs.push(ceil(n, width) * (a * m * k + f * ceil(m, r) * k * l * b) + ceil(m, r) * l * n * d + m * n * out);
    }
    // A tile of sums of H, rounded in place, then all of its E, a sum at a time.
    const w = Math.min(l, Math.floor((capacity - Math.max(a, s)) / (Math.max(f * s, h) * r + Math.max(f * b, d))));
    if (w >= 1) {
      const sweeps = ceil(l, w);
      costs.push(
        sweeps * m * k * a + f * ceil(m, r) * k * l * b + ceil(m, r) * l * n * d + 2 * (sweeps - 1) * m * n * s + m * n * out,
      );
    }
  }
  return costs.filter(Number.isFinite);
}

const side = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 300 }), fc.integer({ min: 100, max: 3000 }));
const size = fc.constantFrom(1, 2, 3, 4, 8);
const sized = fc
  .record({
    m: side,
    k: side,
    l: side,
    n: side,
    factors: fc.constantFrom(1, 1, 2),
    a: size,
    b: size,
    h: size,
    d: size,
    s: size,
    out: size,
  })
  // A sum is at least as wide as what it is rounded to.
  .map((c) => ({ ...c, s: Math.max(c.s, c.h) }));

describe(ID, () => {
  test("is at most the cost of every schedule with sums of s and H of h bytes", () => {
    fc.assert(
      fc.property(sized, fc.oneof(fc.integer({ min: 20, max: 400 }), fc.integer({ min: 20, max: 20_000 })), (c, capacity) => {
        const value = proveRecomputationAmortized(instanceOf(c, capacity))?.value ?? 0n;
        for (const cost of scheduleCosts(c, capacity)) expect(value <= BigInt(cost), `${value} > ${cost}`).toBe(true);
      }),
      parameters(600),
    );
  });

  test("is at most the optimum of small chains in bytes, and any pebbling of larger ones", () => {
    const types = fc.record({
      dataType: fc.constantFrom("bf16" as const, "fp8" as const, "fp32" as const),
      outputType: fc.constantFrom("bf16" as const, "fp32" as const),
      accumulator: fc.constantFrom("fp16" as const, "fp32" as const),
    });
    const extents = (most: number) =>
      fc.record({
        m: fc.integer({ min: 1, max: most }),
        k: fc.integer({ min: 1, max: most }),
        l: fc.integer({ min: 1, max: most }),
        n: fc.integer({ min: 1, max: 2 }),
      });
    const check = (
      most: number,
      cost: (graph: ReturnType<typeof expand>, game: ReturnType<typeof twoLevelGame>) => number,
      runs: number,
    ): void =>
      fc.assert(
        fc.property(extents(most), types, fc.integer({ min: 8, max: 48 }), (shape, given, bytes) => {
          const workload = chainWorkload({ ...shape, ...given });
          const graph = expand(chainComputation(workload), { weights: "bytes" });
          const game = twoLevelGame(bytes);
          fc.pre(bytes >= minimumCapacity(graph, game));
          const setting = {
            interface: "slow-fast",
            unit: "bytes",
            capacity: BigInt(bytes),
            memories: 1n,
            fastMemory: "",
          } as const;
          const least = BigInt(cost(graph, game));
          for (const bound of proveBoundsInSetting(workload, setting)) expect(bound.value <= least, bound.id).toBe(true);
        }),
        searching(runs),
      );
    check(
      2,
      (graph, game) => {
        const found = findOptimum(graph, game, searchLimits(game));
        return found.exact ? found.optimum : found.upper;
      },
      60,
    );
    check(6, (graph, game) => heuristicPebbling(graph, game, { trials: 10 }).verdict.ioWords, 60);
  });

  test("with all sizes w it is w times what words of one size prove, but for a word", () => {
    fc.assert(
      fc.property(sized, fc.integer({ min: 3, max: 5000 }), fc.integer({ min: 1, max: 4 }), size, (c, capacity, memories, w) => {
        const ofSize = (one: number) =>
          instanceOf({ ...c, a: one, b: one, h: one, d: one, s: one, out: one }, capacity * one, memories);
        const words = (proveRecomputationAmortized(ofSize(1))?.value ?? 0n) * BigInt(w);
        const bytes = proveRecomputationAmortized(ofSize(w))?.value ?? 0n;
        expect(bytes <= words && words - bytes < BigInt(w)).toBe(true);
      }),
      parameters(200),
    );
  });

  test("never rises when the memory grows", () => {
    fc.assert(
      fc.property(sized, fc.integer({ min: 20, max: 9000 }), fc.integer({ min: 1, max: 60 }), (c, capacity, more) => {
        const at = (bytes: number): bigint => proveRecomputationAmortized(instanceOf(c, bytes))?.value ?? 0n;
        expect(at(capacity + more) <= at(capacity)).toBe(true);
      }),
      parameters(300),
    );
  });

  test("SwiGLU of a Llama on an H200: √2 times what narrow accumulators give, less the stores of the last sums", () => {
    const workload = ffnWorkload({ tokens: 8192, model: 4096, hidden: 14_336, gated: true });
    const report = boundWorkload(workload, gpuNamed("h200"));
    const at = (id: string): bigint => report.bounds.find((bound) => bound.interface === "l2-sm" && bound.id === id)?.value ?? 0n;
    const ratio = Number(at(`${ID}-wide-accumulators`)) / Number(at(ID));
    expect(ratio).toBeGreaterThan(1.379);
    expect(ratio).toBeLessThan(Math.SQRT2);
  });

  test("the checker refuses every edit, and a certificate on a k too short", () => {
    const workload = chainWorkload({ m: 8192, k: 4096, l: 14_336, n: 2048 });
    const machine = gpuNamed("h200");
    const document = JSON.parse(JSON.stringify(boundsDocument(boundWorkload(workload, machine))));
    expect(verifyDocument(document)).toMatchObject({ valid: true });
    const at = document.bounds.findIndex((bound: { id: string }) => bound.id === `${ID}-wide-accumulators`);
    expect(at).toBeGreaterThan(0);
    const changes = [(leaf: unknown) => (typeof leaf === "number" ? leaf + 1 : `${String(leaf)}0`), () => 0, () => -1] as const;
    expectEveryEditRefused(
      document,
      boundClaims(document).filter((path) => path[1] === at),
      // The best T has neighbours that prove as much; far ones do not.
      (path) => (path.at(-1) === "cut" ? [(leaf: unknown) => 2 * Number(leaf), () => 0, () => -1] : changes) as never,
    );
    const certificate = document.bounds[at].certificate;
    const { extents } = certificate.instance;
    // 256k²·wA·wB < 27·s·X from here on, which lets recomputation in: nothing is proven.
    const short = { ...certificate, instance: { ...certificate.instance, extents: { ...extents, k: 100 } } };
    expect(() => verifyCertificate(short)).toThrow(/more than the theorem proves/);
  });

  test("meets the tiles of two products of a chain within what stores and the change of stage cost", () => {
    const c = { m: 4000, k: 3000, l: 4000, n: 3000, factors: 1, a: 2, b: 2, h: 2, d: 2, s: 4, out: 2 };
    const bound = Number(proveRecomputationAmortized(instanceOf(c, 20_000))?.value);
    const ratio = Math.min(...scheduleCosts(c, 20_000)) / bound;
    expect(ratio).toBeGreaterThan(1);
    expect(ratio).toBeLessThan(1.08);
  });
});
