import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsDocument, boundWorkload } from "../../src/bounds/bounds-document.js";
import { proveRecomputationAmortized } from "../../src/bounds/chain/recomputation.js";
import { bestBounds, proveBoundsInSetting } from "../../src/bounds/prove.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import type { ChainWorkload } from "../../src/computation/chain.js";
import { chainComputation, chainWorkload } from "../../src/computation/chain.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import type { Workload } from "../../src/computation/workload.js";
import { abstractMachine, MACHINES } from "../../src/machines/registry.js";
import type { ExpansionOptions } from "../../src/pebble/expand.js";
import { expand } from "../../src/pebble/expand.js";
import { heuristicPebbling } from "../../src/pebble/heuristic/index.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { minimumCapacity, twoLevelGame } from "../../src/pebble/rules.js";
import { verifyDocument } from "../../src/verify/document.js";
import { searchLimits } from "../pebble/support/cheapest.js";
import { parameters, searching, tinyGpu } from "./arbitraries.js";

const side = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 3000 }));
const chain = fc.record({ m: side, k: side, l: side, n: side }).map((extents) => chainWorkload(extents));
const words = fc.oneof(fc.integer({ min: 3, max: 60 }), fc.integer({ min: 3, max: 5000 }));

function best(workload: ChainWorkload, fastWords: number): bigint {
  return bestBounds(boundWorkload(workload, abstractMachine(fastWords)).bounds).get("slow-fast")?.value ?? 0n;
}

const ceil = (a: number, b: number): number => Math.ceil(a / b);

/** Exact word counts of legal schedules of a chain on S words; capacities as corrected by a referee of the strips. */
function scheduleCosts({ m, k, l, n }: ChainWorkload, s: number): Map<string, number> {
  const costs = new Map<string, number>();
  const keep = (name: string, cost: number): void => {
    costs.set(name, Math.min(cost, costs.get(name) ?? Number.POSITIVE_INFINITY));
  };
  const strip = (rows: number, columns: number): boolean =>
    rows >= 1 && rows * (k + columns) + Math.min(rows + 1, k + columns + 1) <= s;
  // Rows of A and of a block of columns of E stay, B and D stream, H is recomputed for every block.
  for (const blocks of new Set([1, 2, 3, ceil(n, k), ceil(n, Math.max(1, Math.floor(Math.sqrt(s))))])) {
    const width = ceil(n, blocks);
    let rows = Math.floor(s / (k + width));
    while (rows > 0 && !strip(rows, width)) rows--;
    rows = Math.min(rows, m);
    if (rows < 1) continue;
    keep("fused strip", ceil(n, width) * (m * k + ceil(m, rows) * k * l) + ceil(m, rows) * l * n + m * n);
  }
  // Two products, H stored and loaded: tiles for both, or rows of A held for the first.
  const tiles = (rows: number, columns: number, inner: number): number => {
    let least = Number.POSITIVE_INFINITY;
    for (let r = 1; r * 2 + 1 <= s && r <= rows; r = r < 40 ? r + 1 : Math.ceil(r * 1.1)) {
      const w = Math.floor((s - 1 - r) / r);
      if (w >= 1) least = Math.min(least, ceil(columns, w) * rows * inner + ceil(rows, r) * inner * columns + rows * columns);
    }
    return least;
  };
  const held = Math.min(m, Math.floor((s - 1) / (k + 1)));
  const second = tiles(m, n, l);
  keep("H tile, E tile", tiles(m, l, k) + second);
  if (held >= 1) keep("A strip, E tile", m * k + ceil(m, held) * k * l + m * l + second);
  return costs;
}

