import type { GemmWorkload } from "../../../computation/gemm.js";
import { checkInteger, InputError } from "../../../errors.js";
import { ceilDivide } from "../../../exact/integer.js";
import type { ScheduleEntry } from "../../schedule-entry.js";

export const COSMA_ENTRY: ScheduleEntry = {
  id: "cosma",
  workload: "gemm: a tile of C stays, a column of A and one word of B pass",
  machine: "two-level",
  parameters: "rows and columns of the tile, searched",
  source: "Kwasniewski et al., COSMA, SC'19 (its cost, about 2mnk/√S + mn, is no lower bound)",
};

/**
 * Schedules of the product in the two-level memory model, with S words of fast memory and exact word counts. The best known
 * ones are `cosma` for k beyond about 2√S, `input-stationary` below.
 */
export interface WordGemm {
  readonly id: "cosma" | "input-stationary" | "weight-stationary";
  readonly workload: GemmWorkload;
  /**
   * `cosma`: rows and columns of the tile of C that stays. `input-stationary`: rows of A (or columns of B) that
   * stay. `weight-stationary`: rows and columns of the block of B that stays.
   */
  readonly rows: number;
  readonly columns?: number;
  /** `input-stationary` with the columns of B held and A streamed. */
  readonly transposed?: true;
  /** Words of A and of B loaded, of C stored and, where partial sums come back, loaded. */
  readonly words: { readonly a: bigint; readonly b: bigint; readonly c: bigint; readonly cLoads?: bigint };
}

/** How far around the balanced tile the search looks, in numbers of row panels and in rows. */
const SEARCH = 4096;

/**
 * COSMA's sequential schedule: an r×w tile of C stays while a column of A and one word of B at a time pass, or a row of B and one
 * word of A, r·w + min(r, w) + 1 ≤ S words. Cost ceil(n/w)·mk + ceil(m/r)·kn + mn, about 2mnk/√S + mn: a cost, not a bound.
 *
 * @param grain columns of C that are finished together, which divide them; a tile has a multiple of them
 * @throws InputError naming `fast-words` when not even a 1×1 tile fits.
 */
export function cosmaGemm(workload: GemmWorkload, fastWords: number, grain = 1): WordGemm {
  checkInteger("fast-words", fastWords, 1);
  if (fastWords < 3) throw new InputError("fast-words", "at least 3 words", String(fastWords));
  if (workload.scales !== undefined) throw new InputError("scales", "a GPU for kernels that move them", "one fast memory");
  let best: { readonly rows: number; readonly columns: number } | undefined;
  // Of A and B, in units of batch·k: whole numbers, which doubles hold while twice C has fewer than 2^53 words.
  let least = Number.POSITIVE_INFINITY;
  for (const rows of candidateRows(workload.m, fastWords, fastWords - 2)) {
    const most = Math.max(Math.floor((fastWords - 1 - rows) / rows), Math.floor((fastWords - 1) / (rows + 1)));
    const columns = Math.min(workload.n, Math.floor(most / grain) * grain);
    if (columns < 1) continue;
    const loads = Math.ceil(workload.n / columns) * workload.m + Math.ceil(workload.m / rows) * workload.n;
    if (loads < least) [least, best] = [loads, { rows, columns }];
  }
  if (best === undefined) throw new InputError("fast-words", "at least 3 words", String(fastWords));
  const { m, n, k, batch } = bigExtents(workload);
  const a = batch * ceilDivide(n, BigInt(best.columns)) * m * k;
  const b = batch * ceilDivide(m, BigInt(best.rows)) * k * n;
  return { id: "cosma", workload, ...best, words: { a, b, c: batch * m * n } };
}

/**
 * r full rows of A stay while B passes column by column, cost mk + ceil(m/r)·kn + mn; or the same with B held. Either r sums
 * stay while a column passes word by word (r·k + r + 1 words), or the column stays while one sum after another is finished
 * (r·k + k + 1). Legal for k ≤ S − 2; undefined otherwise.
 */
