import { ceilDivide, greatestCommonDivisor, maximum, minimum } from "../../exact/integer.js";
import type { BusiestCertificate, ProductInstance, SegmentsCertificate } from "../certificates/gemm.js";
import { searchCut } from "../shared/cut-search.js";
import type { SegmentMethod, SegmentWeights } from "../shared/segment-capacity.js";
import { approximate, approximateSegmentProducts, segmentMethod, segmentProducts } from "../shared/segment-capacity.js";
import { productCount } from "./shape.js";

/**
 * The matrix product by segments (proofs/gemm-segments.md): for every T, with P memories of S that start empty,
 *
 *     loads of A and B + wC · starts of residency intervals ≥ T · ceil((mnk − P·V0) / V),
 *
 * V = V(S + T + wC − g) and V0 = V(T + wC − g), g the common divisor of the weights, S rounded down to it. Loads are at least that
 * clock minus wC·mn, stores at least the outputs.
 *
 * Hypotheses: positive extents, weights and memories; capacity at least 0 (a capacity too small to compute anything only
 * makes the statement vacuous). Survives recomputation, any reduction order, sliding, any tree of partial sums.
 * The cut T is the best found; any T proves a bound, so the search decides nothing, and gives up early far below a value to beat.
 */
export function proveProductSegments(instance: ProductInstance, beat = 0n): SegmentsCertificate {
  const { weights, extents } = instance;
  const outputs = extents.batch * extents.m * extents.n;
  const writes = weights.output * outputs;
  const sized = { a: weights.a, b: weights.b, c: weights.partial };
  const found = bestCut(instance, productCount(extents), instance.memories, sized, beat - writes + weights.partial * outputs);
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

/** The best cut found; `products` over `memories` memories that share one clock. */
function bestCut(instance: ProductInstance, products: bigint, memories: bigint, weights: SegmentWeights, atLeast = 0n): Cut {
  const { extents } = instance;
  const grain = cutGrain(weights);
  const capacity = instance.capacity - (instance.capacity % grain);
  const excess = weights.c - grain;
  const known = new Map<bigint, bigint>();
  const productsWithin = (budget: bigint, method: SegmentMethod): bigint => {
    const value = known.get(budget) ?? segmentProducts(extents, weights, budget, method);
    known.set(budget, value);
    return value;
  };
  const evaluate = (cut: bigint): Cut => {
    const method = segmentMethod(weights, capacity + cut + excess);
    const firstMethod = segmentMethod(weights, cut + excess);
    const firstSegmentProducts = productsWithin(cut + excess, firstMethod);
    const inSegment = productsWithin(capacity + cut + excess, method);
    const left = products - memories * firstSegmentProducts;
    // V = 0: not even one product fits a segment, so no execution exists and nothing needs to be claimed.
    const laterSegments = left > 0n && inSegment > 0n ? ceilDivide(left, inSegment) : 0n;
    const clock = cut * laterSegments;
    return { cut, method, firstMethod, firstSegmentProducts, segmentProducts: inSegment, laterSegments, clock };
  };
  const rough = approximate(extents, weights);
  const within = (budget: number): number =>
    segmentMethod(weights, BigInt(Math.floor(budget))) === "whole"
      ? Number(productsWithin(BigInt(Math.floor(budget)), "whole"))
      : approximateSegmentProducts(rough, budget);
  const [all, p, s, over] = [Number(products), Number(memories), Number(capacity), Number(excess)];
  return searchCut({
    evaluate,
    clockOf: (cut) => cut.clock,
    countOf: (cut) => cut.laterSegments,
    grain,
    capacity,
    leftRoughly: (cut, count) => all - p * within(cut + over) - (count - 1) * within(s + cut + over),
    atLeast,
  });
}

/** The unit of all weights: memories hold multiples of it, and a fresh start can overshoot a cut by wC minus it. */
function cutGrain(weights: SegmentWeights): bigint {
  return greatestCommonDivisor(greatestCommonDivisor(weights.a, weights.b), weights.c);
}
