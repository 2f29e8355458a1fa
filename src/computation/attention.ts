import { InputError, shown } from "../errors.js";
import { type AttentionMask, checkMask, describeMask, describeSequences, isPlainMask, sequencesFrom } from "./attention-mask.js";
import type { Access, Computation } from "./computation.js";
import { checkExtent, plainIndex } from "./computation.js";
import { rightTypeOf } from "./operand-types.js";
import type { MixedTypeOptions, WordTypes } from "./word-types.js";
import { describeTypes, mixedTypes } from "./word-types.js";
import type { RightTypeField } from "./workload-kind.js";

/**
 * O = softmax(Q·Kᵀ)·V per batch and head; Q and O are queries × dim, K and V keys × dim. `heads / kvHeads` neighbouring heads
 * share one K and V (grouped-query attention). Causal: query i sees keys up to i + keys − queries. Latent attention, as its decoding
 * kernels have it: V is the first columns of K, and a word of V is a word of K. In its expanded form the last columns of K, those with
 * positions, are one array for all heads.
 */
export interface AttentionWorkload extends WordTypes, AttentionMask {
  readonly kind: "attention";
  readonly batch: number;
  readonly heads: number;
  readonly kvHeads: number;
  readonly queries: number;
  readonly keys: number;
  /** Columns of Q and K. */
  readonly dim: number;
  /** Columns of V and O, where they are not `dim`. */
  readonly valueDim?: number;
  readonly causal: boolean;
  /** V is the first `valueDim` columns of K; absent where V is an array of its own. */
  readonly valuesInKeys?: true;
  /** The last columns of K that all heads of a sequence have in common, fewer than `dim`; absent where each head's are its own. */
  readonly sharedKeyColumns?: number;
}

/** Attention of a kernel whose neighbouring rows may be one query's: the query heads of a group, `packed` of them. */
export type PackedAttention = AttentionWorkload & { readonly packed?: number };

/** Extents of attention; batch 1, as many keys as queries and as many key-value heads as heads unless given. */
export interface AttentionOptions extends MixedTypeOptions {
  /** Default 1, or as many as there are lengths. */
  readonly batch?: number | undefined;
  readonly heads: number;
  /** Default `heads`. */
  readonly kvHeads?: number | undefined;
  /** Of every sequence; with `lengths` as many as each length unless given. */
  readonly queries?: number | undefined;
  /** Default `queries`. */
  readonly keys?: number | undefined;
  readonly dim: number;
  /** Default `dim`. */
  readonly valueDim?: number | undefined;
  /** Default false. */
  readonly causal?: boolean | undefined;
  /** Causal only: a query sees its own key and the `window - 1` before it; default all before it. */
  readonly window?: number | undefined;
  /** With a window: the first keys, which queries see beside it; default none. */
  readonly sinks?: number | undefined;
  /** In place of `keys`: the keys of each sequence. */
  readonly lengths?: readonly number[] | undefined;
  /** In place of `queries`, with `lengths`: the queries of each sequence. */
  readonly queryLengths?: readonly number[] | undefined;
  /** The first keys of every sequence, one array for all of the batch; default none. */
  readonly sharedPrefix?: number | undefined;
  /** Default false; true needs `valueDim` of at most `dim`. */
  readonly valuesInKeys?: boolean | undefined;
  /** Fewer than `dim`, and not with `valuesInKeys`; default none. */
  readonly sharedKeyColumns?: number | undefined;
}

/**
 * A checked attention: extents from 1 to 2^53 - 1, heads a multiple of kv-heads, values in keys no wider than they are, fewer columns of
 * K in common than it has.
 *
 * @throws InputError naming the option.
 */
export function attentionWorkload(options: AttentionOptions): AttentionWorkload {
  const heads = checkExtent("heads", options.heads);
  const kvHeads = checkExtent("kv-heads", options.kvHeads ?? heads);
  if (heads % kvHeads !== 0) throw new InputError("kv-heads", `a divisor of the ${heads} heads`, String(kvHeads));
  const causal = checkSwitch("causal", options.causal);
  const valuesInKeys = checkSwitch("values-in-keys", options.valuesInKeys);
  const sequences = sequencesFrom(options);
  const dim = checkExtent("dim", options.dim);
  const valueDim = checkExtent("value-dim", options.valueDim ?? dim);
  const { window, sinks, sharedPrefix, sharedKeyColumns } = options;
  const workload: AttentionWorkload = {
    kind: "attention",
    heads,
    kvHeads,
    ...sequences,
    dim,
    ...(valueDim === dim ? {} : { valueDim }),
    causal,
    ...(valuesInKeys ? { valuesInKeys } : {}),
    ...(sharedKeyColumns === undefined ? {} : { sharedKeyColumns }),
    ...(window === undefined ? {} : { window }),
    ...(sinks === undefined ? {} : { sinks }),
    ...(sharedPrefix === undefined ? {} : { sharedPrefix }),
    ...mixedTypes(options, KV_TYPE),
  };
  checkValues(workload);
  checkMask(workload);
  return workload;
}

function checkSwitch(flag: string, given: unknown = false): boolean {
  if (typeof given !== "boolean") throw new InputError(flag, "true or false", shown(given));
  return given;
}

/** Columns of V and O. */
export function valueDimOf({ dim, valueDim = dim }: Pick<AttentionWorkload, "dim" | "valueDim">): number {
  return valueDim;
}

/** Columns of K that each head has for itself. */
export function ownKeyColumns({ dim, sharedKeyColumns = 0 }: Pick<AttentionWorkload, "dim" | "sharedKeyColumns">): number {
  return dim - sharedKeyColumns;
}

