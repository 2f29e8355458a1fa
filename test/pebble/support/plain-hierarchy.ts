import type { Cdag } from "../../../src/pebble/cdag.js";
import { type HierarchyGame, isInput, predecessorsOf, weightOf } from "../../../src/pebble/rules.js";

/**
 * The plain twin of the hierarchy search: Dijkstra over all positions of the game as it is defined, one move at a time, no normal
 * forms, no estimate, no symmetry. Positions are strings, one digit a vertex and memory. For graphs of about six vertices.
 */
export function plainHierarchyOptimum(graph: Cdag, game: HierarchyGame): number | undefined {
  const n = graph.vertexCount;
  const places = game.capacities.flatMap((words, level) =>
    Array.from({ length: game.memories?.[level] ?? 1 }, (_, own) => ({ level, own, words, cost: game.costs?.[level] ?? 1 })),
  );
  /** The row of the memory outside, that of slow memory last. */
  const outside = places.map(({ level, own }) => {
    const [here, next] = [game.memories?.[level] ?? 1, game.memories?.[level + 1] ?? 1];
    const group = Math.floor(own / (here / next));
    const row = places.findIndex((one) => one.level === level + 1 && one.own === group);
    return row < 0 ? places.length : row;
  });
  const slow = places.length;
  const computedRow = slow + 1;
  const start = new Uint8Array((slow + 2) * n);
  for (let v = 0; v < n; v++) if (isInput(graph, v)) start[slow * n + v] = 1;
  const known = new Map<string, number>();
  const buckets: Uint8Array[][] = [];
  const reach = (position: Uint8Array, cost: number): void => {
    const key = position.join("");
    if ((known.get(key) ?? Number.POSITIVE_INFINITY) <= cost) return;
    known.set(key, cost);
    buckets[cost] = buckets[cost] ?? [];
    buckets[cost].push(position);
  };
  const fits = (position: Uint8Array, row: number): boolean => {
    if (row === slow) return true;
    let words = 0;
    for (let v = 0; v < n; v++) words += position[row * n + v] === 1 ? weightOf(graph, v) : 0;
    return words <= (places[row]?.words ?? 0);
  };
  reach(start, 0);
  for (let cost = 0; cost < buckets.length; cost++) {
    const bucket = buckets[cost] ?? [];
    for (let here = bucket.pop(); here !== undefined; here = bucket.pop()) {
      const position = here;
      const at = (row: number, v: number): boolean => position[row * n + v] === 1;
      if ((known.get(position.join("")) ?? 0) < cost) continue;
      if (graph.isOutput.every((flag, v) => flag !== 1 || at(slow, v))) return cost;
      const change = (
        changes: readonly (readonly [row: number, v: number, value: number])[],
        paid: number,
        filled: number,
      ): void => {
        const copy = position.slice();
        for (const [row, v, value] of changes) copy[row * n + v] = value;
        if (fits(copy, filled)) reach(copy, cost + paid);
      };
      for (let v = 0; v < n; v++) {
        for (const [row, { level, cost: price }] of places.entries()) {
          const [paid, outer] = [price * weightOf(graph, v), outside[row] ?? slow];
          if (at(row, v)) change([[row, v, 0]], 0, row);
          if (at(row, v) && !at(outer, v)) change([[outer, v, 1]], paid, outer);
          if (!at(row, v) && at(outer, v)) change([[row, v, 1]], paid, row);
          if (level > 0 || isInput(graph, v) || at(row, v) || (!game.recomputation && at(computedRow, v))) continue;
          const operands = [...predecessorsOf(graph, v)];
          if (!operands.every((u) => at(row, u))) continue;
          const note: readonly (readonly [number, number, number])[] = game.recomputation ? [] : [[computedRow, v, 1]];
          change([[row, v, 1], ...note], 0, row);
          if (game.sliding) for (const u of operands) change([[row, u, 0], [row, v, 1], ...note], 0, row);
        }
      }
    }
  }
  return undefined;
}
