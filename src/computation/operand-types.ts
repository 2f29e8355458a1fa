import { InputError } from "../errors.js";
import type { DataType } from "./data-types.js";
import { BYTES_OF } from "./data-types.js";

/** Types of the two operands of a product: `rightType` where the right one (B, weights, keys and values) has another. */
export interface OperandTypes {
  readonly dataType: DataType;
  readonly rightType?: DataType;
}

/** The type of the right operand. */
export function rightTypeOf({ dataType, rightType }: OperandTypes): DataType {
  return rightType ?? dataType;
}

/** Types of one size that no single type of that size holds: what products of both are formed in. */
const OF_ONE_SIZE: ReadonlyMap<number, DataType> = new Map([
  [0.5, "fp8"],
  [1, "fp16"],
  [2, "bf16"],
  [4, "fp32"],
]);

/**
 * The type in which products of both operands are formed: the wider one, to which the other is converted in registers. Types of one size
 * meet in fp8 (int4 with fp4), fp16 (int8 with fp8), bf16 (with fp16) or fp32 (with tf32).
 */
export function productTypeOf(types: OperandTypes): DataType {
  const [left, right] = [types.dataType, rightTypeOf(types)];
  if (left === right) return left;
  if (BYTES_OF[left] !== BYTES_OF[right]) return BYTES_OF[left] > BYTES_OF[right] ? left : right;
  return OF_ONE_SIZE.get(BYTES_OF[left]) ?? left;
}

/** Wider types that hold every value of a packed one, but for a power of two: fp4 doubled is a whole number. */
const HELD_BY: Readonly<Partial<Record<DataType, readonly DataType[]>>> = {
  int4: ["int8", "fp8", "fp16"],
  fp4: ["fp8", "int8", "fp16"],
  fp6: ["fp8", "fp16"],
};

/**
 * The type whose unit forms products of `type` fastest, by rates of a machine: its own or, of a packed type, that of a type which holds
 * all its values. A machine without fp4 units forms products of fp4 as those of fp8.
 */
export function unitTypeOf(rates: Readonly<Partial<Record<DataType, number>>>, type: DataType): DataType {
  const rateOf = (one: DataType): number => rates[one] ?? 0;
  return (HELD_BY[type] ?? []).reduce((best, one) => (rateOf(one) > rateOf(best) ? one : best), type);
}

/** The rate of that unit; undefined where the machine has none. */
export function rateOf(rates: Readonly<Partial<Record<DataType, number>>>, type: DataType): number | undefined {
  return rates[unitTypeOf(rates, type)];
}

/** Names that people have for weights and activations of so many bits: types of A, of B and of the result. */
const PRECISIONS: Readonly<Record<string, readonly [left: DataType, right: DataType, output: DataType]>> = {
  w4a4: ["int4", "int4", "bf16"],
  w4a8: ["int8", "int4", "bf16"],
  w4a16: ["bf16", "int4", "bf16"],
  w8a8: ["int8", "int8", "bf16"],
  w8a16: ["bf16", "int8", "bf16"],
};

interface Precision {
  readonly dataType: DataType;
  readonly rightType: DataType;
  readonly outputType: DataType;
}

/** The types that a name such as `w4a16` stands for; undefined for any other name. @throws InputError naming `dtype` for other bits */
export function precisionNamed(name: string | undefined): Precision | undefined {
  const key = String(name).toLowerCase();
  const found = Object.hasOwn(PRECISIONS, key) ? PRECISIONS[key] : undefined;
  if (found !== undefined) return { dataType: found[0], rightType: found[1], outputType: found[2] };
  if (!/^w\d+a\d+$/.test(key)) return undefined;
  throw new InputError("dtype", `${Object.keys(PRECISIONS).join(", ")}, or the types of both operands`, key);
}
