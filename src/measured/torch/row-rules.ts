import type { DataType } from "../../computation/data-types.js";
import { OPERAND_TYPES } from "../../computation/data-types.js";
import { einsumWorkload } from "../../computation/einsum.js";
import { elementwiseWorkload, normWorkload, softmaxWorkload } from "../../computation/row-workloads.js";
import { heldWords, typesOr } from "./arguments.js";
import type { OperatorCall } from "./operator-range.js";
import { wordsOf } from "./operator-range.js";
import type { Found, Launch, Rule, StepFacts } from "./recognised-work.js";
import { distinct, helper, isRepeated, noRule, WHOLE_VIEWS } from "./recognised-work.js";
import { elementTypes, reductionType } from "./type-names.js";

/** A normalisation of rows; without its gain, or its shift, a pass through X, which reads no less. */
export const norm =
  (kind: "rmsnorm" | "layernorm"): Rule =>
  (call, launch, facts) => {
    const [x = [], , gain = [], shift = []] = call.sizes;
    const columns = wordsOf(gain);
    if (x.length === 0 || columns === 0 || wordsOf(x) % columns !== 0) return undefined;
    if (/RowwiseMoments/.test(launch.name)) return reduction(1)(call, launch, facts, []);
    if (!/layer_?norm|rms_?norm/i.test(launch.name)) return helper(launch, call) ?? noRule(call);
    if (gain.length === 0 || (kind === "layernorm" && shift.length === 0)) return ofWords(wordsOf(x), 1, launch, facts, call);
    const { types, assumed } = typesOr(elementTypes(launch.name), facts, call);
    return { workload: normWorkload(kind, { rows: wordsOf(x) / columns, columns, ...types }), assumed };
  };

export const softmax: Rule = (call, launch, facts) => {
  const [x = []] = call.sizes;
  if (!/softmax/i.test(launch.name) || /backward/i.test(launch.name) || x.length === 0) return undefined;
  const { types, assumed } = typesOr(elementTypes(launch.name), facts, call);
  return {
    workload: softmaxWorkload({ rows: wordsOf(x.slice(0, -1)), columns: x.at(-1) ?? 1, ...types }),
    assumed: [...assumed, "along the last axis"],
  };
};

/** The gradient of a softmax, from that of its result and the result. */
export const softmaxGradient: Rule = (call, launch, facts) =>
  /softmax\w*backward/i.test(launch.name) ? ofWords(wordsOf(call.sizes[0] ?? []), 2, launch, facts, call) : undefined;

/** A kernel that reads its arguments word by word and writes as many words as the largest has. */
export const elementwise: Rule = (call, launch, facts) => {
  const words = Math.max(...call.sizes.map(wordsOf), 0);
  const most = operandsOf(launch.name);
  if (most === 0)
    return words > 0 && /^(?:fill|zero)_$/.test(call.name)
      ? ofWords(words, 0, launch, facts, call)
      : { reason: "writes a constant" };
  if (words === 0) return undefined;
  // The first argument of a copy is what it writes.
  const from = call.name === "copy_" ? 1 : 0;
  const full = call.sizes.flatMap((size, at) =>
    at >= from && size.length > 0 && heldWords(call, at) === words ? [call.producers[at]] : [],
  );
  const found = ofWords(words, Math.min(most, distinct(full)), launch, facts, call);
  // A view may repeat words, as an expanded one does; its strides are not in the range.
  const views = full.some((one) => one !== undefined && !facts.launched(one.id));
  return views ? { ...found, assumed: [...(found.assumed ?? []), WHOLE_VIEWS] } : found;
};

/** The most tensors that a kernel can read, by the pointers that it takes or by its function. */
function operandsOf(name: string): number {
  const pointers = /std::array<char \*, (\d+)>/.exec(name)?.[1];
  if (/FillFunctor/.test(name)) return 0;
  if (pointers !== undefined) return Number(pointers) - 1;
  return /UnaryFunctor|_copy_kernel/.test(name) ? 1 : /BinaryFunctor|CUDAFunctor_add/.test(name) ? 2 : Number.POSITIVE_INFINITY;
}

/** Types of as many bits, for words that nothing here adds up. */
const AS_LONG: ReadonlyMap<DataType, DataType> = new Map([
  ["int64", "fp64"],
  ["int32", "fp32"],
]);

/** A pass through so many words of as many operands; without operands the words that it writes. */
export function ofWords(words: number, inputs: number, launch: Launch, facts: StepFacts, call: OperatorCall): Found {
  const { types, assumed } = typesOr(elementTypes(launch.name), facts, call, "another result");
  const given = [types.dataType, types.outputType] as const;
  const [dataType, outputType] = given.map((type) => AS_LONG.get(type) ?? type) as [DataType, DataType];
  const stray = [dataType, outputType].find((type) => !OPERAND_TYPES.includes(type));
  if (stray !== undefined) return { reason: `no bound for words of ${stray}` };
  const renamed = given.flatMap((type) => (AS_LONG.has(type) ? [`${type} words are counted as ${AS_LONG.get(type)}`] : []));
  const sides = { rows: 1, columns: words, dataType, outputType };
  return {
    workload: elementwiseWorkload({ ...sides, inputs }),
    ...(inputs === 0 ? {} : { least: elementwiseWorkload({ ...sides, inputs: 0 }) }),
    assumed: [...new Set([...assumed, ...renamed])],
  };
}

