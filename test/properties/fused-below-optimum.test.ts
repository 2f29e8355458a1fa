import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Bound } from "../../src/bounds/bound.js";
import type { FusedWorkload } from "../../src/bounds/chain/shape.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { ffnWorkload } from "../../src/computation/ffn.js";
import { workloadGraph } from "../../src/gap/pebbling.js";
import type { AttentionExpansion } from "../../src/pebble/expand-attention.js";
import { heuristicPebbling } from "../../src/pebble/heuristic/index.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { minimumCapacity, twoLevelGame } from "../../src/pebble/rules.js";
import { searchLimits } from "../pebble/support/cheapest.js";
import { everyNth, searching } from "./arbitraries.js";

const REDUCTIONS: readonly (readonly [string, AttentionExpansion])[] = [
  ["chains of multiply-adds", {}],
  ["products, then chains of additions", { products: "separate" }],
  ["products, then binary trees", { products: "separate", reduction: { tree: 2 } }],
  ["products, then ternary trees", { products: "separate", reduction: { tree: 3 } }],
];
const FREE = { sliding: true, recomputation: true, processors: 1 };

function boundsOn(workload: FusedWorkload, fastWords: number, processors: number): readonly Bound[] {
  return proveBoundsInSetting(workload, {
    interface: "slow-fast",
    unit: "words",
    capacity: BigInt(fastWords),
    memories: BigInt(processors),
    fastMemory: "words",
  });
}

/** Every theorem that is printed beside the graph, against its true optimum, or the best pebbling where the search gave up. */
function expectBelowOptimum(
  workload: FusedWorkload,
  expansion: AttentionExpansion,
  spareWords: number,
  rules: { readonly sliding: boolean; readonly recomputation: boolean; readonly processors: number } = FREE,
): boolean {
  const graph = workloadGraph(workload, expansion);
  const fastWords = minimumCapacity(graph, rules) + spareWords;
  const found = findOptimum(graph, twoLevelGame(fastWords, rules), searchLimits(rules, 200_000));
  const cost = BigInt(found.exact ? found.optimum : found.upper);
  const bounds = boundsOn(workload, fastWords, rules.processors);
  expect(bounds.length).toBeGreaterThan(1);
  for (const bound of bounds) {
    const what = `${bound.id} = ${bound.value} > ${cost} at S = ${fastWords} for ${JSON.stringify({ workload, expansion, rules })}`;
    expect(bound.value <= cost, what).toBe(true);
  }
  return found.exact;
}

/** Words beside the least capacity: few are where theorems bite. */
const SPARE = process.env["REDBLUE_SLOW"] === undefined ? [0, 3] : [0, 2, 4, 6];

/** All tuples with entries from 1 to the given ends. */
function tuples(...ends: readonly number[]): readonly (readonly number[])[] {
  return ends.reduce<readonly (readonly number[])[]>(
    (all, end) => all.flatMap((tuple) => Array.from({ length: end }, (_, i) => [...tuple, i + 1])),
    [[]],
  );
}

describe.each(everyNth(2, REDUCTIONS))("every small extent, from the least capacity to six words more: %s", (_, expansion) => {
  test.each([false, true])("feed-forward blocks, gated: %s", (gated) => {
    let exact = 0;
    for (const [tokens, model, hidden] of tuples(2, 2, 2) as [number, number, number][]) {
      if (tokens * model * hidden > 4) continue;
      for (const spare of SPARE) {
        if (expectBelowOptimum(ffnWorkload({ tokens, model, hidden, gated }), expansion, spare)) exact++;
      }
    }
    expect(exact).toBeGreaterThan(3 * SPARE.length);
  });

  test.each([false, true])("attention, online and in two passes, causal: %s", (causal) => {
    let exact = 0;
    for (const [queries, keys, dim] of tuples(3, 3, 2) as [number, number, number][]) {
      if (queries * keys * dim > 4) continue;
      for (const keyBlock of new Set([1, keys])) {
        for (const spare of SPARE) {
          const workload = attentionWorkload({ heads: 1, queries, keys, dim, causal });
          if (expectBelowOptimum(workload, { ...expansion, keyBlock }, spare)) exact++;
        }
      }
    }
    expect(exact).toBeGreaterThan(7 * SPARE.length);
  });
});

