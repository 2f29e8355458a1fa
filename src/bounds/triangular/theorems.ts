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
  {
    id: "gram-schmidt-hourglass",
    title: "Modified Gram-Schmidt, segments of T whole columns",
    statement:
      "Q ≥ T·ceil((N − V(T)) / V(S+T)) + m + n(n+1)/2 for every T, V(X) = 2X + m·⌊(⌊X/m⌋ − 2)²/4⌋: " +
      "N = m·n(n−1)/2 updates, whole columns of A with whole ones of Q",
    scope: "total",
    proof: "proofs/gram-schmidt-hourglass.md",
    status: "paper proof",
    source: "this project; Eyraud-Dubois, Iooss, Langou, Rastello 2024 for the hourglass pattern",
    requires: ["stated-operands", "stated-intermediate"],
    countsReturns: true,
  },
  {
    id: "floyd-warshall-without-recomputation",
    title: "Floyd-Warshall without recomputation, segments of T",
    statement:
      "Q ≥ T·ceil((N − V(T)) / V(S+T)) − (n−1)(3n−8) for every T, V(X) = ⌊√(X³/27)⌋, N = (n−1)(n−2)² of the sums of two paths",
    scope: "total",
    proof: "proofs/floyd-warshall.md",
    status: "paper proof",
    source: "this project; Kwasniewski et al. 2021 for the leading term",
    requires: ["stated-operands", "stated-intermediate", "no-recomputation"],
    countsReturns: true,
  },
];
