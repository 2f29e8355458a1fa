import type { Cdag } from "../cdag.js";
import { at } from "./arrays.js";
import { isSource, type UsefulPart } from "./useful.js";

/** Weights are multiples of 1 / LAPLACIAN_SCALE, rounded down. */
export const LAPLACIAN_SCALE: number = 2 ** 20;

/** The weighted Laplacian of the boundary form, times LAPLACIAN_SCALE: exact integers, row by row. */
export interface BoundaryLaplacian {
  readonly size: number;
  readonly entries: Float64Array;
}

/**
 * The quadratic form that bounds the transfers at the borders of segments (`proofs/graph-spectral.md`), over the useful computed
 * vertices. A value `u` with `d` successors ties: (i) computed and no output: `u` to each successor with `1/d` (Jain and
 * Zaharia 2020) and any two successors with `1/(d(d-1))`; (ii) an output: any two of `u` and its successors with
 * `1/(2 floor((d+1)^2/4))`; (iii) an input: any two successors with `1/(2 floor(d^2/4))`.
 */
export function boundaryLaplacian(graph: Cdag, useful: UsefulPart): BoundaryLaplacian {
  const place = new Int32Array(graph.vertexCount).fill(-1);
  let size = 0;
  for (const v of useful.vertices) if (!isSource(graph, v)) place[v] = size++;
  const entries = new Float64Array(size * size);
  const tie = (i: number, j: number, numerator: number, denominator: number): void => {
    const weight = Math.floor((LAPLACIAN_SCALE * numerator) / denominator);
    entries[i * size + j] = at(entries, i * size + j) - weight;
    entries[j * size + i] = at(entries, j * size + i) - weight;
    entries[i * size + i] = at(entries, i * size + i) + weight;
    entries[j * size + j] = at(entries, j * size + j) + weight;
  };
  const clique = (members: readonly number[], denominator: number): void => {
    members.forEach((i, a) => {
      for (const j of members.slice(a + 1)) tie(i, j, 1, denominator);
    });
  };
  for (const u of useful.vertices) {
    const successors = Array.from(graph.successors.subarray(graph.successorOffsets[u], graph.successorOffsets[u + 1]))
      .filter((s) => at(useful.isUseful, s) === 1)
      .map((s) => at(place, s));
    const d = successors.length;
    if (d === 0) continue;
    if (isSource(graph, u)) {
      clique(successors, 2 * Math.floor((d * d) / 4));
    } else if (at(graph.isOutput, u) === 1) {
      clique([at(place, u), ...successors], 2 * Math.floor(((d + 1) * (d + 1)) / 4));
    } else {
      for (const s of successors) tie(at(place, u), s, 1, d);
      clique(successors, d * (d - 1));
    }
  }
  return { size, entries };
}
