import { type AttentionWorkload, ownKeyColumns, valueDimOf } from "../../computation/attention.js";
import { type AttentionSequence, sequenceKinds } from "../../computation/attention-mask.js";
import type { ChainWorkload } from "../../computation/chain.js";
import { type DataType, sizeOf } from "../../computation/data-types.js";
import type { FfnWorkload } from "../../computation/ffn.js";
import { rightTypeOf } from "../../computation/operand-types.js";
import { bigints, maximum, minimum } from "../../exact/integer.js";

/** `batch` independent fused chains H (m×l) = A (m×k) · B (k×l), E (m×n) = φ(H) · D (l×n). */
export interface ChainExtents {
  readonly batch: bigint;
  readonly m: bigint;
  readonly k: bigint;
  readonly l: bigint;
  readonly n: bigint;
  /** Elements of H that exist, over all batches: batch·m·l, or fewer under a causal mask. */
  readonly pairs: bigint;
  /** Products of A with different B that an element of H is made of: 1, or 2 for a gated front. */
  readonly factors: bigint;
}

/** Sizes of a word of A, B, D, of an element of H in any form, of an unfinished and of a stored element of E. */
export interface ChainWeights {
  readonly a: bigint;
  readonly b: bigint;
  readonly h: bigint;
  readonly d: bigint;
  readonly partial: bigint;
  readonly output: bigint;
}

/** One array that must be loaded or stored whole. */
export interface CompulsoryArray {
  readonly array: string;
  readonly words: bigint;
  readonly wordSize: bigint;
}

/** A workload as a fused chain, with its compulsory arrays. */
export interface ChainShape {
  readonly extents: ChainExtents;
  readonly weights: ChainWeights;
  readonly inputs: readonly CompulsoryArray[];
  readonly outputs: readonly CompulsoryArray[];
}

export type FusedWorkload = ChainWorkload | FfnWorkload | AttentionWorkload;

/**
 * Reads chains, feed-forward blocks and attention as fused chains. The query heads that share one key-value head are one chain
 * with their rows together. Under a causal mask only the products that exist count, and rows that see no key are skipped.
 */
export function chainShape(workload: FusedWorkload, unit: "bytes" | "words", units?: bigint): ChainShape {
  const bytes = (type: DataType): bigint => (unit === "words" ? 1n : sizeOf(type, units));
  const [operand, right, output] = [workload.dataType, rightTypeOf(workload), workload.outputType].map((type) => bytes(type)) as [
    bigint,
    bigint,
    bigint,
  ];
  const accumulator = bytes(workload.accumulator);
  const weights: ChainWeights = {
    a: operand,
    b: right,
    // H may be kept as accumulators or rounded to the operands' type, whichever is narrower.
    h: minimum(operand, accumulator),
    d: right,
    partial: accumulator,
    output,
  };
  const { extents, inputs, outputs } = fusedExtents(workload);
  const sized = (arrays: Arrays, sizeOf: (place: number) => bigint): readonly CompulsoryArray[] =>
    arrays.map(([array, words], place) => ({ array, words, wordSize: sizeOf(place) }));
  // The first input is the left operand of the first product, the others are right ones.
  const ofInput = (place: number): bigint => (place === 0 ? operand : right);
  return { extents, weights, inputs: sized(inputs, ofInput), outputs: sized(outputs, () => output) };
}

type Arrays = readonly (readonly [string, bigint])[];

function fusedExtents(w: FusedWorkload): { readonly extents: ChainExtents; readonly inputs: Arrays; readonly outputs: Arrays } {
  switch (w.kind) {
    case "chain": {
      const [m, k, l, n] = bigints(w.m, w.k, w.l, w.n);
      const inputs: Arrays = [
        ["A", m * k],
        ["B", k * l],
        ["D", l * n],
      ];
      return { extents: { batch: 1n, m, k, l, n, pairs: m * l, factors: 1n }, inputs, outputs: [["E", m * n]] };
    }
    case "ffn": {
      const [m, k, l] = bigints(w.tokens, w.model, w.hidden);
      const front: Arrays = w.gated
        ? [
            ["Wg", k * l],
            ["Wu", k * l],
          ]
        : [["Wu", k * l]];
      const extents = { batch: 1n, m, k, l, n: k, pairs: m * l, factors: w.gated ? 2n : 1n };
      return { extents, inputs: [["X", m * k], ...front, ["Wd", l * k]], outputs: [["Y", m * k]] };
    }
    case "attention":
      return attentionExtents(w);
  }
}

