import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Bound } from "../../src/bounds/bound.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import type { NormGemmWorkload } from "../../src/computation/norm-gemm.js";
import { normGemmWorkload } from "../../src/computation/norm-gemm.js";
import type { RowWorkload } from "../../src/computation/row-workloads.js";
import { elementwiseWorkload, normWorkload, rotaryWorkload, softmaxWorkload } from "../../src/computation/row-workloads.js";
import type { Cdag } from "../../src/pebble/cdag.js";
import type { NormGemmExpansion } from "../../src/pebble/expand-norm-gemm.js";
import { expandNormGemm } from "../../src/pebble/expand-norm-gemm.js";
import type { RowExpansion } from "../../src/pebble/expand-rows.js";
import { expandRows } from "../../src/pebble/expand-rows.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { minimumCapacity, twoLevelGame } from "../../src/pebble/rules.js";
import { searchLimits } from "../pebble/support/cheapest.js";
import { everyNth, searching } from "./arbitraries.js";

interface Rules {
  readonly sliding: boolean;
  readonly recomputation: boolean;
  readonly processors: number;
}
const FREE: Rules = { sliding: true, recomputation: true, processors: 1 };

function boundsOf(workload: RowWorkload | NormGemmWorkload, capacity: number, memories: number): readonly Bound[] {
  const setting = { interface: "slow-fast", unit: "words", fastMemory: "words" } as const;
  const memory = { ...setting, capacity: BigInt(capacity), memories: BigInt(memories) };
  return workload.kind === "norm-gemm" ? proveBoundsInSetting(workload, memory) : proveBoundsInSetting(workload, memory);
}

/** What the bounds leave of the true optimum, or of the best pebbling where the search gave up. */
function expectBelow(workload: RowWorkload | NormGemmWorkload, graph: Cdag, spare: number, rules = FREE) {
  const fastWords = minimumCapacity(graph, rules) + spare;
  const found = findOptimum(graph, twoLevelGame(fastWords, rules), searchLimits(rules, 200_000));
  const cost = BigInt(found.exact ? found.optimum : found.upper);
  const bounds = boundsOf(workload, fastWords, rules.processors);
  for (const { id, value, scope } of bounds) {
    const what = `${id} = ${value} > ${cost} at S = ${fastWords} for ${JSON.stringify({ workload, rules })}`;
    if (scope === "total") expect(value <= cost, what).toBe(true);
  }
  const best = bounds.reduce((most, { value, scope }) => (scope === "total" && value > most ? value : most), 0n);
  return { exact: found.exact, slack: cost - best, statistics: bounds.some(({ id }) => id === "row-statistics") };
}

describe("every small kernel of rows, from the least capacity to four words more", () => {
  const evaluations: readonly (readonly [string, (rows: number, columns: number) => RowWorkload, RowExpansion])[] = [
    ["softmax word by word", (rows, columns) => softmaxWorkload({ rows, columns }), {}],
    ["softmax of whole rows", (rows, columns) => softmaxWorkload({ rows, columns }), { keyBlock: 9 }],
    ["softmax by pairs", (rows, columns) => softmaxWorkload({ rows, columns }), { keyBlock: 2 }],
    ["RMSNorm", (rows, columns) => normWorkload("rmsnorm", { rows, columns }), {}],
    ["RMSNorm, squares apart", (rows, columns) => normWorkload("rmsnorm", { rows, columns }), { products: "separate" }],
    ["LayerNorm", (rows, columns) => normWorkload("layernorm", { rows, columns }), {}],
    ["LayerNorm, the mean first", (rows, columns) => normWorkload("layernorm", { rows, columns }), { deviations: true }],
    ["elementwise", (rows, columns) => elementwiseWorkload({ rows, columns, inputs: 3 }), {}],
    ["rotary", (rows, columns) => rotaryWorkload({ rows, heads: columns, dim: 2 }), {}],
  ];
  test.each(evaluations)("%s", (name, make, expansion) => {
    let [exact, statistics] = [0, 0];
    for (const [rows, columns] of [1, 2].flatMap((r) => [1, 2, 3, 4, 5].map((c) => [r, c] as const))) {
      if (rows * columns > 5) continue;
      const workload = make(rows, columns);
      for (const spare of [0, 1, 2, 4]) {
        const found = expectBelow(workload, expandRows(workload, expansion), spare);
        if (found.exact) exact++;
        if (found.statistics) statistics++;
      }
    }
    expect(exact).toBeGreaterThan(15);
    // LayerNorm's least capacity holds these rows.
    if (/^(softmax|RMSNorm)/.test(name)) expect(statistics).toBeGreaterThan(0);
  });

  test("one row of RMSNorm costs two words more than row-statistics says, at every capacity below the row", () => {
    const workload = normWorkload("rmsnorm", { rows: 1, columns: 5 });
    const graph = expandRows(workload);
    for (const spare of [0, 1]) {
      expect(expectBelow(workload, graph, spare)).toEqual({ exact: true, slack: 2n, statistics: true });
    }
  });
});

test("any rules, one to three processors", () => {
  const size = fc.integer({ min: 1, max: 3 });
  const workload = fc.tuple(fc.constantFrom("softmax", "rmsnorm", "layernorm"), size, size).map(([kind, rows, columns]) => {
    return kind === "softmax" ? softmaxWorkload({ rows, columns }) : normWorkload(kind, { rows, columns });
  });
  const expansion = fc.record({ keyBlock: fc.integer({ min: 1, max: 3 }), deviations: fc.boolean() });
  const rules = fc.record({ sliding: fc.boolean(), recomputation: fc.boolean(), processors: fc.integer({ min: 1, max: 3 }) });
  fc.assert(
    fc.property(workload, expansion, fc.nat(4), rules, (w, how, spare, game) => {
      fc.pre(w.rows * w.columns <= 6);
      expectBelow(w, expandRows(w, how), spare, game);
    }),
    searching(40),
  );
});

describe("normalised products", () => {
  const HOW: readonly (readonly [string, NormGemmExpansion])[] = [
    ["rows scaled before the product", {}],
    ["rows scaled after it", { scale: "after" }],
    ["the statistic in memory", { scale: "after", storedStatistics: true }],
    ["products apart from sums", { products: "separate" }],
  ];
  test.each(everyNth(2, HOW))("%s", (_, expansion) => {
    let exact = 0;
    for (const m of [1, 2]) {
      for (const n of [1, 2, 4]) {
        for (const k of [1, 2, 3]) {
          if (m * n * k > 4) continue;
          for (const headDim of n % 2 === 0 ? [0, 2] : [0]) {
            const workload = normGemmWorkload({ m, n, k, headDim });
            const graph = expandNormGemm(workload, expansion);
            for (const spare of [0, 2]) if (expectBelow(workload, graph, spare).exact) exact++;
          }
        }
      }
    }
    expect(exact).toBeGreaterThan(10);
  });
});
