import { type AttentionWorkload, valueDimOf } from "../../computation/attention.js";
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
