import type { DataType } from "../../computation/data-types.js";
import { BYTES_OF } from "../../computation/data-types.js";
import { withoutParameters } from "../trace/kernel-name.js";

/** Names of word types in C++ kernels of PyTorch and its libraries. */
const CPP_TYPES: Readonly<Record<string, DataType>> = {
  "c10::BFloat16": "bf16",
  __nv_bfloat16: "bf16",
  "cutlass::bfloat16_t": "bf16",
  "c10::Half": "fp16",
  __half: "fp16",
  "cutlass::half_t": "fp16",
  "c10::Float8_e4m3fn": "fp8",
  "c10::Float8_e5m2": "fp8",
  float: "fp32",
  double: "fp64",
  long: "int64",
  int: "int32",
  bool: "int8",
  "unsigned char": "int8",
  "signed char": "int8",
};

/** The type of an argument as a trace names it, `c10::BFloat16` or `long int`; undefined for lists, numbers and absent ones. */
export function argumentType(text: string): DataType | undefined {
  return text === "long int" ? "int64" : CPP_TYPES[text];
}

const CPP_TYPE = new RegExp(
  `(?<![\\w:])(${Object.keys(CPP_TYPES)
    .sort((a, b) => b.length - a.length)
    .join("|")})(?![\\w:])`,
  "g",
);

/** Word types in a piece of a C++ name, in its order. */
function typesIn(text: string): readonly DataType[] {
  return [...text.matchAll(CPP_TYPE)].map(([name]) => CPP_TYPES[name] as DataType);
}

/** The type with the fewest bytes: what a bound may presume where a name leaves open which word has which. */
function narrowest(types: readonly DataType[]): DataType | undefined {
  return types.reduce<DataType | undefined>(
    (least, type) => (least && BYTES_OF[least] <= BYTES_OF[type] ? least : type),
    undefined,
  );
}

interface Types {
  readonly dataType: DataType;
  readonly outputType: DataType;
}

/** Letters of cuBLAS's nvjet kernels: operands, sums, output. */
const NVJET_TYPES: Readonly<Record<string, DataType>> = { t: "bf16", h: "fp16", s: "fp32" };

/** Operands and output of a product as names of cuBLAS, CUTLASS and cuDNN have them: `nvjet_sm90_tst_…`, `bf16_s16816gemm_bf16`. */
export function productTypes(kernel: string): Types | undefined {
  const [, operands = "", output = ""] = /^nvjet_(?:sm\d+_)?([a-z])[a-z]([a-z])_/.exec(kernel) ?? [];
  const jet = { dataType: NVJET_TYPES[operands], outputType: NVJET_TYPES[output] };
  if (jet.dataType !== undefined && jet.outputType !== undefined) return jet as Types;
  const [, a, c] =
    /_(bf16|f16|tf32)_s\d+(?:gemm|fprop|dgrad|wgrad)_(?:optimized_|analytic_)?(bf16|f16|f32|tf32)?/.exec(kernel) ?? [];
  if (a !== undefined) return { dataType: LIBRARY_TYPES[a] as DataType, outputType: LIBRARY_TYPES[c ?? a] as DataType };
  const [, x, y] = /_gemm(?:_indexed)?_(bf16|f16)(?:bf16|f16)_(bf16|f16|f32)f32_/.exec(kernel) ?? [];
  if (x !== undefined && y !== undefined)
    return { dataType: LIBRARY_TYPES[x] as DataType, outputType: LIBRARY_TYPES[y] as DataType };
  if (/sgemm/.test(kernel) && !/bfloat16|half/.test(kernel)) return { dataType: "fp32", outputType: "fp32" };
  return undefined;
}

const LIBRARY_TYPES: Readonly<Record<string, DataType>> = { bf16: "bf16", f16: "fp16", f32: "fp32", tf32: "fp32" };

/**
 * Types of a kernel over words: a cast to bf16 or fp16 names what it reads; of others all words count as the narrowest in the
 * name, and a comparison's result as bytes.
 */
export function elementTypes(kernel: string): Types | undefined {
  const cast = /(bfloat16|float16|half)_copy_kernel_cuda.*?lambda\(([\w:]+)\)/.exec(kernel);
  if (cast !== null) {
    const read = typesIn(cast[2] ?? "")[0];
    if (read !== undefined) return { dataType: read, outputType: cast[1] === "bfloat16" ? "bf16" : "fp16" };
  }
  // A kernel that casts what it reads names the types it computes with; those in memory are not in the name.
  if (/LoadWithCast|gpu_kernel_impl</.test(kernel)) return undefined;
  const body = withoutParameters(kernel)
    .replace(/\((?:int|long|at::TensorIteratorBase &)[^()]*\)(?:::)?/g, " ")
    .replace(/TrivialOffsetCalculator<[^>]*>|unsigned int/g, " ");
  const found = narrowest(typesIn(body).filter((type) => type !== "int32"));
  if (found === undefined) return undefined;
  return { dataType: found, outputType: /Compare\w*Functor/.test(kernel) ? "int8" : found };
}

/** The type that a reduction reads. */
export function reductionType(kernel: string): DataType | undefined {
  return (
    typesIn(/ReduceOp<([\w:]+)/.exec(kernel)?.[1] ?? "")[0] ??
    narrowest(typesIn(withoutParameters(kernel)).filter((type) => !["int32", "int64"].includes(type)))
  );
}
