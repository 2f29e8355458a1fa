import type { CheckedTheorem } from "../theorem.js";
import { checkChainFused } from "./fused.js";
import { checkChainHoldingCost } from "./holding-cost.js";
import { checkChainNearCapacity } from "./near-capacity.js";
import { checkChainRecomputation } from "./recomputation.js";

const OF_CHAINS = { scope: "total", requires: ["classical-algebra", "no-algebra-across-stages"] } as const;

const FORMS: CheckedTheorem["forms"] = {
  amortized: { proof: "proofs/amortized.md" },
  "empty-start": { proof: "proofs/empty-start.md", trust: "proven on paper" },
};

/** Theorems on fused chains of two products, as the checker knows them. */
export const CHAIN: Readonly<Record<string, CheckedTheorem>> = {
  "chain-fused": {
    ...OF_CHAINS,
    proof: "proofs/chain-fused.md",
    trust: "machine-checked",
    forms: FORMS,
    check: checkChainFused,
  },
  "chain-recomputation": {
    ...OF_CHAINS,
    proof: "proofs/chain-recomputation.md",
    trust: "machine-checked",
    forms: FORMS,
    widensIntermediates: true,
    check: checkChainRecomputation,
  },
  "chain-near-capacity": {
    ...OF_CHAINS,
    proof: "proofs/chain-near-capacity.md",
    trust: "proven on paper",
    countsReturns: true,
    needsIntermediateInPlace: true,
    check: checkChainNearCapacity,
  },
  "chain-holding-cost": {
    ...OF_CHAINS,
    proof: "proofs/chain-holding-cost.md",
    trust: "proven on paper",
    countsReturns: true,
    widensIntermediates: true,
    needsOneLeftOperand: true,
    check: checkChainHoldingCost,
  },
};
