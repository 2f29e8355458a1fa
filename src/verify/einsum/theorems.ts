import type { CheckedTheorem } from "../theorem.js";
import { checkProjective } from "./projective.js";

/** Theorems on einsum statements, as the checker knows them. */
export const EINSUM: Readonly<Record<string, CheckedTheorem>> = {
  "einsum-projective": {
    scope: "total",
    proof: "proofs/einsum-projective.md",
    status: "paper proof",
    requires: ["classical-algebra", "one-step-products"],
    check: checkProjective,
  },
};
