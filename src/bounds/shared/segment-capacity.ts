import { InputError } from "../../errors.js";
import { largestWhere, minimum } from "../../exact/integer.js";
import { type ProductExtents, productCount } from "../gemm/shape.js";

/** What one segment may hold: words of A, of B and groups of C by weight. */
export interface SegmentWeights {
  readonly a: bigint;
  readonly b: bigint;
  readonly c: bigint;
}

/**
 * How V(X) was maximised: over real (a, b, c), or over whole ones by enumeration, which is sharper and pays for small X only.
 */
export type SegmentMethod = "real" | "whole";

/** Enumerating whole (b, c) is worth it up to this many pairs. */
const ENUMERATION_LIMIT = 20_000n;

export function segmentMethod(weights: SegmentWeights, budget: bigint): SegmentMethod {
  return (budget * budget) / (2n * weights.b * weights.c) <= ENUMERATION_LIMIT ? "whole" : "real";
}

/**
 * V(X): an upper bound on the number of products whose operands and groups weigh at most `budget` together,
 *
 *     max v  with  v² ≤ abc,  v ≤ na,  v ≤ mb,  v ≤ kc,  wA·a + wB·b + wC·c ≤ X
 *
 * (Loomis-Whitney, and each word of A meets at most n products, of B at most m, each group has k).
 */
export function segmentProducts(extents: ProductExtents, weights: SegmentWeights, budget: bigint, method: SegmentMethod): bigint {
  if (budget <= 0n) return 0n;
  return method === "whole" ? wholeSegmentProducts(extents, weights, budget) : realSegmentProducts(extents, weights, budget);
}

function realSegmentProducts(extents: ProductExtents, weights: SegmentWeights, budget: bigint): bigint {
  // The estimate only says where to look; `realFits` decides.
  const estimate = approximateSegmentProducts(approximate(extents, weights), Number(budget));
  return largestNear(estimate, productCount(extents), (v) => realFits(extents, weights, v, budget));
}

/** The largest whole number in [0, all] for which the monotone `holds`, sought around a guess; 0 needs no test. */
export function largestNear(guess: number, all: bigint, holds: (value: bigint) => boolean): bigint {
  const center = Number.isFinite(guess) ? minimum(BigInt(Math.floor(Math.max(0, guess))), all) : all;
  let width = center / 10n ** 13n + 1n;
  let [low, high] = [center, center];
  while (low > 0n && !holds(low)) {
    low = low > width ? low - width : 0n;
    width *= 4n;
  }
  width = center / 10n ** 13n + 1n;
  while (high < all && holds(high)) {
    low = high;
    high = minimum(high + width, all);
    width *= 4n;
  }
  return largestWhere(low, high, (v) => v === 0n || holds(v));
}

/**
 * Do v products fit a budget of X, with real a, b, c? The cheapest (a, b, c) is a water-filling: each array's weight is the
 * larger of its own least weight (v/n, v/m, v/k words) and a common level τ, with product wA·wB·wC·v². Exact.
 */
export function realFits(extents: ProductExtents, weights: SegmentWeights, v: bigint, budget: bigint): boolean {
  if (v === 0n) return true;
  if (budget <= 0n) return false;
  const { m, n, k } = extents;
  const volume = { num: weights.a * weights.b * weights.c * v * v, den: 1n };
  return reachesVolume(volume, [least(weights.a, v, n), least(weights.b, v, m), least(weights.c, v, k)], budget);
}

/** A fraction of positive whole numbers as it comes: the tests of a search only multiply, and lowest terms took four times as long. */
export interface Positive {
  readonly num: bigint;
  readonly den: bigint;
}

/** The weight of the fewest words that serve v products, `uses` by each. */
export function least(weight: bigint, v: bigint, uses: bigint): Positive {
  return { num: weight * v, den: uses };
}

/** Are there real x, y, z, each at least its floor, with xyz ≥ volume and x + y + z ≤ budget? Exact. */
export function reachesVolume(volume: Positive, floors: readonly [Positive, Positive, Positive], budget: bigint): boolean {
  const [first, second, third] = falling(floors);
  // Products, not powers: these are much slower.
  const cube = first.den * first.den * first.den;
  if (volume.num * cube >= first.num * first.num * first.num * volume.den) {
    return 27n * volume.num <= budget * budget * budget * volume.den;
  }
  if (volume.num * first.den * second.den * second.den >= first.num * second.num * second.num * volume.den) {
    const rest = budget * first.den - first.num;
    return rest >= 0n && 4n * volume.num * cube <= first.num * rest * rest * volume.den;
  }
  const [nums, dens] = [first.num * second.num, first.den * second.den];
  const two = first.num * second.den + second.num * first.den;
  if (volume.num * dens * third.den >= nums * third.num * volume.den) {
    return nums * two * volume.den + volume.num * dens * dens <= budget * dens * nums * volume.den;
  }
  return two * third.den + third.num * dens <= budget * dens * third.den;
}

