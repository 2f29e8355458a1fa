import { type AttentionBackwardWorkload, forwardOf } from "../../computation/fused/attention-backward.js";
import { floorSquareRoot, maximum, minimum } from "../../exact/integer.js";
import type { Certificate, Setting } from "../bound.js";
import type { AttentionBackwardCertificate, ChainInstance } from "../certificates/chain.js";
import { compulsoryCertificate } from "../rows/compulsory.js";
import { searchSteadySegments } from "../shared/amortized-cut.js";
import { overSumSizes } from "../shared/partial-sum-sizes.js";
import { certificatesOf, type ProvableTheorem } from "../theorem.js";
import { type ChainExtents, type ChainWeights, type CompulsoryArray, chainShape } from "./shape.js";

/** Everything known of attention's backward pass. */
export function attentionBackwardCertificates(w: AttentionBackwardWorkload, setting: Setting): readonly Certificate[] {
  const { extents, weights, inputs, outputs } = backwardShape(w, setting.unit, setting.units);
  const { capacity, memories } = setting;
  return [compulsoryCertificate(inputs, outputs), ...certificatesOf(BACKWARD_THEOREMS, { extents, weights, capacity, memories })];
}

/** Its extents and word sizes, named as those of the forward pass, and its compulsory arrays. */
function backwardShape(w: AttentionBackwardWorkload, unit: "bytes" | "words", units?: bigint): ReturnType<typeof chainShape> {
  const { extents, weights, inputs, outputs } = chainShape(forwardOf(w), unit, units);
  const [q, k, v] = inputs as [CompulsoryArray, CompulsoryArray, CompulsoryArray];
  const [o] = outputs as [CompulsoryArray];
  const statistic = { words: extents.batch * extents.m, wordSize: weights.partial };
  return {
    extents,
    weights,
    inputs: [...inputs, { ...o, array: "dO", wordSize: q.wordSize }, { array: "L", ...statistic }, { array: "D", ...statistic }],
    outputs: [q, k, v].map(({ array, words }) => ({ array: `d${array}`, words, wordSize: o.wordSize })),
  };
}

/** Products of a pair of query and key that add to dQ, dK and dV. */
function productsOfPair({ k, n }: Pick<ChainExtents, "k" | "n">): bigint {
  return 2n * k + n;
}

/**
 * dQ, dK and dV from Q, K, V and dO (proofs/attention-backward.md): for every T, whatever is recomputed,
 *
 *     all loads + partial · starts of residency intervals of gradients ≥ T · pairs·(2k + n) / V,
 *
 * V what no segment of S + T + partial − g can hold. For k = n = d: 12N²d²/S at leading order, what the schedule costs that keeps rows of
 * K, V, dK and dV, streams Q and dO, and adds to dQ where it lies.
 */
export function proveAttentionBackward(instance: ChainInstance, beat = 0n): AttentionBackwardCertificate | undefined {
  const { extents, weights, capacity } = instance;
  const { batch, m, k, l, n, pairs } = extents;
  const { a, h, partial, output } = weights;
  const most = backwardSegment(extents, weights);
  const square = Number(most(1n << 60n).transient) / 2 ** 120;
  const cube = Math.sqrt(1 / (27 * Number(h * a * partial)));
  const found = searchSteadySegments({
    sizes: [a, h, partial],
    partial,
    output,
    outputs: batch * (m * k + l * (k + n)),
    capacity,
    work: pairs * productsOfPair(extents),
    all: batch * m * l * productsOfPair(extents),
    held: (budget) => ({ later: most(budget) }),
    mostOf: ({ later }) => maximum(later.stored, later.transient),
    roughly: (budget) => Math.max(cube * budget ** 1.5, square * budget ** 2),
    beat,
  });
  return found === undefined ? undefined : { theorem: "attention-backward", instance, ...found };
}

/** By budget the most products of a segment that finds a word of each pair, or makes every pair anew (proofs/attention-backward.md). */
function backwardSegment({ k, n }: ChainExtents, { a, h, partial }: ChainWeights) {
  const row = a * (k + n);
  // Products of a pair, and the weights of its row and its key.
  const pairs = [
    [k + n, row, row + partial * (k + n)],
    [k, row + partial * k, row],
    [2n * k + n, row + partial * k, row + partial * (k + n)],
    ...[0n, 1n].map((more) => {
      // P alone: all of a row of Q and of K, and b words of dO and of dV, b near k·√(a/partial).
      const b = minimum(n, maximum(1n, floorSquareRoot((k * k * a) / partial) + more));
      return [b, a * (k + b), a * k + partial * b] as const;
    }),
  ] as const;
  return (budget: bigint) => ({
    stored: floorSquareRoot(budget ** 3n / (27n * h * a * partial)),
    transient: pairs.map(([products, x, y]) => (products * budget * budget) / (4n * x * y)).reduce(maximum),
  });
}

/** Theorems on attention's backward pass, whose instances name extents and sizes as those of the forward pass do. */
export const BACKWARD_THEOREMS: readonly ProvableTheorem<ChainInstance>[] = [
  {
    id: "attention-backward",
    title: "Attention's backward pass, stored or recomputed probabilities",
    statement:
      "Q ≥ T·pairs·(2k + n) / V(S+T) for every T, V = max((X/3)^(3/2), X²/(8(k + min(k, n)))) for words of one size; 12N²d²/S at leading order",
    scope: "total",
    proof: "proofs/attention-backward.md",
    status: "paper proof",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    mayWiden: true,
    prove: (instance) => overSumSizes(instance, proveAttentionBackward),
  },
];
