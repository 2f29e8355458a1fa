import { type AttentionWorkload, valueDimOf } from "../../computation/attention.js";
import type { ChainWorkload } from "../../computation/chain.js";
import { BYTES_OF } from "../../computation/data-types.js";
import type { FfnWorkload } from "../../computation/ffn.js";
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
export function chainShape(workload: FusedWorkload, unit: "bytes" | "words"): ChainShape {
  const bytes = (type: keyof typeof BYTES_OF): bigint => (unit === "words" ? 1n : BigInt(BYTES_OF[type]));
  const [operand, output, accumulator] = [bytes(workload.dataType), bytes(workload.outputType), bytes(workload.accumulator)];
  const weights: ChainWeights = {
    a: operand,
    b: operand,
    // H may be kept as accumulators or rounded to the operands' type, whichever is narrower.
    h: minimum(operand, accumulator),
    d: operand,
    partial: accumulator,
    output,
  };
  const { extents, inputs, outputs } = fusedExtents(workload);
  const sized = (size: bigint, arrays: readonly (readonly [string, bigint])[]): readonly CompulsoryArray[] =>
    arrays.map(([array, words]) => ({ array, words, wordSize: size }));
  return { extents, weights, inputs: sized(operand, inputs), outputs: sized(output, outputs) };
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

function attentionExtents(w: AttentionWorkload): { extents: ChainExtents; inputs: Arrays; outputs: Arrays } {
  const [batch, heads, kvHeads, queries, keys] = bigints(w.batch, w.heads, w.kvHeads, w.queries, w.keys);
  const [dim, valueDim] = bigints(w.dim, valueDimOf(w));
  // Causal: query i sees i + 1 + keys − queries keys; the first queries − keys rows see none.
  const rows = w.causal ? minimum(queries, keys) : queries;
  const shortest = maximum(1n, keys - queries + 1n);
  const perHead = w.causal ? ((shortest + keys) * rows) / 2n : queries * keys;
  return {
    extents: {
      batch: batch * kvHeads,
      m: (heads / kvHeads) * rows,
      k: dim,
      l: keys,
      n: valueDim,
      pairs: batch * heads * perHead,
      factors: 1n,
    },
    inputs: [
      ["Q", batch * heads * rows * dim],
      ["K", batch * kvHeads * keys * dim],
      ...(w.valuesInKeys ? [] : [["V", batch * kvHeads * keys * valueDim] as const]),
    ],
    outputs: [["O", batch * heads * rows * valueDim]],
  };
}
