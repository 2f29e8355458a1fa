import type { DataType } from "../../computation/data-types.js";
import { InputError, shown } from "../../errors.js";
import type { OnnxNode, OnnxTensor, OnnxValueInfo } from "./model-file.js";

/** What is known about a name of an ONNX graph. */
export interface OnnxValue {
  readonly shape: readonly number[];
  readonly type: DataType;
  /** Name of the graph's tensor; reshapes give a tensor a second name. Absent for whole numbers computed from shapes. */
  readonly tensor?: string;
  /** Whole numbers known before the run: shapes and what is computed from them. */
  readonly constant?: readonly number[];
}

export function wordsOf(shape: readonly number[]): number {
  return shape.reduce((words, extent) => words * extent, 1);
}

/** ONNX element types; those that have no type here by one of at most their width, which only lowers a bound. */
export function dataTypeOf(elemType: number, subject: string): DataType {
  const types: Readonly<Record<number, DataType>> = {
    1: "fp32",
    2: "int8",
    3: "int8",
    6: "int32",
    7: "int32",
    9: "int8",
    10: "fp16",
    11: "fp64",
    12: "int32",
    13: "int32",
    16: "bf16",
    17: "fp8",
    18: "fp8",
    19: "fp8",
    20: "fp8",
  };
  const type = types[elemType];
  if (type === undefined) throw new InputError(subject, "a tensor of a known element type", `type ${elemType}`);
  return type;
}

/** A shape with its symbolic extents bound, or the first extent that is not. */
export type BoundShape = { readonly shape: readonly number[] } | { readonly unbound: string };

/** The shape that a file gives for a name, if it gives one; `?` for an extent without a name. */
export function shapeOf(info: OnnxValueInfo, extents: Readonly<Record<string, number>>): BoundShape | undefined {
  const dims = info.type?.tensorType?.shape?.dim;
  if (dims === undefined) return undefined;
  const shape: number[] = [];
  for (const { dimValue, dimParam } of dims) {
    const extent = dimParam === "" ? dimValue : Object.hasOwn(extents, dimParam) ? extents[dimParam] : undefined;
    if (extent === undefined || !Number.isSafeInteger(extent) || extent < 1) return { unbound: dimParam === "" ? "?" : dimParam };
    shape.push(extent);
  }
  return { shape };
}

/** Whole numbers of a small tensor. */
export function wholeNumbers(tensor: OnnxTensor): readonly number[] | undefined {
  const words = wordsOf(tensor.dims);
  if (words > 64 || (tensor.dataType !== 6 && tensor.dataType !== 7)) return undefined;
  const stored = tensor.dataType === 7 ? tensor.int64Data : tensor.int32Data;
  if (stored.length === words) return stored;
  const width = tensor.dataType === 7 ? 8 : 4;
  if (tensor.rawData.length !== words * width) return undefined;
  const view = new DataView(tensor.rawData.buffer, tensor.rawData.byteOffset, tensor.rawData.length);
  return Array.from({ length: words }, (_, i) =>
    width === 8 ? Number(view.getBigInt64(8 * i, true)) : view.getInt32(4 * i, true),
  );
}

/** A whole-number attribute. */
export function integer(node: OnnxNode, name: string, otherwise: number): number {
  return node.attribute.find((attribute) => attribute.name === name)?.i ?? otherwise;
}

export function integers(node: OnnxNode, name: string): readonly number[] | undefined {
  const found = node.attribute.find((attribute) => attribute.name === name)?.ints;
  return found === undefined || found.length === 0 ? undefined : found;
}

/** The shape that two shapes have together under ONNX's rules of broadcasting; undefined where they have none. */
export function broadcast(a: readonly number[], b: readonly number[]): readonly number[] | undefined {
  const rank = Math.max(a.length, b.length);
  const padded = (shape: readonly number[]): readonly number[] => [...Array<number>(rank - shape.length).fill(1), ...shape];
  const [x, y] = [padded(a), padded(b)];
  const joined = x.map((extent, i) => (extent === 1 ? (y[i] ?? 1) : extent));
  return joined.every((extent, i) => y[i] === extent || y[i] === 1) ? joined : undefined;
}

/** The target of a Reshape: 0 keeps an extent, −1 takes what is left. @throws InputError when the words do not fit. */
export function reshaped(shape: readonly number[], target: readonly number[], subject: string): readonly number[] {
  const kept = target.map((extent, i) => (extent === 0 ? (shape[i] ?? 1) : extent));
  const known = wordsOf(kept.filter((extent) => extent !== -1));
  const result = kept.map((extent) => (extent === -1 ? wordsOf(shape) / known : extent));
  if (wordsOf(result) !== wordsOf(shape) || !result.every(Number.isSafeInteger)) {
    throw new InputError(subject, `a shape of ${wordsOf(shape)} words`, shown(target));
  }
  return result;
}
