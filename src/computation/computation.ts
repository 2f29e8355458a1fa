import { checkInteger, InputError } from "../errors.js";
import type { DataType } from "./data-types.js";

/** One dimension of an access: a sum of loop indices with positive strides, e.g. `i`, or `2*p + r` of a convolution. */
export interface IndexExpression {
  readonly terms: readonly { readonly index: string; readonly stride: number }[];
  /** Subtracted from the sum. Points whose word then lies outside the array do not exist: the padding of a convolution. */
  readonly padding?: number;
  /** Neighbours that share a word: the sum is divided by it and rounded down. Block scales of an operand. */
  readonly block?: number;
}

/** A reference to one array: `A[i, k]`. */
export interface Access {
  readonly array: string;
  readonly dimensions: readonly IndexExpression[];
}

/**
 * One einsum-like statement: for every point of its iteration box, the operand words are combined into one product that
 * is added to the output word. Indices that occur in operands only are reduced over, in any order.
 */
export interface Statement {
  readonly output: Access;
  readonly operands: readonly Access[];
  /** Name of the elementwise or row-rescaling function applied to a complete output word (`silu`, `softmax`), if any. */
  readonly epilogue?: string;
}

/** Who may see an array: `input` and `output` live in slow memory, an `intermediate` need never be stored. */
export type ArrayRole = "input" | "output" | "intermediate";

/** One array of a computation: its name, role and extents. */
export interface ArraySpecification {
  readonly name: string;
  readonly role: ArrayRole;
  readonly dataType: DataType;
  /** Words in the array, one entry a dimension. */
  readonly shape: readonly number[];
}

/**
 * The only description of work in the project: statements over named arrays with extents and word sizes, knowing nothing of
 * machines. `bounds` reads it symbolically, `schedules` walk it tile by tile, `pebble` expands it into a CDAG.
 */
export interface Computation {
  readonly name: string;
  readonly statements: readonly Statement[];
  readonly arrays: readonly ArraySpecification[];
  /** Loop extents by index name. */
  readonly extents: Readonly<Record<string, number>>;
  /** Type in which partial sums are kept. */
  readonly accumulator: DataType;
}

/** A dimension that is one plain index. */
export function plainIndex(index: string): IndexExpression {
  return { terms: [{ index, stride: 1 }] };
}

/** `access("A", "i", "k")` is `A[i, k]`. */
export function access(array: string, ...indices: readonly string[]): Access {
  return { array, dimensions: indices.map(plainIndex) };
}

/** The indices an access uses, each once, in order of appearance. */
export function indicesOf(reference: Access): readonly string[] {
  return [...new Set(reference.dimensions.flatMap((dimension) => dimension.terms.map((term) => term.index)))];
}

/** Number of points of a statement's iteration box, exactly. */
export function pointCount(computation: Computation, statement: Statement): bigint {
  const indices = new Set([statement.output, ...statement.operands].flatMap(indicesOf));
  let points = 1n;
  for (const index of indices) points *= BigInt(extentOf(computation, index));
  return points;
}

/** Words in an array, exactly. */
export function arrayWords(array: ArraySpecification): bigint {
  return array.shape.reduce((words, extent) => words * BigInt(extent), 1n);
}

/** @throws InputError when the index has no extent. */
export function extentOf(computation: Computation, index: string): number {
  const extent = computation.extents[index];
  if (extent === undefined) throw new InputError(`index ${index}`, "an extent for every index");
  return extent;
}

/** @throws InputError when the computation has no such array. */
export function arrayNamed(computation: Computation, name: string): ArraySpecification {
  const array = computation.arrays.find((candidate) => candidate.name === name);
  if (array === undefined) throw new InputError(`array ${name}`, `one of ${computation.arrays.map((a) => a.name).join(", ")}`);
  return array;
}

/** Checks a loop extent: 1 to 2^53 - 1. */
export function checkExtent(subject: string, value: unknown): number {
  return checkInteger(subject, value, 1, Number.MAX_SAFE_INTEGER);
}

/** @throws InputError naming the index whose extent is no count of iterations */
export function checkIndexExtents({ extents }: Computation): void {
  for (const [index, extent] of Object.entries(extents)) checkExtent(`extent ${index}`, extent);
}
