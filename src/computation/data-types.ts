import { InputError, shown } from "../errors.js";
import { didYouMean } from "../text/nearest-name.js";

/** A type of words in memory. */
export type DataType =
  | "fp64"
  | "fp32"
  | "tf32"
  | "bf16"
  | "fp16"
  | "fp8"
  | "fp6"
  | "fp4"
  | "e8m0"
  | "int64"
  | "int32"
  | "int8"
  | "int4";

/** Bits of one word in memory; tf32 is stored as fp32. */
export const BITS_OF: Readonly<Record<DataType, number>> = {
  fp64: 64,
  fp32: 32,
  tf32: 32,
  bf16: 16,
  fp16: 16,
  fp8: 8,
  fp6: 6,
  fp4: 4,
  e8m0: 8,
  int64: 64,
  int32: 32,
  int8: 8,
  int4: 4,
};

/** Bytes of one word in memory, a fraction (exact in doubles) where words are packed. */
export const BYTES_OF: Readonly<Record<DataType, number>> = Object.fromEntries(
  Object.entries(BITS_OF).map(([type, bits]) => [type, bits / 8]),
) as Record<DataType, number>;

/** Parts of 1/`units` byte in one word. @throws RangeError where these are no whole number */
export function sizeOf(type: DataType, units: bigint = 1n): bigint {
  const bits = BigInt(BITS_OF[type]) * units;
  if (bits % 8n !== 0n) throw new RangeError(`${type} is no whole number of parts of 1/${units} byte`);
  return bits / 8n;
}

/** The fewest parts of a byte that words of all these types are whole numbers of: 2 for types of four bits, 4 for one of six. */
export function partsOfByte(types: readonly DataType[]): bigint {
  const bits = types.map((type) => BITS_OF[type]);
  return BigInt([1, 2, 4, 8].find((units) => bits.every((each) => (each * units) % 8 === 0)) ?? 8);
}

/** Types of less than a byte, whose words are packed without gaps. */
const PACKED: readonly DataType[] = ["fp6", "fp4", "int4"];

export function isPacked(type: DataType): boolean {
  return PACKED.includes(type);
}

export const OPERAND_TYPES: readonly DataType[] = ["bf16", "fp16", "fp8", "int8", "tf32", "fp32", "fp64"];
/** Of workloads whose operands may be packed. */
export const MIXED_TYPES: readonly DataType[] = [...OPERAND_TYPES, ...PACKED];
export const ACCUMULATOR_TYPES: readonly DataType[] = ["fp32", "fp16", "int32", "fp64"];

/** The accumulator used when none is named: int32 for int8 and int4, fp64 for fp64, else fp32. */
export function defaultAccumulator(operand: DataType): DataType {
  return operand === "int8" || operand === "int4" ? "int32" : operand === "fp64" ? "fp64" : "fp32";
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
  e2m1: "fp4",
  fp4e2m1: "fp4",
  float4e2m1fn: "fp4",
  e2m3: "fp6",
  e3m2: "fp6",
  fp6e2m3: "fp6",
  fp6e3m2: "fp6",
  i4: "int4",
  s4: "int4",
  u4: "int4",
  uint4: "int4",
  i8: "int8",
  s8: "int8",
  i32: "int32",
  s32: "int32",
};

/** Names of types of four and six bits. */
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
    ? accepted.some(isPacked)
      ? " (a type counts by its bits: int4 and fp4 have four, fp6 six)"
      : " (types below 8 bits are for the operands of gemm, chain, ffn and attention)"
    : didYouMean(String(name), accepted);
  throw new InputError(subject, `one of ${names}${hint}`, shown(name));
}
