import { floorDivide, floorSquareRoot, maximum, minimum } from "../../exact/integer.js";
import { signOfSurdSum } from "../../exact/surd.js";
import type { IntervalsCertificate, ProductInstance } from "../certificates/gemm.js";
import { searchCut } from "../shared/cut-search.js";

/**
 * The matrix product by residency intervals (proofs/product-intervals.md): for every T ≥ 1, with X = S + T,
 *
 *     loads of A and B + starts of residency intervals ≥ T · ceil(mnμ − P·T/X) + 1,
 *     μ = min over whole 1 ≤ j ≤ k of j·h(k/j),   h(p) = ((p + √(p² + X))/X)².
 *
 * Words of one size: with other weights every word counts as the narrowest, a relaxation. Leading term (1 + k²/S)·mn for
 * k ≤ 1.3066·√S, exactly the cost of rows of A held against a streamed B; 2mnk/√S beyond.
 *
 * Hypotheses: positive extents and weights; memories empty at the start. Survives recomputation, any reduction tree, sliding.
 * The cut T is the best found; any T proves a bound.
 */
export function proveProductIntervals(instance: ProductInstance): IntervalsCertificate {
  const { weights, extents } = instance;
  const wordSize = [weights.b, weights.partial, weights.output].reduce(minimum, weights.a);
  const capacityWords = instance.capacity / wordSize;
  const groups = extents.batch * extents.m * extents.n;
  const game: IntervalGame = { groups, k: extents.k, capacity: capacityWords, memories: instance.memories };
  const found = bestCut(game);
  const reads = maximum(0n, wordSize * (found.clockWords - groups));
  const writes = weights.output * groups;
  return { theorem: "product-intervals", instance, wordSize, capacityWords, ...found, reads, writes, value: reads + writes };
}

interface IntervalGame {
  readonly groups: bigint;
  readonly k: bigint;
  readonly capacity: bigint;
  readonly memories: bigint;
}

type Cut = Pick<IntervalsCertificate, "cut" | "windowsOfGroup" | "laterWindows" | "clockWords">;

function evaluate(game: IntervalGame, cut: bigint): Cut {
  const x = game.capacity + cut;
  const j = cheapestWindows(game.k, x);
  const laterWindows = maximum(0n, ceilOfLaterWindows(game, cut, x, j));
  return { cut, windowsOfGroup: j, laterWindows, clockWords: laterWindows === 0n ? 0n : cut * laterWindows + 1n };
}

/** ceil(groups · j·h(k/j) − P·T/X) = ceil((α + √(β²D)) / (jX²)), exactly. */
function ceilOfLaterWindows(game: IntervalGame, cut: bigint, x: bigint, j: bigint): bigint {
  const { groups, k, memories } = game;
  const alpha = groups * (2n * k * k + j * j * x) - j * x * memories * cut;
  const radicand = (2n * k * groups) ** 2n * (k * k + j * j * x);
  const root = floorSquareRoot(radicand);
  const denominator = j * x * x;
  const whole = root * root === radicand;
  return whole ? -floorDivide(-(alpha + root), denominator) : floorDivide(alpha + root, denominator) + 1n;
}

/** The j in 1..k with the least j·h(k/j); convex in j, so a descent from the real minimiser k/√(X/3) finds it. */
export function cheapestWindows(k: bigint, x: bigint): bigint {
  let j = minimum(maximum(floorSquareRoot((3n * k * k) / x), 1n), k);
  while (j < k && comparePrices(k, x, j + 1n, j) < 0) j += 1n;
  while (j > 1n && comparePrices(k, x, j - 1n, j) <= 0) j -= 1n;
  return j;
}

/** Sign of i·h(k/i) − j·h(k/j), through X²·j·h(k/j) = (2k² + j²X + 2k√(k² + j²X))/j. */
function comparePrices(k: bigint, x: bigint, i: bigint, j: bigint): -1 | 0 | 1 {
  const [di, dj] = [k * k + i * i * x, k * k + j * j * x];
  const rest = (2n * k * k + i * i * x) * j - (2n * k * k + j * j * x) * i;
  return signOfSurdSum(rest, 2n * k * j, di, -2n * k * i, dj);
}

function bestCut(game: IntervalGame): Cut {
  const [groups, k, s, p] = [Number(game.groups), Number(game.k), Number(game.capacity), Number(game.memories)];
  const windows = (t: number): number => groups * approximateIntervalPrice(k, s + t) - (p * t) / (s + t);
  return searchCut({
    evaluate: (cut) => evaluate(game, cut),
    clockOf: (cut) => cut.clockWords,
    countOf: (cut) => cut.laterWindows,
    grain: 1n,
    capacity: game.capacity,
    // ceil(windows) ≥ count while windows > count − 1.
    leftRoughly: (cut, count) => windows(cut) - (count - 1),
  });
}

/** μ in floating point, to steer searches. */
export function approximateIntervalPrice(k: number, x: number): number {
  const price = (j: number): number => (k + Math.sqrt(k * k + j * j * x)) ** 2 / (j * x * x);
  const j = Math.min(k, Math.max(1, Math.floor(k / Math.sqrt(x / 3))));
  return Math.min(price(j), price(Math.min(k, j + 1)));
}
