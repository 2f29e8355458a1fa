import { BYTES_OF } from "../computation/data-types.js";
import { type GemmWorkload, gemmComputation } from "../computation/gemm.js";
import { rightTypeOf } from "../computation/operand-types.js";
import type { WordTypes } from "../computation/word-types.js";
import { InputError } from "../errors.js";
import type { Interface } from "../machines/machine.js";
import type { Cdag } from "../pebble/cdag.js";
import { expand } from "../pebble/expand.js";
import { referee } from "../pebble/referee.js";
import { type Move, slideMove, type TwoLevelGame } from "../pebble/rules.js";

/** A schedule's replay over one interface as word-level moves of the pebble game. */
export interface LiftedReplay {
  readonly interface: Interface;
  /** What the vertices' weights count: bytes of kernels, words in the two-level memory model. */
  readonly unit: "bytes" | "words";
  readonly graph: Cdag;
  readonly game: TwoLevelGame;
  /** The processor that adds in the L2; what it loads and stores stays behind the interface. */
  readonly adder?: number;
  readonly moves: readonly Move[];
  /** What the replay counted, loads and stores. */
  readonly replayed: bigint;
}

/** What the referee says of a lifted replay: legal at exactly the replayed I/O, or why not. */
export type LiftVerdict =
  | { readonly agrees: true; readonly moves: number; readonly cost: bigint }
  | { readonly agrees: false; readonly reason: string };

/** Has the referee of the pebble game replay the moves one by one, and compares its count. */
export function refereeLifted(lifted: LiftedReplay): LiftVerdict {
  const verdict = referee(lifted.graph, lifted.game, lifted.moves);
  if (!verdict.legal) return { agrees: false, reason: `move ${verdict.index} breaks ${verdict.rule}: ${verdict.message}` };
  const cost = verdict.boundaries.reduce(
    (sum, { loadedWords, storedWords }, place) =>
      place === lifted.adder ? sum : sum + BigInt(loadedWords) + BigInt(storedWords),
    0n,
  );
  if (cost !== lifted.replayed) {
    const { unit, replayed } = lifted;
    return { agrees: false, reason: `the moves cost ${cost} ${unit}, the replay counted ${replayed}` };
  }
  return { agrees: true, moves: lifted.moves.length, cost };
}

/** Larger products have too many moves to be worth listing. */
export const MAXIMUM_LIFTED_PRODUCTS = 2_000_000;

/** The same as vertices of a graph. */
export const MAXIMUM_LIFTED_VERTICES: number = 3 * MAXIMUM_LIFTED_PRODUCTS;

/** Row and column of a sum. */
export type Cell = readonly [i: number, j: number];

/** A sum whose products are not added from the first to the last, and the inner indices in the order in which they are. */
export interface OrderedSum {
  readonly cell: Cell;
  readonly order: readonly number[];
}

/** The vertices of one product in some graph, by its own indices. */
export interface ProductVertices {
  a(batch: number, i: number, q: number): number;
  b(batch: number, q: number, j: number): number;
  /** The sum of the first `q + 1` products of C(i, j), in the order in which they are added. */
  sum(batch: number, i: number, j: number, q: number): number;
  /** Adds product q, counted in that order, to the running sum of C(i, j), in place from the second on. */
  multiplyAdd(batch: number, i: number, j: number, q: number): Move;
  /** What becomes of C(i, j) once all its products are added: it is stored and leaves, unless something follows. */
  finish(batch: number, i: number, j: number, moves: Move[]): void;
}

/** Both products of a chain in some graph. */
export interface ChainVertices {
  readonly first: ProductVertices;
  readonly second: ProductVertices;
}

/** Other indices of a product. */
interface Indices {
  readonly batch?: (batch: number) => number;
  readonly row?: (i: number) => number;
  readonly column?: (j: number) => number;
  /** Sums count their products in the order in which they are added, whichever these are. */
  readonly inner?: (q: number) => number;
}

/** The product by other indices: row i is row `row(i)` of `product`, and so on. */
export function renumbered(
  product: ProductVertices,
  { batch: of = same, row = same, column = same, inner = same }: Indices,
): ProductVertices {
  return {
    a: (batch, i, q) => product.a(of(batch), row(i), inner(q)),
    b: (batch, q, j) => product.b(of(batch), inner(q), column(j)),
    sum: (batch, i, j, q) => product.sum(of(batch), row(i), column(j), q),
    multiplyAdd: (batch, i, j, q) => product.multiplyAdd(of(batch), row(i), column(j), q),
    finish: (batch, i, j, moves) => product.finish(of(batch), row(i), column(j), moves),
  };
}

function same(index: number): number {
  return index;
}

