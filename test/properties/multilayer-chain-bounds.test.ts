import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Bound } from "../../src/bounds/bound.js";
import { richRowsHold, suggestRichRowsPrice } from "../../src/bounds/multilayer/rich-rows.js";
import { priceHolds, suggestPrice } from "../../src/bounds/multilayer/survivors.js";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import type { MultilayerChainWorkload } from "../../src/computation/multilayer-chain.js";
import { multilayerChainComputation, multilayerChainWorkload } from "../../src/computation/multilayer-chain.js";
import { refereeLifted } from "../../src/lift/lifted.js";
import { liftWordMultilayerChain } from "../../src/lift/two-level/multilayer.js";
import type { Cdag } from "../../src/pebble/cdag.js";
import { expand } from "../../src/pebble/expand.js";
import { heuristicPebbling } from "../../src/pebble/heuristic/index.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import type { Move } from "../../src/pebble/rules.js";
import { minimumCapacity, twoLevelGame } from "../../src/pebble/rules.js";
import { multilayerChainTotal, wordMultilayerChains } from "../../src/schedules/two-level/multilayer/schedules.js";
import { searchLimits } from "../pebble/support/cheapest.js";
import { counted, parameters, searching } from "./arbitraries.js";

const side = fc.oneof(
  fc.integer({ min: 1, max: 6 }),
  fc.integer({ min: 1, max: 24 }),
  fc.integer({ min: 1, max: 120 }),
  fc.integer({ min: 1, max: 1200 }),
);
const multilayerChain = fc
  .record({ m: fc.oneof(side, fc.integer({ min: 1, max: 20_000 })), widths: fc.array(side, { minLength: 4, maxLength: 8 }) })
  .map(multilayerChainWorkload);
const alike = fc
  .record({
    m: fc.integer({ min: 1, max: 20_000 }),
    width: side,
    products: fc.integer({ min: 3, max: 12 }),
    bump: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ m, width, products, bump }) =>
    multilayerChainWorkload({ m, widths: Array.from({ length: products + 1 }, (_, q) => width + (q % 2) * bump * width) }),
  );
const words = fc.oneof(fc.integer({ min: 3, max: 60 }), fc.integer({ min: 3, max: 800 }), fc.integer({ min: 3, max: 50_000 }));

