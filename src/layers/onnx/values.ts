import { InputError, shown } from "../../errors.js";
import { BOOL, INT32, INT64 } from "./element-types.js";
import type { OnnxTensor, OnnxValueInfo } from "./model-file.js";

export type Shape = readonly number[];

/** What is known about a name of an ONNX graph. */
export interface OnnxValue {
  readonly shape: Shape;
  /** ONNX's code of the element type. */
  readonly type: number;
  /** Name of the graph's tensor; views give it others. Absent for what is part of the code: single numbers, shapes. */
  readonly tensor?: string;
  /** Whole numbers known before the run: shapes and what is computed from them. */
  readonly constant?: readonly number[];
}

export function wordsOf(shape: Shape): number {
  return shape.reduce((words, extent) => words * extent, 1);
}

/** A shape with its symbolic extents bound, or the first extent that is not. */
export type BoundShape = { readonly shape: Shape } | { readonly unbound: string };

/** Extents that a file declares, undefined where they have no value and no bound name; undefined where it declares no shape. */
export function declaredExtents(
  info: OnnxValueInfo,
  extents: Readonly<Record<string, number>>,
): readonly (number | undefined)[] | undefined {
  return info.type?.tensorType?.shape?.dim.map(({ dimValue, dimParam }) => {
    if (dimParam !== "") return Object.hasOwn(extents, dimParam) ? extents[dimParam] : undefined;
    return dimValue === 0 ? undefined : dimValue;
  });
}

/** The shape that a file gives for a name, if it gives one; `?` for an extent without a name. */
export function shapeOf(info: OnnxValueInfo, extents: Readonly<Record<string, number>>): BoundShape | undefined {
  const found = declaredExtents(info, extents);
  if (found === undefined) return undefined;
  const shape: number[] = [];
  for (const [i, extent] of found.entries()) {
    const dimParam = info.type?.tensorType?.shape?.dim[i]?.dimParam ?? "";
    if (extent === undefined || !Number.isSafeInteger(extent) || extent < 1) return { unbound: dimParam === "" ? "?" : dimParam };
    shape.push(extent);
  }
  return { shape };
}

/** Tensors of more whole numbers than this are data, not shapes. */
export const MOST_CONSTANTS = 64;

/** Whole numbers and booleans of a small tensor, if the file has them. */
export function wholeNumbers({ dims, dataType, int32Data, int64Data, rawData }: OnnxTensor): readonly number[] | undefined {
  const words = wordsOf(dims);
  if (words > MOST_CONSTANTS || ![INT32, INT64, BOOL].includes(dataType)) return undefined;
  const stored = dataType === INT64 ? int64Data : int32Data;
  if (stored.length === words) return stored;
  const width = dataType === INT64 ? 8 : dataType === INT32 ? 4 : 1;
  if (rawData.length !== words * width) return undefined;
  const view = new DataView(rawData.buffer, rawData.byteOffset, rawData.length);
  return Array.from({ length: words }, (_, i) =>
    width === 8 ? Number(view.getBigInt64(8 * i, true)) : width === 4 ? view.getInt32(4 * i, true) : view.getUint8(i),
  );
}

/** The shape that two shapes have together under ONNX's rules of broadcasting; undefined where they have none. */
export function broadcast(a: Shape, b: Shape): Shape | undefined {
  const rank = Math.max(a.length, b.length);
  const padded = (shape: Shape): Shape => [...Array<number>(rank - shape.length).fill(1), ...shape];
  const [x, y] = [padded(a), padded(b)];
  const joined = x.map((extent, i) => (extent === 1 ? (y[i] ?? 1) : extent));
  return joined.every((extent, i) => y[i] === extent || y[i] === 1) ? joined : undefined;
}

/** The target of a Reshape: 0 keeps an extent, −1 takes what is left. @throws InputError when the words do not fit. */
export function reshaped(shape: Shape, target: Shape, subject: string): Shape {
  const kept = target.map((extent, i) => (extent === 0 ? (shape[i] ?? 1) : extent));
  const known = wordsOf(kept.filter((extent) => extent !== -1));
  const result = kept.map((extent) => (extent === -1 ? wordsOf(shape) / known : extent));
  if (wordsOf(result) !== wordsOf(shape) || !result.every((extent) => Number.isSafeInteger(extent) && extent >= 1)) {
    throw new InputError(subject, `a shape of ${wordsOf(shape)} words`, shown(target));
  }
  return result;
}
