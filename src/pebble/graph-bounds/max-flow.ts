import { at } from "./arrays.js";

/** Stands for an unbounded capacity; sums of a few of them stay exact in a double. */
export const UNBOUNDED: number = 2 ** 50;

/** A flow network in compressed form. Arc `2i` is the i-th arc, `2i + 1` its residual twin. Capacities are integers. */
export interface FlowNetwork {
  readonly nodeCount: number;
  readonly source: number;
  readonly sink: number;
  readonly heads: Int32Array;
  /** Arcs that leave node `x`: `arcs[offsets[x] .. offsets[x + 1])`. */
  readonly offsets: Int32Array;
  readonly arcs: Int32Array;
  /** Residual capacities; fill the even entries (odd ones with 0) before a run. */
  readonly residual: Float64Array;
}

export function flowNetwork(nodeCount: number, source: number, sink: number, tails: Int32Array, ends: Int32Array): FlowNetwork {
  const arcCount = tails.length;
  const heads = new Int32Array(2 * arcCount);
  const offsets = new Int32Array(nodeCount + 1);
  for (let i = 0; i < arcCount; i++) {
    heads[2 * i] = at(ends, i);
    heads[2 * i + 1] = at(tails, i);
    offsets[at(tails, i) + 1] = at(offsets, at(tails, i) + 1) + 1;
    offsets[at(ends, i) + 1] = at(offsets, at(ends, i) + 1) + 1;
  }
  for (let x = 0; x < nodeCount; x++) offsets[x + 1] = at(offsets, x + 1) + at(offsets, x);
  const arcs = new Int32Array(2 * arcCount);
  const next = offsets.slice();
  for (let a = 0; a < 2 * arcCount; a++) {
    const tail = at(heads, a ^ 1);
    const slot = at(next, tail);
    arcs[slot] = a;
    next[tail] = slot + 1;
  }
  return { nodeCount, source, sink, heads, offsets, arcs, residual: new Float64Array(2 * arcCount) };
}

/** Maximum flow by blocking flows (Dinic 1970). Leaves the residual capacities in the network. */
export function maximumFlow(network: FlowNetwork): number {
  const { source, sink, heads, offsets, arcs, residual, nodeCount } = network;
  const level = new Int32Array(nodeCount);
  const queue = new Int32Array(nodeCount);
  const current = new Int32Array(nodeCount);
  const path = new Int32Array(nodeCount);
  let flow = 0;
  while (layers(network, level, queue)) {
    current.set(offsets.subarray(0, nodeCount));
    let depth = 0;
    let x = source;
    for (;;) {
      if (x === sink) {
        let bottleneck = Number.POSITIVE_INFINITY;
        for (let i = 0; i < depth; i++) bottleneck = Math.min(bottleneck, at(residual, at(path, i)));
        let keep = depth;
        for (let i = depth - 1; i >= 0; i--) {
          const a = at(path, i);
          residual[a] = at(residual, a) - bottleneck;
          residual[a ^ 1] = at(residual, a ^ 1) + bottleneck;
          if (residual[a] === 0) keep = i;
        }
        flow += bottleneck;
        depth = keep;
        x = at(heads, at(path, depth) ^ 1);
        continue;
      }
      let advanced = false;
      for (let i = at(current, x); i < at(offsets, x + 1); i++) {
        const a = at(arcs, i);
        if (at(residual, a) > 0 && at(level, at(heads, a)) === at(level, x) + 1) {
          current[x] = i;
          path[depth++] = a;
          x = at(heads, a);
          advanced = true;
          break;
        }
      }
      if (advanced) continue;
      level[x] = -1;
      if (depth === 0) break;
      x = at(heads, at(path, --depth) ^ 1);
    }
  }
  return flow;
}

/** Breadth-first distances in the residual network; false once the sink cannot be reached. */
function layers(network: FlowNetwork, level: Int32Array, queue: Int32Array): boolean {
  const { source, sink, heads, offsets, arcs, residual } = network;
  level.fill(-1);
  level[source] = 0;
  queue[0] = source;
  let filled = 1;
  for (let done = 0; done < filled; done++) {
    const x = at(queue, done);
    for (let i = at(offsets, x); i < at(offsets, x + 1); i++) {
      const a = at(arcs, i);
      const y = at(heads, a);
      if (at(residual, a) > 0 && at(level, y) < 0) {
        level[y] = at(level, x) + 1;
        if (y === sink) return true;
        queue[filled++] = y;
      }
    }
  }
  return false;
}

/** Splits the flow just found into paths of nodes from source to sink with their amounts; cycles of flow are dropped. */
export function flowPaths(network: FlowNetwork): { nodes: number[]; amount: number }[] {
  const { source, sink, heads, offsets, arcs, residual, nodeCount } = network;
  const current = offsets.slice(0, nodeCount);
  const depthOf = new Int32Array(nodeCount).fill(-1);
  const walk: number[] = [];
  const paths: { nodes: number[]; amount: number }[] = [];
  let x = source;
  depthOf[source] = 0;
  const withdraw = (from: number): number => {
    let amount = Number.POSITIVE_INFINITY;
    for (let i = from; i < walk.length; i++) amount = Math.min(amount, at(residual, (walk[i] as number) ^ 1));
    for (let i = from; i < walk.length; i++) {
      const twin = (walk[i] as number) ^ 1;
      residual[twin] = at(residual, twin) - amount;
      depthOf[at(heads, walk[i] as number)] = -1;
    }
    return amount;
  };
  for (;;) {
    let out = -1;
    for (let i = at(current, x); i < at(offsets, x + 1); i++) {
      const a = at(arcs, i);
      if ((a & 1) === 0 && at(residual, a ^ 1) > 0) {
        current[x] = i;
        out = a;
        break;
      }
    }
    if (out < 0) return paths;
    const y = at(heads, out);
    walk.push(out);
    if (y === sink) {
      const nodes = walk.slice(0, -1).map((a) => at(heads, a));
      paths.push({ nodes, amount: withdraw(0) });
      walk.length = 0;
      x = source;
    } else if (at(depthOf, y) >= 0) {
      const from = at(depthOf, y);
      withdraw(from);
      walk.length = from;
      depthOf[y] = from;
      x = y;
    } else {
      depthOf[y] = walk.length;
      x = y;
    }
  }
}
