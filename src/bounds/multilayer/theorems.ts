import type { MultilayerInstance } from "../certificates/multilayer.js";
import { overSumSizes, widthOfResults, withNarrowSums } from "../shared/partial-sum-sizes.js";
import type { ProvableTheorem } from "../theorem.js";
import { proveLastPair } from "./last-pair.js";
import { proveMultilayerRecomputation } from "./recomputation.js";
import { bestWholeRows } from "./rows.js";
import { proveStages } from "./stages.js";

const OF_CHAINS = {
  scope: "total",
  status: "paper proof",
  source: "this project",
  requires: ["classical-algebra", "no-algebra-across-stages"],
} as const;

/** Theorems on chains of three products and more. */
export const MULTILAYER_THEOREMS: readonly ProvableTheorem<MultilayerInstance>[] = [
  {
    ...OF_CHAINS,
    id: "multilayer-last-pair",
    title: "Multi-layer chain, the last two products, stored or made from earlier rows",
    statement: "Q ≥ T·ceil((m·w(r−1)·wr − P·V0(T)) / V(S+T)) for every T; V over the stage whose rows enter whole",
    proof: "proofs/multilayer.md",
    mayWiden: true,
    prove: (instance) => overSumSizes(instance, proveLastPair),
  },
  {
    ...OF_CHAINS,
    id: "multilayer-recomputation",
    title: "Multi-layer chain, recomputation of intermediates charged, every word at its size",
    statement:
      "Q ≥ T·(ceil(m(√(o·h·s)·Σ w(q−1)wq − s√(3X)·Σ a·ws) / (X/3)^(3/2)) − P) + rest, X near S+T, while o·h·w(s−1)² " +
      "≥ 3s·a²X; sizes o of operands, h complete, s of accumulators; a from 0.18 to 0.29",
    proof: "proofs/multilayer.md",
    mayWiden: true,
    widensIntermediates: true,
    prove: (instance) => overSumSizes(instance, proveMultilayerRecomputation, widthOfResults(instance.weights, true)),
  },
  {
    ...OF_CHAINS,
    id: "multilayer-whole-rows",
    title: "Multi-layer chain, rows that enter whole",
    statement:
      "Q ≥ T·(ceil(1024κ·m·Σ w(q−1)wq / (256X² + 32κ²(X+8S) + κ⁴)) − P) + U, X = S+T, the first p products, U words " +
      "of the rest; mκ·Σ w(q−1)wq/S at leading order",
    proof: "proofs/multilayer.md",
    prove: bestWholeRows,
  },
  {
    ...OF_CHAINS,
    id: "multilayer-stages",
    title: "Multi-layer chain, the beginning of every accumulator an event",
    statement:
      "Q ≥ T·(m·Σ w(q−1)wq / (X/3)^(3/2) − P) − m·Σ ws + U, q ≤ p, s ≤ p and s < r, X = S+T, while T·w(s−1) ≥ (X/3)^(3/2)",
    proof: "proofs/multilayer-stages.md",
    prove: (instance) => [proveStages(withNarrowSums(instance)) ?? []].flat(),
  },
];
