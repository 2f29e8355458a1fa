import type { Theorem } from "../theorem.js";

const COMMON = {
  scope: "total",
  proof: "proofs/layered-segments.md",
  status: "paper proof",
  countsReturns: true,
} as const;

/** Theorems on values in layers: stencils over time and transforms. */
export const LAYERED_THEOREMS: readonly Theorem[] = [
  {
    ...COMMON,
    id: "layered-segments",
    title: "Stencils and transforms, segments of T loads",
    statement:
      "Q ≥ T·ceil((N − P·V(T)) / V(S+T)) + O for every T, V(X) − X the most of the N counted values that follow from X words: " +
      "d/(d+1)·X^(1+1/d)/κ of a stencil in d dimensions, κ the least boundary of a set of cells; 2·(binary ones below X) of an FFT",
    source: "this project; Hong and Kung 1981 for dominators and segments, Harper and Hart for sets of the hypercube",
    requires: ["stated-operands", "stated-intermediate"],
  },
  {
    ...COMMON,
    id: "layered-without-recomputation",
    title: "Stencils and transforms without recomputation, segments of T loads and stores",
    statement: "Q ≥ T·ceil((N − P·V(⌊(S+T)/2⌋)) / V(S+⌊T/2⌋)) for every T, V as in layered-segments",
    source: "this project; Hong and Kung 1981; Ranjan, Savage and Zubair 2011 for both boundaries of an FFT",
    requires: ["stated-operands", "stated-intermediate", "no-recomputation"],
  },
];
