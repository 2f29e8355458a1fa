import { type Access, arrayNamed, type Computation, extentOf, indicesOf } from "../../computation/computation.js";
import { BYTES_OF } from "../../computation/data-types.js";
import type { Setting } from "../bound.js";
import type { ProjectiveInstance } from "../certificates/einsum.js";

/**
 * Reads a computation as one projective statement: at least two operands, all of them inputs, every dimension of every access
 * one plain index, no index twice in an access, every index of the output in some operand.
 *
 * Returns undefined when the computation has another form.
 */
export function projectiveInstance(computation: Computation, setting: Setting): ProjectiveInstance | undefined {
  const statement = computation.statements[0];
  if (statement === undefined || computation.statements.length !== 1 || statement.operands.length < 2) return undefined;
  const { output, operands } = statement;
  if (![output, ...operands].every(isProjective)) return undefined;
  const arrays = [...new Set(operands.map((operand) => operand.array))];
  const role = (name: string): string => arrayNamed(computation, name).role;
  if (arrays.some((name) => role(name) !== "input") || role(output.array) !== "output") return undefined;
  const read = new Set(operands.flatMap(indicesOf));
  if (!indicesOf(output).every((index) => read.has(index))) return undefined;
  const size = (type: keyof typeof BYTES_OF): bigint => (setting.unit === "words" ? 1n : BigInt(BYTES_OF[type]));
  const stored = (name: string): bigint => size(arrayNamed(computation, name).dataType);
  return {
    indices: [...read].map((index) => ({ index, extent: BigInt(extentOf(computation, index)) })),
    inputs: arrays.map((array) => ({
      array,
      wordSize: stored(array),
      accesses: operands.filter((operand) => operand.array === array).map(indicesOf),
    })),
    output: { array: output.array, indices: indicesOf(output) },
    weights: { partial: size(computation.accumulator), output: stored(output.array) },
    capacity: setting.capacity,
    memories: setting.memories,
  };
}

function isProjective(reference: Access): boolean {
  const plain = reference.dimensions.every(
    ({ terms, block }) => terms.length === 1 && terms[0]?.stride === 1 && block === undefined,
  );
  return plain && indicesOf(reference).length === reference.dimensions.length;
}

/** One array of the statement as a segment sees it. */
export interface ProjectedArray {
  readonly name: string;
  /** Indices of each access; the output has one. */
  readonly accesses: readonly (readonly string[])[];
  readonly weight: bigint;
  /** Words that the statement can touch, at most. */
  readonly words: bigint;
}

/** The arrays of an instance, the output last: its groups weigh what a partial sum does. */
export function projectedArrays(instance: ProjectiveInstance): readonly ProjectedArray[] {
  const { inputs, output, weights } = instance;
  const extents = new Map(instance.indices.map(({ index, extent }) => [index, extent]));
  const array = (name: string, accesses: readonly (readonly string[])[], weight: bigint): ProjectedArray => ({
    name,
    accesses,
    weight,
    words: boxOf(accesses, extents),
  });
  return [
    ...inputs.map((input) => array(input.array, input.accesses, input.wordSize)),
    array(output.array, [output.indices], weights.partial),
  ];
}

/** Words of the smallest box that holds every access: in each dimension the largest extent. */
function boxOf(accesses: readonly (readonly string[])[], extents: ReadonlyMap<string, bigint>): bigint {
  let words = 1n;
  (accesses[0] ?? []).forEach((_, dimension) => {
    const sides = accesses.map((indices) => extents.get(indices[dimension] ?? "") ?? 1n);
    words *= sides.reduce((x, y) => (x > y ? x : y));
  });
  return words;
}

/** Points of the iteration box. */
export function pointsOf(instance: ProjectiveInstance): bigint {
  return instance.indices.reduce((points, { extent }) => points * extent, 1n);
}