/** Y = a sum over some axes of X, or of the products of two tensors. */
export const reduction =
  (inputs: 1 | 2, presumed: readonly string[] = []): Rule =>
  (call, launch, facts) => {
    const words = heldWords(
      call,
      call.sizes.findIndex((size) => size.length > 0),
    );
    const named = reductionType(launch.name);
    const dataType = named ?? facts.dataType;
    if (words < 2) return undefined;
    if (!OPERAND_TYPES.includes(dataType)) return { reason: `no bound for words of ${dataType}` };
    const text = inputs === 1 ? "Y[i] += X[i,j]" : "Y[i] += X[i,j] * Z[i,j]";
    return {
      workload: einsumWorkload({ text, extents: { i: 1, j: words }, dataType }),
      assumed: [...presumed, ...(named === undefined ? [`${dataType} words`] : [])],
    };
  };

/** Windows of an image, each of which becomes a word: all words are read where windows leave none out. */
export const pool: Rule = (call, launch, facts, calls) =>
  /pool/i.test(launch.name) && !/backward/i.test(launch.name)
    ? reduction(1, ["windows that leave out no word"])(call, launch, facts, calls)
    : undefined;

/** Every word of an image again and again, where the result is known to be no smaller. */
export const upsample: Rule = (call, launch, facts, calls) => {
  const words = wordsOf(call.sizes[0] ?? [0]);
  const result = calls.flatMap(({ id }) => (id === undefined ? [] : (facts.sizeOf(id) ?? [])));
  if (!/upsample/i.test(launch.name) || /backward/i.test(launch.name)) return undefined;
  if (result.length === 0 || wordsOf(result) < words) return { reason: "nothing says how large the output is" };
  return ofWords(words, 1, launch, facts, call);
};

export const cat: Rule = (call, { name }, facts) => {
  const parts = call.sizes.flatMap((size, at) => (size.length === 0 ? [] : [call.producers[at]]));
  const words = call.sizes.reduce((sum, size) => sum + (size.length === 0 ? 0 : wordsOf(size)), 0);
  if (!/Cat/.test(name) || words === 0) return undefined;
  const bytes = Number(/OpaqueType<(\d+)>/.exec(name)?.[1] ?? 0);
  const dataType = ({ 1: "int8", 2: "bf16", 4: "fp32", 8: "fp64" } as const)[bytes] ?? facts.dataType;
  const least = elementwiseWorkload({ rows: 1, columns: words, inputs: 0, dataType });
  if (isRepeated(parts)) return { workload: least, assumed: ["joins a tensor with itself, whose words count nothing"] };
  const views = parts.some((one) => one !== undefined && !facts.launched(one.id));
  return { workload: { ...least, inputs: 1 }, least, assumed: views ? [WHOLE_VIEWS] : [] };
};

/** Kernels that make words of each channel of others. */
const OF_CHANNELS =
  /batch_norm_update_stats|Compute(?:Backward)?FusedParams|GammaBetaBackward|GroupNormBackwardKernelImplInternal/;

/** Kernels of normalisations over channels, which PyTorch launches one by one. */
export const channels: Rule = (call, launch, facts) => {
  const { name } = launch;
  const [words, others] = [wordsOf(call.sizes[0] ?? []), call.sizes[1] ?? []];
  if (/collect_statistics|RowwiseMoments/.test(name)) return reduction(1)(call, launch, facts, []);
  if (/backward_reduce|ComputeInternalGradients|GammaBetaBackwardCUDAKernelTemplate|GammaBetaBackwardSimple/.test(name))
    return reduction(2)(call, launch, facts, []);
  if (/transform_input|GroupNormKernelImplInternal/.test(name)) return ofWords(words, 1, launch, facts, call);
  const ofStatistics = /GroupNormBackwardKernelImplInternal/.test(name) && !/lambda\([^)]*float, float, float\)/.test(name);
  if (!ofStatistics && /backward_elemt|BackwardKernelImplInternal|grad_input/.test(name)) {
    return ofWords(words, wordsOf(others) === words ? 2 : 1, launch, facts, call);
  }
  // Gain, shift or statistics: a word a channel is read, and one written at least.
  const vector = OF_CHANNELS.test(name) ? call.sizes.find((size) => size.length === 1) : undefined;
  return vector === undefined ? { reason: `statistics of ${call.name}` } : ofWords(wordsOf(vector), 1, launch, facts, call);
};
