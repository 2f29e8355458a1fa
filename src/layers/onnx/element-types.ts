import { BYTES_OF, type DataType } from "../../computation/data-types.js";
import { InputError } from "../../errors.js";

/** Codes of ONNX's element types that rules name. */
export const FLOAT: number = 1;
export const UINT8: number = 2;
export const INT32: number = 6;
export const INT64: number = 7;
export const BOOL: number = 9;

interface ElementType {
  readonly name: string;
  readonly bits: number;
  /** A type of words here: of the same width, or of a part of it where none has it. */
  readonly dataType: DataType;
}

const element = (name: string, bits: number, dataType: DataType): ElementType => ({ name, bits, dataType });

/** ONNX's TensorProto.DataType; texts have no width and are missing. */
const ELEMENT_TYPES: Readonly<Record<number, ElementType>> = {
  1: element("float", 32, "fp32"),
  2: element("uint8", 8, "int8"),
  3: element("int8", 8, "int8"),
  4: element("uint16", 16, "int8"),
  5: element("int16", 16, "int8"),
  6: element("int32", 32, "int32"),
  7: element("int64", 64, "int64"),
  9: element("bool", 8, "int8"),
  10: element("float16", 16, "fp16"),
  11: element("double", 64, "fp64"),
  12: element("uint32", 32, "int32"),
  13: element("uint64", 64, "int64"),
  14: element("complex64", 64, "int64"),
  15: element("complex128", 128, "int64"),
  16: element("bfloat16", 16, "bf16"),
  17: element("float8e4m3fn", 8, "fp8"),
  18: element("float8e4m3fnuz", 8, "fp8"),
  19: element("float8e5m2", 8, "fp8"),
  20: element("float8e5m2fnuz", 8, "fp8"),
  21: element("uint4", 4, "int8"),
  22: element("int4", 4, "int8"),
  23: element("float4e2m1", 4, "int8"),
  24: element("float8e8m0", 8, "e8m0"),
};

/** @throws InputError for an element type without a width. */
function elementType(code: number, subject: string): ElementType {
  const type = ELEMENT_TYPES[code];
  if (type === undefined) throw new InputError(subject, "a tensor of numbers or booleans", elementName(code));
  return type;
}

export function elementName(code: number): string {
  return ELEMENT_TYPES[code]?.name ?? (code === 8 ? "string" : `element type ${code}`);
}

/** How a tensor of so many elements lies in memory: its bytes are those of the ONNX type. */
export function storage(
  code: number,
  elements: number,
  subject: string,
): { readonly words: number; readonly dataType: DataType } {
  const { bits, dataType } = elementType(code, subject);
  return { words: Math.ceil((elements * bits) / (8 * BYTES_OF[dataType])), dataType };
}

/** Is one element one word of the type here? Products are bounded for such types alone. */
export function isOneWord(code: number): boolean {
  const type = ELEMENT_TYPES[code];
  return type !== undefined && type.bits === 8 * BYTES_OF[type.dataType];
}