describe("bounds of fused chains", () => {
  test("are at most the cost of every schedule: fused strips, recomputation, separate products", () => {
    fc.assert(
      fc.property(chain, words, (workload, fastWords) => {
        const bound = best(workload, fastWords);
        for (const [name, cost] of scheduleCosts(workload, fastWords)) {
          if (Number.isFinite(cost)) expect(bound <= BigInt(cost), `${bound} > ${cost} of ${name}`).toBe(true);
        }
      }),
      parameters(200),
    );
  });

  test("are at most the true optimum of small chains, and any pebbling of larger ones", () => {
    const tiny = fc.integer({ min: 1, max: 2 });
    const small = fc.record({ m: tiny, k: tiny, l: tiny, n: tiny });
    const reduction = fc.constantFrom<ExpansionOptions>(
      {},
      { products: "separate" },
      { products: "separate", reduction: { tree: 2 } },
    );
    fc.assert(
      fc.property(
        small,
        fc.integer({ min: 3, max: 9 }),
        fc.boolean(),
        reduction,
        (extents, fastWords, recomputation, expansion) => {
          const workload = chainWorkload(extents);
          const graph = expand(chainComputation(workload), expansion);
          const game = twoLevelGame(fastWords, { recomputation });
          fc.pre(fastWords >= minimumCapacity(graph, game));
          const found = findOptimum(graph, game, searchLimits(game));
          expect(best(workload, fastWords) <= BigInt(found.exact ? found.optimum : found.upper)).toBe(true);
        },
      ),
      searching(30),
    );
    const wider = fc.record({ m: fc.integer({ min: 1, max: 5 }), k: tiny, l: fc.integer({ min: 1, max: 6 }), n: tiny });
    fc.assert(
      fc.property(wider, fc.integer({ min: 3, max: 20 }), (extents, fastWords) => {
        const workload = chainWorkload(extents);
        const graph = expand(chainComputation(workload));
        const game = twoLevelGame(fastWords);
        fc.pre(fastWords >= minimumCapacity(graph, game));
        const { verdict } = heuristicPebbling(graph, game, { trials: 20 });
        expect(best(workload, fastWords) <= BigInt(verdict.ioWords)).toBe(true);
      }),
      searching(30),
    );
  });

  test("never rise when the memory grows", () => {
    fc.assert(
      fc.property(chain, words, fc.integer({ min: 1, max: 40 }), (workload, fastWords, more) => {
        expect(best(workload, fastWords + more) <= best(workload, fastWords)).toBe(true);
      }),
      parameters(30),
    );
  });

  test.each([
    [1, 2, 2, 2, 3, 16],
    [1, 2, 2, 2, 4, 12],
    [2, 2, 2, 1, 4, 17],
    [2, 2, 2, 1, 5, 15],
    [2, 2, 2, 1, 6, 13],
    [2, 2, 2, 2, 7, 16],
  ])("chain (m k l n) = (%i %i %i %i), S = %i: at most the optimum %i", (m, k, l, n, fastWords, optimum) => {
    expect(best(chainWorkload({ m, k, l, n }), fastWords) <= BigInt(optimum)).toBe(true);
  });
});

describe("attention meets FlashAttention's cost 4N²d²/S", () => {
  test.each([
    [64, 50_000],
    [128, 116_224],
    [64, 41_984],
    [128, 58_368],
  ])("d = %i, S = %i words: at least 0.97 of it at N = 16384, never above the fused strip", (dim, fastWords) => {
    const n = 16_384;
    const workload = attentionWorkload({ heads: 1, queries: n, dim });
    const bound = bestBounds(boundWorkload(workload, abstractMachine(fastWords)).bounds).get("slow-fast")?.value ?? 0n;
    const leading = (4 * n * n * dim * dim) / fastWords;
    expect(Number(bound)).toBeGreaterThan(0.97 * leading);
    const cost = scheduleCosts(chainWorkload({ m: n, k: dim, l: n, n: dim }), fastWords).get("fused strip") ?? 0;
    expect(Number(bound)).toBeLessThanOrEqual(cost);
  });

  test("a causal mask halves the products, sharing heads changes nothing but K and V", () => {
    const at = (options: object): bigint => {
      const workload = attentionWorkload({ heads: 8, queries: 8192, dim: 64, ...options });
      return bestBounds(boundWorkload(workload, abstractMachine(40_000)).bounds).get("slow-fast")?.value ?? 0n;
    };
    const full = at({});
    expect(Number(at({ causal: true })) / Number(full)).toBeGreaterThan(0.48);
    expect(Number(at({ causal: true })) / Number(full)).toBeLessThan(0.52);
    expect(at({ kvHeads: 2 }) <= full).toBe(true);
  });

  test("decoding reads the KV cache once: the bound is compulsory", () => {
    const workload = attentionWorkload({ batch: 64, heads: 32, kvHeads: 8, queries: 1, keys: 4096, dim: 128 });
    const bound = bestBounds(boundWorkload(workload, MACHINES.find((m) => m.id === "h200") ?? abstractMachine(9)).bounds).get(
      "dram-l2",
    );
    expect(bound?.id).toBe("compulsory");
    expect(bound?.reads).toBe(64n * (2n * 8n * 4096n * 128n + 32n * 128n) * 2n);
  });
});

