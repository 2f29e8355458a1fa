import * as fc from "fast-check";
import { expect, test } from "vitest";
import { proveBoundsInSetting } from "../../src/bounds/prove.js";
import type { Access } from "../../src/computation/computation.js";
import { indicesOf } from "../../src/computation/computation.js";
import type { EinsumWorkload } from "../../src/computation/einsum.js";
import { einsumComputation, einsumWorkload } from "../../src/computation/einsum.js";
import type { Cdag } from "../../src/pebble/cdag.js";
import { expand } from "../../src/pebble/expand.js";
import { graphBounds } from "../../src/pebble/graph-bounds/index.js";
import { heuristicPebbling } from "../../src/pebble/heuristic/index.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { isInput, minimumCapacity, predecessorsOf, twoLevelGame } from "../../src/pebble/rules.js";
import { counted, parameters } from "../properties/arbitraries.js";
import { searchLimits } from "./support/cheapest.js";

const INDICES = ["i", "j", "k"];

/** Two statements; the second reads what the first writes, or another output of the same inputs. */
const twoStatements: fc.Arbitrary<EinsumWorkload> = fc
  .record({
    indices: fc.array(fc.subarray(INDICES, { minLength: 1, maxLength: 2 }), { minLength: 5, maxLength: 5 }),
    orders: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    operands: fc.integer({ min: 1, max: 2 }),
    readsFirst: fc.boolean(),
    shares: fc.boolean(),
    reduced: fc.tuple(fc.nat(2), fc.nat(2)),
    extents: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 })),
  })
  .map(({ indices, orders, operands, readsFirst, shares, reduced, extents }) => {
    const turned = indices.map((list, at) => (orders[at] === true ? list.toReversed() : list));
    const [a, b, , d, e] = turned as [string[], string[], string[], string[], string[]];
    const first = operands === 1 ? [["A", a] as const] : [["A", a] as const, ["B", b] as const];
    // The outputs keep all read indices but some.
    const kept = (read: readonly (readonly [string, readonly string[]])[], dropped: number): readonly string[] => {
      const all = [...new Set(read.flatMap(([, list]) => list))];
      return all.filter((_, at) => at !== dropped || all.length === 1);
    };
    const h = kept(first, reduced[0]);
    const second = [readsFirst ? (["H", h] as const) : (["D", d] as const), shares ? (["A", a] as const) : (["F", e] as const)];
    const written = (name: string, list: readonly string[]): string => `${name}[${list.join(",")}]`;
    const side = (read: readonly (readonly [string, readonly string[]])[]): string =>
      read.map(([name, list]) => written(name, list)).join(" * ");
    const text = `${written("H", h)} += ${side(first)}; ${written("E", kept(second, reduced[1]))} += ${side(second)}`;
    const named = Object.fromEntries(
      INDICES.map((index, at) => [index, extents[at] as number]).filter(([i]) => usesIndex(text, i)),
    );
    return einsumWorkload({ text, extents: named });
  });

function usesIndex(text: string, index: unknown): boolean {
  return [...text.matchAll(/\[([^\]]*)\]/g)].some(([, inside = ""]) => inside.split(",").includes(String(index)));
}

/** Input words that every written word depends on, straight from the statements. */
function dependencies(workload: EinsumWorkload): ReadonlyMap<string, ReadonlySet<string>> {
  const { statements, arrays, extents } = einsumComputation(workload);
  const words = new Map<string, Set<string>>();
  const word = ({ array, dimensions }: Access, point: Readonly<Record<string, number>>): string =>
    `${array}[${dimensions.map(({ terms }) => point[terms[0]?.index ?? ""]).join(",")}]`;
  for (const { output, operands } of statements) {
    const indices = [...new Set([output, ...operands].flatMap(indicesOf))];
    const points = indices.reduce<Readonly<Record<string, number>>[]>(
      (all, index) => all.flatMap((p) => Array.from({ length: extents[index] ?? 0 }, (_, x) => ({ ...p, [index]: x }))),
      [{}],
    );
    for (const point of points) {
      const target = words.get(word(output, point)) ?? new Set<string>();
      for (const operand of operands) {
        const isRead = arrays.find(({ name }) => name === operand.array)?.role === "input";
        const from = word(operand, point);
        for (const leaf of isRead ? [from] : (words.get(from) ?? [])) target.add(leaf);
      }
      words.set(word(output, point), target);
    }
  }
  return words;
}

