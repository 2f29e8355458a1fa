import type { Theorem } from "../theorem.js";

const RECURRENCE = ["recurrence-order", "scaled-operand-size"] as const;

/** Theorems on linear recurrences. */
export const RECURRENCE_THEOREMS: readonly Theorem[] = [
  {
    id: "scan-states",
    title: "Scans whose states are formed",
    statement:
      "Q ≥ G·(bound on Kᵀ·V of a group of heads, less its stores where no last state is stored) + every other array but the first states once; " +
      "G groups of all sequences; every order of evaluation where the last state is stored, else token after token",
    scope: "total",
    proof: "proofs/scan-states.md",
    status: "paper proof",
    source: "this project; Dao and Gu 2024 for the orders of evaluation",
    requires: RECURRENCE,
    forms: { "stored-state": { requires: ["scaled-operand-size"] } },
  },
];
