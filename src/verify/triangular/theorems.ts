import type { CheckedTheorem } from "../theorem.js";
import { checkTriangularSegments } from "./segments.js";

/** Theorems on triangles and factorizations, as the checker knows them. */
export const TRIANGULAR: Readonly<Record<string, CheckedTheorem>> = {
  "triangular-segments": {
    scope: "total",
    proof: "proofs/triangular-segments.md",
    status: "paper proof",
    requires: ["classical-algebra", "one-step-products", "stated-partial-sums"],
    countsReturns: (_, { triangular }) => ["trsm", "cholesky", "lu", "floyd-warshall"].includes(triangular?.kind ?? ""),
    check: checkTriangularSegments,
  },
  "gram-schmidt-hourglass": {
    scope: "total",
    proof: "proofs/gram-schmidt-hourglass.md",
    status: "paper proof",
    requires: ["stated-operands", "stated-intermediate"],
    countsReturns: true,
    check: checkTriangularSegments,
  },
  "floyd-warshall-without-recomputation": {
    scope: "total",
    proof: "proofs/floyd-warshall.md",
    status: "paper proof",
    requires: ["stated-operands", "stated-intermediate", "no-recomputation"],
    countsReturns: true,
    check: checkTriangularSegments,
  },
};
