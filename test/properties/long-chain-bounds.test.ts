import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Bound } from "../../src/bounds/bound.js";
import { proveLongChainBoundsInSetting } from "../../src/bounds/prove.js";
import type { LongChainWorkload } from "../../src/computation/long-chain.js";
import { longChainComputation, longChainWorkload } from "../../src/computation/long-chain.js";
import { expand } from "../../src/pebble/expand.js";
import { heuristicPebbling } from "../../src/pebble/heuristic/index.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { minimumCapacity, twoLevelGame } from "../../src/pebble/rules.js";
import { liftWordLongChain } from "../../src/replay/lift-word-long-chain.js";
import { refereeLifted } from "../../src/replay/lifted.js";
import { longChainTotal, wordLongChains } from "../../src/schedules/word-long-chain.js";
import { parameters } from "./arbitraries.js";

const side = fc.oneof(
  fc.integer({ min: 1, max: 6 }),
  fc.integer({ min: 1, max: 24 }),
  fc.integer({ min: 1, max: 120 }),
  fc.integer({ min: 1, max: 1200 }),
);
const longChain = fc
  .record({ m: fc.oneof(side, fc.integer({ min: 1, max: 20_000 })), widths: fc.array(side, { minLength: 4, maxLength: 8 }) })
  .map(longChainWorkload);
const alike = fc
  .record({
    m: fc.integer({ min: 1, max: 20_000 }),
    width: side,
    products: fc.integer({ min: 3, max: 12 }),
    bump: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ m, width, products, bump }) =>
    longChainWorkload({ m, widths: Array.from({ length: products + 1 }, (_, q) => width + (q % 2) * bump * width) }),
  );
const words = fc.oneof(fc.integer({ min: 3, max: 60 }), fc.integer({ min: 3, max: 800 }), fc.integer({ min: 3, max: 50_000 }));

function bounds(workload: LongChainWorkload, fastWords: number, memories = 1): readonly Bound[] {
  return proveLongChainBoundsInSetting(workload, {
    interface: "slow-fast",
    unit: "words",
    capacity: BigInt(fastWords),
    memories: BigInt(memories),
    fastMemory: "words",
  });
}

describe("bounds of chains of three products and more", () => {
  test("are at most the cost of every schedule: products alone, pairs fused, fused rows, weights held, and cuts into these", () => {
    const least = new Map<string, number>();
    fc.assert(
      fc.property(fc.oneof(longChain, alike), words, (workload, fastWords) => {
        const schedules = wordLongChains(workload, fastWords);
        for (const bound of bounds(workload, fastWords)) {
          for (const schedule of schedules) {
            const cost = longChainTotal(schedule);
            const ratio = Number(cost) / Number(bound.value);
            if (!(ratio >= (least.get(bound.id) ?? Infinity))) {
              least.set(bound.id, ratio);
            }
            expect(bound.value <= cost, `${bound.id} = ${bound.value} > ${cost} of ${schedule.id}`).toBe(true);
          }
        }
      }),
      parameters(150),
    );
    if (process.env["SHOW"]) console.log(least);
  });

  test("schedules are legal, at exactly the words they count", () => {
    const small = fc.integer({ min: 1, max: 7 });
    const kinds = new Set<string>();
    fc.assert(
      fc.property(
        fc.array(small, { minLength: 4, maxLength: 6 }),
        small,
        fc.integer({ min: 3, max: 220 }),
        (widths, m, fastWords) => {
          for (const schedule of wordLongChains(longChainWorkload({ m, widths }), fastWords)) {
            for (const part of schedule.parts) kinds.add(part.kind);
            const verdict = refereeLifted(liftWordLongChain(schedule, fastWords));
            expect(verdict).toMatchObject({ agrees: true });
          }
        },
      ),
      parameters(150),
    );
    expect([...kinds].sort()).toEqual(["pair", "product", "rows"]);
  });

  test("are at most the true optimum of small chains, and any pebbling of larger ones", () => {
    const tiny = fc.integer({ min: 1, max: 3 });
    const rules = fc.record({ recomputation: fc.boolean(), sliding: fc.boolean(), processors: fc.integer({ min: 1, max: 2 }) });
    fc.assert(
      fc.property(tiny, fc.array(tiny, { minLength: 4, maxLength: 5 }), fc.nat(7), rules, (m, widths, spare, free) => {
        const workload = longChainWorkload({ m, widths });
        fc.pre(widths.slice(1).reduce((sum, width, q) => sum + m * width * (widths[q] ?? 0), 0) <= 14);
        const graph = expand(longChainComputation(workload));
        const fastWords = minimumCapacity(graph, free) + spare;
        const found = findOptimum(graph, twoLevelGame(fastWords, free), { maxStates: 50_000 });
        const cost = BigInt(found.exact ? found.optimum : found.upper);
        for (const bound of bounds(workload, fastWords, free.processors)) expect(bound.value <= cost, bound.id).toBe(true);
      }),
      { ...parameters(40), interruptAfterTimeLimit: 15_000 },
    );
    const wider = fc.integer({ min: 1, max: 5 });
    fc.assert(
      fc.property(wider, fc.array(wider, { minLength: 4, maxLength: 6 }), fc.nat(12), (m, widths, spare) => {
        const workload = longChainWorkload({ m, widths });
        const graph = expand(longChainComputation(workload));
        const fastWords = minimumCapacity(graph, { sliding: true }) + spare;
        const { verdict } = heuristicPebbling(graph, twoLevelGame(fastWords), { trials: 10 });
        for (const bound of bounds(workload, fastWords)) expect(bound.value <= BigInt(verdict.ioWords), bound.id).toBe(true);
      }),
      { ...parameters(40), interruptAfterTimeLimit: 15_000 },
    );
  });
});
