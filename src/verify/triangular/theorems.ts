import type { CheckedTheorem } from "../theorem.js";
import { checkTriangularSegments } from "./segments.js";

/** Theorems on triangles and factorizations, as the checker knows them. */
export const TRIANGULAR: Readonly<Record<string, CheckedTheorem>> = {
  "triangular-segments": {
    scope: "total",
    proof: "proofs/triangular-segments.md",
    status: "paper proof",
    requires: ["classical-algebra", "one-step-products", "stated-partial-sums"],
    countsReturns: (_, { triangular }) => ["trsm", "cholesky", "lu"].includes(triangular?.kind ?? ""),
    check: checkTriangularSegments,
  },
};
