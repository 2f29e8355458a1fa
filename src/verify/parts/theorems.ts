import type { CheckedTheorem } from "../theorem.js";
import { checkIndependentParts } from "./independent-parts.js";

/** Theorems on work in several parts, each by one of `theorems`. */
export function partsTheorems(theorems: Readonly<Record<string, CheckedTheorem>>): Readonly<Record<string, CheckedTheorem>> {
  return {
    "independent-parts": {
      scope: "total",
      proof: "proofs/independent-parts.md",
      status: "paper proof",
      requires: [],
      check: (fields, path) => checkIndependentParts(fields, theorems, path),
    },
  };
}
