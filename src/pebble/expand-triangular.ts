import type { TriangularWorkload } from "../computation/linear-algebra/triangular.js";
import { triangularArrays, triangularProducts } from "../computation/linear-algebra/triangular.js";
import { type Accumulation, checkAccumulation } from "./accumulate.js";
import type { Cdag } from "./cdag.js";
import type { ExpansionOptions } from "./expand.js";
import { checkVertexCount } from "./iteration-box.js";
import { WordWriter } from "./word-writer.js";

/**
 * Expands a triangle or a factorization into its CDAG at word level. Sums of a factorization or a solve go on from the word of the input
 * and are called `S[i,j]`; the result divides them by the word on the diagonal: `X[i,j]`, `L[i,j]`, or, of a diagonal of cholesky,
 * is their root. In lu what stands above the diagonal is the sum itself, `U[i,j]`; the first row of U is that of A.
 * Words of gram-schmidt and floyd-warshall change step by step: `A[i,j]` or `D[i,j]` before the first, `A3[i,j]` after the third.
 *
 * @param order of symm, for each row of C the inner indices in the order in which its products are added; default: ascending
 * @throws InputError when the expansion would pass `maximumVertices`.
 */
export function expandTriangular(
  w: TriangularWorkload,
  options: ExpansionOptions = {},
  order?: readonly (readonly number[])[],
): Cdag {
  const { reduction = "chain", products = "fused", weights = "unit", maximumVertices = 1_000_000 } = options;
  const how: Accumulation = { reduction, products };
  checkAccumulation(how);
  const [inputs, outputs] = triangularArrays(w);
  const words = [...inputs, ...outputs, ...outputs].reduce((sum, array) => sum + array.words, 0n);
  checkVertexCount(w.kind, 2n * triangularProducts(w) + words, maximumVertices);
  const graph = new WordWriter(w, how, weights);
  switch (w.kind) {
    case "syrk":
      for (const [i, j] of places(w.n, (row) => row + 1)) {
        const terms = upTo(w.m).map((k) => [graph.input(`A[${i},${k}]`), graph.input(`A[${j},${k}]`)]);
        graph.output(graph.products(`C[${i},${j}]`, terms, graph.bytes.output));
      }
      break;
    case "syr2k":
      for (const [i, j] of places(w.n, (row) => row + 1)) {
        const word = (array: string, row: number, k: number): number => graph.input(`${array}[${row},${k}]`);
        const terms = upTo(w.m).flatMap((k) => {
          const pairs = [[word("A", i, k), word("B", j, k)]];
          return i === j ? pairs : [...pairs, [word("B", i, k), word("A", j, k)]];
        });
        graph.output(graph.products(`C[${i},${j}]`, terms, graph.bytes.output));
      }
      break;
    case "symm":
      for (const [i, j] of places(w.n, () => w.m)) {
        const entry = (k: number): number => graph.input(`A[${Math.max(i, k)},${Math.min(i, k)}]`);
        const terms = (order?.[i] ?? upTo(w.n)).map((k) => [entry(k), graph.input(`B[${k},${j}]`)]);
        graph.output(graph.products(`C[${i},${j}]`, terms, graph.bytes.output));
      }
      break;
    case "trmm":
      for (const [i, j] of places(w.n, () => w.m)) {
        const terms = upTo(i + 1).map((k) => [graph.input(`L[${i},${k}]`), graph.input(`B[${k},${j}]`)]);
        graph.output(graph.products(`C[${i},${j}]`, terms, graph.bytes.output));
      }
      break;
    case "gram-schmidt":
      expandGramSchmidt(graph, w);
      break;
    case "floyd-warshall":
      expandFloydWarshall(graph, w);
      break;
    default:
      expandInPlace(graph, w);
  }
  return graph.build();
}

