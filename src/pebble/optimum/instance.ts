import { ancestorsOfOutputs } from "../ancestors.js";
import type { Cdag } from "../cdag.js";
import { isInput, predecessorsOf, weightOf } from "../rules.js";
import { at, hasBit, setBit } from "./bits.js";

/**
 * The graph as the search sees it: only vertices with a path to an output, renumbered so that the computed vertices come
 * first, in topological order, and the inputs last. Sets of vertices are bit masks in rows of `words` 32-bit words; a set of
 * computed vertices needs only the first `computedWords` of them.
 */
export interface Instance {
  readonly vertexCount: number;
  readonly computedCount: number;
  readonly words: number;
  readonly computedWords: number;
  /** Vertex of the graph by number in the instance. */
  readonly original: Int32Array;
  /** Greatest common divisor of all weights; the search counts in this unit. */
  readonly unit: number;
  readonly weights: Float64Array;
  /** Predecessor masks of the computed vertices, row `v` at `v * words`. */
  readonly predecessors: Int32Array;
  /** Successor masks, row `v` at `v * computedWords`. */
  readonly successors: Int32Array;
  readonly inputs: Int32Array;
  readonly computed: Int32Array;
  /** Computed vertices that must end blue. */
  readonly outputs: Int32Array;
  readonly outputList: Int32Array;
  /** Masks of the vertices with a path to output `o` (itself included), row `o` of `outputList` at `o * words`. */
  readonly ancestors: Int32Array;
  /** Cost of storing every computed output once. */
  readonly outputCost: number;
}

export function prepareInstance(graph: Cdag): Instance {
  const useful = ancestorsOfOutputs(graph);
  const computed: number[] = [];
  const inputVertices: number[] = [];
  for (const v of graph.topologicalOrder) {
    if (useful[v] === 1) (isInput(graph, v) ? inputVertices : computed).push(v);
  }
  const original = Int32Array.from([...computed, ...inputVertices]);
  const n = original.length;
  const computedCount = computed.length;
  const words = Math.max(1, (n + 31) >> 5);
  const computedWords = Math.max(1, (computedCount + 31) >> 5);
  const numberOf = new Int32Array(graph.vertexCount).fill(-1);
  original.forEach((v, i) => {
    numberOf[v] = i;
  });
  const unit = original.reduce((divisor, v) => greatestCommonDivisor(divisor, weightOf(graph, v)), 0) || 1;
  const weights = Float64Array.from(original, (v) => weightOf(graph, v) / unit);
  const predecessors = new Int32Array(computedCount * words);
  const successors = new Int32Array(n * computedWords);
  for (let v = 0; v < computedCount; v++) {
    for (const p of predecessorsOf(graph, at(original, v))) {
      const u = at(numberOf, p);
      setBit(predecessors, v * words, u);
      setBit(successors, u * computedWords, v);
    }
  }
  const inputs = new Int32Array(words);
  for (let v = computedCount; v < n; v++) setBit(inputs, 0, v);
  const computedMask = new Int32Array(words);
  for (let v = 0; v < computedCount; v++) setBit(computedMask, 0, v);
  const outputs = new Int32Array(computedWords);
  const outputList = Int32Array.from(computed.flatMap((v, i) => (graph.isOutput[v] === 1 ? [i] : [])));
  const ancestors = new Int32Array(outputList.length * words);
  outputList.forEach((output, o) => {
    setBit(outputs, 0, output);
    setBit(ancestors, o * words, output);
    for (let v = output; v >= 0; v--) {
      if (!hasBit(ancestors, o * words, v)) continue;
      for (let w = 0; w < words; w++) {
        ancestors[o * words + w] = at(ancestors, o * words + w) | at(predecessors, v * words + w);
      }
    }
  });
  return {
    vertexCount: n,
    computedCount,
    words,
    computedWords,
    original,
    unit,
    weights,
    predecessors,
    successors,
    inputs,
    computed: computedMask,
    outputs,
    outputList,
    ancestors,
    outputCost: outputList.reduce((sum, v) => sum + at(weights, v), 0),
  };
}

function greatestCommonDivisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}
