import type { Cdag } from "../../../src/pebble/cdag.js";
import { boundaryCosts, type HierarchyGame, isInput, predecessorsOf, weightOf } from "../../../src/pebble/rules.js";

/**
 * A second twin of the hierarchy search, for deeper graphs than the plain one: Dijkstra over single loads, stores and computations
 * in any order, where deletions alone are put off until their room is needed and values without a use are dropped. Sets are bit
 * masks, so at most 30 vertices. Undefined beyond `mostStates`.
 */
export function lazyHierarchyOptimum(graph: Cdag, game: HierarchyGame, mostStates: number): number | undefined {
  const n = graph.vertexCount;
  const levels = game.capacities.length;
  const costs = boundaryCosts(game);
  const weights = Array.from({ length: n }, (_, v) => weightOf(graph, v));
  const operands = Array.from({ length: n }, (_, v) => predecessorsOf(graph, v).reduce((mask, u) => mask | (1 << u), 0));
  const inputs = weights.reduce((mask, _, v) => (isInput(graph, v) ? mask | (1 << v) : mask), 0);
  const outputs = weights.reduce((mask, _, v) => (graph.isOutput[v] === 1 ? mask | (1 << v) : mask), 0);
  const sum = (mask: number): number => weights.reduce((total, weight, v) => total + ((mask >> v) & 1 ? weight : 0), 0);
  /** Rows: the levels, slow memory, and what has been computed. */
  const settled = (rows: readonly number[]): readonly number[] => {
    const [slow, computed] = [rows[levels] as number, rows[levels + 1] as number];
    let live = outputs & ~slow;
    for (let v = n - 1; v >= 0; v--) {
      const wanted = game.recomputation ? (live >> v) & 1 : ((computed >> v) & 1) === 0;
      if (wanted && !((inputs >> v) & 1)) live |= operands[v] as number;
    }
    return rows.map((row, r) => (r <= levels ? row & (r === levels ? live | outputs | inputs : live) : row));
  };
  const known = new Map<string, number>();
  const buckets: (readonly number[])[][] = [];
  const reach = (rows: readonly number[], cost: number): void => {
    const next = settled(rows);
    const key = next.join();
    if ((known.get(key) ?? Number.POSITIVE_INFINITY) <= cost) return;
    known.set(key, cost);
    buckets[cost] = buckets[cost] ?? [];
    buckets[cost].push(next);
  };
  /** All ways to make room at a level for a value, without touching what is kept. */
  const enter = (rows: readonly number[], level: number, v: number, kept: number, use: (rows: number[]) => void): void => {
    const room = level === levels ? Number.POSITIVE_INFINITY : (game.capacities[level] as number) - (weights[v] as number);
    const held = rows[level] as number;
    const choose = (from: number, deleted: number): void => {
      if (sum(held & ~deleted) <= room) {
        const next = rows.slice();
        next[level] = (held & ~deleted) | (1 << v);
        use(next);
        return;
      }
      for (let y = from; y < n; y++) if ((held >> y) & 1 && !((kept >> y) & 1)) choose(y + 1, deleted | (1 << y));
    };
    choose(0, 0);
  };
  reach([...game.capacities.map(() => 0), inputs, 0], 0);
  for (let cost = 0; cost < buckets.length; cost++) {
    const bucket = buckets[cost] ?? [];
    for (let rows = bucket.pop(); rows !== undefined; rows = bucket.pop()) {
      if ((known.get(rows.join()) ?? 0) < cost) continue;
      if ((outputs & ~(rows[levels] as number)) === 0) return cost;
      if (known.size > mostStates) return undefined;
      const here = rows;
      const has = (r: number, v: number): boolean => (((here[r] as number) >> v) & 1) === 1;
      for (let v = 0; v < n; v++) {
        for (let l = 0; l < levels; l++) {
          const paid = cost + (costs[l] ?? 1) * (weights[v] as number);
          if (has(l, v) && !has(l + 1, v)) enter(here, l + 1, v, 0, (next) => reach(next, paid));
          if (!has(l, v) && has(l + 1, v)) enter(here, l, v, 0, (next) => reach(next, paid));
        }
        if ((inputs >> v) & 1 || has(0, v) || (!game.recomputation && has(levels + 1, v))) continue;
        const needs = operands[v] as number;
        if ((needs & ~(here[0] as number)) !== 0) continue;
        const done = (next: number[]): void => {
          if (!game.recomputation) next[levels + 1] = (next[levels + 1] as number) | (1 << v);
          reach(next, cost);
        };
        enter(here, 0, v, needs, done);
        for (let u = 0; game.sliding && u < n; u++) {
          if (!((needs >> u) & 1)) continue;
          const without = here.slice();
          without[0] = (without[0] as number) & ~(1 << u);
          enter(without, 0, v, needs, done);
        }
      }
    }
  }
  return undefined;
}