function bounds(workload: MultilayerChainWorkload, fastWords: number, memories = 1): readonly Bound[] {
  return proveBoundsInSetting(workload, {
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
      fc.property(fc.oneof(multilayerChain, alike), words, (workload, fastWords) => {
        const schedules = wordMultilayerChains(workload, fastWords);
        for (const bound of bounds(workload, fastWords)) {
          for (const schedule of schedules) {
            const cost = multilayerChainTotal(schedule);
            const ratio = Number(cost) / Number(bound.value);
            if (!(ratio >= (least.get(bound.id) ?? Infinity))) {
              least.set(bound.id, ratio);
            }
            expect(bound.value <= cost, `${bound.id} = ${bound.value} > ${cost} of ${schedule.id}`).toBe(true);
          }
        }
      }),
      parameters(30),
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
          for (const schedule of wordMultilayerChains(multilayerChainWorkload({ m, widths }), fastWords)) {
            for (const part of schedule.parts) kinds.add(part.kind);
            const verdict = refereeLifted(liftWordMultilayerChain(schedule, fastWords));
            expect(verdict).toMatchObject({ agrees: true });
          }
        },
      ),
      counted(35),
    );
    expect([...kinds].sort()).toEqual(["pair", "product", "rows"]);
  });

  test("are at most the true optimum of small chains, and any pebbling of larger ones", () => {
    const tiny = fc.integer({ min: 1, max: 3 });
    const rules = fc.record({ recomputation: fc.boolean(), sliding: fc.boolean(), processors: fc.integer({ min: 1, max: 2 }) });
    fc.assert(
      fc.property(tiny, fc.array(tiny, { minLength: 4, maxLength: 5 }), fc.nat(7), rules, (m, widths, spare, free) => {
        const workload = multilayerChainWorkload({ m, widths });
        fc.pre(widths.slice(1).reduce((sum, width, q) => sum + m * width * (widths[q] ?? 0), 0) <= 14);
        const graph = expand(multilayerChainComputation(workload));
        const fastWords = minimumCapacity(graph, free) + spare;
        const found = findOptimum(graph, twoLevelGame(fastWords, free), searchLimits(free));
        const cost = BigInt(found.exact ? found.optimum : found.upper);
        for (const bound of bounds(workload, fastWords, free.processors)) expect(bound.value <= cost, bound.id).toBe(true);
      }),
      searching(20),
    );
    const wider = fc.integer({ min: 1, max: 5 });
    fc.assert(
      fc.property(wider, fc.array(wider, { minLength: 4, maxLength: 6 }), fc.nat(12), (m, widths, spare) => {
        const workload = multilayerChainWorkload({ m, widths });
        const graph = expand(multilayerChainComputation(workload));
        const fastWords = minimumCapacity(graph, { sliding: true }) + spare;
        const { verdict } = heuristicPebbling(graph, twoLevelGame(fastWords), { trials: 10 });
        for (const bound of bounds(workload, fastWords)) expect(bound.value <= BigInt(verdict.ioWords), bound.id).toBe(true);
      }),
      searching(20),
    );
  });

  test("rows: no window of any pebbling without recomputation holds more products than a segment of the theorem", () => {
    let most = 0;
    const check = (
      workload: MultilayerChainWorkload,
      fastWords: number,
      graph: Cdag,
      moves: readonly Move[],
      lastStores: boolean,
    ): void => {
      // The last stores are events only where X(r−1) may be narrower than a row.
      const narrowest = Math.min(...workload.widths.slice(0, lastStores ? -2 : -1));
      // Products before each event.
      const before: number[] = [];
      let products = 0;
      for (const [kind, vertex] of moves) {
        const isLast = kind === "store" && graph.isOutput[vertex] === 1;
        if (kind === "load" || (kind === "store" && (lastStores || !isLast))) before.push(products);
        else if (kind === "compute" || kind === "slide") products++;
      }
      before.push(products);
      for (const cut of new Set([1, 2, 5, fastWords >> 2, fastWords >> 1, fastWords, 2 * fastWords, 4 * fastWords])) {
        if (cut < 1) continue;
        const x = fastWords + cut;
        const row = Math.min(narrowest, Math.floor(Math.sqrt((8 * (x + fastWords)) / 7)));
        const allowed = (256 * x * x + 32 * row * row * (x + 8 * fastWords) + row ** 4) / (1024 * row);
        // From just after one event to just before the one that is cut + 1 later.
        for (let first = 0; first < before.length; first++) {
          const held = (before[Math.min(first + cut + 1, before.length - 1)] ?? 0) - (before[first] ?? 0);
          most = Math.max(most, held / allowed);
        }
        expect(most).toBeLessThanOrEqual(1);
      }
    };
    const width = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.array(width, { minLength: 4, maxLength: 9 }),
        fc.integer({ min: 4, max: 120 }),
        (m, widths, fastWords) => {
          const workload = multilayerChainWorkload({ m, widths });
          for (const schedule of wordMultilayerChains(workload, fastWords)) {
            const { graph, moves } = liftWordMultilayerChain(schedule, fastWords);
            if (recomputes(moves)) continue;
            for (const lastStores of [true, false]) check(workload, fastWords, graph, moves, lastStores);
          }
        },
      ),
      counted(15),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.array(width, { minLength: 4, maxLength: 6 }),
        fc.nat(40),
        (m, widths, spare) => {
          const workload = multilayerChainWorkload({ m, widths });
          const graph = expand(multilayerChainComputation(workload));
          const fastWords = minimumCapacity(graph, { sliding: true }) + spare;
          const { moves } = heuristicPebbling(graph, twoLevelGame(fastWords, { recomputation: false }), { trials: 5 });
          for (const lastStores of [true, false]) check(workload, fastWords, graph, moves, lastStores);
        },
      ),
      searching(20),
    );
    if (process.env["SHOW"]) console.log(most);
    expect(most).toBeGreaterThan(0.3);
  });

  test("starts: no segment of a pebbling without recomputation is worth more than (X/3)^(3/2), at any of the three kinds of prices, those of Xr charged or not", () => {
    const most = new Map<boolean, number>();
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 24 }),
        fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 4, maxLength: 6 }),
        fc.integer({ min: 5, max: 90 }),
        (m, widths, fastWords) => {
          const workload = multilayerChainWorkload({ m, widths });
          const [r, rows] = [widths.length - 1, BigInt(Math.min(...widths.slice(0, -2)))];
          for (const schedule of wordMultilayerChains(workload, fastWords)) {
            const { graph, moves } = liftWordMultilayerChain(schedule, fastWords);
            // A pair that makes H again needs the theorem's condition on the widths.
            if (recomputes(moves)) continue;
            for (const cut of new Set([3, fastWords >> 1, fastWords, 2 * fastWords])) {
              for (const born of [r - 1, r]) {
                const x = fastWords + cut;
                const program = {
                  capacity: BigInt(fastWords),
                  cut: BigInt(cut),
                  products: BigInt(Math.min(...widths.slice(0, born))),
                };
                const priceOf = (suggested = 0.2887) => ({ numerator: BigInt(Math.ceil(suggested * 4200)), denominator: 4096n });
                const rich = { held: BigInt(x), row: rows };
                const [some, other] = [priceOf(suggestPrice(program)), priceOf(suggestRichRowsPrice(rich))];
                const confirmed = [
                  ...(priceHolds(program, some) ? [some] : []),
                  ...(richRowsHold(rich, other) ? [other] : []),
                ].map(({ numerator }) => Number(numerator) / 4096);
                const price = Math.min(...confirmed, 1 / Math.sqrt(12));
                const worth = mostOfBirths(graph, moves, born, cut, price * Math.sqrt(3 * x));
                most.set(born === r, Math.max(most.get(born === r) ?? 0, worth / (x / 3) ** 1.5));
                expect(worth).toBeLessThanOrEqual((x / 3) ** 1.5 * (1 + 1e-12));
              }
            }
          }
        },
      ),
      counted(15),
    );
    if (process.env["SHOW"]) console.log(most);
    for (const own of most.values()) expect(own).toBeGreaterThan(0.3);
  });
});

