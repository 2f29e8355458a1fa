import type { ChainWorkload } from "../computation/chain.js";
import { gemmWorkload } from "../computation/gemm.js";
import { InputError } from "../errors.js";
import { ceilDivide } from "../exact/integer.js";
import type { ChainWords } from "./chain-words.js";
import { cheapestHeights, rowsLeft } from "./stored-rows.js";
import { tileEstimate } from "./word-chain-partly-fused.js";
import type { WordGemm } from "./word-gemm.js";
import { bestWordGemm } from "./word-gemm.js";

/**
 * The fused strip with sums of E for some of its rows only, as many as fit beside all rows of A: H of the other rows is stored, and
 * their rows of E are a product of their own that loads it.
 */
export interface PartlyStoredChain {
  readonly id: "chain-partly-stored";
  readonly workload: ChainWorkload;
  /** Rows of A in a panel. */
  readonly rows: number;
  /** The product of the stored rows of H and D. */
  readonly rest: WordGemm;
  readonly words: ChainWords;
}

/**
 * Cost mk + ⌈m/r⌉·l(k + n) + ρl + mn and what the rest loads, with ρ rows of H stored. A panel of r rows finishes e of them, with
 * rk + en words and either r entries of H and one word that passes, or a column of B, a word of D and an entry of H that is computed
 * again for each column of E. Undefined when some panel finishes none, or every panel all.
 *
 * @throws InputError naming `rows` unless it is from 1 to m.
 */
export function partlyStoredChain(workload: ChainWorkload, fastWords: number, rows: number): PartlyStoredChain | undefined {
  const { m, k, l, n } = workload;
  if (!Number.isSafeInteger(rows) || rows < 1 || rows > m) throw new InputError("rows", `1 to ${m}`, String(rows));
  const stored = storedRows(workload, fastWords, rows);
  if (stored === undefined || stored === 0) return undefined;
  const rest = bestWordGemm(gemmWorkload({ m: stored, n, k: l }), fastWords);
  const [bm, bk, bl, bn] = [m, k, l, n].map(BigInt) as [bigint, bigint, bigint, bigint];
  const panels = ceilDivide(bm, BigInt(rows));
  const words: ChainWords = {
    a: bm * bk,
    b: panels * bk * bl,
    hStores: BigInt(stored) * bl,
    hLoads: rest.words.a,
    d: panels * bl * bn + rest.words.b,
    eLoads: 0n,
    eStores: bm * bn,
  };
  return { id: "chain-partly-stored", workload, rows, rest, words };
}

/** Rows of E whose sums stay beside `rows` rows of A, at most all of them. */
export function finishedRows(rows: number, k: number, n: number, fastWords: number): number {
  return Math.min(rows, Math.max(besideSums(rows, k, n, fastWords), Math.floor((fastWords - 2 - k - rows * k) / n)));
}

/** rk + en + r + 1 ≤ S */
export function besideSums(rows: number, k: number, n: number, fastWords: number): number {
  return Math.floor((fastWords - 1 - rows * (k + 1)) / n);
}

function storedRows({ m, k, n }: ChainWorkload, fastWords: number, rows: number): number | undefined {
  return rowsLeft(m, rows, (height) => finishedRows(height, k, n, fastWords));
}

/** Heights of panels worth an exact look. */
export function promisingHeights(workload: ChainWorkload, fastWords: number): readonly number[] {
  const { m, k, l, n } = workload;
  return cheapestHeights(
    m,
    Math.ceil((m * k) / fastWords),
    (rows) => storedRows(workload, fastWords, rows),
    (panels, stored) => panels * l * (k + n) + stored * l + tileEstimate(stored, n, l, fastWords),
  );
}