test("recomputation: without the condition on T a recomputing schedule at k = 1 would be below the formula", () => {
  const [m, k, l, n, fastWords] = [60, 1, 230, 26, 50];
  const workload = chainWorkload({ m, k, l, n });
  const cost = scheduleCosts(workload, fastWords).get("fused strip") ?? 0;
  const formula = Math.max(
    ...Array.from({ length: 400 }, (_, i) => i + 1).map((t) => {
      const x = fastWords + t;
      return t * (Math.ceil((m * l * (k + n - ((3 * Math.sqrt(3)) / 16) * Math.sqrt(x))) / (x / 3) ** 1.5) - 1);
    }),
  );
  expect(formula).toBeGreaterThan(2 * cost);
  expect(best(workload, fastWords) <= BigInt(cost)).toBe(true);
  const setting = { interface: "slow-fast", unit: "words", capacity: 50n, memories: 1n, fastMemory: "" } as const;
  expect(proveBoundsInSetting(workload, setting).some((bound) => bound.id.startsWith("chain-recomputation"))).toBe(false);
});

test("recomputation: 2ml(k+n)/√S − (9/8)ml at T = 2S or better", () => {
  const extents = { batch: 1n, m: 8192n, k: 1024n, l: 8192n, n: 1024n, pairs: 8192n * 8192n, factors: 1n };
  const unit = { a: 1n, b: 1n, h: 1n, d: 1n, partial: 1n, output: 1n };
  const bound = proveRecomputationAmortized({ extents, weights: unit, capacity: 10_000n, memories: 1n });
  const closed = (2 * 8192 * 8192 * 2048) / 100 - (9 / 8) * 8192 * 8192;
  expect(Number(bound?.value)).toBeGreaterThanOrEqual(closed * (1 - 1e-6));
  const gated = proveRecomputationAmortized({
    extents: { ...extents, factors: 2n },
    weights: unit,
    capacity: 10_000n,
    memories: 1n,
  });
  expect(Number(gated?.value)).toBeGreaterThanOrEqual(((2 * 8192 * 8192 * 3072) / 100 - (9 / 4) * 8192 * 8192) * (1 - 1e-6));
});

const anyFused: fc.Arbitrary<Workload> = fc.oneof(
  chain,
  fc.record({ tokens: side, model: side, hidden: side, gated: fc.boolean() }).map((options) => ffnWorkload(options)),
  fc
    .record({
      batch: fc.integer({ min: 1, max: 3 }),
      kvHeads: fc.integer({ min: 1, max: 3 }),
      group: fc.integer({ min: 1, max: 4 }),
      queries: side,
      keys: side,
      dim: fc.integer({ min: 1, max: 256 }),
      causal: fc.boolean(),
      dataType: fc.constantFrom("bf16", "fp8", "fp32"),
    })
    .map(({ group, ...options }) => attentionWorkload({ ...options, heads: options.kvHeads * group })),
);

test("every certificate of a fused workload verifies on every machine; an edited one does not", () => {
  const machine = fc.oneof(
    words.map((count) => abstractMachine(count)),
    tinyGpu,
    fc.constantFrom(...MACHINES),
  );
  fc.assert(
    fc.property(anyFused, machine, fc.nat(), (workload, machine, pick) => {
      const document = JSON.parse(JSON.stringify(boundsDocument(boundWorkload(workload, machine))));
      expect(verifyDocument(document)).toMatchObject({ valid: true });
      const claims: [Record<string, unknown>, string][] = [];
      const collect = (at: Record<string, unknown>): void => {
        for (const [key, value] of Object.entries(at)) {
          // Another T of an amortized form may prove as much.
          const free = key === "cut" && (at["form"] === "amortized" || String(at["theorem"]).endsWith("-steady"));
          if (typeof value === "number" && !free) claims.push([at, key]);
          else if (typeof value === "object" && value !== null) collect(value as Record<string, unknown>);
        }
      };
      for (const bound of document.bounds) collect(bound);
      const [at, key] = claims[pick % claims.length] ?? [{}, ""];
      at[key] = (at[key] as number) + 1;
      expect(verifyDocument(document).valid, `${key} changed`).toBe(false);
    }),
    parameters(75),
  );
});
