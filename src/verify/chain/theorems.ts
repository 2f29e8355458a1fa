import { checkBirthsSteady, checkBirthsWeightedSteady, checkTransientsSteady } from "../shared/amortized.js";
import { count } from "../shared/fields.js";
import type { CheckedTheorem } from "../theorem.js";
import { checkChainBirths, checkChainTransients } from "./chain.js";
import { checkBirthsCold, checkTransientsCold } from "./empty-start.js";
import { checkChainSliceEnds } from "./holding-cost.js";
import { checkChainMixed } from "./mixed.js";
import { checkChainResidentLines } from "./near-capacity.js";
import { checkChainBirthsWeighted } from "./recomputation-weighted.js";

/** Theorems on fused chains of two products, as the checker knows them. */
export const CHAIN: Readonly<Record<string, CheckedTheorem>> = {
  "chain-transients": {
    scope: "total",
    proof: "proofs/chain-transients.md",
    status: "machine-checked",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    check: checkChainTransients,
  },
  "chain-births": {
    scope: "total",
    proof: "proofs/chain-births.md",
    status: "machine-checked",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    check: checkChainBirths,
  },
  "chain-births-weighted": {
    scope: "total",
    proof: "proofs/chain-births-weighted.md",
    status: "machine-checked",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    widensIntermediates: true,
    check: checkChainBirthsWeighted,
  },
  "chain-transients-cold": {
    scope: "total",
    proof: "proofs/cold-start.md",
    status: "paper proof",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    check: checkTransientsCold,
  },
  "chain-births-cold": {
    scope: "total",
    proof: "proofs/cold-start.md",
    status: "paper proof",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    check: checkBirthsCold,
  },
  "chain-resident-lines": {
    scope: "total",
    proof: "proofs/chain-resident-lines.md",
    status: "paper proof",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    countsReturns: true,
    needsIntermediateInPlace: true,
    check: checkChainResidentLines,
  },
  "chain-transients-steady": {
    scope: "total",
    proof: "proofs/steady.md",
    status: "machine-checked",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    check: checkTransientsSteady,
  },
  "chain-births-steady": {
    scope: "total",
    proof: "proofs/steady.md",
    status: "machine-checked",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    check: checkBirthsSteady,
  },
  "chain-births-weighted-steady": {
    scope: "total",
    proof: "proofs/steady.md",
    status: "machine-checked",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    widensIntermediates: true,
    check: checkBirthsWeightedSteady,
  },
  "chain-mixed": {
    scope: "total",
    proof: "proofs/chain-mixed.md",
    status: "paper proof",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    countsReturns: (certificate) => count(certificate, "entry", "certificate") !== 1n,
    check: checkChainMixed,
  },
  "chain-slice-ends": {
    scope: "total",
    proof: "proofs/chain-slice-ends.md",
    status: "paper proof",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    countsReturns: true,
    widensIntermediates: true,
    needsOneLeftOperand: true,
    check: checkChainSliceEnds,
  },
};
