import type { Cdag } from "../../../src/pebble/cdag.js";
import type { TwoLevelGame } from "../../../src/pebble/rules.js";

/**
 * Least loads plus stores (in words) of the one-processor game, by Dijkstra's algorithm over all positions; undefined where the
 * game cannot be won. Written from the rules alone, with no shortcuts, for graphs of up to 17 vertices.
 */
export function bruteForceOptimum(graph: Cdag, game: TwoLevelGame): number | undefined {
  const n = graph.vertexCount;
  if (n > 17) throw new Error("too many vertices for the position to fit a double");
  const bit = (v: number): number => 1 << v;
  const operands = Array.from({ length: n }, (_, v) => [
    ...graph.predecessors.subarray(graph.predecessorOffsets[v], graph.predecessorOffsets[v + 1]),
  ]);
  const operandMask = operands.map((row) => row.reduce((mask, u) => mask | bit(u), 0));
  const weight = [...graph.weights];
  const wordsOf = new Int32Array(2 ** n);
  for (let mask = 1; mask < 2 ** n; mask++) {
    const v = 31 - Math.clz32(mask);
    wordsOf[mask] = (wordsOf[mask & ~bit(v)] as number) + (weight[v] as number);
  }
  const inputs = operandMask.reduce((mask, row, v) => (row === 0 ? mask | bit(v) : mask), 0);
  const outputs = [...graph.isOutput].reduce((mask, o, v) => (o === 1 ? mask | bit(v) : mask), 0);
  const key = (red: number, blue: number, computed: number): number => (computed * 2 ** n + blue) * 2 ** n + red;
  const cost = new Map<number, number>();
  const buckets: [number, number, number][][] = [];
  const reach = (red: number, blue: number, computed: number, total: number): void => {
    const k = key(red, blue, computed);
    const known = cost.get(k);
    if (known !== undefined && known <= total) return;
    cost.set(k, total);
    let bucket = buckets[total];
    if (bucket === undefined) {
      bucket = [];
      buckets[total] = bucket;
    }
    bucket.push([red, blue, computed]);
  };
  reach(0, inputs, 0, 0);
  for (let total = 0; total < buckets.length; total++) {
    const bucket = buckets[total] ?? [];
    for (let position = bucket.pop(); position !== undefined; position = bucket.pop()) {
      const [red, blue, computed] = position;
      if ((blue & outputs) === outputs) return total;
      if ((cost.get(key(red, blue, computed)) as number) < total) continue;
      const words = wordsOf[red] as number;
      for (let v = 0; v < n; v++) {
        const w = weight[v] as number;
        const isRed = (red & bit(v)) !== 0;
        if (isRed) {
          reach(red & ~bit(v), blue, computed, total);
          reach(red, blue | bit(v), computed, total + w);
          continue;
        }
        if ((blue & bit(v)) !== 0 && words + w <= game.fastCapacity) reach(red | bit(v), blue, computed, total + w);
        const row = operandMask[v] as number;
        if (row === 0 || (red & row) !== row || (!game.recomputation && (computed & bit(v)) !== 0)) continue;
        const now = game.recomputation ? 0 : computed | bit(v);
        if (words + w <= game.fastCapacity) reach(red | bit(v), blue, now, total);
        if (!game.sliding) continue;
        for (const u of operands[v] as number[]) {
          if (words + w - (weight[u] as number) <= game.fastCapacity) reach((red & ~bit(u)) | bit(v), blue, now, total);
        }
      }
    }
  }
  return undefined;
}
