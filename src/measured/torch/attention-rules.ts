import { attentionWorkload } from "../../computation/attention.js";
import { einsumWorkload } from "../../computation/einsum.js";
import { attentionBackwardWorkload } from "../../computation/fused/attention-backward.js";
import { elementwiseWorkload } from "../../computation/row-workloads.js";
import { countedCausal, namedCausal } from "../names/attention-names.js";
import type { WordTypesOf } from "./arguments.js";
import { argumentOf, typesOr } from "./arguments.js";
import type { OperatorCall } from "./operator-range.js";
import { wordsOf } from "./operator-range.js";
import type { Launch, Rule } from "./recognised-work.js";
import { helper, isRepeated, noRule, ONE_TENSOR } from "./recognised-work.js";

/** @param layout axes of Q, K and V: heads before the sequence, as PyTorch has them, or after it, as FlashAttention does */
export const attention =
  (layout: "heads first" | "sequence first" = "heads first"): Rule =>
  (call, launch, facts, calls) => {
    if (/bprop|bwd|backward/i.test(launch.name)) return backward(layout)(call, launch, facts, calls);
    const help = helper(launch, call);
    if (help !== undefined) return help;
    if (!/sdpa|flash|fmha|attention/i.test(launch.name)) return noRule(call);
    const ordered = call.sizes.slice(0, 3).map((size) => (layout === "heads first" || size.length !== 4 ? size : swapped(size)));
    const [q = [], k = [], v = []] = ordered;
    const mask = layout === "heads first" ? (call.sizes[3] ?? []) : [];
    if (q.length !== 4 || k.length !== 4 || v.length !== 4) return undefined;
    if (isRepeated(call.producers.slice(0, 3))) return { reason: ONE_TENSOR };
    if (mask.length > 0) return { reason: "attention with a mask of its own" };
    if (q[3] !== v[3] || q[3] !== k[3]) return { reason: "values of another width than the keys" };
    const [batch = 1, heads = 1, queries = 1, dim = 1] = q;
    const [, kvHeads = 1, keys = 1] = k;
    if (heads % kvHeads !== 0) return undefined;
    const { types, assumed } = typesOr(attentionTypes(launch.name), facts, call);
    const sizes = { batch, heads, kvHeads, queries, keys, dim, ...types };
    const said = saidCausal(launch, calls);
    if (said !== undefined) return { workload: attentionWorkload({ ...sizes, causal: said }), assumed };
    const [full, masked] = [false, true].map((causal) => attentionWorkload({ ...sizes, causal })) as [Attention, Attention];
    const counted = queries === keys && queries > 1 ? countedCausal(launch, full, masked) : false;
    if (counted === false) {
      const told = queries === keys && queries > 1 ? ["no mask, as the bytes into the SMs tell"] : [];
      return { workload: full, assumed: [...told, ...assumed] };
    }
    const why = counted === undefined ? "causal, which needs least" : "causal, as the bytes into the SMs tell";
    return { workload: masked, assumed: [why, ...assumed] };
  };

type Attention = ReturnType<typeof attentionWorkload>;

function swapped([batch = 0, sequence = 0, heads = 0, dim = 0]: readonly number[]): readonly number[] {
  return [batch, heads, sequence, dim];
}

/** Whether arguments or the name say that later keys are masked. */
function saidCausal(launch: Launch, calls: readonly OperatorCall[]): boolean | undefined {
  const asked = argumentOf(calls, "scaled_dot_product_attention", 5);
  if (asked !== undefined) return /true/i.test(asked);
  const named = /is_causal=(true|false)|(?<=_)(causal|noncausal)(?=_)/i.exec(launch.name)?.[0];
  return named === undefined ? namedCausal(launch) : /true|^causal/i.test(named);
}

function attentionTypes(kernel: string): WordTypesOf | undefined {
  const dataType = /bf16|bfloat16|BFloat16/.test(kernel) ? "bf16" : /e4m3|fp8/.test(kernel) ? "fp8" : undefined;
  return dataType && { dataType, outputType: dataType };
}

/** Places among the arguments of a backward pass: of a mask's sizes, and of what says that later keys are masked. */
const BACKWARD_PLACES: Readonly<Record<string, { readonly mask?: number; readonly causal?: number }>> = {
  _scaled_dot_product_cudnn_attention_backward: { mask: 8, causal: 14 },
  _cudnn_attention_backward: { mask: 8, causal: 14 },
  _scaled_dot_product_flash_attention_backward: { causal: 11 },
  _flash_attention_backward: { causal: 11 },
  _scaled_dot_product_efficient_attention_backward: { mask: 4 },
  _efficient_attention_backward: { mask: 4 },
};

/** The kernel of the gradients of Q, K and V, and those before and after it. */
export const backward =
  (layout: "heads first" | "sequence first" = "heads first"): Rule =>
  (call, launch, facts) => {
    const [gradient = [], ...given] = call.sizes;
    const { types, assumed } = typesOr(attentionTypes(launch.name), facts, call);
    // The sum over each row of the result times its gradient, in fp32.
    if (/dot_do_o/.test(launch.name) && gradient.length === 4) {
      const extents = { i: wordsOf(gradient.slice(0, -1)), j: gradient.at(-1) ?? 1 };
      const text = "D[i] += G[i,j] * O[i,j]";
      return { workload: einsumWorkload({ text, extents, dataType: types.dataType, outputType: "fp32" }), assumed };
    }
    // The gradient of Q was added up in fp32.
    if (/convert_dq/.test(launch.name) && given[0]?.length === 4) {
      const sides = { rows: 1, columns: wordsOf(given[0]), inputs: 1, outputType: types.outputType };
      return { workload: elementwiseWorkload({ ...sides, dataType: "fp32" }), assumed };
    }
    const help = helper(launch, call);
    if (help !== undefined) return help;
    if (!/sdpa|flash|fmha|attention|bprop|bwd|backward/i.test(launch.name)) return noRule(call);
    const [q = [], k = [], v = []] = given.slice(0, 3).map((size) => (layout === "heads first" ? size : swapped(size)));
    if ([q, k, v].some(({ length }) => length !== 4)) return { reason: "attention's backward pass of other than four axes" };
    const { mask, causal } = BACKWARD_PLACES[call.name] ?? {};
    if (mask !== undefined && (call.sizes[mask] ?? []).length > 0) return { reason: "attention with a mask of its own" };
    const [batch = 1, heads = 1, queries = 1, dim = 1] = q;
    const [, kvHeads = 1, keys = 1] = k;
    if (v[3] !== dim || k[3] !== dim || heads % kvHeads !== 0)
      return { reason: "keys or values of another width, or of other heads" };
    const asked = causal === undefined ? undefined : argumentOf([call], call.name, causal);
    const said = asked === undefined ? namedCausal(launch) : /true/i.test(asked);
    const isSquare = queries === keys && queries > 1;
    const sizes = { batch, heads, kvHeads, queries, keys, dim, causal: said ?? isSquare };
    const presumed = said === undefined && isSquare ? ["causal, which needs least", ...assumed] : assumed;
    return { workload: attentionBackwardWorkload({ ...sizes, ...types }), assumed: presumed };
  };
