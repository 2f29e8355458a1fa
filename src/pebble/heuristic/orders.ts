import type { Cdag } from "../cdag.js";
import { isInput } from "../rules.js";

/** The vertices to compute, each after its computed operands; inputs and vertices that no output needs are skipped. */
export type ComputationOrder = Int32Array;

/** 1 for the vertices that some output needs and that are computed. */
export function neededVertices(graph: Cdag): Uint8Array {
  const needed = graph.isOutput.slice();
  for (let i = graph.vertexCount - 1; i >= 0; i--) {
    const v = graph.topologicalOrder[i] as number;
    if (needed[v] === 0) continue;
    const end = graph.predecessorOffsets[v + 1] as number;
    for (let e = graph.predecessorOffsets[v] as number; e < end; e++) needed[graph.predecessors[e] as number] = 1;
  }
  for (let v = 0; v < graph.vertexCount; v++) if (isInput(graph, v)) needed[v] = 0;
  return needed;
}

/** Level by level, as Kahn's algorithm finds the vertices. */
export function breadthFirstOrder(graph: Cdag): ComputationOrder {
  const needed = neededVertices(graph);
  return graph.topologicalOrder.filter((v) => needed[v] === 1);
}

/** Postorder of a depth-first search from the outputs against the edges: each value is computed when it is first asked for. */
export function depthFirstOrder(graph: Cdag): ComputationOrder {
  const open = neededVertices(graph);
  const order = new Int32Array(graph.vertexCount);
  const stack = new Int32Array(graph.vertexCount);
  const next = graph.predecessorOffsets.slice();
  let filled = 0;
  for (let root = 0; root < graph.vertexCount; root++) {
    if (graph.isOutput[root] === 0 || open[root] === 0) continue;
    open[root] = 0;
    stack[0] = root;
    for (let depth = 0; depth >= 0; ) {
      const v = stack[depth] as number;
      const e = next[v] as number;
      if (e === graph.predecessorOffsets[v + 1]) {
        order[filled++] = v;
        depth--;
        continue;
      }
      next[v] = e + 1;
      const u = graph.predecessors[e] as number;
      if (open[u] === 1) {
        open[u] = 0;
        stack[++depth] = u;
      }
    }
  }
  return order.slice(0, filled);
}

/**
 * Ready vertices last in, first out: as soon as a vertex can be computed from fresh values it is (the elimination order of a
 * depth-first Kahn algorithm).
 */
export function lastReadyFirstOrder(graph: Cdag): ComputationOrder {
  return readyOrder(graph, () => 0);
}

/** Among the ready vertices the one that sets most operands free, the last to become so among equals. */
export function freeingOrder(graph: Cdag): ComputationOrder {
  return readyOrder(graph, (lastUses) => lastUses);
}

/** The queue discipline of Cuthill and McKee: successors of the vertices in order, those of fewer neighbours first. */
export function cuthillMcKeeOrder(graph: Cdag): ComputationOrder {
  const needed = neededVertices(graph);
  const waiting = operandCounts(graph, needed);
  const order = new Int32Array(graph.vertexCount);
  const degree = (v: number): number =>
    (graph.predecessorOffsets[v + 1] as number) -
    (graph.predecessorOffsets[v] as number) +
    (graph.successorOffsets[v + 1] as number) -
    (graph.successorOffsets[v] as number);
  let filled = 0;
  const release = (u: number): void => {
    const ready: number[] = [];
    for (let e = graph.successorOffsets[u] as number; e < (graph.successorOffsets[u + 1] as number); e++) {
      const s = graph.successors[e] as number;
      if (needed[s] === 0) continue;
      const left = (waiting[s] as number) - 1;
      waiting[s] = left;
      if (left === 0) ready.push(s);
    }
    if (ready.length > 1) ready.sort((a, b) => degree(a) - degree(b) || a - b);
    for (const s of ready) order[filled++] = s;
  };
  for (let v = 0, done = 0; v < graph.vertexCount; v++) {
    if (!isInput(graph, v)) continue;
    release(v);
    while (done < filled) release(order[done++] as number);
  }
  return order.slice(0, filled);
}

function operandCounts(graph: Cdag, needed: Uint8Array): Int32Array {
  const counts = new Int32Array(graph.vertexCount);
  for (let v = 0; v < graph.vertexCount; v++) {
    if (needed[v] === 1) counts[v] = (graph.predecessorOffsets[v + 1] as number) - (graph.predecessorOffsets[v] as number);
  }
  return counts;
}

/** Kahn's algorithm on stacks by priority; `priority` sees how many operands have the vertex as their only remaining use. */
function readyOrder(graph: Cdag, priority: (lastUses: number) => number): ComputationOrder {
  const needed = neededVertices(graph);
  const waiting = operandCounts(graph, needed);
  const usesLeft = new Int32Array(graph.vertexCount);
  // Exclusive or of the remaining users: once a single one remains, its name.
  const users = new Int32Array(graph.vertexCount);
  for (let v = 0; v < graph.vertexCount; v++) {
    if (needed[v] === 0) continue;
    for (let e = graph.predecessorOffsets[v] as number; e < (graph.predecessorOffsets[v + 1] as number); e++) {
      const u = graph.predecessors[e] as number;
      usesLeft[u] = (usesLeft[u] as number) + 1;
      users[u] = (users[u] as number) ^ v;
    }
  }
  const lastUses = new Int32Array(graph.vertexCount);
  for (let u = 0; u < graph.vertexCount; u++) {
    if (usesLeft[u] === 1) lastUses[users[u] as number] = (lastUses[users[u] as number] as number) + 1;
  }
  const stacks: number[][] = [];
  const push = (v: number): void => {
    const p = priority(lastUses[v] as number);
    while (stacks.length <= p) stacks.push([]);
    (stacks[p] as number[]).push(v);
  };
  const order = new Int32Array(graph.vertexCount);
  const done = new Uint8Array(graph.vertexCount);
  let filled = 0;
  const release = (u: number): void => {
    for (let e = graph.successorOffsets[u] as number; e < (graph.successorOffsets[u + 1] as number); e++) {
      const s = graph.successors[e] as number;
      if (needed[s] === 0) continue;
      const left = (waiting[s] as number) - 1;
      waiting[s] = left;
      if (left === 0) push(s);
    }
  };
  const take = (): number => {
    for (let p = stacks.length - 1; p >= 0; p--) {
      const stack = stacks[p] as number[];
      for (let v = stack.pop(); v !== undefined; v = stack.pop()) if (done[v] === 0) return v;
    }
    return -1;
  };
  for (let input = graph.vertexCount - 1; input >= 0; input--) if (isInput(graph, input)) release(input);
  for (let v = take(); v >= 0; v = take()) {
    done[v] = 1;
    order[filled++] = v;
    for (let e = graph.predecessorOffsets[v] as number; e < (graph.predecessorOffsets[v + 1] as number); e++) {
      const u = graph.predecessors[e] as number;
      const left = (usesLeft[u] as number) - 1;
      usesLeft[u] = left;
      users[u] = (users[u] as number) ^ v;
      if (left !== 1) continue;
      const last = users[u] as number;
      lastUses[last] = (lastUses[last] as number) + 1;
      if (waiting[last] === 0) push(last);
    }
    release(v);
  }
  return order.slice(0, filled);
}
