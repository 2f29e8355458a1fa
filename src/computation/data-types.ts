import { InputError, shown } from "../errors.js";
import { didYouMean } from "../text/nearest-name.js";

/** A type of words in memory. */
export type DataType = "fp64" | "fp32" | "tf32" | "bf16" | "fp16" | "fp8" | "e8m0" | "int64" | "int32" | "int8";

/** Bytes of one word in memory; tf32 is stored as fp32. */
export const BYTES_OF: Readonly<Record<DataType, number>> = {
  fp64: 8,
  fp32: 4,
  tf32: 4,
  bf16: 2,
  fp16: 2,
  fp8: 1,
  e8m0: 1,
  int64: 8,
  int32: 4,
  int8: 1,
};

export const OPERAND_TYPES: readonly DataType[] = ["bf16", "fp16", "fp8", "int8", "tf32", "fp32", "fp64"];
export const ACCUMULATOR_TYPES: readonly DataType[] = ["fp32", "fp16", "int32", "fp64"];

/** The accumulator used when none is named: int32 for int8, fp64 for fp64, else fp32. */
export function defaultAccumulator(operand: DataType): DataType {
  return operand === "int8" ? "int32" : operand === "fp64" ? "fp64" : "fp32";
}

/** @throws InputError when `name` is not one of `accepted`. */
export function dataTypeNamed(subject: string, name: unknown, accepted: readonly DataType[]): DataType {
  const found = accepted.find((type) => type === name);
  if (found === undefined)
    throw new InputError(subject, `one of ${accepted.join(", ")}${didYouMean(String(name), accepted)}`, shown(name));
  return found;
}
