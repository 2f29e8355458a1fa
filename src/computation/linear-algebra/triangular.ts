import { InputError } from "../../errors.js";
import { checkExtent } from "../computation.js";
import type { WordTypeOptions, WordTypes } from "../word-types.js";
import { describeTypes, wordTypes } from "../word-types.js";
import type { ExtentField, WorkloadKind } from "../workload-kind.js";
import { sizedForm } from "../workload-kind.js";

/** Which triangle or factorization. */
export type TriangularKind = "syrk" | "syr2k" | "symm" | "trmm" | "trsm" | "cholesky" | "lu" | "gram-schmidt" | "floyd-warshall";

/**
 * Dense linear algebra whose products fill a triangle or a pyramid, not a box; triangles are lower ones.
 *
 * * syrk: C (n×n, the triangle with its diagonal) = A·Aᵀ, A n×m;
 * * syr2k: C (n×n, the triangle) = A·Bᵀ + B·Aᵀ, A and B n×m;
 * * symm: C (n×m) = A·B, A n×n and symmetric, its triangle stored, B n×m;
 * * trmm: C (n×m) = L·B, L an n×n triangle with its diagonal, B n×m;
 * * trsm: X (n×m) with L·X = B;
 * * cholesky: L with L·Lᵀ = A, A the triangle of an n×n matrix;
 * * lu: L and U with L·U = A, A n×n, without pivoting;
 * * gram-schmidt: Q (m×n, orthonormal columns) and R (n×n, upper triangle) with Q·R = A, A m×n, by the modified process;
 * * floyd-warshall: lengths of shortest paths between all pairs of n vertices, in place of the n·(n−1) of the edges.
 */
export interface TriangularWorkload extends WordTypes {
  readonly kind: TriangularKind;
  readonly n: number;
  /** Columns of A, or of B, of gram-schmidt rows; 1 for a factorization in place, which has none. */
  readonly m: number;
}

/** Extents of a triangle or a factorization; one in place has no `m`. */
export interface TriangularOptions extends WordTypeOptions {
  readonly n: number;
  readonly m?: number | undefined;
}

/** A checked workload: extents from 1 to 2^53 - 1. @throws InputError naming the option. */
export function triangularWorkload(kind: TriangularKind, options: TriangularOptions): TriangularWorkload {
  const m = ONE_EXTENT.includes(kind) ? 1 : checkExtent("m", options.m);
  const workload: TriangularWorkload = { kind, n: checkExtent("n", options.n), m, ...wordTypes(options) };
  checkTriangular(workload);
  return workload;
}

/** @throws InputError naming `n` where nothing is to be factored, and `m` of a factorization where it is not 1 */
function checkTriangular({ kind, n, m }: TriangularWorkload): void {
  if (kind === "lu" && n === 1) throw new InputError("n", "at least 2: the first row of U is that of A", "1");
  if (kind === "floyd-warshall" && n < 3)
    throw new InputError("n", "at least 3: no path of two edges joins 2 vertices", String(n));
  if (ONE_EXTENT.includes(kind) && m !== 1) throw new InputError("m", "1 for a factorization", String(m));
}

const ONE_EXTENT: readonly TriangularKind[] = ["cholesky", "lu", "floyd-warshall"];

/** An array of one of these workloads, and its words. */
export interface TriangularArray {
  readonly name: string;
  readonly words: bigint;
}

/** Inputs and outputs: triangles have as many words as they have places, and the first row of U is an input. */
export function triangularArrays({ kind, n, m }: TriangularWorkload): readonly [TriangularArray[], TriangularArray[]] {
  const [rows, columns] = [BigInt(n), BigInt(m)];
  const triangle = (name: string): TriangularArray => ({ name, words: (rows * (rows + 1n)) / 2n });
  const matrix = (name: string, width: bigint): TriangularArray => ({ name, words: rows * width });
  switch (kind) {
    case "syrk":
      return [[matrix("A", columns)], [triangle("C")]];
    case "syr2k":
      return [[matrix("A", columns), matrix("B", columns)], [triangle("C")]];
    case "symm":
      return [[triangle("A"), matrix("B", columns)], [matrix("C", columns)]];
    case "trmm":
      return [[triangle("L"), matrix("B", columns)], [matrix("C", columns)]];
    case "trsm":
      return [[triangle("L"), matrix("B", columns)], [matrix("X", columns)]];
    case "cholesky":
      return [[triangle("A")], [triangle("L")]];
    case "lu":
      return [[matrix("A", rows)], [matrix("LU", rows - 1n)]];
    case "gram-schmidt":
      return [[matrix("A", columns)], [matrix("Q", columns), triangle("R")]];
    case "floyd-warshall":
      return [[matrix("D", rows - 1n)], [matrix("P", rows - 1n)]];
  }
}

