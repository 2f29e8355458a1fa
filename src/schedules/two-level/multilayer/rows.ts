import type { MultilayerChainWorkload } from "../../../computation/multilayer-chain.js";
import { ceilDivide } from "../../../exact/integer.js";
import { cheapestOf } from "../choice.js";
import type { RowsPart, RowsStep } from "./steps.js";
import { mostRows } from "./steps.js";

/** Products `first` to `last` fused: a panel of rows goes through all of them and only its first and last form cross. */
export interface FusedRows {
  readonly kind: "rows";
  readonly first: number;
  readonly last: number;
  /** Rows of a panel: 1 where all weights stay. */
  readonly rows: number;
  /** What every panel does, in order. */
  readonly steps: readonly RowsStep[];
  /** Of the first weights, where all others stay. */
  readonly corner?: WeightsCorner;
  /** Words of X(first−1) loaded, of each W loaded, of X(last) stored. */
  readonly input: bigint;
  readonly weights: readonly bigint[];
  readonly output: bigint;
}

/**
 * The first `width` words of the first `height` columns of the first weights do not stay: all rows meet them beforehand, and their
 * partial sums are stored, to come back when the row goes through all products.
 */
export interface WeightsCorner {
  readonly width: number;
  readonly height: number;
  /** Words of X(first) that are stored unfinished, and loaded again. */
  readonly sums: bigint;
}

/** All words that cross. */
export function fusedRowsTotal({ input, weights, output, corner }: FusedRows): bigint {
  return weights.reduce((x, y) => x + y, input + output) + 2n * (corner?.sums ?? 0n);
}

/**
 * The cheapest of: all weights stay and are loaded once, where they fit beside one row, or all but a corner of the first; every panel
 * loads all of them; every panel loads those of the first product, of the last or of both, the others stay. Undefined for a single
 * product, or where not one row fits.
 */
export function fusedRowsOf(
  workload: MultilayerChainWorkload,
  first: number,
  last: number,
  fastWords: number,
): FusedRows | undefined {
  if (last <= first) return undefined;
  const { m, widths } = workload;
  const between = (from: number, to: number): RowsPart => ({ widths, first, last, stays: (q) => q >= from && q <= to });
  const once = panelsOf(m, between(first, last), 1, fastWords);
  if (once !== undefined) return once;
  const others = [between(last, first), between(first + 1, last), between(first, last - 1), between(first + 1, last - 1)];
  const cornered = allButCorner(m, between(first, last), fastWords);
  const panels = others.flatMap((part) => panelsOf(m, part, m, fastWords) ?? []);
  return cheapestOf([...panels, ...(cornered === undefined ? [] : [cornered])], fusedRowsTotal);
}

/** Panels of as many rows as fit, up to `most`. */
function panelsOf(m: number, part: RowsPart, most: number, fastWords: number): FusedRows | undefined {
  const { widths, first, last } = part;
  const { rows } = mostRows(part, fastWords, most);
  if (rows < 1) return undefined;
  // Once more for these rows, so that no step is a pair or holds its weights without need.
  const { steps } = mostRows(part, fastWords, rows);
  const panels = ceilDivide(BigInt(m), BigInt(rows));
  const weights = Array.from({ length: last - first + 1 }, (_, index) => {
    const q = first + index;
    return (part.stays(q) ? 1n : panels) * BigInt(widths[q - 1] as number) * BigInt(widths[q] as number);
  });
  const crossing = (q: number): bigint => BigInt(m) * BigInt(widths[q] as number);
  return { kind: "rows", first, last, rows, steps, input: crossing(first - 1), weights, output: crossing(last) };
}

/** Heights on both sides of the balanced corner's. */
const HEIGHTS_ASIDE = 64;

/** One row at a time, where all weights are a little too large: the corner is as large as what is missing. */
export function allButCorner(m: number, part: RowsPart, fastWords: number): FusedRows | undefined {
  const { widths, first } = part;
  const [k, n] = [widths[first - 1], widths[first]] as [number, number];
  const most = (k - 1) * n;
  const fits = (more: number): boolean => mostRows(part, fastWords + more, 1).rows === 1;
  if (!Number.isSafeInteger(fastWords + most) || !fits(most)) return undefined;
  let [missing, enough] = [0, most];
  while (enough - missing > 1) {
    const middle = Math.floor((missing + enough) / 2);
    if (fits(middle)) enough = middle;
    else missing = middle;
  }
  const corner = cornerOf(enough, k, n);
  // Its words stay while all rows meet them, beside a row's sums, or its words.
  const { width, height } = corner;
  if (width * height + Math.min(width, height) + 1 > fastWords) return undefined;
  const fused = panelsOf(m, part, 1, fastWords + enough);
  if (fused === undefined) return undefined;
  const rows = BigInt(m);
  return { ...fused, input: fused.input + rows * BigInt(width), corner: { ...corner, sums: rows * BigInt(height) } };
}

/** Least width + 2·height, what a row pays, for at least so many words of n columns of k. */
function cornerOf(words: number, k: number, n: number): { readonly width: number; readonly height: number } {
  const lowest = Math.ceil(words / (k - 1));
  const balanced = Math.round(Math.sqrt(words / 2));
  let best = { width: Math.ceil(words / lowest), height: lowest };
  for (let height = Math.max(lowest, balanced - HEIGHTS_ASIDE); height <= Math.min(n, balanced + HEIGHTS_ASIDE); height++) {
    const width = Math.ceil(words / height);
    if (width + 2 * height < best.width + 2 * best.height) best = { width, height };
  }
  return best;
}
