import { describe, expect, it } from "vitest";
import { buildCdag, type Cdag } from "../../src/pebble/cdag.js";
import { prepareInstance } from "../../src/pebble/optimum/instance.js";
import { findOptimum } from "../../src/pebble/optimum/optimum.js";
import { searchProcessors } from "../../src/pebble/optimum/processors/processors.js";
import { minimumCapacity, twoLevelGame } from "../../src/pebble/rules.js";
import { effort } from "./support/effort.js";
import { randomStream } from "./support/random-graphs.js";

/** Deep graphs with few inputs at the least capacity, where values are spilled and computed again. */
function deepGraph(random: () => number): Cdag | undefined {
  const vertices = 10 + Math.floor(random() * 4);
  const inputs = 1 + Math.floor(random() * 4);
  const reach = 3 + Math.floor(random() * 8);
  const edges: [number, number][] = [];
  const hasSuccessor = new Set<number>();
  for (let v = inputs; v < vertices; v++) {
    const operands = new Set<number>();
    for (let i = Math.floor(random() * 2.6); i >= 0; i--) operands.add(Math.max(0, v - 1 - Math.floor(random() * reach)));
    for (const u of operands) {
      edges.push([u, v]);
      hasSuccessor.add(u);
    }
  }
  const isWeighted = random() < 0.3;
  const all = Array.from({ length: vertices }, (_, v) => v);
  const outputs = all.filter((v) => random() < (hasSuccessor.has(v) ? 0.05 : 0.95));
  const weights = all.map(() => (isWeighted ? 1 + Math.floor(random() * 3) : 1));
  return outputs.length === 0 ? undefined : buildCdag({ vertices, edges, outputs, weights });
}

describe("search by steps and search by single moves", () => {
  it("agree on deep graphs, among them many whose optimum spills", () => {
    let spilled = 0;
    for (let seed = 1; seed <= 150 * effort; seed++) {
      const random = randomStream(seed * 77);
      const graph = deepGraph(random);
      if (graph === undefined) continue;
      const sliding = random() < 0.5;
      const capacity = Math.max(1, minimumCapacity(graph, { sliding }));
      const game = twoLevelGame(capacity, { sliding, recomputation: random() < 0.75 });
      const result = findOptimum(graph, game);
      const instance = prepareInstance(graph);
      const single = searchProcessors(instance, game, { maxStates: 300_000, maxBytes: 2 ** 30 });
      if (single.kind !== "optimal") continue;
      const optimum = (single.cost + instance.outputCost) * instance.unit;
      expect(result, `seed ${seed}`).toMatchObject({ exact: true, optimum });
      if (result.moves.some(([kind, v]) => kind === "store" && graph.isOutput[v] !== 1)) spilled++;
    }
    expect(spilled).toBeGreaterThan(15 * effort);
  });
});
