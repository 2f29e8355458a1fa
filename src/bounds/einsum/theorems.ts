import type { ProjectiveInstance } from "../certificates/einsum.js";
import { overSumSizes } from "../shared/partial-sum-sizes.js";
import type { ProvableTheorem } from "../theorem.js";
import { proveEinsumProjective } from "./projective.js";

/** Theorems on einsum statements. */
export const EINSUM_THEOREMS: readonly ProvableTheorem<ProjectiveInstance>[] = [
  {
    id: "einsum-projective",
    title: "Projective statement (einsum), segments of T",
    statement: "Q ≥ T·ceil((points − P·V0(T)) / V(S+T)) for every T, V by exponents that cover every index",
    scope: "total",
    proof: "proofs/einsum-projective.md",
    status: "paper proof",
    source: "this project; Christ et al. 2013 and Dinh and Demmel 2020 for the exponents",
    requires: ["classical-algebra", "one-step-products"],
    mayWiden: true,
    prove: (instance) => overSumSizes(instance, proveEinsumProjective),
  },
];