/** Results are operands of later sums. */
function expandInPlace(graph: WordWriter, { kind, n, m }: TriangularWorkload): void {
  const made = new Map<string, number>();
  const result = (name: string): number => made.get(name) as number;
  const sum = (name: string, from: string, terms: readonly (readonly number[])[]): number => {
    const value = graph.input(from);
    return terms.length === 0 ? value : graph.products(name, terms, graph.bytes.sum, { value });
  };
  const finish = (name: string, operands: readonly number[]): void => {
    const vertex = graph.add(name, graph.bytes.output, operands);
    graph.output(vertex);
    made.set(name, vertex);
  };
  if (kind === "trsm") {
    for (const [i, j] of places(n, () => m)) {
      const terms = upTo(i).map((k) => [graph.input(`L[${i},${k}]`), result(`X[${k},${j}]`)]);
      finish(`X[${i},${j}]`, [sum(`S[${i},${j}]`, `B[${i},${j}]`, terms), graph.input(`L[${i},${i}]`)]);
    }
  } else if (kind === "cholesky") {
    for (const [i, j] of places(n, (row) => row + 1)) {
      const terms = upTo(j).map((k) => [result(`L[${i},${k}]`), result(`L[${j},${k}]`)]);
      const whole = sum(`S[${i},${j}]`, `A[${i},${j}]`, terms);
      finish(`L[${i},${j}]`, i === j ? [whole] : [whole, result(`L[${j},${j}]`)]);
    }
  } else {
    for (const [i, j] of places(n, () => n)) {
      const terms = upTo(Math.min(i, j)).map((k) => [result(`L[${i},${k}]`), result(`U[${k},${j}]`)]);
      const name = `${j < i ? "S" : "U"}[${i},${j}]`;
      const whole = sum(name, `A[${i},${j}]`, terms);
      if (j < i) finish(`L[${i},${j}]`, [whole, result(`U[${j},${j}]`)]);
      else {
        graph.output(whole);
        made.set(name, whole);
      }
    }
  }
}

/** Column k of A becomes column k of Q, and leaves what is parallel to it out of all columns after it. */
function expandGramSchmidt(graph: WordWriter, { n, m }: TriangularWorkload): void {
  const columns = upTo(n).map((j) => upTo(m).map((i) => graph.input(`A[${i},${j}]`)));
  const at = (column: number, i: number): number => columns[column]?.[i] as number;
  for (const k of upTo(n)) {
    const squares = graph.products(
      `S[${k}]`,
      upTo(m).map((i) => [at(k, i), at(k, i)]),
    );
    const norm = graph.add(`R[${k},${k}]`, graph.bytes.output, [squares]);
    graph.output(norm);
    const unit = upTo(m).map((i) => graph.add(`Q[${i},${k}]`, graph.bytes.output, [at(k, i), norm]));
    for (const word of unit) graph.output(word);
    for (const j of upTo(n).slice(k + 1)) {
      const terms = unit.map((word, i) => [word, at(j, i)]);
      const along = graph.products(`R[${k},${j}]`, terms, graph.bytes.output);
      graph.output(along);
      columns[j] = unit.map((word, i) =>
        graph.products(`A${k + 1}[${i},${j}]`, [[word, along]], graph.bytes.sum, { value: at(j, i) }),
      );
    }
  }
}

/** Step k compares each path with the one through vertex k; those to and from k stay as they are. */
function expandFloydWarshall(graph: WordWriter, { n }: TriangularWorkload): void {
  const paths = upTo(n).map((i) => upTo(n).map((j) => (i === j ? -1 : graph.input(`D[${i},${j}]`))));
  const at = (i: number, j: number): number => paths[i]?.[j] as number;
  for (const k of upTo(n)) {
    const others = upTo(n).filter((i) => i !== k);
    for (const [i, j] of others.flatMap((row) => others.filter((other) => other !== row).map((other) => [row, other] as const))) {
      const through = [[at(i, k), at(k, j)]];
      const isLast = upTo(n)
        .slice(k + 1)
        .every((step) => step === i || step === j);
      const size = isLast ? graph.bytes.output : graph.bytes.sum;
      const path = graph.products(`D${k + 1}[${i},${j}]`, through, size, { value: at(i, j) });
      (paths[i] as number[])[j] = path;
      if (isLast) graph.output(path);
    }
  }
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => i);
}

/** Row by row, so that operands of a sum come before it. */
function places(rows: number, width: (row: number) => number): readonly (readonly [number, number])[] {
  return upTo(rows).flatMap((i) => upTo(width(i)).map((j) => [i, j] as const));
}
