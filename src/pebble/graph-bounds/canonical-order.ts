import type { Cdag } from "../cdag.js";
import { at } from "./arrays.js";
import type { UsefulPart } from "./useful.js";

/**
 * A topological order of the useful vertices that depends on the graph and not on its labels: colour refinement
 * (Weisfeiler-Leman) from weights, outputs and depth, one vertex of the first tied class singled out until all differ. Where a
 * class is tied, its vertices are taken for interchangeable; if they are not, a search guided by the order may differ between
 * relabelled graphs (its proven bounds hold all the same).
 */
export function canonicalOrder(graph: Cdag, useful: UsefulPart): Int32Array {
  const vertices = useful.vertices;
  const colour = new Int32Array(graph.vertexCount);
  for (const v of vertices) {
    for (let e = at(graph.predecessorOffsets, v); e < at(graph.predecessorOffsets, v + 1); e++) {
      colour[v] = Math.max(at(colour, v), at(colour, at(graph.predecessors, e)) + 1);
    }
  }
  let classes = recolour(vertices, colour, (v) => [at(colour, v), at(graph.weights, v), at(graph.isOutput, v)]);
  for (;;) {
    const refined = recolour(vertices, colour, (v) => [
      at(colour, v),
      ...neighbourColours(graph.predecessorOffsets, graph.predecessors, useful, colour, v),
      -1,
      ...neighbourColours(graph.successorOffsets, graph.successors, useful, colour, v),
    ]);
    if (refined > classes) {
      classes = refined;
    } else if (classes === vertices.length) {
      break;
    } else {
      const chosen = firstTied(vertices, colour);
      classes = recolour(vertices, colour, (v) => [at(colour, v), v === chosen ? 0 : 1]);
    }
  }
  return vertices.slice().sort((a, b) => at(colour, a) - at(colour, b));
}

/** Replaces colours by the ranks of the keys; ranks keep the order of the old colours, which lead each key. */
function recolour(vertices: Int32Array, colour: Int32Array, key: (v: number) => number[]): number {
  const keyed = Array.from(vertices, (v) => ({ v, key: key(v) })).sort((a, b) => compare(a.key, b.key));
  let rank = -1;
  let last: number[] = [];
  for (const { v, key: k } of keyed) {
    if (rank < 0 || compare(k, last) !== 0) rank++;
    last = k;
    colour[v] = rank;
  }
  return rank + 1;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = (a[i] as number) - (b[i] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function neighbourColours(offsets: Int32Array, rows: Int32Array, useful: UsefulPart, colour: Int32Array, v: number): number[] {
  return Array.from(rows.subarray(at(offsets, v), at(offsets, v + 1)))
    .filter((u) => at(useful.isUseful, u) === 1)
    .map((u) => at(colour, u))
    .sort((a, b) => a - b);
}

/** A vertex of the first class with more than one member. */
function firstTied(vertices: Int32Array, colour: Int32Array): number {
  const members = new Int32Array(vertices.length);
  for (const v of vertices) members[at(colour, v)] = at(members, at(colour, v)) + 1;
  const tied = members.findIndex((count) => count > 1);
  return vertices.find((v) => at(colour, v) === tied) as number;
}
