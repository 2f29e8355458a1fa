import { attentionWorkload } from "../../computation/attention.js";
import { convWorkload } from "../../computation/conv.js";
import type { DataType } from "../../computation/data-types.js";
import { OPERAND_TYPES } from "../../computation/data-types.js";
import { einsumWorkload } from "../../computation/einsum.js";
import { gemmWorkload } from "../../computation/gemm.js";
import { elementwiseWorkload, normWorkload, softmaxWorkload } from "../../computation/row-workloads.js";
import type { Workload } from "../../computation/workload.js";
import type { WordTypesOf } from "./arguments.js";
import { argumentOf, heldWords, typesOr } from "./arguments.js";
import { windowsOf } from "./conv-window.js";
import type { OperatorCall, Producer } from "./operator-range.js";
import { wordsOf } from "./operator-range.js";
import { elementTypes, productTypes, reductionType } from "./type-names.js";

/** What a kernel computes, as far as the ranges around it and its name say. */
export interface RecognisedWork {
  /** The operator that the user wrote: the outermost that PyTorch names. */
  readonly operator: string;
  readonly workload?: Workload;
  /** What was presumed because neither ranges nor name say it. */
  readonly assumed: readonly string[];
  /**
   * Counters may refute it: something was presumed, or an argument is, or may be, a view that no kernel made, which may repeat words or
   * show another argument.
   */
  readonly refutable: boolean;
  /** Why there is no workload. */
  readonly reason?: string;
}

/** Presumed of arguments that no kernel of the profile made. */
const WHOLE_VIEWS = "views that repeat no words";

/** What other kernels of the step say of the tensors of this one. */
export interface StepFacts {
  /** Extents of the result of a call, as those that read it name them. */
  readonly sizeOf: (id: number) => readonly number[] | undefined;
  /** Whether a kernel of the profile ran in this call: its results are tensors of their own, not views. */
  readonly launched: (id: number) => boolean;
  /** The type presumed where nothing says. */
  readonly dataType: DataType;
}

interface Found {
  readonly workload?: Workload;
  readonly assumed?: readonly string[];
  readonly reason?: string;
}

/** Of the call in whose range the kernel ran; `calls` are all around it, outermost first. */
type Rule = (call: OperatorCall, kernel: string, facts: StepFacts, calls: readonly OperatorCall[]) => Found | undefined;

const PRODUCT_KERNEL = /nvjet|gemm|gemv|xmma|cutlass|cublas/i;
const HELPER_KERNEL =
  /splitKreduce|reduce_kernel|ReduceSplitK|elementwise|memset|copy|init_device|NhwcKernel|NchwKernel|Padding|tensorTransform|reduce_wgrad/i;

/** C (m×n) = A·B from two arguments of so many axes; words of the usual type where the kernel's name has none. */
function product(first: number, axes: 2 | 3, usual?: DataType): Rule {
  return (call, kernel, facts) => {
    if (!PRODUCT_KERNEL.test(kernel) || HELPER_KERNEL.test(kernel)) return { reason: `helps ${call.name}` };
    const [a = [], b = []] = [call.sizes[first], call.sizes[first + 1]];
    if (a.length !== axes || b.length !== axes || a.at(-1) !== b.at(-2)) return undefined;
    if ([...a, ...b].some((extent) => extent === 0)) return { reason: "an empty product" };
    if (isRepeated(call.producers.slice(first, first + 2))) return { reason: ONE_TENSOR };
    const named = productTypes(kernel);
    const { types, assumed } = usual === undefined ? typesOr(named, facts, call) : typesOr(named, { ...facts, dataType: usual });
    const sizes = { m: a.at(-2) ?? 1, n: b.at(-1) ?? 1, k: a.at(-1) ?? 1, batch: axes === 3 ? (a[0] ?? 1) : 1 };
    return { workload: gemmWorkload({ ...sizes, ...types }), assumed };
  };
}

const ONE_TENSOR = "one tensor as two operands";

