import type { Theorem } from "../theorem.js";

/** Theorems on chains of three products and more. */
export const MULTILAYER_THEOREMS: readonly Theorem[] = [
  {
    id: "long-chain-last-pair",
    title: "Chain of products, the last two, stored or made from earlier rows",
    statement: "Q ≥ T·ceil((m·w(r−1)·wr − P·V0(T)) / V(S+T)) for every T; V over the stage whose rows enter whole",
    scope: "total",
    proof: "proofs/long-chain.md",
    status: "paper proof",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    mayWiden: true,
  },
  {
    id: "long-chain-births",
    title: "Chain of products, births of intermediates charged",
    statement:
      "Q ≥ T·(ceil(m(Σ w(q−1)wq − √(3X)·Σ a·ws) / (X/3)^(3/2)) − P) + rest, X = S+T, while w(s−1)² ≥ 3a²X; a from 0.18 to 0.29",
    scope: "total",
    proof: "proofs/long-chain.md",
    status: "paper proof",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "long-chain-births-weighted",
    title: "Chain of products, births charged, every word at its size",
    statement:
      "Q ≥ T·(ceil(m(√(o·h·s)·Σ w(q−1)wq − s√(3X)·Σ a·ws) / (X/3)^(3/2)) − P) + rest, sizes o of operands, h complete, s of sums",
    scope: "total",
    proof: "proofs/long-chain.md",
    status: "paper proof",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    mayWiden: true,
    widensIntermediates: true,
  },
  {
    id: "long-chain-rows",
    title: "Chain of products, rows that enter whole",
    statement:
      "Q ≥ T·(ceil(1024κ·m·Σ w(q−1)wq / (256X² + 32κ²(X+8S) + κ⁴)) − P) + U, X = S+T, the first p products, U words of the rest; mκ·Σ w(q−1)wq/S at leading order",
    scope: "total",
    proof: "proofs/long-chain.md",
    status: "paper proof",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "long-chain-pairs",
    title: "Chain of products, pairs of two with the array inside stored or transient",
    statement:
      "Q ≥ T·(m·Σ w(q−2)w(q−1)wq / M − P) − m·Σ wq + U, q = 2, 4, … (in the second sum below r), M = max(k(X/3)^(3/2), X²/16), X = S+T, k the widest of w0, w2, …",
    scope: "total",
    proof: "proofs/long-chain-clock.md",
    status: "paper proof",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "long-chain-stages",
    title: "Chain of products, the beginning of every sum an event",
    statement:
      "Q ≥ T·(m·Σ w(q−1)wq / (X/3)^(3/2) − P) − m·Σ ws + U, q ≤ p, s ≤ p and s < r, X = S+T, while T·w(s−1) ≥ (X/3)^(3/2)",
    scope: "total",
    proof: "proofs/long-chain-clock.md",
    status: "paper proof",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
];
