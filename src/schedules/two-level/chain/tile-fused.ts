import type { ChainWorkload } from "../../../computation/chain.js";
import { bigints, ceilDivide } from "../../../exact/integer.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { candidateRows } from "../gemm/cosma.js";
import type { ChainWords } from "./words.js";
import { NEVER_STORED } from "./words.js";

export const CHAIN_TILE_FUSED_ENTRY: ScheduleEntry = {
  id: "chain-tile-fused",
  workload: "chain: a tile of H is finished over k, then meets D while sums of E pass in and out; H never leaves (OS→IS)",
  machine: "two-level",
  parameters: "rows and columns of the tile of H, searched",
  source: "output- to input-stationary chaining of dataflow compilers (Optimus, TECS'22)",
};

/**
 * An r×c tile of H stays: its sums are finished over k (output-stationary), then it meets D while sums of E pass in and out
 * (input-stationary, the OS→IS chaining of dataflow compilers). H is never stored.
 */
export interface TileFusedChain {
  readonly id: "chain-tile-fused";
  readonly workload: ChainWorkload;
  readonly rows: number;
  /** Columns of H in a tile. */
  readonly columns: number;
  readonly words: ChainWords;
}

/**
 * Cost ceil(l/c)·mk + ceil(m/r)·l(k + n) + (2·ceil(l/c) − 1)·mn with r·c + min(r, c) + 1 ≤ S: beside the tile, the shorter side of
 * it (of A and of E's sums, or of B and D) and one word that passes. Undefined when not even a 1×1 tile fits.
 */
export function tileFusedChain(workload: ChainWorkload, fastWords: number): TileFusedChain | undefined {
  const { m, k, l, n } = workload;
  let best: { readonly rows: number; readonly columns: number } | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const rows of candidateRows(m, fastWords, fastWords - 2)) {
    const columns = Math.min(l, tileFusedColumns(fastWords, rows));
    if (rows < 1 || columns < 1) continue;
    const [blocks, panels] = [Math.ceil(l / columns), Math.ceil(m / rows)];
    // What depends on them, whole numbers that doubles hold below 2^53.
    const moved = blocks * m * (k + 2 * n) + panels * l * (k + n);
    if (moved < least) [least, best] = [moved, { rows, columns }];
  }
  return best && { id: "chain-tile-fused", workload, ...best, words: tileFusedWords(workload, best.rows, best.columns) };
}

function tileFusedWords({ m, k, l, n }: ChainWorkload, rows: number, columns: number): ChainWords {
  const [bm, bk, bl, bn] = bigints(m, k, l, n);
  const blocks = ceilDivide(bl, BigInt(columns));
  const panels = ceilDivide(bm, BigInt(rows));
  const [eLoads, eStores] = [(blocks - 1n) * bm * bn, blocks * bm * bn];
  return { ...NEVER_STORED, a: blocks * bm * bk, b: panels * bk * bl, d: panels * bl * bn, eLoads, eStores };
}

/** The most columns with r·c + r + 1 ≤ S or r·c + c + 1 ≤ S. */
export function tileFusedColumns(fastWords: number, rows: number): number {
  return Math.max(Math.floor((fastWords - 1) / rows) - 1, Math.floor((fastWords - 1) / (rows + 1)));
}
