import type { Theorem } from "../theorem.js";

/** Theorems on products over triangles and pyramids. */
export const TRIANGULAR_THEOREMS: readonly Theorem[] = [
  {
    id: "triangular-segments",
    title: "Triangles and factorizations, segments of T",
    statement:
      "Q ≥ T·ceil((N − P·V(T)) / V(S+T)) for every T, V(X) = ⌊√(σX³/27)⌋, σ = 2 where a word or a pair of words gives two of the N products, else 1",
    scope: "total",
    proof: "proofs/triangular-segments.md",
    status: "paper proof",
    source: "this project; Beaumont et al. 2022 for the symmetric slices",
    requires: ["classical-algebra", "one-step-products", "stated-partial-sums"],
  },
];