export function inputStationaryGemm(workload: GemmWorkload, fastWords: number): WordGemm | undefined {
  const held = Math.max(Math.floor((fastWords - 1) / (workload.k + 1)), Math.floor((fastWords - 1 - workload.k) / workload.k));
  if (held < 1) return undefined;
  const { m, n, k, batch } = bigExtents(workload);
  const c = batch * m * n;
  const rows = Math.min(held, workload.m);
  const columns = Math.min(held, workload.n);
  const holdingA = { a: batch * m * k, b: batch * ceilDivide(m, BigInt(rows)) * k * n, c };
  const holdingB = { a: batch * ceilDivide(n, BigInt(columns)) * m * k, b: batch * k * n, c };
  return holdingA.a + holdingA.b <= holdingB.a + holdingB.b
    ? { id: "input-stationary", workload, rows, words: holdingA }
    : { id: "input-stationary", workload, rows: columns, transposed: true, words: holdingB };
}

/**
 * A block of B, the weights, of `rows` × `columns` words stays while all of A passes and partial sums of C pass in and out,
 * as in a weight-stationary systolic array without accumulators; a row of sums stays while words of A pass one by one, or a row
 * of A while sums do. Cost ceil(n/columns)·mk + kn + (2·ceil(k/rows) − 1)·mn, about 2√2·mnk/√S: a factor √2 above `cosma`,
 * and the less the smaller m is.
 *
 * @throws InputError naming `fast-words` when not even one word of B fits.
 */
export function weightStationaryWords(workload: GemmWorkload, fastWords: number): WordGemm {
  checkInteger("fast-words", fastWords, 1);
  let best: { readonly rows: number; readonly columns: number } | undefined;
  // Of A and C, in units of batch·m.
  let least = Number.POSITIVE_INFINITY;
  for (const rows of candidateRows(workload.k, 2 * fastWords, fastWords - 2)) {
    const most = Math.max(Math.floor((fastWords - 1) / (rows + 1)), Math.floor((fastWords - 1 - rows) / rows));
    const columns = Math.min(workload.n, most);
    if (rows < 1 || columns < 1) continue;
    const moved = Math.ceil(workload.n / columns) * workload.k + 2 * Math.ceil(workload.k / rows) * workload.n;
    if (moved < least) [least, best] = [moved, { rows, columns }];
  }
  if (best === undefined) throw new InputError("fast-words", "at least 3 words", String(fastWords));
  const { m, n, k, batch } = bigExtents(workload);
  const c = batch * ceilDivide(k, BigInt(best.rows)) * m * n;
  const a = batch * ceilDivide(n, BigInt(best.columns)) * m * k;
  return { id: "weight-stationary", workload, ...best, words: { a, b: batch * k * n, c, cLoads: c - batch * m * n } };
}

/** The cheaper of the two best known schedules of one shape. @throws InputError naming `fast-words` when neither fits. */
export function bestWordGemm(workload: GemmWorkload, fastWords: number): WordGemm {
  checkInteger("fast-words", fastWords, 1);
  const tile = cosmaGemm(workload, fastWords);
  const held = inputStationaryGemm(workload, fastWords);
  const reads = (schedule: WordGemm): bigint => schedule.words.a + schedule.words.b;
  return held !== undefined && reads(held) < reads(tile) ? held : tile;
}

/** Tile heights worth trying: those near the balanced one, and the least for each number of row panels near its own, and all small ones. */
export function candidateRows(m: number, fastWords: number, mostRows: number): readonly number[] {
  const largest = Math.min(m, mostRows);
  const balanced = Math.max(1, Math.floor(Math.sqrt(fastWords)));
  const panels = Math.ceil(m / balanced);
  const rows: number[] = [];
  const [from, past] = [Math.max(1, balanced - SEARCH), balanced + SEARCH];
  for (let r = from; r <= past && r < largest; r++) rows.push(r);
  if (past >= largest) rows.push(largest);
  const add = (q: number): void => {
    const r = Math.min(Math.ceil(m / q), largest);
    if (r < from || r > past) rows.push(r);
  };
  for (let q = Math.max(1, panels - SEARCH); q <= Math.min(m, panels + SEARCH); q++) add(q);
  for (let q = 1; q <= Math.min(m, SEARCH, panels - SEARCH - 1); q++) add(q);
  return rows;
}

function bigExtents(w: GemmWorkload): { m: bigint; n: bigint; k: bigint; batch: bigint } {
  return { m: BigInt(w.m), n: BigInt(w.n), k: BigInt(w.k), batch: BigInt(w.batch) };
}
