import { floorSquareRoot } from "../../exact/integer.js";

/**
 * The condition of proofs/multilayer.md, Theorem 2: may one price a ≥ 3/16 be charged for every accumulator start where rows that complete
 * something bring a row's words? With c = a√3, τ = X/κ²,
 *
 *     (1 − y)·(√τ·(y − 2c√y) + c)  ≤  3^(−3/2)      for 4c² ≤ y ≤ 1.
 *
 * Decided by halving intervals, every number rounded against the claim; doubles only suggest prices.
 */
export interface RichRowsProgram {
  /** X, as much as a segment holds. */
  readonly held: bigint;
  /** κ: the fewest words of a row that enters whole. */
  readonly row: bigint;
}

const ONE = 1n << 30n;
const MOST_INTERVALS = 60_000;
const LEAST = 3 / 16;

/** Exactly: true is a proof, false may only mean that the intervals ran out. */
export function richRowsHold(
  { held, row }: RichRowsProgram,
  { numerator, denominator }: { readonly numerator: bigint; readonly denominator: bigint },
): boolean {
  if (row === 0n || 16n * numerator < 3n * denominator) return false;
  const steep = (floorSquareRoot(held * ONE * ONE) + 1n) / row + 1n;
  const price = (numerator * floorSquareRoot(3n * ONE * ONE)) / denominator;
  const limit = floorSquareRoot((ONE * ONE) / 27n);
  const intervals: (readonly [bigint, bigint])[] = [[0n, ONE]];
  for (let done = 0; intervals.length > 0; done++) {
    if (done > MOST_INTERVALS) return false;
    const [y0, y1] = intervals.pop() as readonly [bigint, bigint];
    // y − 2c√y grows where it is positive.
    const gain = y1 - (2n * price * floorSquareRoot(y1 * ONE)) / ONE + 1n;
    if (gain <= 0n) continue;
    const worth = ((ONE - y0) * ((steep * gain) / ONE + price + 3n)) / ONE + 1n;
    if (worth <= limit) continue;
    if (y1 - y0 < 8n) return false;
    const middle = (y0 + y1) / 2n;
    intervals.push([y0, middle], [middle, y1]);
  }
  return true;
}

const GRID = 400;

/** A price that should do, in floating point; none where it would be above 0.2887 = 1/√12. */
export function suggestRichRowsPrice({ held, row }: RichRowsProgram): number | undefined {
  if (row === 0n) return undefined;
  const steep = Math.sqrt(Number(held)) / Number(row);
  const holds = (price: number): boolean => {
    const c = price * Math.sqrt(3);
    for (let i = 0; i <= GRID; i++) {
      const y = 4 * c * c + (1 - 4 * c * c) * (i / GRID);
      if ((1 - y) * (steep * (y - 2 * c * Math.sqrt(y)) + c) > 3 ** -1.5) return false;
    }
    return true;
  };
  if (holds(LEAST)) return LEAST;
  let [low, high] = [LEAST, 1 / Math.sqrt(12)];
  if (!holds(high)) return undefined;
  for (let i = 0; i < 14; i++) {
    const price = (low + high) / 2;
    if (holds(price)) high = price;
    else low = price;
  }
  return high;
}
