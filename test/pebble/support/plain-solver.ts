import type { Cdag } from "../../../src/pebble/cdag.js";
import { isInput, type Position, predecessorsOf, type TwoLevelGame, weightOf } from "../../../src/pebble/rules.js";

/**
 * The plain twin of the optimum search: Dijkstra over all positions of the game as it is defined, one move at a time, no
 * normal forms, no estimate, no symmetry. Positions are strings. For graphs of at most about nine vertices.
 *
 * Returns undefined where the game cannot be won.
 *
 * @param resident inputs with a red pebble of the first processor at the start
 * @param from where the game begins, if not with the first move
 */
export function plainOptimum(
  graph: Cdag,
  game: TwoLevelGame,
  resident: readonly number[] = [],
  from?: Pick<Position, "fast" | "slow" | "computed">,
): number | undefined {
  const n = graph.vertexCount;
  const rows = game.processors + 2;
  const blueRow = game.processors;
  const computedRow = game.processors + 1;
  const start = new Uint8Array(rows * n);
  for (let v = 0; v < n; v++) if (isInput(graph, v)) start[blueRow * n + v] = 1;
  for (const v of resident) start[v] = 1;
  if (from !== undefined) {
    from.fast.forEach((row, p) => {
      start.set(row, p * n);
    });
    start.set(from.slow, blueRow * n);
    if (!game.recomputation) start.set(from.computed, computedRow * n);
  }
  const costs = new Map<string, number>();
  const buckets: Uint8Array[][] = [];
  const reach = (position: Uint8Array, cost: number): void => {
    const key = position.join("");
    if ((costs.get(key) ?? Number.POSITIVE_INFINITY) <= cost) return;
    costs.set(key, cost);
    const bucket = buckets[cost] ?? [];
    bucket.push(position);
    buckets[cost] = bucket;
  };
  const changed = (position: Uint8Array, ...changes: readonly (readonly [index: number, value: number])[]): Uint8Array => {
    const copy = position.slice();
    for (const [index, value] of changes) copy[index] = value;
    return copy;
  };
  const fits = (position: Uint8Array, p: number): boolean => {
    let words = 0;
    for (let v = 0; v < n; v++) words += position[p * n + v] === 1 ? weightOf(graph, v) : 0;
    return words <= game.fastCapacity;
  };
  reach(start, 0);
  for (let cost = 0; cost < buckets.length; cost++) {
    const bucket = buckets[cost] ?? [];
    for (let position = bucket.pop(); position !== undefined; position = bucket.pop()) {
      const here = position;
      if ((costs.get(here.join("")) ?? 0) < cost) continue;
      if (Array.from({ length: n }, (_, v) => v).every((v) => graph.isOutput[v] !== 1 || here[blueRow * n + v] === 1))
        return cost;
      for (let p = 0; p < game.processors; p++) {
        for (let v = 0; v < n; v++) {
          const red = p * n + v;
          const blue = blueRow * n + v;
          const computed = computedRow * n + v;
          if (here[red] === 1) {
            reach(changed(here, [red, 0]), cost);
            if (here[blue] !== 1) reach(changed(here, [blue, 1]), cost + weightOf(graph, v));
            continue;
          }
          if (here[blue] === 1) {
            const loaded = changed(here, [red, 1]);
            if (fits(loaded, p)) reach(loaded, cost + weightOf(graph, v));
          }
          if (isInput(graph, v)) continue;
          if (!game.recomputation && here[computed] === 1) continue;
          const operands = [...predecessorsOf(graph, v)];
          if (!operands.every((u) => here[p * n + u] === 1)) continue;
          const note: readonly (readonly [number, number])[] = game.recomputation ? [] : [[computed, 1]];
          const placed = changed(here, [red, 1], ...note);
          if (fits(placed, p)) reach(placed, cost);
          if (!game.sliding) continue;
          for (const u of operands) {
            const slid = changed(here, [p * n + u, 0], [red, 1], ...note);
            if (fits(slid, p)) reach(slid, cost);
          }
        }
      }
    }
  }
  return undefined;
}
