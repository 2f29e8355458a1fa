import type { Fields } from "../shared/fields.js";
import { count } from "../shared/fields.js";
import type { CheckedTheorem } from "../theorem.js";
import type { Verified } from "../verified.js";
import { checkLongChainLastPair, checkLongChainRows } from "./chain.js";
import { checkLongChainPairs, checkLongChainStages } from "./clock.js";
import { checkLongChainBirths, checkLongChainBirthsWeighted } from "./recomputation.js";

/** Number of the chain's last array. */
const lastOf = ({ longChain }: Partial<Verified>): bigint => BigInt((longChain?.widths.length ?? 1) - 1);

/** The last array counted as an intermediate that leaves by stores of its own. */
const bornLast = (certificate: Fields, chain: Partial<Verified>): boolean =>
  count(certificate, "born", "certificate") >= lastOf(chain);

const ofAllProducts = (certificate: Fields, chain: Partial<Verified>): boolean =>
  count(certificate, "products", "certificate") >= lastOf(chain);

/** Theorems on chains of three products and more, as the checker knows them. */
export const MULTILAYER: Readonly<Record<string, CheckedTheorem>> = {
  "long-chain-last-pair": {
    scope: "total",
    proof: "proofs/long-chain.md",
    status: "paper proof",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    check: checkLongChainLastPair,
  },
  "long-chain-births": {
    scope: "total",
    proof: "proofs/long-chain.md",
    status: "paper proof",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    countsReturns: bornLast,
    check: checkLongChainBirths,
  },
  "long-chain-births-weighted": {
    scope: "total",
    proof: "proofs/long-chain.md",
    status: "paper proof",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    widensIntermediates: true,
    countsReturns: bornLast,
    check: checkLongChainBirthsWeighted,
  },
  "long-chain-rows": {
    scope: "total",
    proof: "proofs/long-chain.md",
    status: "paper proof",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    countsReturns: (certificate, chain) =>
      ofAllProducts(certificate, chain) && count(certificate, "restWords", "certificate") > 0n,
    countsWide: (certificate, chain) =>
      ofAllProducts(certificate, chain) && count(certificate, "wordSize", "certificate") > (chain.longChain?.output ?? 0n),
    check: checkLongChainRows,
  },
  "long-chain-pairs": {
    scope: "total",
    proof: "proofs/long-chain-clock.md",
    status: "paper proof",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    check: checkLongChainPairs,
  },
  "long-chain-stages": {
    scope: "total",
    proof: "proofs/long-chain-clock.md",
    status: "paper proof",
    requires: ["classical-algebra", "no-algebra-across-stages"],
    check: checkLongChainStages,
  },
};
