import type { Cdag } from "../cdag.js";
import type { TwoLevelGame } from "../rules.js";
import { at } from "./arrays.js";
import { DominatorFlow } from "./dominator-flow.js";
import {
  GRAPH_BOUND_LIMITS,
  type GraphBound,
  type GraphBoundLimits,
  type Instant,
  notApplicable,
  requirements,
  type WeightedPath,
} from "./graph-bound.js";
import { capacityAt, regions } from "./instants.js";
import { isSource, loadedInputs, reachability, storedOutputs, totalWeight, type UsefulPart, usefulPart } from "./useful.js";

/** The longest chain of instants known to end here; `loads` are forced up to this instant. */
interface Link {
  readonly instant: Instant;
  readonly done: Uint8Array;
  readonly pending: Uint8Array;
  readonly capacity: number;
  readonly loads: number;
  readonly previous: Link | undefined;
}

/**
 * Dominators along a chain of instants. What is first pebbled between two instants needs its dominator in fast memory at the
 * first or loaded in between, so `loads >= sum of max(0, minimum dominator - capacity)` over the intervals; the stores of the
 * outputs come on top. Weighted; survives recomputation and sliding; never below the compulsory traffic.
 */
export function dominatorChainBound(graph: Cdag, game: TwoLevelGame, limits: GraphBoundLimits = GRAPH_BOUND_LIMITS): GraphBound {
  const useful = usefulPart(graph);
  if (useful.vertices.length > limits.dominatorChainVertices) {
    return notApplicable("dominator-chain", `more than ${limits.dominatorChainVertices} useful vertices`);
  }
  const flow = new DominatorFlow(graph, useful);
  const links = longestChains(graph, game, useful, flow);
  let loads = totalWeight(graph, loadedInputs(graph, useful));
  let last: Link | undefined;
  for (const link of links) {
    const found = extend(flow, link, useful.isUseful, loads);
    if (found > loads) [loads, last] = [found, link];
  }
  const chain: Link[] = [];
  for (let link = last; link !== undefined; link = link.previous) chain.unshift(link);
  return {
    kind: "bound",
    id: "dominator-chain",
    value: BigInt(loads) + BigInt(totalWeight(graph, storedOutputs(graph, useful))),
    requires: requirements(game, "allowed"),
    proof: "proofs/graph-dominator-chain.md",
    status: "paper proof",
    certificate: {
      kind: "dominator-chain",
      instants: chain.map((link) => link.instant),
      flows: chain.map((link, i) => witness(flow, link, chain[i + 1]?.done ?? useful.isUseful)),
    },
  };
}

/** Dynamic programming over the instants of all useful vertices in topological order. */
function longestChains(graph: Cdag, game: TwoLevelGame, useful: UsefulPart, flow: DominatorFlow): Link[] {
  const reach = reachability(graph, useful);
  const n = graph.vertexCount;
  const links: Link[] = [];
  for (const vertex of useful.vertices) {
    if (isSource(graph, vertex) && at(useful.outDegree, vertex) === 0) continue;
    const earlier = links.filter((link) => reach[link.instant.vertex * n + vertex] === 1).sort((a, b) => b.loads - a.loads);
    for (const moment of isSource(graph, vertex) ? (["after"] as const) : (["before", "after"] as const)) {
      const instant: Instant = { vertex, moment };
      const { done, pending } = regions(graph, reach, instant);
      let loads = 0;
      for (const v of useful.vertices) if (isSource(graph, v) && at(done, v) === 1) loads += at(graph.weights, v);
      let previous: Link | undefined;
      for (const link of earlier) {
        const found = extend(flow, link, done, loads);
        if (found > loads) [loads, previous] = [found, link];
      }
      links.push({ instant, done, pending, capacity: capacityAt(graph, game, instant), loads, previous });
    }
  }
  return links;
}

/** Loads forced by the chain of `link` and the interval from it to an instant with region `done`; the flow is run if it may help. */
function extend(flow: DominatorFlow, link: Link, done: Uint8Array, known: number): number {
  const { isOperand, weight } = flow.boundary(link.pending, done);
  if (link.loads + Math.max(0, weight - link.capacity) <= known) return known;
  return link.loads + Math.max(0, flow.weight(link.pending, isOperand) - link.capacity);
}

function witness(flow: DominatorFlow, link: Link, done: Uint8Array): WeightedPath[] {
  flow.weight(link.pending, flow.boundary(link.pending, done).isOperand);
  return flow.paths();
}