/** What a sequence's queries, and the keys that any of them sees, come to. */
interface SeenSequence {
  readonly rows: bigint;
  readonly pairs: bigint;
  /** Keys up to `sinks` and from `first` on are seen, those between are not. */
  readonly keys: bigint;
  readonly sinks: bigint;
  readonly first: bigint;
}

function attentionExtents(w: AttentionWorkload): { extents: ChainExtents; inputs: Arrays; outputs: Arrays } {
  const [heads, kvHeads, dim, valueDim] = bigints(w.heads, w.kvHeads, w.dim, valueDimOf(w));
  const kinds = sequenceKinds(w).map(({ count, ...sequence }) => ({ count: BigInt(count), seen: seenOf(w, sequence) }));
  const sum = (of: (seen: SeenSequence) => bigint): bigint =>
    kinds.reduce((total, { count, seen }) => total + count * of(seen), 0n);
  const [rows, keys] = [sum((seen) => seen.rows), keysOf(w, kinds)];
  // Sequences alike are chains side by side; others, or with keys in common, are one chain whose pairs are those of all.
  const batch = isUniform(w) ? BigInt(w.batch) : 1n;
  return {
    extents: {
      batch: batch * kvHeads,
      m: ((heads / kvHeads) * rows) / batch,
      k: dim,
      l: keys / batch,
      n: valueDim,
      pairs: heads * sum((seen) => seen.pairs),
      factors: 1n,
    },
    inputs: [
      ["Q", heads * rows * dim],
      ["K", kvHeads * keys * BigInt(ownKeyColumns(w))],
      ...(w.sharedKeyColumns === undefined ? [] : [["KR", keys * BigInt(w.sharedKeyColumns)] as const]),
      ...(w.valuesInKeys ? [] : [["V", kvHeads * keys * valueDim] as const]),
    ],
    outputs: [["O", heads * rows * valueDim]],
  };
}

/** A row at key p sees its window and the sinks, min(p + 1, window + sinks) keys; without a window p + 1. */
function seenOf(w: AttentionWorkload, { queries, keys: length }: AttentionSequence): SeenSequence {
  const [all, keys] = bigints(queries, length);
  if (!w.causal) return { rows: all, pairs: all * keys, keys, sinks: 0n, first: 0n };
  // The first queries beyond the keys see none.
  const rows = minimum(all, keys);
  const before = keys - rows;
  if (w.window === undefined) return { rows, pairs: upTo(keys, keys) - upTo(before, keys), keys, sinks: 0n, first: 0n };
  const [window, sinks] = bigints(w.window, w.sinks ?? 0);
  const pairs = upTo(keys, window + sinks) - upTo(before, window + sinks);
  const first = maximum(0n, before + 1n - window);
  return { rows, pairs, keys, sinks: minimum(sinks, first), first };
}

/** 1 + 2 + … + count, no term above `most`. */
function upTo(count: bigint, most: bigint): bigint {
  const rising = minimum(count, most);
  return (rising * (rising + 1n)) / 2n + (count - rising) * most;
}

/** Keys of all sequences that a query sees, those of a shared prefix once. */
function keysOf(w: AttentionWorkload, kinds: readonly { readonly count: bigint; readonly seen: SeenSequence }[]): bigint {
  const prefix = BigInt(w.sharedPrefix ?? 0);
  const unseen = (first: bigint, sinks: bigint): bigint => maximum(0n, first - sinks);
  const own = kinds.reduce(
    (total, { count, seen }) => total + count * (seen.keys - prefix - unseen(seen.first, maximum(prefix, seen.sinks))),
    0n,
  );
  // Sinks of all sequences are as many, or end where the first window begins.
  const [first, sinks] = kinds.reduce(
    ([least, most], { seen }) => [minimum(least, seen.first), maximum(most, seen.sinks)],
    [prefix, 0n],
  );
  return own + prefix - unseen(first, sinks);
}

function isUniform(w: AttentionWorkload): boolean {
  return w.lengths === undefined && w.sharedPrefix === undefined;
}