/** Columns of K and V together, where V has words of its own, else those of K: what a key takes. */
export function wordsOfKey(w: Pick<AttentionWorkload, "dim" | "valueDim" | "valuesInKeys">): number {
  return w.valuesInKeys ? w.dim : w.dim + valueDimOf(w);
}

/**
 * Two statements: S = Q·Kᵀ with a row-wise softmax, O = S·V, with K for V where values are in keys. Indices: b batch, g key-value
 * head, r head within its group, i query, j key, c dim, d a column of V where those are not `dim`; head h is g·(heads/kvHeads) + r.
 *
 * @throws InputError naming `causal`: a masked half is no box of iterations, and the full box would claim work nobody does;
 * or `shared-key-columns`, which are a product of another box.
 */
export function attentionComputation(workload: AttentionWorkload): Computation {
  const { batch, heads, kvHeads, queries, keys, dim, dataType, outputType } = workload;
  if (workload.causal) throw new InputError("causal", "false: a causal mask leaves no box of iterations", "true");
  if (!isPlainMask(workload)) throw new InputError("lengths", "sequences alike, nothing shared: else there is no box", "others");
  if (workload.sharedKeyColumns !== undefined)
    throw new InputError("shared-key-columns", "none: else there is no box", String(workload.sharedKeyColumns));
  const group = heads / kvHeads;
  const columns = valueDimOf(workload);
  const [c, v] = [columns === dim ? "c" : "d", workload.valuesInKeys ? "K" : "V"];
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
  const perGroup = (array: string, column: string): Access => ({ array, dimensions: ["b", "g", "j", column].map(plainIndex) });
  return {
    name: "attention",
    statements: [
      { output: perHead("S", "i", "j"), operands: [perHead("Q", "i", "c"), perGroup("K", "c")], epilogue: "softmax" },
      { output: perHead("O", "i", c), operands: [perHead("S", "i", "j"), perGroup(v, c)] },
    ],
    arrays: [
      { name: "Q", role: "input", dataType, shape: [batch, heads, queries, dim] },
      { name: "K", role: "input", dataType: rightTypeOf(workload), shape: [batch, kvHeads, keys, dim] },
      ...(v === "K"
        ? []
        : [{ name: v, role: "input", dataType: rightTypeOf(workload), shape: [batch, kvHeads, keys, columns] } as const]),
      { name: "S", role: "intermediate", dataType, shape: [batch, heads, queries, keys] },
      { name: "O", role: "output", dataType: outputType, shape: [batch, heads, queries, columns] },
    ],
    extents: { b: batch, g: kvHeads, r: group, i: queries, j: keys, c: dim, [c]: columns },
    accumulator: workload.accumulator,
  };
}

/** One line for people: `causal attention, batch 4, 32 heads on 8 of K and V, 4096 queries, 4096 keys, dim 128, bf16, …`. */
export function describeAttention(w: AttentionWorkload): string {
  const heads = w.kvHeads === w.heads ? `${w.heads} heads` : `${w.heads} heads on ${w.kvHeads} of K and V`;
  const kind = [w.causal ? "causal attention" : "attention", describeMask(w)].filter((part) => part !== "").join(", ");
  const values = w.valuesInKeys ? `, values the first ${valueDimOf(w)} columns of the keys` : "";
  const shared =
    w.sharedKeyColumns === undefined ? "" : `, the last ${w.sharedKeyColumns} columns of the keys shared by all heads`;
  const dims = values === "" && w.valueDim !== undefined ? `dim ${w.dim}, ${w.valueDim} of V` : `dim ${w.dim}${values}`;
  return `${kind}, batch ${w.batch}, ${heads}, ${describeSequences(w)}, ${dims}${shared}, ${describeTypes(w)}`;
}

/** The flag of the type of K and V. */
export const KV_TYPE: RightTypeField = {
  flag: "kv-dtype",
  what: "type of K and V where it is another than that of Q (default: --dtype)",
  also: ["kv-cache-dtype"],
};

/** What the constructor asks for beside extents. @throws InputError naming the field */
export function checkAttention(w: AttentionWorkload): void {
  const { heads, kvHeads } = w;
  checkValues(w);
  checkMask(w);
  if (heads % kvHeads !== 0) throw new InputError("heads", `a multiple of kv-heads, ${kvHeads}`, String(heads));
}

/** @throws InputError naming `value-dim`, `shared-key-columns`, or `values-in-keys` in a workload that says neither true nor nothing */
function checkValues({ dim, valueDim, valuesInKeys, sharedKeyColumns, rightType }: AttentionWorkload): void {
  if (valuesInKeys && rightType !== undefined)
    throw new InputError(KV_TYPE.flag, "the type of the queries where values are in keys", rightType);
  const columns = checkExtent("value-dim", valueDim ?? dim);
  const said: unknown = valuesInKeys;
  if (said !== undefined && said !== true) throw new InputError("values-in-keys", "true, or nothing", shown(said));
  if (valuesInKeys && columns > dim) throw new InputError("value-dim", `at most ${dim}, the columns of K`, String(columns));
  if (sharedKeyColumns === undefined) return;
  if (valuesInKeys) throw new InputError("shared-key-columns", "none beside values in keys", shown(sharedKeyColumns));
  checkExtent("shared-key-columns", sharedKeyColumns);
  if (sharedKeyColumns >= dim)
    throw new InputError("shared-key-columns", `fewer than the ${dim} columns of K`, String(sharedKeyColumns));
}
