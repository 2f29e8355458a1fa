import type { FfnWorkload } from "../../../computation/ffn.js";
import { gemmWorkload } from "../../../computation/gemm.js";
import { InputError } from "../../../errors.js";
import { bigints, ceilDivide } from "../../../exact/integer.js";
import { cheapestOf } from "../choice.js";
import { candidateRows } from "../gemm/cosma.js";
import { productText } from "../gemm/schedules.js";
import type { HandoverGemm } from "../gemm/tile-handover.js";
import { handoverGemm } from "../gemm/tile-handover.js";

/**
 * The gated front, H stored. `tile`: sums of G and U for rows×columns of H stay while a column of X and one weight at a time
 * pass. `rows-of-x`: rows of X stay while columns of Wg and Wu pass. `weights`: columns of Wg and Wu stay while rows of X pass.
 */
export interface HeldFront {
  readonly held: "tile" | "rows-of-x" | "weights";
  readonly rows: number;
  readonly columns: number;
  readonly x: bigint;
  readonly weights: bigint;
}

/** The same as one product, columns of Wg and Wu by turns, in tiles of pairs that hand words over. */
export interface PairedFront {
  readonly held: "pairs";
  readonly product: HandoverGemm;
  readonly x: bigint;
  readonly weights: bigint;
}

export type WordFront = HeldFront | PairedFront;

/** @throws InputError naming `fast-words` below 4 words. */
export function bestFront(workload: FfnWorkload, fastWords: number): WordFront {
  const { tokens, model, hidden } = workload;
  const pairs = gemmWorkload({ m: tokens, n: 2 * hidden, k: model });
  const held = bestHeldFront(workload, fastWords);
  const product = handoverGemm(pairs, fastWords, 2);
  if (product === undefined) return held;
  const paired: PairedFront = { held: "pairs", product, x: product.words.a, weights: product.words.b };
  return movedBy(paired) < movedBy(held) ? paired : held;
}

/** Words moved but for H. */
function movedBy(front: WordFront): bigint {
  return front.x + front.weights + 2n * unfinishedIn(front);
}

/** Cost of X and the weights: ceil(l/c)·mk + 2·ceil(m/r)·kl. @throws InputError naming `fast-words` below 4 words. */
function bestHeldFront({ tokens, model, hidden }: FfnWorkload, fastWords: number): HeldFront {
  const shapes: Omit<HeldFront, "x" | "weights">[] = [];
  // r·c pairs of sums, r words of a column of X and one weight: 2rc + r + 1 ≤ S.
  for (const rows of candidateRows(tokens, fastWords, Math.floor((fastWords - 1) / 3))) {
    const columns = Math.min(hidden, Math.floor((fastWords - 1 - rows) / (2 * rows)));
    if (rows >= 1 && columns >= 1) shapes.push({ held: "tile", rows, columns });
  }
  // r rows of X, r pairs of sums and one weight: r(k + 2) + 1 ≤ S; or two columns of weights and one pair of sums: rk + 2k + 2 ≤ S.
  const rows = Math.min(tokens, rowsOfX(fastWords, model, 0));
  if (rows >= 1) shapes.push({ held: "rows-of-x", rows, columns: hidden });
  // c columns of both weights, c pairs of sums and one word of X: 2c(k + 1) + 1 ≤ S.
  const columns = Math.min(hidden, Math.floor((fastWords - 1) / (2 * model + 2)));
  if (columns >= 1) shapes.push({ held: "weights", rows: tokens, columns });
  const [m, k, l] = bigints(tokens, model, hidden);
  const costed = shapes.map((shape): HeldFront => {
    const [panels, blocks] = [ceilDivide(m, BigInt(shape.rows)), ceilDivide(l, BigInt(shape.columns))];
    return { ...shape, x: blocks * m * k, weights: 2n * panels * k * l };
  });
  const best = cheapestOf(costed, ({ x, weights }) => x + weights);
  if (best === undefined) throw new InputError("fast-words", "at least 4 words", String(fastWords));
  return best;
}

/** Rows of X, with `width` columns of Y, that stay beside their pairs of sums, or beside a column of each weight. */
export function rowsOfX(fastWords: number, model: number, width: number): number {
  return Math.max(rowsWithPairs(fastWords, model, width), Math.floor((fastWords - 2 - 2 * model - width) / (model + width)));
}

/** r(k + width) + 2r + 1 ≤ S */
export function rowsWithPairs(fastWords: number, model: number, width: number): number {
  return Math.floor((fastWords - 1) / (model + width + 2));
}

/** Partial sums of G and U that are stored, and loaded again. */
export function unfinishedIn(front: WordFront): bigint {
  return front.held === "pairs" ? (front.product.words.cLoads ?? 0n) : 0n;
}

export function frontText(front: WordFront): string {
  return `${front.held} ${front.held === "pairs" ? productText(front.product) : `${front.rows}x${front.columns}`}`;
}
