import { buildCdag, type Cdag } from "../../../src/pebble/cdag.js";

/** A seeded stream of numbers in [0, 1) (mulberry32). */
export function randomStream(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A random DAG with ids in random order; sometimes with inner outputs, useless vertices and outputs that are inputs. */
export function randomCdag(seed: number, vertices: number, options: { weighted?: boolean; degree?: number } = {}): Cdag {
  const random = randomStream(seed);
  const pick = (n: number): number => Math.floor(random() * n);
  const degree = options.degree ?? 3;
  const id = shuffled(vertices, random);
  const inputs = 1 + pick(Math.max(1, vertices - 2));
  const edges: [number, number][] = [];
  for (let v = Math.min(inputs, vertices - 1); v < vertices; v++) {
    const operands = new Set<number>();
    const wanted = Math.min(v, 1 + pick(degree));
    while (operands.size < wanted) operands.add(random() < 0.5 ? pick(v) : Math.max(0, v - 1 - pick(4)));
    for (const u of operands) edges.push([id[u] as number, id[v] as number]);
  }
  const sinks = new Set(Array.from({ length: vertices }, (_, v) => v));
  for (const [from] of edges) sinks.delete(from);
  const outputs = new Set(sinks);
  const dropped = random() < 0.4 ? 0.4 : 0;
  for (const v of sinks) {
    const isDropped = random() < dropped;
    if (isDropped && outputs.size > 1) outputs.delete(v);
  }
  if (random() < 0.5) outputs.add(pick(vertices));
  return buildCdag({
    vertices,
    edges,
    outputs: [...outputs],
    ...(options.weighted === true ? { weights: Array.from({ length: vertices }, () => 1 + pick(3)) } : {}),
  });
}

function shuffled(n: number, random: () => number): number[] {
  const ids = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [ids[i], ids[j]] = [ids[j] as number, ids[i] as number];
  }
  return ids;
}

/** The same graph under other labels. */
export function relabelled(graph: Cdag, seed: number): Cdag {
  const id = shuffled(graph.vertexCount, randomStream(seed));
  const edges: [number, number][] = [];
  for (let v = 0; v < graph.vertexCount; v++) {
    for (const u of graph.predecessors.subarray(graph.predecessorOffsets[v], graph.predecessorOffsets[v + 1])) {
      edges.push([id[u] as number, id[v] as number]);
    }
  }
  const weights = new Array<number>(graph.vertexCount).fill(1);
  const outputs: number[] = [];
  for (let v = 0; v < graph.vertexCount; v++) {
    weights[id[v] as number] = graph.weights[v] as number;
    if (graph.isOutput[v] === 1) outputs.push(id[v] as number);
  }
  return buildCdag({ vertices: graph.vertexCount, edges, outputs, weights });
}

/** A random DAG with few inputs and long lives, on which capacities bind. */
export function randomDenseCdag(seed: number): Cdag {
  const random = randomStream(seed);
  const pick = (n: number): number => Math.floor(random() * n);
  const inputs = 1 + pick(3);
  const vertices = inputs + 5 + pick(3);
  const edges: [number, number][] = [];
  for (let v = inputs; v < vertices; v++) {
    const operands = new Set<number>();
    const wanted = Math.min(v, 1 + pick(2 + (seed % 2)));
    while (operands.size < wanted) operands.add(pick(v));
    for (const u of operands) edges.push([u, v]);
  }
  const used = new Set(edges.map(([from]) => from));
  const outputs = new Set(Array.from({ length: vertices }, (_, v) => v).filter((v) => !used.has(v)));
  if (random() < 0.3) outputs.add(pick(vertices));
  const weights = seed % 4 === 0 ? { weights: Array.from({ length: vertices }, () => 1 + pick(2)) } : {};
  return buildCdag({ vertices, edges, outputs: [...outputs], ...weights });
}
