import { InputError, shown } from "../errors.js";
import type { Access, Computation } from "./computation.js";
import { checkExtent, plainIndex } from "./computation.js";
import type { WordTypeOptions, WordTypes } from "./word-types.js";
import { describeTypes, wordTypes } from "./word-types.js";
import type { WorkloadKind } from "./workload-kind.js";
import { BATCH_NAMES, sizedForm } from "./workload-kind.js";

/**
 * O = softmax(Q·Kᵀ)·V per batch and head; Q and O are queries × dim, K and V keys × dim. `heads / kvHeads` neighbouring heads
 * share one K and V (grouped-query attention). Causal: query i sees keys up to i + keys − queries.
 */
export interface AttentionWorkload extends WordTypes {
  readonly kind: "attention";
  readonly batch: number;
  readonly heads: number;
  readonly kvHeads: number;
  readonly queries: number;
  readonly keys: number;
  readonly dim: number;
  readonly causal: boolean;
}

/** Extents of attention; batch 1, as many keys as queries and as many key-value heads as heads unless given. */
export interface AttentionOptions extends WordTypeOptions {
  /** Default 1. */
  readonly batch?: number | undefined;
  readonly heads: number;
  /** Default `heads`. */
  readonly kvHeads?: number | undefined;
  readonly queries: number;
  /** Default `queries`. */
  readonly keys?: number | undefined;
  readonly dim: number;
  /** Default false. */
  readonly causal?: boolean | undefined;
}

/** A checked attention: extents from 1 to 2^53 - 1, heads a multiple of kv-heads. @throws InputError naming the option. */
export function attentionWorkload(options: AttentionOptions): AttentionWorkload {
  const heads = checkExtent("heads", options.heads);
  const kvHeads = checkExtent("kv-heads", options.kvHeads ?? heads);
  if (heads % kvHeads !== 0) throw new InputError("kv-heads", `a divisor of the ${heads} heads`, String(kvHeads));
  const causal: unknown = options.causal ?? false;
  if (typeof causal !== "boolean") throw new InputError("causal", "true or false", shown(causal));
  const queries = checkExtent("queries", options.queries);
  return {
    kind: "attention",
    batch: checkExtent("batch", options.batch ?? 1),
    heads,
    kvHeads,
    queries,
    keys: checkExtent("keys", options.keys ?? queries),
    dim: checkExtent("dim", options.dim),
    causal,
    ...wordTypes(options),
  };
}

/**
 * Two statements: S = Q·Kᵀ with a row-wise softmax, O = S·V. Indices: b batch, g key-value head, r head within its group, i
 * query, j key, c dim; head h is g·(heads/kvHeads) + r.
 *
 * @throws InputError naming `causal`: a masked half is no box of iterations, and the full box would claim work nobody does.
 */
export function attentionComputation(workload: AttentionWorkload): Computation {
  const { batch, heads, kvHeads, queries, keys, dim, dataType, outputType } = workload;
  if (workload.causal) throw new InputError("causal", "false: a causal mask leaves no box of iterations", "true");
  const group = heads / kvHeads;
  const perHead = (array: string, row: string, column: string): Access => ({
    array,
    dimensions: [
      plainIndex("b"),
      {
        terms: [
          { index: "g", stride: group },
          { index: "r", stride: 1 },
        ],
      },
      plainIndex(row),
      plainIndex(column),
    ],
  });
  const perGroup = (array: string): Access => ({ array, dimensions: ["b", "g", "j", "c"].map(plainIndex) });
  return {
    name: "attention",
    statements: [
      { output: perHead("S", "i", "j"), operands: [perHead("Q", "i", "c"), perGroup("K")], epilogue: "softmax" },
      { output: perHead("O", "i", "c"), operands: [perHead("S", "i", "j"), perGroup("V")] },
    ],
    arrays: [
      { name: "Q", role: "input", dataType, shape: [batch, heads, queries, dim] },
      { name: "K", role: "input", dataType, shape: [batch, kvHeads, keys, dim] },
      { name: "V", role: "input", dataType, shape: [batch, kvHeads, keys, dim] },
      { name: "S", role: "intermediate", dataType, shape: [batch, heads, queries, keys] },
      { name: "O", role: "output", dataType: outputType, shape: [batch, heads, queries, dim] },
    ],
    extents: { b: batch, g: kvHeads, r: group, i: queries, j: keys, c: dim },
    accumulator: workload.accumulator,
  };
}

/** One line for people: `causal attention, batch 4, 32 heads on 8 of K and V, 4096 queries, 4096 keys, dim 128, bf16, …`. */
export function describeAttention(w: AttentionWorkload): string {
  const heads = w.kvHeads === w.heads ? `${w.heads} heads` : `${w.heads} heads on ${w.kvHeads} of K and V`;
  const kind = w.causal ? "causal attention" : "attention";
  return `${kind}, batch ${w.batch}, ${heads}, ${w.queries} queries, ${w.keys} keys, dim ${w.dim}, ${describeTypes(w)}`;
}

const WINDOW = "no bounds for sliding windows yet; a decoding step within its window is --queries 1 --keys WINDOW";

/** How the workload is named, checked and described. */
export const attentionKind: WorkloadKind<AttentionWorkload> = {
  kind: "attention",
  extents: ["batch", "heads", "kvHeads", "queries", "keys", "dim"],
  check: checkHeads,
  describe: describeAttention,
  form: sizedForm({
    name: "attention",
    summary: "attention softmax(Q·Kᵀ)·V over batch and heads",
    extents: [
      { flag: "batch", what: "sequences (default 1)", also: BATCH_NAMES, optional: true },
      { flag: "heads", what: "query heads", also: ["num-heads", "n-heads", "q-heads", "num-q-heads"] },
      {
        flag: "kv-heads",
        what: "key-value heads (default: --heads)",
        also: ["num-kv-heads", "n-kv-heads", "num-key-value-heads", "heads-kv"],
        optional: true,
      },
      { flag: "queries", what: "query rows a head", also: ["seq", "seqlen", "sequence-length", "seqlen-q", "q-len"] },
      {
        flag: "keys",
        what: "key rows a head (default: --queries)",
        also: ["seqlen-k", "seqlen-kv", "kv-len", "kv-seq-len", "seq-kv"],
        optional: true,
      },
      { flag: "dim", what: "head dimension", also: ["head-dim", "head-size", "d", "d-head"] },
    ],
    switches: [{ flag: "causal", what: "query i sees keys up to i + keys − queries", also: ["is-causal"] }],
    spellings: {
      names: {
        ...Object.fromEntries(
          ["flash-attention", "flash-attn", "sdpa", "mha", "gqa", "fmha", "self-attention"].map((name) => [name, {}]),
        ),
        "scaled-dot-product-attention": {},
        mqa: { kvHeads: 1 },
        "flash-decoding": { queries: 1 },
      },
      refused: {
        ...Object.fromEntries(["window", "sliding-window", "window-size"].map((flag) => [flag, { instead: WINDOW }])),
        dropout: { instead: "no dropout here: leave it out", unless: "0" },
      },
    },
    make: (options, flags) => attentionWorkload({ ...options, causal: flags["causal"] === true }),
  }),
};

function checkHeads({ heads, kvHeads }: AttentionWorkload): void {
  if (heads % kvHeads !== 0) throw new InputError("heads", `a multiple of kv-heads, ${kvHeads}`, String(heads));
}
