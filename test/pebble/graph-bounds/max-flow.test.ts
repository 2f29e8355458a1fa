import { describe, expect, it } from "vitest";
import { flowNetwork, flowPaths, maximumFlow } from "../../../src/pebble/graph-bounds/max-flow.js";
import { randomStream } from "./random-graph.js";

describe("maximum flow", () => {
  it("equals the minimum cut over all vertex sets, and its paths carry it within the capacities", () => {
    const random = randomStream(5);
    for (let trial = 0; trial < 200; trial++) {
      const nodes = 2 + Math.floor(random() * 6);
      const arcs = Array.from({ length: Math.floor(random() * 16) }, () => ({
        tail: Math.floor(random() * nodes),
        head: Math.floor(random() * nodes),
        capacity: Math.floor(random() * 5),
      })).filter(({ tail, head }) => tail !== head);
      const network = flowNetwork(
        nodes,
        0,
        nodes - 1,
        Int32Array.from(arcs, ({ tail }) => tail),
        Int32Array.from(arcs, ({ head }) => head),
      );
      arcs.forEach(({ capacity }, i) => {
        network.residual[2 * i] = capacity;
      });
      let cut = Number.POSITIVE_INFINITY;
      for (let side = 0; side < 2 ** nodes; side++) {
        const isInside = (x: number): boolean => ((side >> x) & 1) === 1;
        if (!isInside(0) || isInside(nodes - 1)) continue;
        cut = Math.min(
          cut,
          arcs.reduce((sum, { tail, head, capacity }) => sum + (isInside(tail) && !isInside(head) ? capacity : 0), 0),
        );
      }
      expect(maximumFlow(network)).toBe(cut);
      const paths = flowPaths(network);
      expect(paths.reduce((sum, { amount }) => sum + amount, 0)).toBe(cut);
      for (const { nodes: path } of paths) expect(new Set(path).size).toBe(path.length);
    }
  });
});
