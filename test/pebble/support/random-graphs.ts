import { buildCdag, type Cdag, type CdagDescription } from "../../../src/pebble/cdag.js";

/** A seeded stream of numbers in [0, 1). */
export function randomStream(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A random DAG on `vertices` vertices with in-degree up to 3; a few extra outputs, weights 1 to 3 when asked for. */
export function randomDescription(random: () => number, vertices: number, isWeighted: boolean): CdagDescription {
  const edges: [number, number][] = [];
  const inputs = 1 + Math.floor(random() * Math.max(1, vertices / 2));
  const hasSuccessor = new Set<number>();
  for (let v = inputs; v < vertices; v++) {
    const operands = new Set<number>();
    const wanted = 1 + Math.floor(random() * Math.min(3, v));
    while (operands.size < wanted) operands.add(Math.floor(random() * v));
    for (const u of operands) {
      edges.push([u, v]);
      hasSuccessor.add(u);
    }
  }
  const outputs: number[] = [];
  for (let v = 0; v < vertices; v++) {
    const chance = hasSuccessor.has(v) ? 0.12 : 0.9;
    if (random() < chance) outputs.push(v);
  }
  if (outputs.length === 0) outputs.push(vertices - 1);
  const weights = Array.from({ length: vertices }, () => (isWeighted ? 1 + Math.floor(random() * 3) : 1));
  return { vertices, edges, outputs, weights };
}

export function randomCdag(random: () => number, vertices: number, isWeighted: boolean): Cdag {
  return buildCdag(randomDescription(random, vertices, isWeighted));
}
