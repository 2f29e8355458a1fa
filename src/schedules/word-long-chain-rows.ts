import type { LongChainWorkload } from "../computation/long-chain.js";
import { ceilDivide } from "../exact/integer.js";

/** Products `first` to `last` fused: a panel of rows goes through all of them and only its first and last form cross. */
export interface FusedRows {
  readonly kind: "rows";
  readonly first: number;
  readonly last: number;
  readonly rows: number;
  /** All weights of these products stay, so that each is loaded once; rows pass one by one. */
  readonly weightsStay: boolean;
  /** How each product is done: its weights stream past the sums of all rows, or stay while row after row is turned. */
  readonly modes: readonly RowsMode[];
  /** Words of X(first−1) loaded, of each W loaded, of X(last) stored. */
  readonly input: bigint;
  readonly weights: readonly bigint[];
  readonly output: bigint;
}

/** How fused rows meet the weights of one product: weights stream past the sums of all rows, or stay while row after row is turned. */
export type RowsMode = "stream" | "hold";

/** All words that cross. */
export function fusedRowsTotal({ input, weights, output }: FusedRows): bigint {
  return weights.reduce((x, y) => x + y, input + output);
}

/** The most rows that fit; all weights where they fit beside one row. Undefined for a single product, or where not one row fits. */
export function fusedRowsOf(
  { m, widths }: LongChainWorkload,
  first: number,
  last: number,
  fastWords: number,
): FusedRows | undefined {
  if (last <= first) return undefined;
  const layers = Array.from({ length: last - first + 1 }, (_, index) => layerOf(widths, first, last, first + index));
  const words = layers.map(({ k, n }) => BigInt(k) * BigInt(n));
  const [bm, enter, leave] = [m, widths[first - 1] as number, widths[last] as number].map(BigInt) as [bigint, bigint, bigint];
  const crossing = { kind: "rows", first, last, input: bm * enter, output: bm * leave } as const;
  const all = words.reduce((x, y) => x + y, 0n);
  if (all <= BigInt(fastWords) && layers.every((layer) => Number(all) + heldRow(layer, 1) <= fastWords)) {
    return { ...crossing, rows: 1, weightsStay: true, modes: layers.map(() => "hold"), weights: words };
  }
  const plans = layers.map((layer) => {
    const [stream, hold] = [streamRows(layer, fastWords), holdRows(layer, fastWords)];
    return hold > stream ? { mode: "hold" as const, rows: hold } : { mode: "stream" as const, rows: stream };
  });
  const rows = Math.min(m, ...plans.map((plan) => plan.rows));
  if (rows < 1) return undefined;
  const panels = ceilDivide(bm, BigInt(rows));
  const modes = layers.map((layer): RowsMode => (rows <= streamRows(layer, fastWords) ? "stream" : "hold"));
  return { ...crossing, rows, weightsStay: false, modes, weights: words.map((own) => panels * own) };
}

interface Layer {
  readonly k: number;
  readonly n: number;
  /** The first layer loads its rows as it goes, the last stores its sums as they are finished. */
  readonly place: "first" | "middle" | "last";
}

function layerOf(widths: readonly number[], first: number, last: number, q: number): Layer {
  const place = q === first ? "first" : q === last ? "last" : "middle";
  return { k: widths[q - 1] as number, n: widths[q] as number, place };
}

/** Rows while the weights pass word by word: r(n + 1) + 1, r(k + n) + 1 or r(k + 1) + 1 words. */
function streamRows({ k, n, place }: Layer, fastWords: number): number {
  const row = place === "first" ? n + 1 : place === "last" ? k + 1 : k + n;
  return Math.floor((fastWords - 1) / row);
}

/** Words beside the weights while `rows` rows are turned one by one. */
function heldRow({ k, n, place }: Layer, rows: number): number {
  if (place === "first") return rows * n + 1;
  if (place === "last") return rows * k + 1;
  return (rows - 1) * Math.max(k, n) + k + n;
}

function holdRows(layer: Layer, fastWords: number): number {
  const { k, n, place } = layer;
  const left = fastWords - k * n;
  if (place === "first") return Math.floor((left - 1) / n);
  if (place === "last") return Math.floor((left - 1) / k);
  return left < k + n ? 0 : Math.floor((left - k - n) / Math.max(k, n)) + 1;
}
