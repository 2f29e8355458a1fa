import type { Theorem } from "../theorem.js";

/** Theorems on einsum statements. */
export const EINSUM_THEOREMS: readonly Theorem[] = [
  {
    id: "projective",
    title: "Projective statement (einsum), segments of T",
    statement: "Q ≥ T·ceil((points − P·V0(T)) / V(S+T)) for every T, V by exponents that cover every index",
    scope: "total",
    proof: "proofs/projective.md",
    trust: "proven on paper",
    source: "this project; Christ et al. 2013 and Dinh and Demmel 2020 for the exponents",
    requires: ["classical-algebra", "one-step-products"],
    mayWiden: true,
  },
];
