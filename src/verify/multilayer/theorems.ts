import { count, type Fields } from "../shared/fields.js";
import type { CheckedTheorem } from "../theorem.js";
import type { Verified } from "../verified.js";
import { checkMultilayerLastPair, checkMultilayerWholeRows } from "./chain.js";
import { checkMultilayerRecomputation } from "./recomputation.js";
import { checkMultilayerStages } from "./stages.js";

/** Whether the named array or product is the chain's last. */
function isLast(name: string, certificate: Fields, { multilayer }: Partial<Verified>): boolean {
  return count(certificate, name, "certificate") >= BigInt((multilayer?.widths.length ?? 1) - 1);
}

const OF_CHAINS = {
  scope: "total",
  status: "paper proof",
  requires: ["classical-algebra", "no-algebra-across-stages"],
} as const;

/** Theorems on chains of three products and more, as the checker knows them. */
export const MULTILAYER: Readonly<Record<string, CheckedTheorem>> = {
  "multilayer-last-pair": { ...OF_CHAINS, proof: "proofs/multilayer.md", check: checkMultilayerLastPair },
  "multilayer-recomputation": {
    ...OF_CHAINS,
    proof: "proofs/multilayer.md",
    widensIntermediates: true,
    // The last array counted as an intermediate that leaves by stores of its own.
    countsReturns: (certificate, verified) => isLast("born", certificate, verified),
    check: checkMultilayerRecomputation,
  },
  "multilayer-whole-rows": {
    ...OF_CHAINS,
    proof: "proofs/multilayer.md",
    countsReturns: (certificate, verified) =>
      isLast("products", certificate, verified) && count(certificate, "restWords", "certificate") > 0n,
    countsWide: (certificate, verified) =>
      isLast("products", certificate, verified) &&
      count(certificate, "wordSize", "certificate") > (verified.multilayer?.output ?? 0n),
    check: checkMultilayerWholeRows,
  },
  "multilayer-stages": { ...OF_CHAINS, proof: "proofs/multilayer-stages.md", check: checkMultilayerStages },
};