/** The same from the graph. */
function ancestors(graph: Cdag): ReadonlyMap<string, ReadonlySet<string>> {
  const leaves: Set<string>[] = [];
  for (const v of graph.topologicalOrder) {
    const name = graph.names?.[v] as string;
    leaves[v] = isInput(graph, v)
      ? new Set([name])
      : new Set([...predecessorsOf(graph, v)].flatMap((u) => [...(leaves[u] ?? [])]));
  }
  return new Map((graph.names ?? []).map((name, v) => [name, leaves[v] as Set<string>]));
}

const reductions = [
  { products: "fused" },
  { products: "separate" },
  { products: "separate", reduction: { tree: 2 } },
  { products: "separate", reduction: { tree: 3 } },
] as const;

test("every word of two statements is made of the input words that the statements say, one multiply-add a point", () => {
  fc.assert(
    fc.property(twoStatements, fc.constantFrom(...reductions), (workload, how) => {
      const computation = einsumComputation(workload);
      const graph = expand(computation, how);
      const found = ancestors(graph);
      const said = dependencies(workload);
      for (const [word, leaves] of said) expect([...(found.get(word) ?? [])].sort(), word).toEqual([...leaves].sort());
      const roles = new Map(computation.arrays.map(({ name, role }) => [name, role]));
      (graph.names ?? []).forEach((name, v) => {
        expect(graph.isOutput[v], name).toBe(said.has(name) && roles.get(name.replace(/\[.*/, "")) === "output" ? 1 : 0);
      });
      if (how.products !== "fused") return;
      const points = computation.statements.reduce((sum, { output, operands }) => {
        const indices = new Set([output, ...operands].flatMap(indicesOf));
        return sum + [...indices].reduce((product, index) => product * (workload.extents[index] ?? 0), 1);
      }, 0);
      expect(Array.from({ length: graph.vertexCount }, (_, v) => v).filter((v) => !isInput(graph, v)).length).toBe(points);
    }),
    parameters(200),
  );
});

test("no bound of two statements is above the optimum, nor the optimum above a pebbling found", () => {
  let solved = 0;
  fc.assert(
    fc.property(twoStatements, fc.constantFrom(...reductions), fc.nat(4), fc.boolean(), (workload, how, spare, recomputation) => {
      const computation = einsumComputation(workload);
      const graph = expand(computation, how);
      if (graph.vertexCount > 22) return;
      const words = minimumCapacity(graph, { sliding: true }) + spare;
      const game = twoLevelGame(words, { recomputation });
      const known = heuristicPebbling(graph, game, { trials: 10 }).verdict.ioWords;
      const found = findOptimum(graph, game, searchLimits(game));
      if (found.exact) {
        solved++;
        expect(found.optimum).toBeLessThanOrEqual(known);
      }
      // A search that stops early falls back on spilling everything: the pebbling found may be cheaper.
      const upper = found.exact ? found.optimum : Math.min(found.upper, known);
      const setting = { interface: "slow-fast", unit: "words", capacity: BigInt(words), memories: 1n, fastMemory: "" } as const;
      for (const bound of [...graphBounds(graph, game), ...proveBoundsInSetting(computation, setting)]) {
        if ("value" in bound)
          expect(bound.value <= BigInt(upper), `${bound.id} ${bound.value} > ${upper}: ${workload.text}`).toBe(true);
      }
    }),
    counted(40),
  );
  expect(solved).toBeGreaterThan(30);
});
