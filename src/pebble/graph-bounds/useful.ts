import type { Cdag } from "../cdag.js";
import { at } from "./arrays.js";

/**
 * The part of a CDAG that every complete pebbling must go through: vertices with a path (perhaps of length 0) to an output.
 * Every useful vertex that is no input is computed at least once, every useful input with a useful successor loaded.
 */
export interface UsefulPart {
  readonly isUseful: Uint8Array;
  /** Useful vertices in topological order. */
  readonly vertices: Int32Array;
  /** Number of useful successors. */
  readonly outDegree: Int32Array;
}

export function usefulPart(graph: Cdag): UsefulPart {
  const n = graph.vertexCount;
  const isUseful = graph.isOutput.slice();
  const outDegree = new Int32Array(n);
  let count = 0;
  for (let i = n - 1; i >= 0; i--) {
    const v = at(graph.topologicalOrder, i);
    if (at(isUseful, v) === 0) continue;
    count++;
    for (let e = at(graph.predecessorOffsets, v); e < at(graph.predecessorOffsets, v + 1); e++) {
      const u = at(graph.predecessors, e);
      isUseful[u] = 1;
      outDegree[u] = at(outDegree, u) + 1;
    }
  }
  const vertices = new Int32Array(count);
  let filled = 0;
  for (const v of graph.topologicalOrder) if (at(isUseful, v) === 1) vertices[filled++] = v;
  return { isUseful, vertices, outDegree };
}

export function isSource(graph: Cdag, v: number): boolean {
  return graph.predecessorOffsets[v] === graph.predecessorOffsets[v + 1];
}

/** Useful inputs that have to be loaded: those with a useful successor. */
export function loadedInputs(graph: Cdag, useful: UsefulPart): number[] {
  return Array.from(useful.vertices).filter((v) => isSource(graph, v) && at(useful.outDegree, v) > 0);
}

/** Outputs that have to be stored: those that are no input. */
export function storedOutputs(graph: Cdag, useful: UsefulPart): number[] {
  return Array.from(useful.vertices).filter((v) => at(graph.isOutput, v) === 1 && !isSource(graph, v));
}

export function totalWeight(graph: Cdag, vertices: readonly number[]): number {
  return vertices.reduce((sum, v) => sum + at(graph.weights, v), 0);
}

/** `reach[u * n + v]` is 1 where a path of at least one edge leads from `u` to `v` inside the useful part. */
export function reachability(graph: Cdag, useful: UsefulPart): Uint8Array {
  const n = graph.vertexCount;
  const reach = new Uint8Array(n * n);
  for (let i = useful.vertices.length - 1; i >= 0; i--) {
    const u = at(useful.vertices, i);
    for (let e = at(graph.successorOffsets, u); e < at(graph.successorOffsets, u + 1); e++) {
      const s = at(graph.successors, e);
      if (at(useful.isUseful, s) === 0) continue;
      reach[u * n + s] = 1;
      for (let v = 0; v < n; v++) if (reach[s * n + v] === 1) reach[u * n + v] = 1;
    }
  }
  return reach;
}
