import { ceilDivide, floorDivide, greatestCommonDivisor, largestWhere, maximum, minimum } from "../exact/integer.js";
import type { BusiestCertificate, ProductInstance, SegmentsCertificate } from "./bound.js";
import { productCount } from "./product-shape.js";
import type { ApproximateProduct, SegmentMethod, SegmentWeights } from "./segment-capacity.js";
import { approximate, approximateSegmentProducts, segmentMethod, segmentProducts } from "./segment-capacity.js";

/**
 * The matrix product by segments (proofs/product-segments.md): for every T, with P memories of S that start empty,
 *
 *     loads of A and B + wC · starts of residency intervals ≥ T · ceil((mnk − P·V0) / V),
 *
 * V = V(S + T + wC − g) and V0 = V(T + wC − g), g the common divisor of all weights, S and T. Loads are at least that
 * clock minus wC·mn, stores at least the outputs.
 *
 * Hypotheses: positive extents, weights and memories; capacity at least 0 (a capacity too small to compute anything only
 * makes the statement vacuous). Survives recomputation, any reduction order, sliding, any tree of partial sums.
 * The cut T is the best found; any T proves a bound, so the search decides nothing.
 */
export function proveProductSegments(instance: ProductInstance): SegmentsCertificate {
  const { weights, extents } = instance;
  const found = bestCut(instance, productCount(extents), instance.memories, { a: weights.a, b: weights.b, c: weights.partial });
  const outputs = extents.batch * extents.m * extents.n;
  const writes = weights.output * outputs;
  const reads = maximum(0n, found.clock - weights.partial * outputs);
  // With stored outputs no narrower than partial sums the clock itself bounds loads plus stores.
  return { theorem: "product-segments", instance, ...found, reads, writes, value: reads + writes };
}

/**
 * The busiest of P memories forms at least ceil(mnk/P) products, so moves T · ceil((that − V0) / V) over its own interface;
 * groups count at the narrower of partial and output width, since either may pay for an interval.
 */
export function proveProductBusiest(instance: ProductInstance): BusiestCertificate {
  const share = ceilDivide(productCount(instance.extents), instance.memories);
  const { a, b, partial, output } = instance.weights;
  const found = bestCut(instance, share, 1n, { a, b, c: minimum(partial, output) });
  return { theorem: "product-busiest", instance, ...found, share, value: found.clock };
}

type Cut = Pick<
  SegmentsCertificate,
  "cut" | "method" | "firstMethod" | "firstSegmentProducts" | "segmentProducts" | "laterSegments" | "clock"
>;

/** Searches the cut T with the largest clock: for each number I of later segments the longest T that still needs I of them. */
function bestCut(instance: ProductInstance, products: bigint, memories: bigint, weights: SegmentWeights): Cut {
  const evaluate = cutEvaluator(instance, products, memories, weights);
  const { capacity } = instance;
  const grain = cutGrain(capacity, weights);
  const rough = approximate(instance.extents, weights);
  const excess = Number(weights.c - grain);
  const approximateClock = (segments: number): { cut: number; clock: number } => {
    const cut = longestCut(rough, Number(products), Number(memories), Number(capacity), excess, segments);
    return { cut, clock: cut * segments };
  };
  let best = evaluate(grain);
  // Small budgets make V a staircase over whole numbers that the smooth estimate below does not see: try every cut.
  for (let cut = grain; segmentMethod(weights, capacity + cut + weights.c - grain) === "whole"; cut += grain) {
    const candidate = evaluate(cut);
    if (candidate.clock > best.clock) best = candidate;
  }
  for (const segments of promisingSegmentCounts(approximateClock)) {
    const start = floorDivide(BigInt(Math.floor(approximateClock(segments).cut)), grain) * grain;
    const candidate = evaluate(polish(evaluate, start, grain, BigInt(segments)));
    if (candidate.clock > best.clock) best = candidate;
  }
  return best;
}

