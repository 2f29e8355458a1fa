import type { Cdag } from "../../../src/pebble/cdag.js";
import { boundaryCosts, type HierarchyGame, isInput, predecessorsOf, weightOf } from "../../../src/pebble/rules.js";

/**
 * The plain twin of the hierarchy search: Dijkstra over all positions of the game as it is defined, one move at a time, no normal
 * forms, no estimate, no symmetry. Positions are strings, one digit a vertex and memory. For graphs of about six vertices.
 */
export function plainHierarchyOptimum(graph: Cdag, game: HierarchyGame): number | undefined {
  const n = graph.vertexCount;
  const levels = game.capacities.length;
  const costs = boundaryCosts(game);
  const computedRow = levels + 1;
  const start = new Uint8Array((levels + 2) * n);
  for (let v = 0; v < n; v++) if (isInput(graph, v)) start[levels * n + v] = 1;
  const known = new Map<string, number>();
  const buckets: Uint8Array[][] = [];
  const reach = (position: Uint8Array, cost: number): void => {
    const key = position.join("");
    if ((known.get(key) ?? Number.POSITIVE_INFINITY) <= cost) return;
    known.set(key, cost);
    buckets[cost] = buckets[cost] ?? [];
    buckets[cost].push(position);
  };
  const fits = (position: Uint8Array, level: number): boolean => {
    if (level === levels) return true;
    let words = 0;
    for (let v = 0; v < n; v++) words += position[level * n + v] === 1 ? weightOf(graph, v) : 0;
    return words <= (game.capacities[level] ?? 0);
  };
  reach(start, 0);
  for (let cost = 0; cost < buckets.length; cost++) {
    const bucket = buckets[cost] ?? [];
    for (let here = bucket.pop(); here !== undefined; here = bucket.pop()) {
      const position = here;
      const at = (row: number, v: number): boolean => position[row * n + v] === 1;
      if ((known.get(position.join("")) ?? 0) < cost) continue;
      if (graph.isOutput.every((flag, v) => flag !== 1 || at(levels, v))) return cost;
      const change = (
        changes: readonly (readonly [row: number, v: number, value: number])[],
        paid: number,
        level: number,
      ): void => {
        const copy = position.slice();
        for (const [row, v, value] of changes) copy[row * n + v] = value;
        if (fits(copy, level)) reach(copy, cost + paid);
      };
      for (let v = 0; v < n; v++) {
        for (let level = 0; level < levels; level++) {
          const paid = (costs[level] ?? 1) * weightOf(graph, v);
          if (at(level, v)) change([[level, v, 0]], 0, level);
          if (at(level, v) && !at(level + 1, v)) change([[level + 1, v, 1]], paid, level + 1);
          if (!at(level, v) && at(level + 1, v)) change([[level, v, 1]], paid, level);
        }
        if (isInput(graph, v) || at(0, v) || (!game.recomputation && at(computedRow, v))) continue;
        const operands = [...predecessorsOf(graph, v)];
        if (!operands.every((u) => at(0, u))) continue;
        const note: readonly (readonly [number, number, number])[] = game.recomputation ? [] : [[computedRow, v, 1]];
        change([[0, v, 1], ...note], 0, 0);
        if (game.sliding) for (const u of operands) change([[0, u, 0], [0, v, 1], ...note], 0, 0);
      }
    }
  }
  return undefined;
}
