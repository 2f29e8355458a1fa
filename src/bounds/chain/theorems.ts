import type { ChainInstance } from "../certificates/chain.js";
import { overSumSizes, widthOfResults, withNarrowSums } from "../shared/partial-sum-sizes.js";
import type { ProvableTheorem } from "../theorem.js";
import { proveChainFused } from "./fused.js";
import { proveChainHoldingCost } from "./holding-cost.js";
import { proveChainNearCapacity } from "./near-capacity.js";
import { proveChainRecomputation } from "./recomputation.js";

const OF_CHAINS = {
  scope: "total",
  source: "this project",
  requires: ["classical-algebra", "no-algebra-across-stages"],
} as const;

/** Theorems on fused chains of two products. */
export const CHAIN_THEOREMS: readonly ProvableTheorem<ChainInstance>[] = [
  {
    ...OF_CHAINS,
    id: "chain-fused",
    title: "Fused chain, stored or transient intermediate",
    statement:
      "Q ≥ T·ceil((mln − P·V0(T)) / V(S+T)) for every T (per memory); T·mln / V(S+T) (amortized); U + J·T wherever " +
      "Vt(U) + J·V(S+T) < mln, one memory (from an empty start); attention: 4N²d²/S at leading order",
    proof: "proofs/chain-fused.md",
    status: "machine-checked",
    source: "this project; Saha and Ye 2024 for the order N²d²/S of attention",
    forms: {
      amortized: { proof: "proofs/amortized.md" },
      "empty-start": { proof: "proofs/empty-start.md", status: "paper proof" },
    },
    mayWiden: true,
    prove: proveChainFused,
  },
  {
    ...OF_CHAINS,
    id: "chain-recomputation",
    title: "Fused chain, recomputation of the intermediate charged, every word at its size",
    statement:
      "Q ≥ T·ml(fk√(wA·wB·s) + n√(wD·s·h) − fs(3√3/16)√X) / (X/3)^(3/2) − (s − wOut)·mn while 256k²wA·wB ≥ 27sX, " +
      "X near S + T (amortized); U + J·T wherever U² + J·X² < ml((fk + n)·√(27X) − 27fX/16), words of one size, " +
      "one memory (from an empty start)",
    proof: "proofs/chain-recomputation.md",
    status: "machine-checked",
    forms: {
      amortized: { proof: "proofs/amortized.md" },
      "empty-start": { proof: "proofs/empty-start.md", status: "paper proof" },
    },
    mayWiden: true,
    widensIntermediates: true,
    prove: proveChainRecomputation,
  },
  {
    ...OF_CHAINS,
    id: "chain-near-capacity",
    title: "Fused chain, rows or weights that take about all of the fast memory",
    statement:
      "Q ≥ mk + kl + ln + mn + about l·√d, d = m(k + n) − S + min(m, k) words of A and accumulators of E that are " +
      "away while a column of H is made; the same with columns of B and rows of D, about m·√d; one memory; exactly in the certificate",
    proof: "proofs/chain-near-capacity.md",
    status: "paper proof",
    needsIntermediateInPlace: true,
    countsReturns: true,
    prove: (instance) => [proveChainNearCapacity(withNarrowSums(instance)) ?? []].flat(),
  },
  {
    ...OF_CHAINS,
    id: "chain-holding-cost",
    title: "Fused chain, slice by slice, with a holding cost where accumulators begin and end",
    statement:
      "Q ≥ pairs·(f·own + min(dnΛ2(πs/h + ξ)/√X − ξh, dnΛ2(1)/√X + min(h, s(2 − P(1))))) − (rs − o)·mn, own = min " +
      "over v of wk(Λ1 + ηP(v))/√X − sP(v), X = S/s + 1; prices Λ of potentials checked exactly",
    proof: "proofs/chain-holding-cost.md",
    status: "paper proof",
    mayWiden: true,
    needsOneLeftOperand: true,
    widensIntermediates: true,
    countsReturns: true,
    prove: (instance) => overSumSizes(instance, proveChainHoldingCost, widthOfResults(instance.weights, true)),
  },
];