function isRepeated(producers: readonly (Producer | undefined)[]): boolean {
  const named = producers.filter((one) => one !== undefined);
  return distinct(named) < named.length;
}

const attention: Rule = (call, kernel, facts, calls) => {
  if (/bprop|bwd|backward/i.test(kernel)) return { reason: "no workload yet for attention's backward pass" };
  if (!/sdpa|flash|fmha|attention/i.test(kernel)) return { reason: `helps ${call.name}` };
  const [q = [], k = [], v = [], mask = []] = call.sizes;
  if (q.length !== 4 || k.length !== 4 || v.length !== 4) return undefined;
  if (isRepeated(call.producers.slice(0, 3))) return { reason: ONE_TENSOR };
  if (mask.length > 0) return { reason: "attention with a mask of its own" };
  if (q[3] !== v[3] || q[3] !== k[3]) return { reason: "values of another width than the keys" };
  const [batch = 1, heads = 1, queries = 1, dim = 1] = q;
  const [, kvHeads = 1, keys = 1] = k;
  if (heads % kvHeads !== 0) return undefined;
  const asked = argumentOf(calls, "scaled_dot_product_attention", 5);
  const said =
    asked !== undefined
      ? `is_causal=${asked.toLowerCase()}`
      : /is_causal=(true|false)|(?<=_)(causal|noncausal)(?=_)/i.exec(kernel)?.[0];
  const causal = said === undefined ? queries === keys && queries > 1 : /true|^causal/i.test(said);
  const { types, assumed } = typesOr(attentionTypes(kernel), facts, call);
  return {
    workload: attentionWorkload({ batch, heads, kvHeads, queries, keys, dim, causal, ...types }),
    assumed: [...(said === undefined && causal ? ["causal, which needs least"] : []), ...assumed],
  };
};

function attentionTypes(kernel: string): WordTypesOf | undefined {
  const dataType = /bf16|bfloat16|BFloat16/.test(kernel) ? "bf16" : /e4m3|fp8/.test(kernel) ? "fp8" : undefined;
  return dataType && { dataType, outputType: dataType };
}

const convolution: Rule = (call, kernel, facts, calls) => {
  if (HELPER_KERNEL.test(kernel)) return { reason: `changes a layout for ${call.name}` };
  if (!/fprop|convolve|nvjet|gemm|cutlass|conv/i.test(kernel)) return { reason: `helps ${call.name}` };
  const [x = [], weight = []] = call.sizes;
  if (x.length !== 4 || weight.length !== 4) return { reason: "a convolution of other than two dimensions" };
  const [batch = 1, inChannels = 1, height = 1, width = 1] = x;
  const [outChannels = 1, perGroup = 1, ...kernelSides] = weight;
  if (perGroup !== inChannels) return { reason: "no workload yet for convolutions in groups" };
  const windows = windowsOf(call, calls, [height, width], kernelSides, outChannels, facts);
  if ("reason" in windows) return windows;
  const { stride, padding, from } = windows;
  const { types, assumed } = typesOr(productTypes(kernel), facts, call);
  const sides = { batch, inChannels, outChannels, height, width, kernel: kernelSides, stride, padding };
  return { workload: convWorkload({ ...sides, ...types }), assumed: [...assumed, ...from] };
};

/** A normalisation of rows; without its gain, or its shift, a pass through X, which reads no less. */
const norm =
  (kind: "rmsnorm" | "layernorm"): Rule =>
  (call, kernel, facts) => {
    const [x = [], , gain = [], shift = []] = call.sizes;
    const columns = wordsOf(gain);
    if (x.length === 0 || columns === 0 || wordsOf(x) % columns !== 0) return undefined;
    if (/RowwiseMoments/.test(kernel)) return reduction(1)(call, kernel, facts, []);
    if (!/layer_?norm|rms_?norm/i.test(kernel)) return { reason: `helps ${call.name}` };
    if (gain.length === 0 || (kind === "layernorm" && shift.length === 0)) return ofWords(wordsOf(x), 1, kernel, facts, call);
    const { types, assumed } = typesOr(elementTypes(kernel), facts, call);
    return { workload: normWorkload(kind, { rows: wordsOf(x) / columns, columns, ...types }), assumed };
  };