test("attention whose values are in the keys: every small extent", () => {
  let exact = 0;
  for (const [queries, keys, dim, valueDim] of tuples(3, 2, 3, 3) as [number, number, number, number][]) {
    if (queries * keys * dim > 6 || valueDim > dim) continue;
    for (const spare of SPARE) {
      const workload = attentionWorkload({ heads: 1, queries, keys, dim, valueDim, valuesInKeys: true });
      if (expectBelowOptimum(workload, { keyBlock: 1 + (keys % 2) }, spare)) exact++;
    }
  }
  expect(exact).toBeGreaterThan(10 * SPARE.length);
});

test("attention whose heads share columns of keys: every small extent", () => {
  let exact = 0;
  for (const [queries, keys, shared, valueDim] of tuples(2, 2, 2, 2) as [number, number, number, number][]) {
    if (queries * keys * (shared + valueDim) > 4) continue;
    for (const spare of SPARE) {
      const workload = attentionWorkload({ heads: 2, queries, keys, dim: 1 + shared, valueDim, sharedKeyColumns: shared });
      if (expectBelowOptimum(workload, { keyBlock: 1 + (keys % 2) }, spare)) exact++;
    }
  }
  expect(exact).toBeGreaterThan(3 * SPARE.length);
});

test("any rules, one to three processors, batches and shared heads", () => {
  const two = fc.integer({ min: 1, max: 2 });
  const ffn = fc.record({ tokens: two, model: two, hidden: two, gated: fc.boolean() }).map(ffnWorkload);
  const attention = fc
    .record({
      batch: two,
      heads: two,
      kvHeads: two,
      queries: fc.integer({ min: 1, max: 4 }),
      keys: fc.integer({ min: 1, max: 4 }),
      dim: two,
      causal: fc.boolean(),
    })
    .filter(({ batch, heads, kvHeads, queries, keys, dim }) => heads % kvHeads === 0 && batch * heads * queries * keys * dim <= 8)
    .map(attentionWorkload);
  const rules = fc.record({ sliding: fc.boolean(), recomputation: fc.boolean(), processors: fc.integer({ min: 1, max: 3 }) });
  const expansion = fc.record({
    how: fc.constantFrom(...REDUCTIONS.map(([, how]) => how)),
    softmax: fc.record({ keyBlock: fc.integer({ min: 1, max: 4 }), keyOrder: fc.constantFrom("forward", "backward") }),
  });
  fc.assert(
    fc.property(fc.oneof(ffn, attention), expansion, fc.nat(8), rules, (workload, { how, softmax }, spare, game) => {
      expectBelowOptimum(workload, workload.kind === "attention" ? { ...how, ...softmax } : how, spare, game);
    }),
    searching(20),
  );
});

test("pebblings of larger blocks are not below the theorems either, where these say more than compulsory traffic", () => {
  const side = fc.integer({ min: 1, max: 6 });
  const ffn = fc
    .record({ tokens: side, model: fc.integer({ min: 1, max: 3 }), hidden: side, gated: fc.boolean() })
    .map(ffnWorkload);
  const attention = fc
    .record({ heads: fc.constant(1), queries: side, keys: side, dim: fc.integer({ min: 1, max: 3 }), causal: fc.boolean() })
    .map(attentionWorkload);
  fc.assert(
    fc.property(fc.oneof(ffn, attention), fc.nat(6), (workload, spare) => {
      const graph = workloadGraph(workload);
      const fastWords = minimumCapacity(graph, FREE) + spare;
      const { verdict } = heuristicPebbling(graph, twoLevelGame(fastWords), { trials: 10 });
      for (const bound of boundsOn(workload, fastWords, 1)) expect(bound.value <= BigInt(verdict.ioWords), bound.id).toBe(true);
    }),
    searching(30),
  );
});