/** The unit of all weights, S and T: a fresh start can overshoot a cut by wC minus this. */
export function cutGrain(capacity: bigint, weights: SegmentWeights): bigint {
  return [weights.a, weights.b, weights.c, capacity].reduce((g, x) => greatestCommonDivisor(g, x), 0n);
}

function cutEvaluator(
  instance: ProductInstance,
  products: bigint,
  memories: bigint,
  weights: SegmentWeights,
): (cut: bigint) => Cut {
  const { capacity, extents } = instance;
  const excess = weights.c - cutGrain(capacity, weights);
  const known = new Map<bigint, bigint>();
  const productsWithin = (budget: bigint, method: SegmentMethod): bigint => {
    const value = known.get(budget) ?? segmentProducts(extents, weights, budget, method);
    known.set(budget, value);
    return value;
  };
  return (cut) => {
    const method: SegmentMethod = segmentMethod(weights, capacity + cut + excess);
    const firstMethod: SegmentMethod = segmentMethod(weights, cut + excess);
    const firstSegmentProducts = productsWithin(cut + excess, firstMethod);
    const inSegment = productsWithin(capacity + cut + excess, method);
    const left = products - memories * firstSegmentProducts;
    // V = 0: not even one product fits a segment, so no execution exists and T·0 is all that is claimed.
    const laterSegments = left > 0n && inSegment > 0n ? ceilDivide(left, inSegment) : 0n;
    return {
      cut,
      method,
      firstMethod,
      firstSegmentProducts,
      segmentProducts: inSegment,
      laterSegments,
      clock: cut * laterSegments,
    };
  };
}

/** Moves a floating-point cut to the largest exact one nearby that still needs `segments` later segments. */
function polish(evaluate: (cut: bigint) => Cut, start: bigint, grain: bigint, segments: bigint): bigint {
  const needs = (cut: bigint): boolean => cut > 0n && evaluate(cut).laterSegments >= segments;
  let low = maximum(start, grain);
  let step = grain;
  while (low > grain && !needs(low)) {
    low = maximum(grain, low - step);
    step *= 2n;
  }
  if (!needs(low)) return grain;
  let high = low;
  step = grain;
  while (needs(high + step)) {
    high += step;
    step *= 2n;
  }
  return low + grain * largestWhere((high - low) / grain, (high + step - low) / grain, (i) => needs(low + i * grain));
}

/** The longest T for which P·V0(T) + (segments − 1)·V(S+T) is still below the number of products, in floating point. */
function longestCut(
  product: ApproximateProduct,
  products: number,
  memories: number,
  capacity: number,
  excess: number,
  segments: number,
): number {
  const fits = (cut: number): boolean =>
    memories * approximateSegmentProducts(product, cut + excess) +
      (segments - 1) * approximateSegmentProducts(product, capacity + cut + excess) <
    products;
  let [low, high] = [0, 1];
  while (fits(high) && high < 1e18) high *= 4;
  for (let i = 0; i < 70; i++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Numbers of segments worth an exact look: the best of a geometric grid with its neighbours, and the best few small ones. */
function promisingSegmentCounts(clockOf: (segments: number) => { clock: number }): number[] {
  const grid: number[] = [];
  for (let s = 1; s < 1e15; s = Math.max(s + 1, Math.floor(s * 1.15))) {
    grid.push(s);
    if (clockOf(s).clock === 0) break;
  }
  const scored = grid.map((segments) => ({ segments, clock: clockOf(segments).clock })).sort((x, y) => y.clock - x.clock);
  const center = scored[0]?.segments ?? 1;
  const fine: number[] = [];
  for (let s = Math.floor(center / 1.3); s <= center * 1.3; s += Math.max(1, Math.floor(center / 40))) fine.push(s);
  const all = [...scored.slice(0, 4).map((x) => x.segments), ...fine].filter((s) => s >= 1);
  const ranked = [...new Set(all)].map((segments) => ({ segments, clock: clockOf(segments).clock }));
  return ranked
    .sort((x, y) => y.clock - x.clock)
    .slice(0, 6)
    .map((x) => x.segments);
}
