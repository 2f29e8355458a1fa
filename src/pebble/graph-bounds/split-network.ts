import type { Cdag } from "../cdag.js";
import { at } from "./arrays.js";
import type { WeightedPath } from "./graph-bound.js";
import { type FlowNetwork, flowNetwork, flowPaths, maximumFlow, UNBOUNDED } from "./max-flow.js";
import type { UsefulPart } from "./useful.js";

/**
 * The useful part of a CDAG with every vertex split into an entry and an exit. Arcs: source to entry, entry to exit
 * (capacity: what passing the vertex costs), exit to sink, entry to sink, exit to the entry of each successor, entry to the
 * entry of each predecessor. Which of them are open differs from flow to flow; the shape is built once.
 */
export interface SplitNetwork {
  readonly network: FlowNetwork;
  readonly vertices: Int32Array;
  readonly edgeCount: number;
  /** The vertex that each edge enters. */
  readonly edgeHeads: Int32Array;
}

/** Capacities of one flow; indexed by vertex of the CDAG. */
export interface SplitCapacities {
  readonly isSource: Uint8Array;
  /** Capacity from entry to exit. */
  readonly pay: Int32Array | Float64Array;
  /** 1: the entry drains into the sink. */
  readonly isEntrySink: Uint8Array;
  /** 1: the exit drains into the sink. */
  readonly isExitSink: Uint8Array;
  /** Whether a flow may step from the entry of a vertex to the entry of a predecessor for nothing. */
  readonly backward: boolean;
  /** 1: no flow enters the vertex along an edge. */
  readonly isClosed?: Uint8Array;
}

export function splitNetwork(graph: Cdag, useful: UsefulPart): SplitNetwork {
  const vertices = useful.vertices;
  const k = vertices.length;
  const place = new Int32Array(graph.vertexCount).fill(-1);
  vertices.forEach((v, i) => {
    place[v] = i;
  });
  let edgeCount = 0;
  for (const v of vertices) edgeCount += at(useful.outDegree, v);
  const tails = new Int32Array(4 * k + 2 * edgeCount);
  const ends = new Int32Array(4 * k + 2 * edgeCount);
  const source = 2 * k;
  const sink = 2 * k + 1;
  const put = (arc: number, tail: number, end: number): void => {
    tails[arc] = tail;
    ends[arc] = end;
  };
  const edgeHeads = new Int32Array(edgeCount);
  let edge = 0;
  for (let i = 0; i < k; i++) {
    put(i, source, 2 * i);
    put(k + i, 2 * i, 2 * i + 1);
    put(2 * k + i, 2 * i + 1, sink);
    put(3 * k + i, 2 * i, sink);
    const v = at(vertices, i);
    for (let e = at(graph.successorOffsets, v); e < at(graph.successorOffsets, v + 1); e++) {
      const j = at(place, at(graph.successors, e));
      if (j < 0) continue;
      put(4 * k + edge, 2 * i + 1, 2 * j);
      put(4 * k + edgeCount + edge, 2 * j, 2 * i);
      edgeHeads[edge++] = at(graph.successors, e);
    }
  }
  return { network: flowNetwork(2 * k + 2, source, sink, tails, ends), vertices, edgeCount, edgeHeads };
}

/** Value of the maximum flow with the given capacities. */
export function splitFlow(split: SplitNetwork, capacities: SplitCapacities): number {
  const { network, vertices, edgeCount, edgeHeads } = split;
  const { isClosed, backward } = capacities;
  const k = vertices.length;
  const residual = network.residual;
  residual.fill(0);
  for (let i = 0; i < k; i++) {
    const v = at(vertices, i);
    if (at(capacities.isSource, v) === 1) residual[2 * i] = UNBOUNDED;
    residual[2 * (k + i)] = at(capacities.pay, v);
    if (at(capacities.isExitSink, v) === 1) residual[2 * (2 * k + i)] = UNBOUNDED;
    if (at(capacities.isEntrySink, v) === 1) residual[2 * (3 * k + i)] = UNBOUNDED;
  }
  for (let e = 0; e < edgeCount; e++) {
    if (isClosed === undefined || at(isClosed, at(edgeHeads, e)) === 0) residual[2 * (4 * k + e)] = UNBOUNDED;
    if (backward) residual[2 * (4 * k + edgeCount + e)] = UNBOUNDED;
  }
  return maximumFlow(network);
}

/** The maximum flow just found, as paths of vertices; entry and exit of a vertex count once. */
export function splitPaths(split: SplitNetwork): WeightedPath[] {
  return flowPaths(split.network).map(({ nodes, amount }) => ({
    vertices: nodes.filter((node) => node % 2 === 0).map((node) => at(split.vertices, node / 2)),
    amount,
  }));
}
