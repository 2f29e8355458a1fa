import type { CheckedTheorem } from "../theorem.js";
import { checkChainFused } from "./fused.js";
import { checkChainHoldingCost } from "./holding-cost.js";
import { checkChainNearCapacity } from "./near-capacity.js";
import { checkChainRecomputation } from "./recomputation.js";

const OF_CHAINS = { scope: "total", requires: ["classical-algebra", "no-algebra-across-stages"] } as const;

const FORMS: CheckedTheorem["forms"] = {
  amortized: { proof: "proofs/amortized.md" },
  "empty-start": { proof: "proofs/empty-start.md", status: "paper proof" },
};

/** Theorems on fused chains of two products, as the checker knows them. */
export const CHAIN: Readonly<Record<string, CheckedTheorem>> = {
  "chain-fused": {
    ...OF_CHAINS,
    proof: "proofs/chain-fused.md",
    status: "machine-checked",
    forms: FORMS,
    check: checkChainFused,
  },
  "chain-recomputation": {
    ...OF_CHAINS,
    proof: "proofs/chain-recomputation.md",
    status: "machine-checked",
    forms: FORMS,
    widensIntermediates: true,
    check: checkChainRecomputation,
  },
  "chain-near-capacity": {
    ...OF_CHAINS,
    proof: "proofs/chain-near-capacity.md",
    status: "paper proof",
    countsReturns: true,
    needsIntermediateInPlace: true,
    check: checkChainNearCapacity,
  },
  "chain-holding-cost": {
    ...OF_CHAINS,
    proof: "proofs/chain-holding-cost.md",
    status: "paper proof",
    countsReturns: true,
    widensIntermediates: true,
    needsOneLeftOperand: true,
    check: checkChainHoldingCost,
  },
};
