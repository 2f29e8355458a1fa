import type { DataType } from "../../computation/data-types.js";
import { gemmWorkload } from "../../computation/gemm.js";
import { deepGemmName } from "../names/deep-gemm-names.js";
import { typesOr } from "./arguments.js";
import { wordsOf } from "./operator-range.js";
import type { Rule } from "./recognised-work.js";
import { helper, isRepeated, noRule, ONE_TENSOR } from "./recognised-work.js";
import { productTypes } from "./type-names.js";

const PRODUCT_KERNEL = /nvjet|gemm|gemv|xmma|cutlass|cublas/i;

/** C (m×n) = A·B from two arguments of so many axes, B perhaps a vector; words of the usual type where the kernel's name has none. */
export function product(first: number, axes: 2 | 3, usual?: DataType): Rule {
  return (call, launch, facts) => {
    const help = helper(launch, call);
    if (help !== undefined) return help;
    if (!PRODUCT_KERNEL.test(launch.name)) return noRule(call);
    const [a = [], given = []] = [call.sizes[first], call.sizes[first + 1]];
    const b = axes === 2 && given.length === 1 ? [...given, 1] : given;
    if (a.length !== axes || b.length !== axes || a.at(-1) !== b.at(-2)) return undefined;
    if ([...a, ...b].some((extent) => extent === 0)) return { reason: "an empty product" };
    if (isRepeated(call.producers.slice(first, first + 2))) return { reason: ONE_TENSOR };
    const named = productTypes(launch.name);
    const { types, assumed } = usual === undefined ? typesOr(named, facts, call) : typesOr(named, { ...facts, dataType: usual });
    const sizes = { m: a.at(-2) ?? 1, n: b.at(-1) ?? 1, k: a.at(-1) ?? 1, batch: axes === 3 ? (a[0] ?? 1) : 1 };
    return { workload: gemmWorkload({ ...sizes, ...types }), assumed };
  };
}

/** DeepGEMM's kernels name N and K; M is in the sizes of the one operator around them, whatever its name. */
export const deepGemm: Rule = (call, launch) => {
  const [n = 0, k = 0] = deepGemmName(launch.name)?.shape ?? [];
  const [a, b] = call.sizes.filter((size) => size.length >= 2);
  const [columns = n, depth = k] = b ?? [];
  if (a === undefined || b === undefined || b.length !== 2 || a.at(-1) !== depth) return undefined;
  if (![n, columns].every((one) => one === columns || one === 0) || ![k, depth].every((one) => one === depth || one === 0))
    return undefined;
  const workload = gemmWorkload({ m: wordsOf(a) / depth, n: columns, k: depth, dataType: "fp8", outputType: "bf16" });
  return { workload, assumed: ["operands of fp8 without their scales"] };
};
