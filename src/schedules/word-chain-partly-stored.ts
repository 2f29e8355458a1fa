import type { ChainWorkload } from "../computation/chain.js";
import { gemmWorkload } from "../computation/gemm.js";
import { InputError } from "../errors.js";
import { ceilDivide } from "../exact/integer.js";
import type { ChainWords } from "./chain-words.js";
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

/** Rows of H stored by panels of that many rows; undefined where a panel finishes no row. */
function storedRows({ m, k, n }: ChainWorkload, fastWords: number, rows: number): number | undefined {
  const [finished, last] = [rows, m % rows].map((height) => finishedRows(height, k, n, fastWords)) as [number, number];
  if (finished < 1 || (m % rows > 0 && last < 1)) return undefined;
  return Math.floor(m / rows) * (rows - finished) + (m % rows) - (m % rows > 0 ? last : 0);
}

/** Numbers of panels looked at, and heights whose exact cost decides. */
const PANELS_TRIED = 4096;
const HEIGHTS_KEPT = 4;

/** Heights of panels worth an exact look, by their estimated cost: fewer panels than the fused strip needs. */
export function promisingHeights(workload: ChainWorkload, fastWords: number): readonly number[] {
  const { m, k, l, n } = workload;
  const least = Math.ceil((m * k) / fastWords);
  const tried = new Map<number, number>();
  for (let panels = Math.max(1, least); panels < least + PANELS_TRIED; panels++) {
    const rows = Math.ceil(m / panels);
    const stored = storedRows(workload, fastWords, rows);
    if (stored === 0) break;
    if (stored === undefined || tried.has(rows)) continue;
    tried.set(rows, Math.ceil(m / rows) * l * (k + n) + stored * l + tileEstimate(stored, n, l, fastWords));
    if (rows === 1) break;
  }
  return [...tried]
    .sort(([, x], [, y]) => x - y)
    .slice(0, HEIGHTS_KEPT)
    .map(([rows]) => rows);
}
