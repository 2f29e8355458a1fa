import { checkInteger, InputError } from "../errors.js";

/**
 * A computational directed acyclic graph as compressed typed arrays. Vertices without predecessors are inputs; every
 * other vertex is computed from all its predecessors at once. Immutable once built.
 */
export interface Cdag {
  readonly vertexCount: number;
  readonly edgeCount: number;
  /** Predecessors of `v`: `predecessors[predecessorOffsets[v] .. predecessorOffsets[v+1])`, ascending. */
  readonly predecessorOffsets: Int32Array;
  readonly predecessors: Int32Array;
  /** Successors of `v`, likewise. */
  readonly successorOffsets: Int32Array;
  readonly successors: Int32Array;
  /** Words that a red pebble on the vertex occupies and that loading or storing it moves; all 1 unless given, 0 for constants. */
  readonly weights: Int32Array;
  /** 1 where the vertex must carry a blue pebble at the end. */
  readonly isOutput: Uint8Array;
  /** Every vertex after all its predecessors (breadth-first from the inputs, ascending ids). */
  readonly topologicalOrder: Int32Array;
  /** Names for people, where the source of the graph had any. */
  readonly names?: readonly string[];
}

/** What `buildCdag` takes: an edge list. Without `outputs`, the vertices without successors are the outputs. */
export interface CdagDescription {
  readonly vertices: number;
  readonly edges: readonly (readonly [from: number, to: number])[];
  readonly outputs?: readonly number[];
  readonly names?: readonly string[];
  readonly weights?: readonly number[];
  /** Inputs that are known beforehand, such as a zero: they weigh nothing, whatever `weights` says. */
  readonly constants?: readonly number[];
}

/** More than this many vertices or edges does not fit the 32-bit offsets of the compressed form comfortably. */
const MAXIMUM_CDAG_SIZE: number = 2 ** 28;

/**
 * Builds the compressed graph and checks it: ids in range, no duplicate edge, no self-loop, no cycle, positive
 * weights, outputs in range and named once.
 *
 * @throws InputError naming the offending edge or field (`edges[17]`), or one vertex on a cycle.
 */
export function buildCdag(description: CdagDescription): Cdag {
  const n = checkInteger("vertices", description.vertices, 1, MAXIMUM_CDAG_SIZE);
  const edges = description.edges;
  if (edges.length > MAXIMUM_CDAG_SIZE) throw new InputError("edges", `at most ${MAXIMUM_CDAG_SIZE} edges`, String(edges.length));
  const predecessorOffsets = new Int32Array(n + 1);
  const successorOffsets = new Int32Array(n + 1);
  edges.forEach(([from, to], index) => {
    checkInteger(`edges[${index}][0]`, from, 0, n - 1);
    checkInteger(`edges[${index}][1]`, to, 0, n - 1);
    if (from === to) throw new InputError(`edges[${index}]`, "an edge between two different vertices", `${from} -> ${to}`);
    predecessorOffsets[to + 1] = at(predecessorOffsets, to + 1) + 1;
    successorOffsets[from + 1] = at(successorOffsets, from + 1) + 1;
  });
  for (let v = 0; v < n; v++) {
    predecessorOffsets[v + 1] = at(predecessorOffsets, v + 1) + at(predecessorOffsets, v);
    successorOffsets[v + 1] = at(successorOffsets, v + 1) + at(successorOffsets, v);
  }
  const predecessors = new Int32Array(edges.length);
  const successors = new Int32Array(edges.length);
  const nextIn = predecessorOffsets.slice();
  const nextOut = successorOffsets.slice();
  for (const [from, to] of edges) {
    const i = at(nextIn, to);
    predecessors[i] = from;
    nextIn[to] = i + 1;
    const o = at(nextOut, from);
    successors[o] = to;
    nextOut[from] = o + 1;
  }
  for (let v = 0; v < n; v++) {
    const row = predecessors.subarray(at(predecessorOffsets, v), at(predecessorOffsets, v + 1)).sort();
    for (let i = 1; i < row.length; i++) {
      if (row[i] === row[i - 1]) throw new InputError("edges", `each edge once; ${row[i]} -> ${v} is there twice`);
    }
    successors.subarray(at(successorOffsets, v), at(successorOffsets, v + 1)).sort();
  }
  const weights = new Int32Array(n).fill(1);
  if (description.weights !== undefined) {
    if (description.weights.length !== n) {
      throw new InputError("weights", `one weight a vertex, ${n} in all`, String(description.weights.length));
    }
    description.weights.forEach((w, v) => {
      weights[v] = checkInteger(`weights[${v}]`, w, 1, 2 ** 31 - 1);
    });
  }
  description.constants?.forEach((v, index) => {
    checkInteger(`constants[${index}]`, v, 0, n - 1);
    if (at(predecessorOffsets, v) !== at(predecessorOffsets, v + 1)) {
      throw new InputError(`constants[${index}]`, "a vertex without predecessors", String(v));
    }
    weights[v] = 0;
  });
  if (description.names !== undefined && description.names.length !== n) {
    throw new InputError("names", `one name a vertex, ${n} in all`, String(description.names.length));
  }
  const isOutput = new Uint8Array(n);
  if (description.outputs === undefined) {
    for (let v = 0; v < n; v++) isOutput[v] = at(successorOffsets, v) === at(successorOffsets, v + 1) ? 1 : 0;
  } else {
    description.outputs.forEach((v, index) => {
      checkInteger(`outputs[${index}]`, v, 0, n - 1);
      if (isOutput[v] === 1) throw new InputError(`outputs[${index}]`, "each output once", String(v));
      isOutput[v] = 1;
    });
  }
  const graph = {
    vertexCount: n,
    edgeCount: edges.length,
    predecessorOffsets,
    predecessors,
    successorOffsets,
    successors,
    weights,
    isOutput,
  };
  return {
    ...graph,
    topologicalOrder: topologicalOrder(graph),
    ...(description.names === undefined ? {} : { names: description.names }),
  };
}

/** Kahn's order. */
function topologicalOrder(graph: Omit<Cdag, "topologicalOrder">): Int32Array {
  const n = graph.vertexCount;
  const waiting = new Int32Array(n);
  const order = new Int32Array(n);
  let filled = 0;
  for (let v = 0; v < n; v++) {
    waiting[v] = at(graph.predecessorOffsets, v + 1) - at(graph.predecessorOffsets, v);
    if (waiting[v] === 0) order[filled++] = v;
  }
  for (let done = 0; done < filled; done++) {
    const v = at(order, done);
    for (let e = at(graph.successorOffsets, v); e < at(graph.successorOffsets, v + 1); e++) {
      const w = at(graph.successors, e);
      const left = at(waiting, w) - 1;
      waiting[w] = left;
      if (left === 0) order[filled++] = w;
    }
  }
  if (filled < n) {
    const stuck = waiting.findIndex((count) => count > 0);
    throw new InputError("edges", `an acyclic graph; vertex ${stuck} is on or behind a cycle`);
  }
  return order;
}

/** Typed arrays are dense; this names the assertion once instead of scattering `!`. */
function at(array: Int32Array, index: number): number {
  return array[index] as number;
}
