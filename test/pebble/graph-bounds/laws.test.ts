import { describe, expect, it } from "vitest";
import type { Cdag } from "../../../src/pebble/cdag.js";
import { binaryTree, diamond, fft, matrixProduct, pyramid, randomLayered } from "../../../src/pebble/families.js";
import { bestGraphBound, GRAPH_BOUND_LIMITS, type GraphBound, graphBounds } from "../../../src/pebble/graph-bounds/index.js";
import { minimumCapacity, type TwoLevelGame, twoLevelGame } from "../../../src/pebble/rules.js";
import { everyNth } from "../../properties/arbitraries.js";
import { randomCdag, relabelled } from "./random-graph.js";

/** Laws are the same for short searches. */
const LIMITS = { ...GRAPH_BOUND_LIMITS, subgraphVisits: 300 };

const GRAPHS: readonly (readonly [string, Cdag])[] = [
  ["FFT", fft(3)],
  ["tree", binaryTree(4)],
  ["pyramid", pyramid(6)],
  ["diamond", diamond(5)],
  ["product", matrixProduct(3, 3, 3)],
  ...[1, 2, 3, 4].map((seed): [string, Cdag] => [`layered ${seed}`, randomLayered(seed, 5, 6, 3)]),
  ...[1, 2, 3, 4].map((seed): [string, Cdag] => [`random ${seed}`, randomCdag(seed, 24, { weighted: seed % 2 === 0 })]),
];

function values(graph: Cdag, game: TwoLevelGame): (string | bigint)[] {
  return graphBounds(graph, game, LIMITS).map((bound: GraphBound) => (bound.kind === "bound" ? bound.value : bound.reason));
}

describe("laws of all graph bounds", () => {
  it.each(everyNth(2, GRAPHS))("%s: relabelling the vertices changes no value", (_name, graph) => {
    for (const recomputation of [true, false]) {
      const game = twoLevelGame(minimumCapacity(graph, { sliding: true }) + 1, { recomputation });
      const expected = values(graph, game);
      for (const seed of [1, 2, 3]) expect(values(relabelled(graph, seed), game)).toEqual(expected);
    }
  });

  it.each(everyNth(2, GRAPHS))(
    "%s: no bound rises with the capacity, none is larger with sliding than without",
    (_name, graph) => {
      const least = minimumCapacity(graph, { sliding: true });
      for (const recomputation of [true, false]) {
        let last: bigint[] | undefined;
        for (let capacity = least; capacity < least + 4; capacity++) {
          const now = heights(graph, twoLevelGame(capacity, { recomputation }));
          const placing = heights(graph, twoLevelGame(capacity, { recomputation, sliding: false }));
          now.forEach((value, i) => {
            if (last !== undefined) expect(value).toBeLessThanOrEqual(last[i] as bigint);
            expect(value).toBeLessThanOrEqual(placing[i] as bigint);
          });
          last = now;
        }
      }
    },
  );

  it.each(GRAPHS)(
    "%s: sums and chains of wavefronts contain the single one, dominator chains the compulsory traffic",
    (_name, graph) => {
      const game = twoLevelGame(minimumCapacity(graph, { sliding: true }), { recomputation: false });
      const bounds = graphBounds(graph, game, LIMITS);
      const value = (id: string): bigint => {
        const bound = bounds.find((candidate) => candidate.id === id);
        return bound?.kind === "bound" ? bound.value : -1n;
      };
      expect(value("wavefront-sum")).toBeGreaterThanOrEqual(value("wavefront"));
      expect(value("wavefront-chain")).toBeGreaterThanOrEqual(value("wavefront"));
      expect(value("wavefront")).toBeGreaterThanOrEqual(value("compulsory"));
      expect(value("dominator-chain")).toBeGreaterThanOrEqual(value("compulsory"));
    },
  );

  it("the best bound is the largest proven one, and pooling processors pools their memories", () => {
    const game = twoLevelGame(3, { recomputation: false });
    const best = bestGraphBound(graphBounds(pyramid(6), game));
    expect(best?.value).toBe(14n);
    const pooled = bestGraphBound(graphBounds(pyramid(6), { ...game, fastCapacity: 1, processors: 3 }));
    expect(pooled?.value).toBe(best?.value);
  });
});

/** Values of the bounds that are optimal over their certificates; the others are found by searches that may miss. */
function heights(graph: Cdag, game: TwoLevelGame): bigint[] {
  const exact = new Set(["compulsory", "dominator-chain", "wavefront", "wavefront-sum"]);
  return graphBounds(graph, game, LIMITS)
    .filter((bound) => exact.has(bound.id))
    .map((bound) => (bound.kind === "bound" ? bound.value : 0n));
}
