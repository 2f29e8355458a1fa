import type { GemmWorkload } from "../computation/gemm.js";
import { gemmComputation } from "../computation/gemm.js";
import { InputError } from "../errors.js";
import type { Interface } from "../machines/machine.js";
import type { Cdag } from "../pebble/cdag.js";
import { expand } from "../pebble/expand.js";
import { referee } from "../pebble/referee.js";
import type { Move, TwoLevelGame } from "../pebble/rules.js";
import { slideMove } from "../pebble/rules.js";

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

/** The product of other rows: row i is row `rowOf(i)` of `product`. */
export function onRows(product: ProductVertices, rowOf: (i: number) => number): ProductVertices {
  return {
    a: (batch, i, q) => product.a(batch, rowOf(i), q),
    b: (batch, q, j) => product.b(batch, q, j),
    sum: (batch, i, j, q) => product.sum(batch, rowOf(i), j, q),
    multiplyAdd: (batch, i, j, q) => product.multiplyAdd(batch, rowOf(i), j, q),
    finish: (batch, i, j, moves) => product.finish(batch, rowOf(i), j, moves),
  };
}

/** The product of other columns: column j is column `columnOf(j)` of `product`. */
export function onColumns(product: ProductVertices, columnOf: (j: number) => number): ProductVertices {
  return {
    a: (batch, i, q) => product.a(batch, i, q),
    b: (batch, q, j) => product.b(batch, q, columnOf(j)),
    sum: (batch, i, j, q) => product.sum(batch, i, columnOf(j), q),
    multiplyAdd: (batch, i, j, q) => product.multiplyAdd(batch, i, columnOf(j), q),
    finish: (batch, i, j, moves) => product.finish(batch, i, columnOf(j), moves),
  };
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

/** The CDAG of a product (one chain of multiply-adds per output) with its vertices by name. */
export class ProductGraph implements ProductVertices {
  readonly graph: Cdag;
  readonly #workload: GemmWorkload;
  readonly #vertexOf: ReadonlyMap<string, number>;

  /**
   * @param weights 1 a vertex, or the bytes of its word
   * @param ordered sums, of every element of the batch, that do not add their products from the first to the last
   */
  constructor(workload: GemmWorkload, weights: "unit" | "bytes" = "unit", ordered: readonly OrderedSum[] = []) {
    const { batch, m, n, k } = workload;
    if (batch * m * n * k > MAXIMUM_LIFTED_PRODUCTS) {
      throw new InputError("workload", `at most ${MAXIMUM_LIFTED_PRODUCTS} scalar products to lift`, String(batch * m * n * k));
    }
    this.#workload = workload;
    this.graph = expand(gemmComputation(workload), {
      weights,
      maximumVertices: MAXIMUM_LIFTED_VERTICES,
      orders: new Map(
        range(0, batch).flatMap((b) => ordered.map(({ cell: [i, j], order }) => [this.#word("C", b, i, j), order] as const)),
      ),
    });
    this.#vertexOf = new Map((this.graph.names ?? []).map((name, vertex) => [name, vertex] as const));
  }

  a(batch: number, i: number, q: number): number {
    return this.#named(this.#word("A", batch, i, q));
  }

  b(batch: number, q: number, j: number): number {
    return this.#named(this.#word("B", batch, q, j));
  }

  sum(batch: number, i: number, j: number, q: number): number {
    const word = this.#word("C", batch, i, j);
    return this.#named(q === this.#workload.k - 1 ? word : `${word}#${q}`);
  }

  multiplyAdd(batch: number, i: number, j: number, q: number): Move {
    const result = this.sum(batch, i, j, q);
    return q > 0 ? slideMove(result, this.sum(batch, i, j, q - 1), undefined) : ["compute", result];
  }

  finish(batch: number, i: number, j: number, moves: Move[]): void {
    storeAndDrop(this.sum(batch, i, j, this.#workload.k - 1), moves);
  }

  #word(array: string, batch: number, row: number, column: number): string {
    return this.#workload.batch > 1 ? `${array}[${batch},${row},${column}]` : `${array}[${row},${column}]`;
  }

  #named(name: string): number {
    const vertex = this.#vertexOf.get(name);
    if (vertex === undefined) throw new RangeError(`no vertex ${name}`);
    return vertex;
  }
}

/** By name, sums that do not add their products from the first to the last, and the order in which they do. */
export type Orders = ReadonlyMap<string, readonly number[]>;

/** Those of an array, for the graph to add their products so. */
export function ordersOf(array: string, sums: readonly OrderedSum[]): readonly (readonly [string, readonly number[]])[] {
  return sums.map(({ cell: [i, j], order }) => [`${array}[${i},${j}]`, order]);
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
): ProductVertices {
  const sum = (_: number, i: number, j: number, q: number): number =>
    named(q === inner - 1 ? `${arrays.sum}[${i},${j}]` : `${arrays.sum}[${i},${j}]#${q}`);
  return {
    a: (_, i, q) => named(`${arrays.a}[${i},${q}]`),
    b: (_, q, j) => named(`${arrays.b}[${q},${j}]`),
    sum,
    multiplyAdd: (batch, i, j, q) =>
      q > 0 ? slideMove(sum(batch, i, j, q), sum(batch, i, j, q - 1), undefined) : ["compute", sum(batch, i, j, q)],
    finish: (batch, i, j, moves) => storeAndDrop(sum(batch, i, j, inner - 1), moves),
  };
}

export function storeAndDrop(vertex: number, moves: Move[]): void {
  moves.push(["store", vertex], ["delete", vertex]);
}

/** `0 .. count − 1` in runs of at most `length`: `[first, beyond]` of each. */
export function runs(count: number, length: number): readonly (readonly [number, number])[] {
  return Array.from({ length: Math.ceil(count / length) }, (_, r) => [r * length, Math.min(count, (r + 1) * length)] as const);
}

export function range(first: number, beyond: number): readonly number[] {
  return Array.from({ length: beyond - first }, (_, i) => first + i);
}
