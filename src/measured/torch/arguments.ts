import type { DataType } from "../../computation/data-types.js";
import { BYTES_OF } from "../../computation/data-types.js";
import type { OperatorCall } from "./operator-range.js";
import { wordsOf } from "./operator-range.js";

export interface WordTypesOf {
  readonly dataType: DataType;
  readonly outputType: DataType;
}

/**
 * The types that a kernel's name tells, else the narrowest of the call's arguments, else the usual ones.
 *
 * @param result `another result`: nothing says that it has the arguments' type
 */
export function typesOr(
  named: WordTypesOf | undefined,
  { dataType }: { readonly dataType: DataType },
  call?: OperatorCall,
  result?: "another result",
): { readonly types: WordTypesOf; readonly assumed: readonly string[] } {
  const tensors =
    call?.types?.flatMap((type, at) => (type !== undefined && (call.sizes[at] ?? []).length > 0 ? [type] : [])) ?? [];
  const [first, second] = tensors;
  // The first argument of a copy is what it writes; the name has the type of one side alone.
  if (call?.name === "copy_" && first !== undefined && second !== undefined)
    return { types: { dataType: second, outputType: first }, assumed: [] };
  if (named !== undefined) return { types: named, assumed: [] };
  const least = tensors.reduce<DataType | undefined>(
    (best, type) => (best && BYTES_OF[best] <= BYTES_OF[type] ? best : type),
    first,
  );
  if (least !== undefined)
    return {
      types: { dataType: least, outputType: least },
      assumed: result === undefined ? [] : [`all words are ${least}, as the narrowest argument`],
    };
  return { types: { dataType, outputType: dataType }, assumed: [`${dataType} words`] };
}

/** Different words of an argument: an expanded view repeats those along axes whose neighbours are no word apart. */
export function heldWords({ sizes, strides }: OperatorCall, at: number): number {
  const [size = [], apart = []] = [sizes[at], strides?.[at]];
  if (apart.length !== size.length) return wordsOf(size);
  const span = size.reduce((last, extent, axis) => last + (extent - 1) * (apart[axis] ?? 0), 1);
  return Math.min(wordsOf(size.filter((_, axis) => apart[axis] !== 0)), span);
}

/** The text of an argument that is no tensor, of the outermost call of that name; undefined where nothing says it. */
export function argumentOf(calls: readonly OperatorCall[], name: string, at: number): string | undefined {
  return calls.find((call) => call.name === name)?.values?.[at] || undefined;
}
