import type { ChainWorkload } from "../computation/chain.js";
import { gemmWorkload } from "../computation/gemm.js";
import { InputError } from "../errors.js";
import { ceilDivide } from "../exact/integer.js";
import type { WordGemm } from "./word-gemm.js";
import { cosmaGemm, inputStationaryGemm } from "./word-gemm.js";

/** Words moved by a schedule of a fused chain on the textbook machine, array by array. */
export interface ChainWords {
  readonly a: bigint;
  readonly b: bigint;
  readonly hLoads: bigint;
  readonly hStores: bigint;
  readonly d: bigint;
  readonly e: bigint;
}

/** Two products one after the other, each by its best word-level schedule; H is stored and loaded. */
export interface SeparateChain {
  readonly id: "chain-separate";
  readonly workload: ChainWorkload;
  readonly first: WordGemm;
  readonly second: WordGemm;
  readonly words: ChainWords;
}

/**
 * Rows of A and the same rows of a block of E's columns stay; B's columns and D's rows stream; H never leaves. With several
 * blocks H is computed again for each: `chain-recompute`. FlashAttention's schedule, with one block.
 */
export interface FusedChain {
  readonly id: "chain-fused" | "chain-recompute";
  readonly workload: ChainWorkload;
  readonly rows: number;
  /** Columns of E in a block. */
  readonly width: number;
  readonly words: ChainWords;
}

export type WordChain = SeparateChain | FusedChain;

/** Every word-level schedule of a chain that fits S words; the fused ones with the best rows and block width found. */
export function wordChains(workload: ChainWorkload, fastWords: number): readonly WordChain[] {
  const widths = new Set<number>();
  for (let blocks = 1; blocks <= Math.min(workload.n, 64); blocks++) widths.add(Math.ceil(workload.n / blocks));
  const strips = [...widths].flatMap((width) => fusedChain(workload, fastWords, width) ?? []);
  const cheapest = (id: FusedChain["id"]): readonly FusedChain[] =>
    strips
      .filter((strip) => strip.id === id)
      .sort((x, y) => Number(chainTotal(x.words) - chainTotal(y.words)))
      .slice(0, 1);
  return [separateChain(workload, fastWords), ...cheapest("chain-fused"), ...cheapest("chain-recompute")];
}

export function chainTotal(words: ChainWords): bigint {
  return words.a + words.b + words.hLoads + words.hStores + words.d + words.e;
}

/** @throws InputError naming `fast-words` when a product does not fit. */
export function separateChain(workload: ChainWorkload, fastWords: number): SeparateChain {
  const { m, k, l, n } = workload;
  const first = bestProduct(m, l, k, fastWords);
  const second = bestProduct(m, n, l, fastWords);
  const words: ChainWords = {
    a: first.words.a,
    b: first.words.b,
    hStores: first.words.c,
    hLoads: second.words.a,
    d: second.words.b,
    e: second.words.c,
  };
  return { id: "chain-separate", workload, first, second, words };
}

function bestProduct(m: number, n: number, k: number, fastWords: number): WordGemm {
  const product = gemmWorkload({ m, n, k });
  const tile = cosmaGemm(product, fastWords);
  const held = inputStationaryGemm(product, fastWords);
  const reads = (schedule: WordGemm): bigint => schedule.words.a + schedule.words.b;
  return held !== undefined && reads(held) < reads(tile) ? held : tile;
}

/**
 * The fused strip with blocks of `width` columns of E: r(k + width) words stay, and either r entries of H and one streamed word, or
 * a column of B, a row of D and one entry of H. Undefined when not even one row fits.
 */
export function fusedChain(workload: ChainWorkload, fastWords: number, width: number): FusedChain | undefined {
  const { m, k, l, n } = workload;
  if (!Number.isSafeInteger(width) || width < 1 || width > n) throw new InputError("width", `1 to ${n}`, String(width));
  const rows = Math.min(m, Math.max(rowsWithSums(fastWords, k, width), rowsWithColumns(fastWords, k, width)));
  if (rows < 1) return undefined;
  const [bm, bk, bl, bn] = [m, k, l, n].map(BigInt) as [bigint, bigint, bigint, bigint];
  const panels = ceilDivide(bm, BigInt(rows));
  const blocks = ceilDivide(bn, BigInt(width));
  const words = { a: bm * bk, b: blocks * panels * bk * bl, hLoads: 0n, hStores: 0n, d: panels * bl * bn, e: bm * bn };
  return { id: blocks === 1n ? "chain-fused" : "chain-recompute", workload, rows, width, words };
}

/** r(k + width) + r + 1 ≤ S */
export function rowsWithSums(fastWords: number, k: number, width: number): number {
  return Math.floor((fastWords - 1) / (k + width + 1));
}

/** r(k + width) + k + width + 1 ≤ S */
function rowsWithColumns(fastWords: number, k: number, width: number): number {
  return Math.floor((fastWords - 1 - k - width) / (k + width));
}

/** The parameters as documents print them. */
export function describeWordChain(schedule: WordChain): Readonly<Record<string, string | number>> {
  if (schedule.id !== "chain-separate") return { id: schedule.id, rows: schedule.rows, width: schedule.width };
  const stage = ({ id, rows, columns }: WordGemm): string => `${id} ${columns === undefined ? rows : `${rows}x${columns}`}`;
  return { id: schedule.id, first: stage(schedule.first), second: stage(schedule.second) };
}
