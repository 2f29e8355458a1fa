import type { Theorem } from "../theorem.js";

/** Theorems on every computation, and on rows with statistics. */
export const ROWS_THEOREMS: readonly Theorem[] = [
  {
    id: "compulsory",
    title: "Compulsory traffic",
    statement: "every input word that is used is loaded once, every output word stored once",
    scope: "total",
    proof: "proofs/compulsory.md",
    status: "machine-checked",
    source: "folklore",
    requires: [],
  },
  {
    id: "row-statistics",
    title: "Softmax and normalisation of rows that do not fit",
    statement:
      "reads ≥ rows·(n + max(0, n − P·S)) and gain and shift once: what of a row is gone when its last word has come is loaded again",
    scope: "total",
    proof: "proofs/row-statistics.md",
    status: "paper proof",
    source: "this project; two-pass softmax (Milakov and Gimelshein 2018) as the schedule that meets it",
    requires: ["row-forms"],
  },
];
