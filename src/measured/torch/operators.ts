import { servingOperator } from "../names/serving-names.js";
import { attention, backward } from "./attention-rules.js";
import { compiled } from "./compiled-rules.js";
import { convolution, convolutionGradients } from "./conv-rules.js";
import { embeddingGradient, LOOKS_UP, lookup } from "./embedding-rules.js";
import type { OperatorCall } from "./operator-range.js";
import { deepGemm, product } from "./product-rules.js";
import type { Launch, RecognisedWork, Rule, StepFacts } from "./recognised-work.js";
import { cat, channels, elementwise, norm, pool, reduction, softmax, softmaxGradient, upsample } from "./row-rules.js";

/** What is known, but has no bound yet. */
const unbounded =
  (reason: string): Rule =>
  () => ({ reason });

/** By the operator's name without its namespace. */
const RULES: Readonly<Record<string, Rule>> = {
  mm: product(0, 2),
  addmm: product(1, 2),
  _addmm_activation: product(1, 2),
  mv: product(0, 2),
  addmv: product(1, 2),
  _scaled_mm: product(0, 2, "fp8"),
  _int_mm: product(0, 2, "int8"),
  bmm: product(0, 3),
  baddbmm: product(1, 3),
  ...named(
    ["scaled_dot_product_attention", "_scaled_dot_product_flash_attention", "_scaled_dot_product_efficient_attention"],
    attention(),
  ),
  ...named(["_scaled_dot_product_cudnn_attention", "_cudnn_attention_forward"], attention()),
  ...named(["_flash_attention_forward", "_flash_attn_forward", "flash_attn_func"], attention("sequence first")),
  ...named(["_scaled_dot_product_flash_attention_backward", "_scaled_dot_product_efficient_attention_backward"], backward()),
  ...named(["_scaled_dot_product_cudnn_attention_backward", "_cudnn_attention_backward"], backward()),
  ...named(["_flash_attention_backward", "_flash_attn_backward", "_efficient_attention_backward"], backward("sequence first")),
  cudnn_convolution: convolution,
  convolution_overrideable: convolution,
  convolution_backward: convolutionGradients,
  native_layer_norm: norm("layernorm"),
  _fused_rms_norm: norm("rmsnorm"),
  ...named(["native_layer_norm_backward", "_fused_rms_norm_backward"], channels),
  ...named(["native_batch_norm", "native_batch_norm_backward", "native_group_norm", "native_group_norm_backward"], channels),
  _softmax: softmax,
  _log_softmax: softmax,
  _softmax_backward_data: softmaxGradient,
  _log_softmax_backward_data: softmaxGradient,
  cat,
  ...named(["max_pool2d_with_indices", "avg_pool2d", "_adaptive_avg_pool2d", "max_pool3d_with_indices", "avg_pool3d"], pool),
  ...named(["upsample_nearest2d", "upsample_bilinear2d", "upsample_nearest1d", "upsample_nearest3d"], upsample),
  ...named(["gather", "index_select", "embedding"], lookup),
  index: unbounded(LOOKS_UP),
  embedding_dense_backward: embeddingGradient,
  cumsum: unbounded("no workload yet for running sums"),
  arange: unbounded("writes a sequence"),
};

function named(operators: readonly string[], rule: Rule): Readonly<Record<string, Rule>> {
  return Object.fromEntries(operators.map((operator) => [operator, rule]));
}

/** Any operator whose kernel is one of these. */
const BY_KERNEL: readonly (readonly [RegExp, Rule])[] = [
  [/^Memset|^\[CUDA memset\]/i, unbounded("writes a constant")],
  [/^Memcpy DtoD|^\[CUDA memcpy Device-to-Device\]/, elementwise],
  [/^Memcpy|^\[CUDA memcpy/, unbounded("a copy from or to the host")],
  [/^triton_/, compiled],
  [/fp8_gemm_(?:kernel|1d2d_impl)</, deepGemm],
  [/reduce_kernel</, reduction(1)],
  [/index_elementwise_kernel</, unbounded(LOOKS_UP)],
  [/elementwise_kernel</, elementwise],
];

/** A kernel of a serving engine, whose name says what it does and no sizes. */
function served(name: string): RecognisedWork | undefined {
  const operator = servingOperator(name);
  if (operator === undefined) return undefined;
  return { operator, assumed: [], refutable: false, named: true, reason: "its name says no sizes: --workload does" };
}

/**
 * What the innermost operator that a rule knows says of a kernel, or its name where no rule does. `calls` stand around it, outermost
 * first.
 */
export function recogniseWork(launch: Launch, calls: readonly OperatorCall[], facts: StepFacts): RecognisedWork | undefined {
  const [outermost] = calls;
  if (outermost === undefined) return served(launch.name);
  const { name: operator } = outermost;
  for (const call of calls.toReversed()) {
    const rule = RULES[call.name] ?? BY_KERNEL.find(([pattern]) => pattern.test(launch.name))?.[1];
    const found = rule?.(call, launch, facts, calls);
    if (found === undefined) continue;
    const { assumed = [], unknown, ...said } = found;
    const views = call.producers.length === 0 || call.producers.some((one) => one !== undefined && !facts.launched(one.id));
    const isNamed = said.workload === undefined && unknown === undefined;
    return { operator, ...said, assumed, refutable: views || assumed.length > 0, ...(isNamed ? { named: true } : {}) };
  }
  const known = served(launch.name);
  if (known !== undefined) return known;
  return { operator, assumed: [], refutable: false, reason: `no rule for ${calls.at(-1)?.name ?? ""}` };
}
