import type { CheckedTheorem } from "../theorem.js";
import { checkLayeredSegments } from "./segments.js";

const COMMON = {
  scope: "total",
  proof: "proofs/layered-segments.md",
  status: "paper proof",
  countsReturns: true,
  check: checkLayeredSegments,
} as const;

/** Theorems on values in layers, as the checker knows them. */
export const LAYERED: Readonly<Record<string, CheckedTheorem>> = {
  "layered-segments": { ...COMMON, requires: ["stated-operands", "stated-intermediate"] },
  "layered-without-recomputation": {
    ...COMMON,
    requires: ["stated-operands", "stated-intermediate", "no-recomputation"],
  },
};