/** Some vertex is computed, or slid to, more than once. */
function recomputes(moves: readonly Move[]): boolean {
  const made = moves.flatMap(([kind, vertex]) => (kind === "compute" || kind === "slide" ? [vertex] : []));
  return new Set(made).size < made.length;
}

/**
 * The segments of proofs/multilayer.md, Theorem 2 (survivors), for p = r: the most products less the price of charged starts in X1, …, X(born) in
 * one of them. Where those of Xr are charged the last stores are no events.
 */
function mostOfBirths(graph: Cdag, moves: readonly Move[], born: number, cut: number, price: number): number {
  const elementOf = (graph.names ?? []).map((name) => name.replace(/#.*$/, ""));
  const stageOf = elementOf.map((element) => (element.startsWith("X") ? Number(/^X(\d+)/.exec(element)?.[1]) : 0));
  const fast = new Map<string, number>();
  const everMade = new Set<string>();
  let most = 0;
  let [resident, old, made, loaded, crossed, stored] = Array.from({ length: 6 }, () => new Set<string>()) as Set<string>[] as [
    Set<string>,
    Set<string>,
    Set<string>,
    Set<string>,
    Set<string>,
    Set<string>,
  ];
  let [words, products] = [0, 0];
  const place = (element: string, change: number): void => {
    const count = (fast.get(element) ?? 0) + change;
    if (count === 0) fast.delete(element);
    else fast.set(element, count);
  };
  const close = (): void => {
    const charged = [...made].filter((element) => !old.has(element) && !crossed.has(element)).length;
    most = Math.max(most, products - price * charged);
    for (const element of made) everMade.add(element);
    resident = new Set(fast.keys());
    old = new Set(resident);
    [made, loaded, crossed, stored] = [new Set(), new Set(), new Set(), new Set()];
    [words, products] = [0, 0];
  };
  for (const move of moves) {
    const [kind, vertex] = move as readonly [string, number, number?];
    const [element, stage] = [elementOf[vertex] as string, stageOf[vertex] as number];
    const between = stage > 0 && stage <= born;
    if (kind === "load") {
      if (!between) words++;
      else if (!resident.has(element)) {
        loaded.add(element);
        crossed.delete(element);
        stored.delete(element);
      }
      old.add(element);
      place(element, 1);
    } else if (kind === "store") {
      if (graph.isOutput[vertex] === 1) continue;
      if (between && made.has(element) && !old.has(element) && !crossed.has(element)) stored.add(element);
    } else if (kind === "delete") place(element, -1);
    else {
      products++;
      if (stage > born && !fast.has(element)) words++;
      if (between) {
        made.add(element);
        if (!old.has(element) && everMade.has(element)) {
          crossed.add(element);
          stored.delete(element);
        }
      }
      if (kind === "slide") place(elementOf[move[2] as number] as string, -1);
      place(element, 1);
    }
    if (words + loaded.size + crossed.size + stored.size >= cut) close();
  }
  close();
  return most;
}