/** The largest first. */
function falling([x, y, z]: readonly [Positive, Positive, Positive]): readonly [Positive, Positive, Positive] {
  const [high, low] = isBelow(x, y) ? [y, x] : [x, y];
  if (isBelow(high, z)) return [z, high, low];
  return isBelow(low, z) ? [high, z, low] : [high, low, z];
}

function isBelow(x: Positive, y: Positive): boolean {
  return x.num * y.den < y.num * x.den;
}

/**
 * The same maximum over whole a, b, c, each at most the array's size. As X² is at most 40,000·wB·wC here, abc is at most 1500·X/wA:
 * doubles are exact for budgets below 2^40.
 */
function wholeSegmentProducts(extents: ProductExtents, weights: SegmentWeights, budget: bigint): bigint {
  if (budget >= 1n << 40n)
    throw new InputError("the sizes of words", "smaller ones beside this fast memory", `${budget} for a few of them`);
  const small = (x: bigint): number => Number(minimum(x, 1n << 40n));
  const [m, n, k] = [small(extents.m), small(extents.n), small(extents.k)];
  const [wa, wb, wc, x] = [Number(weights.a), Number(weights.b), Number(weights.c), Number(budget)];
  const sizeA = small(extents.batch * extents.m * extents.k);
  const sizeB = small(extents.batch * extents.k * extents.n);
  const sizeC = small(extents.batch * extents.m * extents.n);
  const value = (b: number, c: number): number => {
    const a = Math.min(sizeA, Math.floor((x - wb * b - wc * c) / wa));
    return Math.min(Math.floor(Math.sqrt(a * b * c)), n * a, m * b, k * c);
  };
  const mostC = Math.min(sizeC, Math.floor((x - wa - wb) / wc));
  let best = 0;
  for (let c = COARSE; c <= mostC; c += COARSE) {
    const mostB = Math.min(sizeB, (x - wa - wc * c) / wb);
    for (let b = COARSE; b <= mostB; b += COARSE) best = Math.max(best, value(b, c));
  }
  for (let c = 1; c <= mostC; c++) {
    if (k * c <= best) continue;
    // More than the best needs b·(rest − wB·b) ≥ wA·v²/c, and v/m ≤ b, v/n ≤ a; the roots a hair apart, for rounding.
    const [v, rest] = [best + 1, x - wc * c];
    const square = rest * rest * (1 + 1e-12) - (4 * wa * wb * v * v) / c;
    if (square < 0) continue;
    const low = Math.max(1, Math.floor((rest - Math.sqrt(square)) / (2 * wb)), Math.ceil(v / m));
    const high = Math.min(sizeB, Math.ceil((rest + Math.sqrt(square)) / (2 * wb)), (rest - wa * Math.ceil(v / n)) / wb);
    for (let b = low; b <= high; b++) best = Math.max(best, value(b, c));
  }
  return BigInt(best);
}

/** Steps of a first look at every few (b, c), which leaves little to enumerate. */
const COARSE = 8;

/** Doubles for the search only: weights and, beside each, how many products one word can serve. */
export interface ApproximateProduct {
  readonly arrays: readonly { readonly weight: number; readonly uses: number }[];
  readonly products: number;
}

export function approximate(extents: ProductExtents, weights: SegmentWeights): ApproximateProduct {
  return {
    arrays: [
      { weight: Number(weights.a), uses: Number(extents.n) },
      { weight: Number(weights.b), uses: Number(extents.m) },
      { weight: Number(weights.c), uses: Number(extents.k) },
    ].sort((x, y) => y.weight / y.uses - x.weight / x.uses),
    products: Number(productCount(extents)),
  };
}

/** V(X) in floating point, to steer searches. The array whose floor is highest is the first to be bound to it. */
export function approximateSegmentProducts(product: ApproximateProduct, budget: number): number {
  if (budget <= 0) return 0;
  const [first, second, third] = product.arrays;
  if (first === undefined || second === undefined || third === undefined) return 0;
  const volume = first.weight * second.weight * third.weight;
  // No floor binds: all three weigh X/3.
  const free = (budget / 3) ** 1.5 / Math.sqrt(volume);
  if (budget / 3 >= (first.weight * free) / first.uses) return Math.min(free, product.products);
  // The first is at its floor: (w1/u1)·v + 2·√(w2·w3·u1·v) = X.
  const slope = first.weight / first.uses;
  const beta = 2 * Math.sqrt(second.weight * third.weight * first.uses);
  const root = (2 * budget) / (beta + Math.sqrt(beta * beta + 4 * slope * budget));
  const oneBound = root * root;
  const level = Math.sqrt(second.weight * third.weight * first.uses * oneBound);
  if (level >= (second.weight * oneBound) / second.uses) return Math.min(oneBound, product.products);
  const rest = slope + second.weight / second.uses;
  const fixed = third.weight * first.uses * second.uses;
  const twoBound = (budget - fixed) / rest;
  if (fixed >= (third.weight * twoBound) / third.uses) return Math.min(twoBound, product.products);
  return Math.min(budget / (rest + third.weight / third.uses), product.products);
}