/** Products of two words, those of a word with itself too; sums of two lengths of floyd-warshall. */
export function triangularProducts({ kind, n, m }: TriangularWorkload): bigint {
  const [rows, columns] = [BigInt(n), BigInt(m)];
  switch (kind) {
    case "syrk":
    case "trmm":
      return ((rows * (rows + 1n)) / 2n) * columns;
    case "syr2k":
    case "symm":
      return rows * rows * columns;
    case "trsm":
      return ((rows * (rows - 1n)) / 2n) * columns;
    case "cholesky":
      return (rows * (rows * rows - 1n)) / 6n;
    case "lu":
      return ((rows - 1n) * rows * (2n * rows - 1n)) / 6n;
    case "gram-schmidt":
      return rows * rows * columns;
    case "floyd-warshall":
      return rows * (rows - 1n) * (rows - 2n);
  }
}

const FORMULA: Readonly<Record<TriangularKind, string>> = {
  syrk: "C = A·Aᵀ, the lower triangle",
  syr2k: "C = A·Bᵀ + B·Aᵀ, the lower triangle",
  symm: "C = A·B, A symmetric, its lower triangle",
  trmm: "C = L·B, L a lower triangle",
  trsm: "L·X = B, L a lower triangle",
  cholesky: "L·Lᵀ = A, the lower triangle",
  lu: "L·U = A without pivoting",
  "gram-schmidt": "Q·R = A by the modified Gram-Schmidt process",
  "floyd-warshall": "shortest paths between all pairs by Floyd and Warshall",
};

function describe(w: TriangularWorkload): string {
  const sizes = ONE_EXTENT.includes(w.kind) ? `n = ${w.n}` : `n = ${w.n}, m = ${w.m}`;
  return `${FORMULA[w.kind]}, ${sizes}, ${describeTypes(w)}`;
}

function kindOf(kind: TriangularKind, names: readonly string[], n: string, m?: string): WorkloadKind<TriangularWorkload> {
  const extents: readonly ExtentField[] = [
    { flag: "n", what: n, also: ["rows"] },
    ...(m === undefined ? [] : [{ flag: "m", what: m, also: ["columns"] }]),
  ];
  return {
    kind,
    extents: ["n", "m"],
    check: checkTriangular,
    describe,
    form: sizedForm({
      name: kind,
      summary: FORMULA[kind],
      extents,
      spellings: { names: Object.fromEntries(names.map((name) => [name, {}])), shape: extents.map(({ flag }) => flag) },
      make: (options) => triangularWorkload(kind, options as unknown as TriangularOptions),
    }),
  };
}

/** How the workloads are named, checked and described. */
export const TRIANGULAR_KINDS: readonly WorkloadKind<TriangularWorkload>[] = [
  kindOf("syrk", ["gram"], "rows of A, rows and columns of C", "columns of A"),
  kindOf("syr2k", [], "rows of A and B, rows and columns of C", "columns of A and B"),
  kindOf("symm", [], "rows of A, B and C", "columns of B and C"),
  kindOf("trmm", [], "rows of L, B and C", "columns of B and C"),
  kindOf("trsm", ["triangular-solve"], "rows of L, B and X", "columns of B and X"),
  kindOf("cholesky", ["potrf"], "rows and columns"),
  kindOf("lu", ["getrf"], "rows and columns"),
  kindOf("gram-schmidt", ["mgs"], "columns of A and Q, rows and columns of R", "rows of A and Q"),
  kindOf("floyd-warshall", ["apsp"], "vertices"),
];
