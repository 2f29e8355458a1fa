import type { ChainWorkload } from "../../../computation/chain.js";
import { InputError } from "../../../errors.js";
import { ceilDivide } from "../../../exact/integer.js";
import { fusedRows } from "./fused.js";
import type { ChainWords } from "./words.js";

/**
 * Columns of B and the same rows of a block of D's columns stay while rows of A and sums of E pass; H never leaves. With several
 * blocks of D's columns A passes, and H is computed, again for each: `chain-weights-recompute`. With one block for all of l E is
 * stored once, with one for D too it moves compulsory traffic only. The fused strip with inputs and weights exchanged.
 */
export interface WeightsChain {
  readonly id: "chain-weights" | "chain-weights-recompute";
  readonly workload: ChainWorkload;
  /** Columns of B in a block. */
  readonly columns: number;
  /** Columns of D, and of E, in a block. */
  readonly width: number;
  readonly words: ChainWords;
}

/**
 * Cost b·⌈n/w⌉·mk + l(k + n) + (2b − 1)·mn with b = ⌈l/c⌉ blocks of columns of B and w the width: c(k + w) words stay, and either c
 * entries of a row of H and one word that passes, or a row of A, one sum of E and one entry of H, made again for each sum. Undefined when not even one
 * column fits.
 *
 * @throws InputError naming `width` unless it is from 1 to n.
 */
export function weightsChain(workload: ChainWorkload, fastWords: number, width: number = workload.n): WeightsChain | undefined {
  const { m, k, l, n } = workload;
  if (!Number.isSafeInteger(width) || width < 1 || width > n) throw new InputError("width", `1 to ${n}`, String(width));
  const columns = fusedRows(l, k, width, fastWords);
  if (columns < 1) return undefined;
  const [bm, bk, bl, bn] = [m, k, l, n].map(BigInt) as [bigint, bigint, bigint, bigint];
  const blocks = ceilDivide(bl, BigInt(columns));
  const sweeps = ceilDivide(bn, BigInt(width));
  const words: ChainWords = {
    a: blocks * sweeps * bm * bk,
    b: bk * bl,
    hLoads: 0n,
    hStores: 0n,
    d: bl * bn,
    eLoads: (blocks - 1n) * bm * bn,
    eStores: blocks * bm * bn,
  };
  return { id: sweeps === 1n ? "chain-weights" : "chain-weights-recompute", workload, columns, width, words };
}
