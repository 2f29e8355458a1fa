import { hasBit } from "./bits.js";
import type { Instance } from "./instance.js";

/** Permutations of the vertices of an instance that keep edges, weights, inputs and outputs. */
export interface SymmetryGroup {
  /** One row of coset representatives a level of the stabiliser chain, the identity skipped. */
  readonly transversals: readonly (readonly Int32Array[])[];
  /** Order of the group (a float: it may be astronomical). */
  readonly order: number;
}

/** Individualisation-refinement gives up on finding one automorphism after this many branches. */
const BRANCH_LIMIT = 2000;
/** And on the group as a whole after this many. */
const TOTAL_BRANCH_LIMIT = 5000;

/** Larger graphs are searched without symmetry: refinement would take longer than it saves. */
const LARGEST_GRAPH = 256;

/**
 * The automorphism group by colour refinement and backtracking down a stabiliser chain (Schreier-Sims style: level `i`
 * fixes the first `i` base points). Where a branch limit is hit, the group found is a subgroup, which is as sound.
 */
export function automorphisms(instance: Instance): SymmetryGroup {
  if (instance.vertexCount > LARGEST_GRAPH) return { transversals: [], order: 1 };
  const graph = adjacency(instance);
  const budget = { left: TOTAL_BRANCH_LIMIT };
  const base: number[] = [];
  const generators: { readonly level: number; readonly permutation: Int32Array }[] = [];
  for (;;) {
    const colours = refine(graph, base);
    const cell = firstCell(colours);
    if (cell === undefined) break;
    base.push(cell[0] as number);
  }
  for (let level = base.length - 1; level >= 0; level--) {
    const prefix = base.slice(0, level);
    const point = base[level] as number;
    const colours = refine(graph, prefix);
    let orbit = orbitOf(
      point,
      generators.map((g) => g.permutation),
      instance.vertexCount,
    );
    for (let image = 0; image < instance.vertexCount; image++) {
      if (colours[image] !== colours[point] || orbit.has(image)) continue;
      const found = extend(graph, [...prefix, point], [...prefix, image], budget, { left: BRANCH_LIMIT });
      if (found === undefined) continue;
      generators.push({ level, permutation: found });
      orbit = orbitOf(
        point,
        generators.map((g) => g.permutation),
        instance.vertexCount,
      );
    }
  }
  const transversals = base.map((point, level) => {
    const acting = generators.filter((g) => g.level >= level).map((g) => g.permutation);
    return [...orbitOf(point, acting, instance.vertexCount).values()].slice(1);
  });
  return { transversals, order: transversals.reduce((order, row) => order * (row.length + 1), 1) };
}

interface Adjacency {
  readonly count: number;
  readonly predecessors: readonly (readonly number[])[];
  readonly successors: readonly (readonly number[])[];
  readonly initial: readonly string[];
}

function adjacency(instance: Instance): Adjacency {
  const count = instance.vertexCount;
  const predecessors: number[][] = Array.from({ length: count }, () => []);
  const successors: number[][] = Array.from({ length: count }, () => []);
  for (let v = 0; v < instance.computedCount; v++) {
    for (let u = 0; u < count; u++) {
      if (!hasBit(instance.predecessors, v * instance.words, u)) continue;
      predecessors[v]?.push(u);
      successors[u]?.push(v);
    }
  }
  const isOutput = new Set(instance.outputList);
  const initial = predecessors.map((_, v) => `${v >= instance.computedCount},${isOutput.has(v)},${instance.weights[v]}`);
  return { count, predecessors, successors, initial };
}

/** The coarsest stable colouring in which every point of `fixed` has a colour of its own, by its position. */
function refine(graph: Adjacency, fixed: readonly number[]): Int32Array {
  const keys = graph.initial.map((key, v) => `${key}|${fixed.indexOf(v)}`);
  let colours = numbered(keys);
  let classes = new Set(colours).size;
  for (;;) {
    const signature = (list: readonly number[]): string =>
      list
        .map((u) => colours[u] as number)
        .sort((a, b) => a - b)
        .join(",");
    const next = numbered(
      Array.from(
        colours,
        (colour, v) =>
          `${String(colour).padStart(6)}|${signature(graph.predecessors[v] ?? [])}|${signature(graph.successors[v] ?? [])}`,
      ),
    );
    const refined = new Set(next).size;
    colours = next;
    if (refined === classes) return colours;
    classes = refined;
  }
}

/** Colours by rank of the key, so that isomorphic graphs get the same numbers. */
function numbered(keys: readonly string[]): Int32Array {
  const ranks = new Map([...new Set(keys)].sort().map((key, rank) => [key, rank]));
  return Int32Array.from(keys, (key) => ranks.get(key) ?? 0);
}

function firstCell(colours: Int32Array): readonly number[] | undefined {
  const cells = new Map<number, number[]>();
  colours.forEach((colour, v) => {
    const cell = cells.get(colour);
    if (cell === undefined) cells.set(colour, [v]);
    else cell.push(v);
  });
  let smallest: number[] | undefined;
  for (const cell of cells.values()) {
    if (cell.length > 1 && (smallest === undefined || cell.length < smallest.length)) smallest = cell;
  }
  return smallest;
}

/** An automorphism that maps `from[i]` to `to[i]`, moving few other vertices where there is a choice. */
function extend(
  graph: Adjacency,
  from: readonly number[],
  to: readonly number[],
  total: { left: number },
  local: { left: number },
): Int32Array | undefined {
  if (total.left-- <= 0 || local.left-- <= 0) return undefined;
  const source = refine(graph, from);
  const target = refine(graph, to);
  if (source.slice().sort().join() !== target.slice().sort().join()) return undefined;
  const cell = firstCell(source);
  if (cell === undefined) {
    const permutation = source.map((colour) => target.indexOf(colour));
    return isAutomorphism(graph, permutation) ? permutation : undefined;
  }
  const isFree = (v: number): boolean => target[v] === source[v];
  const point = cell.find(isFree) ?? (cell[0] as number);
  const images = Array.from({ length: graph.count }, (_, v) => v).filter((v) => target[v] === source[point]);
  images.sort((a, b) => Number(b === point) - Number(a === point));
  for (const image of images) {
    const found = extend(graph, [...from, point], [...to, image], total, local);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isAutomorphism(graph: Adjacency, permutation: Int32Array): boolean {
  return graph.predecessors.every((list, v) => {
    const image = graph.predecessors[permutation[v] as number] ?? [];
    return (
      graph.initial[v] === graph.initial[permutation[v] as number] &&
      list.length === image.length &&
      list.every((u) => image.includes(permutation[u] as number))
    );
  });
}

/** The orbit of a point, with a product of generators that maps the point to each of its members. */
function orbitOf(point: number, generators: readonly Int32Array[], count: number): Map<number, Int32Array> {
  const orbit = new Map([[point, Int32Array.from({ length: count }, (_, v) => v)]]);
  for (const [member, reached] of orbit) {
    for (const generator of generators) {
      const image = generator[member] as number;
      if (!orbit.has(image))
        orbit.set(
          image,
          reached.map((v) => generator[v] as number),
        );
    }
  }
  return orbit;
}
