import type { Theorem } from "../theorem.js";

/** Theorems on work in several parts. */
export const PARTS_THEOREMS: readonly Theorem[] = [
  {
    id: "independent-parts",
    title: "Work in independent parts",
    statement: "Q ≥ the sum of bounds on parts that share no word, such as products of groups with rows of their own",
    scope: "total",
    proof: "proofs/independent-parts.md",
    status: "paper proof",
    source: "this project",
    requires: [],
  },
];
