import type { Cdag } from "../cdag.js";
import { isInput } from "../rules.js";
import type { ComputationOrder } from "./orders.js";

/** What a local search is told from outside. */
export interface SearchLimits {
  readonly trials: number;
  readonly isOver: () => boolean;
  readonly onTrial: (best: number) => void;
  readonly seed: number;
}

/**
 * Local search over topological orders: a random vertex moves to a random place between its last operand and its first use;
 * the change stays unless the cost rises. Returns the best cost; `order` holds the order that attains it.
 */
export function improveOrder(graph: Cdag, order: ComputationOrder, cost: () => number, limits: SearchLimits): number {
  const position = new Int32Array(graph.vertexCount).fill(-1);
  order.forEach((v, i) => {
    position[v] = i;
  });
  const random = randomStream(limits.seed);
  let best = cost();
  for (let trial = 0; trial < limits.trials && !limits.isOver(); trial++) {
    const from = Math.floor(random() * order.length);
    const [low, high] = slack(graph, position, order[from] as number, order.length);
    if (low < high) {
      const step = Math.floor(random() * (high - low));
      const to = low + step + (low + step >= from ? 1 : 0);
      shift(order, position, from, to);
      const found = cost();
      if (found <= best) best = found;
      else shift(order, position, to, from);
    }
    limits.onTrial(best);
  }
  return best;
}

/** First and last position that the vertex can take. */
function slack(graph: Cdag, position: Int32Array, v: number, length: number): [number, number] {
  let low = 0;
  let high = length - 1;
  for (let e = graph.predecessorOffsets[v] as number; e < (graph.predecessorOffsets[v + 1] as number); e++) {
    const u = graph.predecessors[e] as number;
    if (!isInput(graph, u)) low = Math.max(low, (position[u] as number) + 1);
  }
  for (let e = graph.successorOffsets[v] as number; e < (graph.successorOffsets[v + 1] as number); e++) {
    const i = position[graph.successors[e] as number] as number;
    if (i >= 0) high = Math.min(high, i - 1);
  }
  return [low, high];
}

function shift(order: ComputationOrder, position: Int32Array, from: number, to: number): void {
  const v = order[from] as number;
  if (from < to) order.copyWithin(from, from + 1, to + 1);
  else order.copyWithin(to + 1, to, from);
  order[to] = v;
  for (let i = Math.min(from, to); i <= Math.max(from, to); i++) position[order[i] as number] = i;
}

/** A seeded stream of numbers in [0, 1) (mulberry32). */
function randomStream(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