const softmax: Rule = (call, kernel, facts) => {
  const [x = []] = call.sizes;
  if (!/softmax/i.test(kernel) || /backward/i.test(kernel) || x.length === 0) return undefined;
  const { types, assumed } = typesOr(elementTypes(kernel), facts, call);
  return {
    workload: softmaxWorkload({ rows: wordsOf(x.slice(0, -1)), columns: x.at(-1) ?? 1, ...types }),
    assumed: [...assumed, "along the last axis"],
  };
};

/** A kernel that reads its arguments word by word and writes as many words as the largest has. */
const elementwise: Rule = (call, kernel, facts) => {
  const pointers = /std::array<char \*, (\d+)>/.exec(kernel)?.[1];
  if (/FillFunctor/.test(kernel) || pointers === "1") return { reason: "writes a constant" };
  const words = Math.max(...call.sizes.map(wordsOf), 0);
  if (words === 0) return undefined;
  const most = pointers === undefined ? Number.POSITIVE_INFINITY : Number(pointers) - 1;
  // The first argument of a copy is what it writes.
  const from = call.name === "copy_" ? 1 : 0;
  const full = call.sizes.flatMap((size, at) =>
    at >= from && size.length > 0 && heldWords(call, at) === words ? [call.producers[at]] : [],
  );
  const found = ofWords(words, Math.max(1, Math.min(most, distinct(full))), kernel, facts, call);
  // A view may repeat words, as an expanded one does; its strides are not in the range.
  const views = full.some((one) => one !== undefined && !facts.launched(one.id));
  return views || full.length === 0 ? { ...found, assumed: [...(found.assumed ?? []), WHOLE_VIEWS] } : found;
};

/** Each tensor once: two whose makers are not named may be one. */
function distinct(tensors: readonly (Producer | undefined)[]): number {
  const named = new Set(tensors.flatMap((one) => (one === undefined ? [] : [`${one.id},${one.place}`])));
  return named.size + (tensors.some((one) => one === undefined) ? 1 : 0);
}

function ofWords(words: number, inputs: number, kernel: string, facts: StepFacts, call: OperatorCall): Found {
  const { types, assumed } = typesOr(elementTypes(kernel), facts, call, "another result");
  const stray = [types.dataType, types.outputType].find((type) => !OPERAND_TYPES.includes(type));
  if (stray !== undefined) return { reason: `no bound for words of ${stray}` };
  return { workload: elementwiseWorkload({ rows: 1, columns: words, inputs, ...types }), assumed };
}

/** Y = a sum over some axes of X, or of the products of two tensors. */
const reduction =
  (inputs: 1 | 2): Rule =>
  (call, kernel, facts) => {
    const words = heldWords(
      call,
      call.sizes.findIndex((size) => size.length > 0),
    );
    const dataType = reductionType(kernel) ?? facts.dataType;
    if (words < 2) return undefined;
    if (!OPERAND_TYPES.includes(dataType)) return { reason: `no bound for words of ${dataType}` };
    const text = inputs === 1 ? "Y[i] += X[i,j]" : "Y[i] += X[i,j] * Z[i,j]";
    return {
      workload: einsumWorkload({ text, extents: { i: 1, j: words }, dataType }),
      assumed: reductionType(kernel) === undefined ? [`${dataType} words`] : [],
    };
  };

const cat: Rule = (call, kernel, facts) => {
  const parts = call.sizes.flatMap((size, at) => (size.length === 0 ? [] : [call.producers[at]]));
  const words = call.sizes.reduce((sum, size) => sum + (size.length === 0 ? 0 : wordsOf(size)), 0);
  if (!/Cat/.test(kernel) || words === 0) return undefined;
  if (isRepeated(parts)) return { reason: "joins a tensor with itself" };
  const bytes = Number(/OpaqueType<(\d+)>/.exec(kernel)?.[1] ?? 0);
  const dataType = ({ 1: "int8", 2: "bf16", 4: "fp32", 8: "fp64" } as const)[bytes] ?? facts.dataType;
  const views = parts.some((one) => one !== undefined && !facts.launched(one.id));
  return { workload: elementwiseWorkload({ rows: 1, columns: words, inputs: 1, dataType }), assumed: views ? [WHOLE_VIEWS] : [] };
};

