import type { CheckedTheorem } from "../theorem.js";
import { checkProjective } from "./projective.js";

/** Theorems on einsum statements, as the checker knows them. */
export const EINSUM: Readonly<Record<string, CheckedTheorem>> = {
  projective: {
    scope: "total",
    proof: "proofs/projective.md",
    trust: "proven on paper",
    requires: ["classical-algebra", "one-step-products"],
    check: checkProjective,
  },
};
