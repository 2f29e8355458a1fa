import type { CheckedTheorem } from "../theorem.js";
import { checkCompulsory } from "./compulsory.js";
import { checkRowStatistics } from "./statistics.js";

/** Theorems on every computation, and on rows with statistics, as the checker knows them. */
export const ROWS: Readonly<Record<string, CheckedTheorem>> = {
  compulsory: {
    scope: "total",
    proof: "proofs/compulsory.md",
    status: "machine-checked",
    requires: [],
    check: checkCompulsory,
  },
  "row-statistics": {
    scope: "total",
    proof: "proofs/row-statistics.md",
    status: "paper proof",
    requires: ["row-forms"],
    check: checkRowStatistics,
  },
};