/** Kernels of normalisations over channels, which PyTorch launches one by one. */
const channels: Rule = (call, kernel, facts) => {
  const [words, others] = [wordsOf(call.sizes[0] ?? []), call.sizes[1] ?? []];
  if (/collect_statistics|RowwiseMoments/.test(kernel)) return reduction(1)(call, kernel, facts, []);
  if (/backward_reduce|ComputeInternalGradients|GammaBetaBackwardCUDAKernelTemplate|GammaBetaBackwardSimple/.test(kernel))
    return reduction(2)(call, kernel, facts, []);
  if (/transform_input|GroupNormKernelImplInternal/.test(kernel)) return ofWords(words, 1, kernel, facts, call);
  if (/GroupNormBackwardKernelImplInternal/.test(kernel) && !/lambda\([^)]*float, float, float\)/.test(kernel)) {
    return { reason: `statistics of ${call.name}` };
  }
  if (/backward_elemt|BackwardKernelImplInternal|grad_input/.test(kernel)) {
    return ofWords(words, wordsOf(others) === words ? 2 : 1, kernel, facts, call);
  }
  return { reason: `statistics of ${call.name}` };
};

const RULES: Readonly<Record<string, Rule>> = {
  mm: product(0, 2),
  addmm: product(1, 2),
  _scaled_mm: product(0, 2, "fp8"),
  bmm: product(0, 3),
  baddbmm: product(1, 3),
  scaled_dot_product_attention: attention,
  _scaled_dot_product_flash_attention: attention,
  _scaled_dot_product_cudnn_attention: attention,
  _cudnn_attention_forward: attention,
  _cudnn_attention_backward: attention,
  cudnn_convolution: convolution,
  convolution_overrideable: convolution,
  convolution_backward: () => ({ reason: "no workload yet for gradients of convolutions" }),
  native_layer_norm: norm("layernorm"),
  _fused_rms_norm: norm("rmsnorm"),
  native_layer_norm_backward: channels,
  native_batch_norm: channels,
  native_batch_norm_backward: channels,
  native_group_norm: channels,
  native_group_norm_backward: channels,
  _softmax: softmax,
  _log_softmax: softmax,
  cat,
};

/** Any operator whose kernel is one of these. */
const BY_KERNEL: readonly (readonly [RegExp, Rule])[] = [
  [/^Memset/i, () => ({ reason: "writes a constant" })],
  [/^triton_/, (_, kernel) => ({ reason: `fused by torch.compile: ${/_fused_+(.*?)_\d+$/.exec(kernel)?.[1] ?? kernel}` })],
  [/reduce_kernel</, reduction(1)],
  [/(?<!index_)elementwise_kernel</, elementwise],
];

/** What the innermost operator that a rule knows says of a kernel. `calls` stand around it, outermost first. */
export function recogniseWork(kernel: string, calls: readonly OperatorCall[], facts: StepFacts): RecognisedWork | undefined {
  const [outermost] = calls;
  if (outermost === undefined) return undefined;
  for (const call of calls.toReversed()) {
    const rule = RULES[call.name] ?? BY_KERNEL.find(([pattern]) => pattern.test(kernel))?.[1];
    const found = rule?.(call, kernel, facts, calls);
    if (found === undefined) continue;
    const { assumed = [] } = found;
    const views = call.producers.length === 0 || call.producers.some((one) => one !== undefined && !facts.launched(one.id));
    return { operator: outermost.name, ...found, assumed, refutable: views || assumed.length > 0 };
  }
  return { operator: outermost.name, assumed: [], refutable: false, reason: `no rule for ${calls.at(-1)?.name ?? ""}` };
}
