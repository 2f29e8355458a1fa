import type { Cdag } from "../cdag.js";
import { at } from "./arrays.js";
import { canonicalOrder } from "./canonical-order.js";
import { isSource, type UsefulPart } from "./useful.js";

/**
 * Vertex-disjoint paths that begin at inputs, grown greedily in canonical order: a vertex continues the longest line that ends
 * in one of its operands, the first in order among equals.
 */
export function disjointLines(graph: Cdag, useful: UsefulPart): number[][] {
  const order = canonicalOrder(graph, useful);
  const rank = new Int32Array(graph.vertexCount);
  order.forEach((v, i) => {
    rank[v] = i;
  });
  const lineAt = new Map<number, number[]>();
  const lines: number[][] = [];
  for (const v of order) {
    if (isSource(graph, v)) {
      if (at(useful.outDegree, v) === 0) continue;
      const line = [v];
      lines.push(line);
      lineAt.set(v, line);
      continue;
    }
    let chosen = -1;
    for (let e = at(graph.predecessorOffsets, v); e < at(graph.predecessorOffsets, v + 1); e++) {
      const u = at(graph.predecessors, e);
      const length = lineAt.get(u)?.length ?? 0;
      if (length === 0) continue;
      const best = chosen < 0 ? 0 : (lineAt.get(chosen)?.length ?? 0);
      if (length > best || (length === best && at(rank, u) < at(rank, chosen))) chosen = u;
    }
    const line = lineAt.get(chosen);
    if (line === undefined) continue;
    line.push(v);
    lineAt.delete(chosen);
    lineAt.set(v, line);
  }
  return lines;
}
