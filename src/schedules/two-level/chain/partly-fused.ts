import type { ChainWorkload } from "../../../computation/chain.js";
import { gemmWorkload } from "../../../computation/gemm.js";
import { InputError } from "../../../errors.js";
import { bigints, ceilDivide } from "../../../exact/integer.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { WordGemm } from "../gemm/cosma.js";
import { bestWordGemm } from "../gemm/cosma.js";
import { fusedRows } from "./fused.js";
import { mostHanded } from "./panel-handover.js";
import type { ChainWords } from "./words.js";

export const CHAIN_PARTLY_FUSED_ENTRY: ScheduleEntry = {
  id: "chain-partly-fused",
  workload: "chain: the fused strip for the first columns of E, storing H; the other columns from the stored H",
  machine: "two-level",
  parameters: "rows, width of the strip and tile of the rest, searched",
  source: "derived here from the fused strip and the product's schedules; every move is refereed",
};

/**
 * The fused strip with the first `width` columns of E only: each column of H is used for them and stored, and the other columns
 * are a product of their own that loads H. Panels of the strip hand columns of H over, as in `chain-panel-handover`.
 */
export interface PartlyFusedChain {
  readonly id: "chain-partly-fused";
  readonly workload: ChainWorkload;
  readonly rows: number;
  /** Columns of E that the strip finishes. */
  readonly width: number;
  /** Columns of H that are the last of a panel and the first of the next. */
  readonly handed: number;
  /** The product of H and the other columns of D. */
  readonly rest: WordGemm;
  readonly words: ChainWords;
}

/**
 * Cost mk + (pl − (p − 1)h)(k + width) + ml + mn and what the rest loads, in p panels of equal height, as few as in the fused strip.
 * Undefined when not even one row fits.
 *
 * @throws InputError naming `width` unless it leaves columns to the rest.
 */
export function partlyFusedChain(workload: ChainWorkload, fastWords: number, width: number): PartlyFusedChain | undefined {
  const { m, k, l, n } = workload;
  if (!Number.isSafeInteger(width) || width < 1 || width >= n) throw new InputError("width", `1 to ${n - 1}`, String(width));
  const most = fusedRows(m, k, width, fastWords);
  if (most < 1) return undefined;
  const rows = Math.ceil(m / Math.ceil(m / most));
  const handed = mostHanded({ ...workload, n: width }, rows, fastWords);
  const rest = bestWordGemm(gemmWorkload({ m, n: n - width, k: l }), fastWords);
  const [bm, bk, bl, bn] = bigints(m, k, l, n);
  const panels = ceilDivide(bm, BigInt(rows));
  const columns = panels * bl - (panels - 1n) * BigInt(handed);
  const [hStores, hLoads] = [bm * bl, rest.words.a];
  const d = columns * BigInt(width) + rest.words.b;
  const words: ChainWords = { a: bm * bk, b: columns * bk, hStores, hLoads, d, eLoads: 0n, eStores: bm * bn };
  return { id: "chain-partly-fused", workload, rows, width, handed, rest, words };
}

/** Widths whose estimated cost is least; their exact costs decide. */
const WIDTHS_TRIED = 2048;
const WIDTHS_KEPT = 6;

/** Widths worth an exact look, by the strip's panels and tiles of the rest in floating point. */
export function promisingWidths({ m, k, l, n }: ChainWorkload, fastWords: number): readonly number[] {
  const step = Math.max(1, Math.ceil((n - 1) / WIDTHS_TRIED));
  const tried: { readonly width: number; readonly estimate: number }[] = [];
  for (let width = 1; width < n; width += step) {
    const rows = fusedRows(m, k, width, fastWords);
    if (rows < 1) break;
    const estimate = Math.ceil(m / rows) * l * (k + width) + tileEstimate(m, n - width, l, fastWords);
    tried.push({ width, estimate });
  }
  return tried
    .sort((x, y) => x.estimate - y.estimate)
    .slice(0, WIDTHS_KEPT)
    .map(({ width }) => width);
}

/** Loads of an m×n product over l by output tiles in up to 64 blocks of columns. */
export function tileEstimate(m: number, n: number, l: number, fastWords: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let blocks = 1; blocks <= Math.min(64, n); blocks++) {
    const columns = Math.ceil(n / blocks);
    const rows = Math.max(Math.floor((fastWords - 1) / (columns + 1)), Math.floor((fastWords - 1 - columns) / columns));
    if (rows >= 1) least = Math.min(least, blocks * m * l + Math.ceil(m / rows) * l * n);
  }
  return Number.isFinite(least) ? least : (2 * m * n * l) / Math.sqrt(fastWords);
}
