import { arrayNamed, type Computation, extentOf, indicesOf, type Statement } from "../../computation/computation.js";
import { sizeOf } from "../../computation/data-types.js";

/** Words that a word of A, of B, a partial sum and a stored output occupy and cost to move. */
export interface ProductWeights {
  readonly a: bigint;
  readonly b: bigint;
  readonly partial: bigint;
  readonly output: bigint;
}

/** `batch` independent products C (m×n) = A (m×k) · B (k×n). */
export interface ProductExtents {
  readonly batch: bigint;
  readonly m: bigint;
  readonly n: bigint;
  readonly k: bigint;
}

/** A product on `memories` private fast memories of `capacity` each in front of one slow memory. Weights in the same unit. */
export interface ProductProblem {
  readonly extents: ProductExtents;
  readonly weights: ProductWeights;
  readonly capacity: bigint;
  readonly memories: bigint;
}

export type ProductArrays = { readonly a: string; readonly b: string; readonly c: string };

/**
 * Reads a computation as a batched matrix product: one statement, two different operand arrays, every index plain and in
 * exactly two (m, n, k) or all three (batch) of the accesses. Several indices of one kind multiply up.
 *
 * Returns undefined when the computation has another form.
 */
export function productExtents(computation: Computation): (ProductExtents & { readonly arrays: ProductArrays }) | undefined {
  const product = productOfTwo(computation);
  return product === undefined || product.arrays.a === product.arrays.b ? undefined : product;
}

/** The same of an array with itself, `A[i,k]·A[j,k]` or `A[i,k]·A[k,j]`. */
export function repeatedProductExtents(computation: Computation): ReturnType<typeof productExtents> {
  const product = productOfTwo(computation);
  return product === undefined || product.arrays.a !== product.arrays.b ? undefined : product;
}

function productOfTwo(computation: Computation): ReturnType<typeof productExtents> {
  const statement = computation.statements[0];
  if (statement === undefined || computation.statements.length !== 1) return undefined;
  const [a, b] = statement.operands;
  if (a === undefined || b === undefined || statement.operands.length !== 2) return undefined;
  if (!isProjective(statement)) return undefined;
  const [inA, inB, inC] = [a, b, statement.output].map((reference) => new Set(indicesOf(reference)));
  const extents = { batch: 1n, m: 1n, n: 1n, k: 1n };
  for (const index of new Set([...(inA ?? []), ...(inB ?? []), ...(inC ?? [])])) {
    const pattern = [inA, inB, inC].map((set) => (set?.has(index) ? 1 : 0)).join("");
    const kind = ({ "111": "batch", "101": "m", "011": "n", "110": "k" } as const)[pattern];
    if (kind === undefined) return undefined;
    extents[kind] *= BigInt(extentOf(computation, index));
  }
  return { ...extents, arrays: { a: a.array, b: b.array, c: statement.output.array } };
}

/** Every dimension of every access is one index with stride 1, and no access uses an index twice. */
export function isProjective(statement: Statement): boolean {
  return [statement.output, ...statement.operands].every(
    (reference) =>
      reference.dimensions.every(({ terms, block }) => terms.length === 1 && terms[0]?.stride === 1 && block === undefined) &&
      indicesOf(reference).length === reference.dimensions.length,
  );
}

/**
 * Word sizes of a product in bytes, or in parts of 1/`units` byte: operands and output as stored, partial sums as wide as the
 * accumulator.
 */
export function productWeightsInBytes(computation: Computation, arrays: ProductArrays, units?: bigint): ProductWeights {
  const size = (name: string): bigint => sizeOf(arrayNamed(computation, name).dataType, units);
  return { a: size(arrays.a), b: size(arrays.b), partial: sizeOf(computation.accumulator, units), output: size(arrays.c) };
}

export const UNIT_WEIGHTS: ProductWeights = { a: 1n, b: 1n, partial: 1n, output: 1n };

export function productCount({ batch, m, n, k }: ProductExtents): bigint {
  return batch * m * n * k;
}
