import { type AttentionWorkload, attentionWorkload, checkAttention, describeAttention, KV_TYPE } from "../attention.js";
import type { WorkloadKind } from "../workload-kind.js";
import { BATCH_NAMES, sizedForm } from "../workload-kind.js";

const PAGES =
  "pages move the same words; their table is 4 bytes a page beside 2·kv-heads·PAGE·dim words of K and V, and no bound counts it";

/** Sums of lengths, as kernels take them. */
const CUMULATIVE = ["cu-seqlens", "cu-seqlens-q", "cu-seqlens-k"];

/** Latent attention of DeepSeek-V2, V3 and R1 in its absorbed form: one latent of 512 words a token, with 64 of a rotary part. */
const LATENT_NAMES = ["mla", "flash-mla", "latent-attention"];
const LATENT = { kvHeads: 1, dim: 576, valueDim: 512, valuesInKeys: true };

/** How the workload is named, checked and described. */
export const attentionKind: WorkloadKind<AttentionWorkload> = {
  kind: "attention",
  extents: ["batch", "heads", "kvHeads", "queries", "keys", "dim"],
  check: checkAttention,
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
      {
        flag: "queries",
        what: "query rows a head (with --lengths: default each length)",
        also: ["seq", "seqlen", "sequence-length", "seqlen-q", "q-len"],
        unless: "lengths",
      },
      {
        flag: "keys",
        what: "key rows a head (default: --queries)",
        also: ["seqlen-k", "seqlen-kv", "kv-len", "kv-seq-len", "seq-kv"],
        optional: true,
      },
      { flag: "dim", what: "head dimension", also: ["head-dim", "head-size", "d", "d-head"] },
      {
        flag: "value-dim",
        what: "columns of V and O (default: --dim)",
        also: ["v-head-dim", "head-dim-v", "head-size-v", "kv-lora-rank"],
        optional: true,
      },
      {
        flag: "window",
        what: "with --causal: keys that a query sees, its own and those before it (default: all before it)",
        also: ["sliding-window", "window-size", "sliding"],
        optional: true,
      },
      {
        flag: "sinks",
        what: "with --window: first keys, which every query sees beside its window (default: none)",
        also: ["attention-sinks", "sink-tokens", "num-sinks"],
        optional: true,
      },
      {
        flag: "shared-prefix",
        what: "first keys of every sequence, whose K and V are one array for the batch (default: none)",
        also: ["prefix", "prefix-length", "common-prefix"],
        optional: true,
      },
      {
        flag: "shared-key-columns",
        what: "last columns of K, which are one array for all heads of a sequence (expanded latent attention; default: none)",
        also: ["qk-rope-head-dim", "rope-head-dim"],
        optional: true,
      },
    ],
    numbers: [
      {
        flag: "lengths",
        what: "in place of --keys and --batch: keys of each sequence, such as 4096,1024,512",
        also: ["seqlens", "seq-lens", "sequence-lengths", "kv-lengths", "seqlens-k", "context-lens"],
      },
      {
        flag: "query-lengths",
        what: "in place of --queries, with --lengths: queries of each sequence",
        also: ["seqlens-q", "q-lens", "query-lens"],
      },
    ],
    rightType: KV_TYPE,
    switches: [
      { flag: "causal", what: "query i sees keys up to i + keys − queries", also: ["is-causal"] },
      { flag: "values-in-keys", what: "V is the first columns of K, in the same words (latent attention)" },
    ],
    spellings: {
      names: {
        ...Object.fromEntries(
          ["flash-attention", "flash-attn", "sdpa", "mha", "gqa", "fmha", "self-attention"].map((name) => [name, {}]),
        ),
        "scaled-dot-product-attention": {},
        mqa: { kvHeads: 1 },
        ...Object.fromEntries(LATENT_NAMES.map((name) => [name, LATENT])),
        "flash-decoding": { queries: 1 },
      },
      usual: LATENT_NAMES,
      idle: Object.fromEntries(["page-size", "page-block-size", "kv-block-size"].map((flag) => [flag, PAGES])),
      refused: {
        ...Object.fromEntries(CUMULATIVE.map((flag) => [flag, { instead: "the lengths themselves: --lengths 4096,1024,512" }])),
        dropout: { instead: "no dropout here: leave it out", unless: "0" },
      },
    },
    make: (options, flags) => {
      const [lengths, queryLengths] = ["lengths", "queryLengths"].map((name) => flags[name] as readonly number[] | undefined);
      const [causal, valuesInKeys] = ["causal", "valuesInKeys"].map((name) => flags[name] === true);
      return attentionWorkload({ ...options, lengths, queryLengths, causal, valuesInKeys });
    },
  }),
};
