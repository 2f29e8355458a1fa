import type { Cdag } from "./cdag.js";

/** 1 for every vertex with a path to an output, outputs included; the others never need to be computed or loaded. */
export function ancestorsOfOutputs(graph: Cdag): Uint8Array {
  const isAncestor = Uint8Array.from(graph.isOutput);
  for (let i = graph.vertexCount - 1; i >= 0; i--) {
    const v = graph.topologicalOrder[i] as number;
    if (isAncestor[v] !== 1) continue;
    for (const u of graph.predecessors.subarray(graph.predecessorOffsets[v], graph.predecessorOffsets[v + 1])) isAncestor[u] = 1;
  }
  return isAncestor;
}
