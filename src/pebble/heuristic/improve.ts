import type { Cdag } from "../cdag.js";
import type { ComputationOrder } from "./orders.js";

/** What a local search is told from outside. */
export interface SearchLimits {
  readonly trials: number;
  /** Trials after which the search has cooled down and begins again from the best order. */
  readonly round: number;
  readonly isOver: () => boolean;
  readonly onTrial: (best: number) => void;
  readonly seed: number;
}

/** Words by which a change may raise the cost at first; this falls to nothing by the end of a round. */
const WARMTH = 1;

/**
 * Simulated annealing over topological orders: a random vertex moves to a random place, an earlier one together with its operands (and
 * theirs) in between, a later one with what uses it. Returns the best cost; `order` holds the order that attains it.
 */
export function improveOrder(graph: Cdag, order: ComputationOrder, cost: () => number, limits: SearchLimits): number {
  const random = randomStream(limits.seed);
  const isMoving = new Uint8Array(graph.vertexCount);
  const previous = order.slice();
  const bestOrder = order.slice();
  let now = cost();
  let best = now;
  for (let trial = 0; trial < limits.trials && !limits.isOver(); trial++) {
    const phase = (trial % limits.round) / limits.round;
    if (phase === 0) {
      order.set(bestOrder);
      now = best;
    }
    const from = Math.floor(random() * order.length);
    const to = Math.floor(random() * order.length);
    if (to !== from) {
      previous.set(order);
      moveAlong(graph, order, isMoving, from, to);
      const found = cost();
      const warmth = WARMTH * (1 - phase);
      if (found <= now || random() < Math.exp((now - found) / warmth)) now = found;
      else order.set(previous);
      if (now < best) {
        best = now;
        bestOrder.set(order);
      }
    }
    limits.onTrial(best);
  }
  order.set(bestOrder);
  return best;
}

/** Moves the vertex at `from` to `to`, and with it those in between that depend on it, or on which it depends. */
function moveAlong(graph: Cdag, order: ComputationOrder, isMoving: Uint8Array, from: number, to: number): void {
  const step = from < to ? 1 : -1;
  const [offsets, rows] = step < 0 ? [graph.successorOffsets, graph.successors] : [graph.predecessorOffsets, graph.predecessors];
  const moving: number[] = [];
  let place = from;
  for (let i = from; i !== to + step; i += step) {
    const v = order[i] as number;
    let isTied = i === from;
    for (let e = offsets[v] as number; e < (offsets[v + 1] as number) && !isTied; e++) isTied = isMoving[rows[e] as number] === 1;
    if (isTied) {
      isMoving[v] = 1;
      moving.push(v);
    } else {
      order[place] = v;
      place += step;
    }
  }
  for (const v of moving) {
    order[place] = v;
    place += step;
    isMoving[v] = 0;
  }
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