/** Cᵀ = Bᵀ·Aᵀ: rows of the one are columns of the other. */
export function transposed(product: ProductVertices): ProductVertices {
  return {
    a: (batch, i, q) => product.b(batch, q, i),
    b: (batch, q, j) => product.a(batch, j, q),
    sum: (batch, i, j, q) => product.sum(batch, j, i, q),
    multiplyAdd: (batch, i, j, q) => product.multiplyAdd(batch, j, i, q),
    finish: (batch, i, j, moves) => product.finish(batch, j, i, moves),
  };
}

/**
 * The CDAG of a product (one chain of multiply-adds per output) with its vertices by their indices.
 *
 * @param weights 1 a vertex, or the bytes of its word
 * @param ordered sums, of every element of the batch, that do not add their products from the first to the last
 */
export function productGraph(
  workload: GemmWorkload,
  weights: "unit" | "bytes" = "unit",
  ordered: readonly OrderedSum[] = [],
): ProductVertices & { readonly graph: Cdag } {
  const { batch, m, n, k } = workload;
  checkListed(batch * m * n * k);
  const lead = (b: number): string => (batch > 1 ? `${b},` : "");
  const orders = range(0, batch).flatMap((b) => ordersOf("C", ordered, lead(b)));
  const graph = expand(gemmComputation(workload), {
    weights,
    maximumVertices: MAXIMUM_LIFTED_VERTICES,
    orders: new Map(orders),
  });
  return { graph, ...stageVertices(vertexNamed(graph), { a: "A", b: "B", sum: "C" }, k, lead) };
}

/** @throws InputError when there are too many scalar products to list. */
export function checkListed(products: number | bigint, toDo: string = "scalar products to lift"): void {
  if (products > MAXIMUM_LIFTED_PRODUCTS) {
    throw new InputError("workload", `at most ${MAXIMUM_LIFTED_PRODUCTS} ${toDo}`, String(products));
  }
}

/** By name, sums that do not add their products from the first to the last, and the order in which they do. */
export type Orders = ReadonlyMap<string, readonly number[]>;

/** Those of an array, for the graph to add their products so. */
export function ordersOf(
  array: string,
  sums: readonly OrderedSum[],
  lead: string = "",
): readonly (readonly [string, readonly number[]])[] {
  return sums.map(({ cell: [i, j], order }) => [`${array}[${lead}${i},${j}]`, order]);
}

/** Sums that add their products from the last to the first. */
export function backwards(cells: readonly Cell[], inner: number): readonly OrderedSum[] {
  const order = [...range(0, inner)].reverse();
  return cells.map((cell) => ({ cell, order }));
}

/** The vertex of a name. @throws RangeError for a name the graph does not have. */
export function vertexNamed(graph: Cdag): (name: string) => number {
  const vertexOf = new Map((graph.names ?? []).map((name, vertex) => [name, vertex] as const));
  return (name) => {
    const vertex = vertexOf.get(name);
    if (vertex === undefined) throw new RangeError(`no vertex ${name}`);
    return vertex;
  };
}

/** One product of several in a graph, by the names of its arrays; `inner` products make a sum. */
export function stageVertices(
  named: (name: string) => number,
  arrays: { readonly a: string; readonly b: string; readonly sum: string },
  inner: number,
  lead: (batch: number) => string = () => "",
): ProductVertices {
  const word = (array: string, batch: number, i: number, j: number): string => `${array}[${lead(batch)}${i},${j}]`;
  const sum = (batch: number, i: number, j: number, q: number): number =>
    named(q === inner - 1 ? word(arrays.sum, batch, i, j) : `${word(arrays.sum, batch, i, j)}#${q}`);
  return {
    a: (batch, i, q) => named(word(arrays.a, batch, i, q)),
    b: (batch, q, j) => named(word(arrays.b, batch, q, j)),
    sum,
    multiplyAdd: (batch, i, j, q) =>
      q > 0 ? slideMove(sum(batch, i, j, q), sum(batch, i, j, q - 1), undefined) : ["compute", sum(batch, i, j, q)],
    finish: (batch, i, j, moves) => storeAndDrop(sum(batch, i, j, inner - 1), moves),
  };
}

export function storeAndDrop(vertex: number, moves: Move[]): void {
  moves.push(["store", vertex], ["delete", vertex]);
}

/** Bytes of the widest of a sum and what may take its place. */
export function sumBytes(types: WordTypes): number {
  const { accumulator, outputType, dataType } = types;
  return Math.max(...[accumulator, outputType, dataType, rightTypeOf(types)].map((type) => BYTES_OF[type]));
}

/** `0 .. count − 1` in runs of at most `length`: `[first, beyond]` of each. */
export function runs(count: number, length: number): readonly (readonly [number, number])[] {
  return Array.from({ length: Math.ceil(count / length) }, (_, r) => [r * length, Math.min(count, (r + 1) * length)] as const);
}

export function range(first: number, beyond: number): readonly number[] {
  return Array.from({ length: beyond - first }, (_, i) => first + i);
}
