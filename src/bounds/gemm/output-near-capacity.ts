import { ceilDivide, floorDivide, floorSquareRoot, greatestCommonDivisor, minimum } from "../../exact/integer.js";
import type { OutputNearCapacityCertificate, ProductInstance } from "../certificates/gemm.js";

/**
 * A product whose sums C take about all of one fast memory (proofs/gemm-output-near-capacity.md): while a slice (one inner index) is worked
 * on, min(m, n) of its words are there, so `missing` = mn − S + min(m, n) sums are not. Their products with the slice come at another
 * time, for which about 2√missing of its words are loaded once more, or kept:
 *
 *     Q ≥ mk + kn + mn + (about) 2k·√missing.
 *
 * One memory, one batch element, partial sums no narrower than the narrower operand. `balance` is ν in 1/1024. Survives
 * recomputation, any reduction order, sums that leave and come back, sliding. Returns undefined where it says no more than compulsory
 * traffic.
 */
export function proveGemmOutputNearCapacity(instance: ProductInstance): OutputNearCapacityCertificate | undefined {
  const shape = shapeOf(instance);
  if (shape === undefined) return undefined;
  let best: OutputNearCapacityCertificate | undefined;
  for (const missing of candidates(shape)) {
    const balance = leastBalance(shape, missing);
    if (balance === undefined) continue;
    const extra = extraTraffic(shape, missing, balance);
    const value = shape.compulsory + extra;
    if (extra > 0n && value > (best?.value ?? 0n)) {
      best = { theorem: "gemm-output-near-capacity", instance, missing, balance, value };
    }
  }
  return best;
}

/** A product before one memory, in bytes: sides of C, bytes of a word of A or B (`word`) and of a partial sum. */
interface Shape {
  readonly outputs: bigint;
  readonly side: bigint;
  readonly k: bigint;
  readonly word: bigint;
  readonly sum: bigint;
  readonly capacity: bigint;
  readonly compulsory: bigint;
  /** Sums that are away while a slice is worked on, at least. */
  readonly missing: bigint;
  /** What is taken off from what the slices pay, in words, where so many are missing. */
  readonly fixed: (missing: number) => number;
}

const UNITS = 1024n;

function shapeOf({ extents, weights, capacity, memories }: ProductInstance): Shape | undefined {
  const { batch, m, n, k } = extents;
  const word = minimum(weights.a, weights.b);
  const sum = weights.partial;
  if (batch > 1n || memories > 1n || sum < word) return undefined;
  const used = capacity - (capacity % greatestCommonDivisor(word, sum));
  const side = minimum(m, n);
  const missing = floorDivide(sum * (m * n - 1n) + word * (side + 1n) - used, sum);
  if (missing < 1n) return undefined;
  const compulsory = weights.a * m * k + weights.b * k * n + weights.output * m * n;
  const fixed = (count: number): number => 2 * Number(side + 1n) + (4 * Number(sum) * count) / Number(word);
  return { outputs: m * n, side, k, word, sum, capacity: used, compulsory, missing: minimum(missing, m * n - 1n), fixed };
}

/** Whole roots looked at one by one; beyond, in steps of 1/64. */
const MANY_ROOTS = 2048;

/**
 * Counts of missing sums that may prove most, found in doubles: fewer than there are, as in a larger memory, prove more where k is
 * short. Between two squares ν is the same and the value concave: an end, where its slope is 0, or where its two forms meet.
 */
function candidates(shape: Shape): ReadonlySet<bigint> {
  const missing = Number(shape.missing);
  const ranked: { readonly count: number; readonly extra: number }[] = [];
  const last = Math.floor(Math.sqrt(missing));
  for (let root = 1; root <= last; root += root < MANY_ROOTS ? 1 : Math.ceil(root / 64)) {
    const balance = Number(leastBalance(shape, BigInt(root) ** 2n) ?? 0n) / Number(UNITS);
    if (balance === 0) continue;
    const [from, to] = [root * root, Math.min((root + 1) ** 2 - 1, missing)];
    const { small, large, flat, meet } = formsOf(shape, balance);
    for (const where of [from, flat, meet, to]) {
      const near = Math.min(Math.max(Math.floor(where), from), to);
      for (const count of [near, Math.min(near + 1, to)]) {
        const extra = ((Math.min(small(count), large(count)) - shape.fixed(count)) * root) / (root + 2);
        ranked.push({ count, extra });
      }
    }
  }
  ranked.sort((x, y) => y.extra - x.extra);
  return new Set([shape.missing, ...ranked.slice(0, 12).map(({ count }) => BigInt(count))]);
}

/** What k slices pay by either form, in words and doubles; where the first one's slope is that of what is taken off, and where they meet. */
function formsOf({ k, side, outputs, word, sum }: Shape, balance: number) {
  const [slices, sides, all] = [Number(k), Number(side), Number(outputs)];
  const root = 2 * slices * Math.sqrt(balance * (2 - balance));
  const small = (count: number): number => root * Math.sqrt(count);
  const large = (count: number): number => slices * sides * (1 - (balance / 2) * (1 - count / all));
  // large − small is a square in √count: α·count − β·√count + γ.
  const [alpha, beta, gamma] = [(slices * sides * balance) / (2 * all), root, slices * sides * (1 - balance / 2)];
  const meet = ((beta - Math.sqrt(Math.max(0, beta * beta - 4 * alpha * gamma))) / (2 * alpha)) ** 2;
  return { small, large, flat: ((root * Number(word)) / (8 * Number(sum))) ** 2, meet };
}

/** The least ν ≥ 1 + λ + λ², λ = ν·word/(sum·⌊√missing⌋), in 1/1024. */
function leastBalance({ word, sum }: Shape, missing: bigint): bigint | undefined {
  const below = sum * floorSquareRoot(missing);
  for (let balance = UNITS + 1n; balance < 2n * UNITS; balance += 1n) {
    const holdingCost = balance * word;
    if (
      balance * UNITS * below * below >=
      UNITS * UNITS * below * below + holdingCost * below * UNITS + holdingCost * holdingCost
    )
      return balance;
  }
  return undefined;
}

/** Bytes beyond compulsory traffic, rounded up. */
function extraTraffic(shape: Shape, missing: bigint, balance: bigint): bigint {
  const { outputs, side, k, word, sum, capacity } = shape;
  const root = floorSquareRoot(missing);
  // What a slice pays, k times, in words over 2048·mn: the lesser of its two forms.
  const small = 2n * outputs * floorSquareRoot(4n * k * k * balance * (2n * UNITS - balance) * missing);
  const large = k * side * (2n * UNITS * outputs - balance * (outputs - missing));
  const below = 2n * UNITS * outputs;
  const paid = word * minimum(small, large) - below * (2n * word * (side + 1n) + 4n * sum * missing);
  const spread = ceilDivide(paid * root, below * (root + 2n));
  return minimum(spread, word * k * side - capacity - 2n * sum);
}
