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

/** Other names of the types, as libraries and papers have them, in lower case and without separators. */
const SPELLINGS: Readonly<Record<string, DataType>> = {
  bfloat16: "bf16",
  half: "fp16",
  float16: "fp16",
  f16: "fp16",
  float: "fp32",
  float32: "fp32",
  f32: "fp32",
  single: "fp32",
  double: "fp64",
  float64: "fp64",
  f64: "fp64",
  tensorfloat32: "tf32",
  float8: "fp8",
  f8: "fp8",
  e4m3: "fp8",
  e4m3fn: "fp8",
  e5m2: "fp8",
  fp8e4m3: "fp8",
  fp8e5m2: "fp8",
  float8e4m3: "fp8",
  float8e4m3fn: "fp8",
  float8e5m2: "fp8",
  ue8m0: "e8m0",
  i8: "int8",
  s8: "int8",
  i32: "int32",
  s32: "int32",
};

/** Types of four and six bits: their words are no whole bytes. */
const NARROW = /^((nv|mx)?(fp|float|f|int|uint|nf|[ius])[46](e\dm\d)?|e2m1|e2m3|e3m2)(fn)?$/;

/** The type of this name, in any case and in the spellings of other libraries. @throws InputError when it is not one of `accepted`. */
export function dataTypeNamed(subject: string, name: unknown, accepted: readonly DataType[]): DataType {
  const key = String(name)
    .toLowerCase()
    .replace(/^(torch|jnp|np|tl)\./, "")
    .replace(/[-_ ]/g, "");
  const found = accepted.find((type) => type === key || (Object.hasOwn(SPELLINGS, key) && SPELLINGS[key] === type));
  if (typeof name === "string" && found !== undefined) return found;
  const names = accepted.join(", ");
  const hint = NARROW.test(key)
    ? " (no bounds for types below 8 bits yet; fp8 and int8 are the narrowest)"
    : didYouMean(String(name), accepted);
  throw new InputError(subject, `one of ${names}${hint}`, shown(name));
}
