import type { LongChainWorkload } from "../computation/long-chain.js";
import { ceilDivide } from "../exact/integer.js";
import type { RowsPart, RowsStep } from "./word-long-chain-steps.js";
import { mostRows } from "./word-long-chain-steps.js";

/** Products `first` to `last` fused: a panel of rows goes through all of them and only its first and last form cross. */
export interface FusedRows {
  readonly kind: "rows";
  readonly first: number;
  readonly last: number;
  /** Rows of a panel: 1 where all weights stay. */
  readonly rows: number;
  /** What every panel does, in order. */
  readonly steps: readonly RowsStep[];
  /** Words of X(first−1) loaded, of each W loaded, of X(last) stored. */
  readonly input: bigint;
  readonly weights: readonly bigint[];
  readonly output: bigint;
}

/** All words that cross. */
export function fusedRowsTotal({ input, weights, output }: FusedRows): bigint {
  return weights.reduce((x, y) => x + y, input + output);
}

/**
 * The cheapest of: all weights stay and are loaded once, where they fit beside one row; every panel loads all of them; every panel loads
 * those of the first product, of the last or of both, the others stay. Undefined for a single product, or where not one row fits.
 */
export function fusedRowsOf(workload: LongChainWorkload, first: number, last: number, fastWords: number): FusedRows | undefined {
  if (last <= first) return undefined;
  const { m, widths } = workload;
  const between = (from: number, to: number): RowsPart => ({ widths, first, last, stays: (q) => q >= from && q <= to });
  const once = panelsOf(m, between(first, last), 1, fastWords);
  if (once !== undefined) return once;
  const others = [between(last, first), between(first + 1, last), between(first, last - 1), between(first + 1, last - 1)];
  const [best, ...rest] = others.flatMap((part) => panelsOf(m, part, m, fastWords) ?? []);
  return best && rest.reduce((x, y) => (fusedRowsTotal(y) < fusedRowsTotal(x) ? y : x), best);
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
