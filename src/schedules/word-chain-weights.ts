import type { ChainWorkload } from "../computation/chain.js";
import { ceilDivide } from "../exact/integer.js";
import type { ChainWords } from "./chain-words.js";
import { fusedRows } from "./word-chain-fused.js";

/**
 * Columns of B and the same rows of D stay while rows of A and sums of E pass; H never leaves. With one block for all of l it
 * moves compulsory traffic only. The fused strip with the roles of inputs and weights exchanged.
 */
export interface WeightsChain {
  readonly id: "chain-weights";
  readonly workload: ChainWorkload;
  /** Columns of B in a block. */
  readonly columns: number;
  readonly words: ChainWords;
}

/**
 * Cost b·mk + l(k + n) + (2b − 1)·mn with b = ceil(l/c) blocks: c(k + n) words stay, and either c entries of a row of H and one
 * word that passes, or a row of A, a row of E and one entry of H. Undefined when not even one column fits.
 */
export function weightsChain(workload: ChainWorkload, fastWords: number): WeightsChain | undefined {
  const { m, k, l, n } = workload;
  const columns = fusedRows(l, k, n, fastWords);
  if (columns < 1) return undefined;
  const [bm, bk, bl, bn] = [m, k, l, n].map(BigInt) as [bigint, bigint, bigint, bigint];
  const blocks = ceilDivide(bl, BigInt(columns));
  const words: ChainWords = {
    a: blocks * bm * bk,
    b: bk * bl,
    hLoads: 0n,
    hStores: 0n,
    d: bl * bn,
    eLoads: (blocks - 1n) * bm * bn,
    eStores: blocks * bm * bn,
  };
  return { id: "chain-weights", workload, columns, words };
}
