import { ceilDivide, maximum, minimum } from "../../exact/integer.js";
import type {
  AmortizedSegmentsCertificate,
  PerProcessorCertificate,
  ProductInstance,
  SegmentsCertificate,
} from "../certificates/gemm.js";
import { searchSteadySegments } from "../shared/amortized-cut.js";
import type { SegmentMethod, SegmentWeights } from "../shared/segment-capacity.js";
import { approximate, approximateSegmentProducts, segmentMethod, segmentProducts } from "../shared/segment-capacity.js";
import { searchSegments } from "../shared/segments.js";
import { productCount } from "./shape.js";

/** The matrix product by segments: the better of the two forms. Both hold for any number of memories, and differ in loads alone. */
export function proveGemmSegments(instance: ProductInstance, beat = 0n): SegmentsCertificate | AmortizedSegmentsCertificate {
  const perMemory = proveSegmentsPerMemory(instance, beat);
  const amortized = proveAmortizedSegments(instance, maximum(beat, perMemory.value));
  return amortized !== undefined && amortized.value > perMemory.value ? amortized : perMemory;
}

/**
 * Segments with the first of each memory given away (proofs/gemm-segments.md): for every T, with P memories of S that start empty,
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
export function proveSegmentsPerMemory(instance: ProductInstance, beat = 0n): SegmentsCertificate {
  const { weights, extents, memories } = instance;
  const outputs = extents.batch * extents.m * extents.n;
  const writes = weights.output * outputs;
  const atLeast = beat - writes + weights.partial * outputs;
  const found = bestCut(instance, productCount(extents), memories, sizesOf(instance), atLeast);
  const reads = maximum(0n, found.clock - weights.partial * outputs);
  // With stored outputs no narrower than partial sums the clock itself bounds loads plus stores.
  return { theorem: "gemm-segments", form: "per-memory", instance, ...found, reads, writes, value: reads + writes };
}

/**
 * Segments counted by the words they have (proofs/amortized.md): for every T and any number of memories,
 *
 *     loads of A and B + wC · starts of residency intervals > T · mnk / (V + 1),
 *
 * V over real numbers. No segment of any memory is given away. Undefined where one segment holds the whole product.
 */
export function proveAmortizedSegments(instance: ProductInstance, beat = 0n): AmortizedSegmentsCertificate | undefined {
  const { weights, extents, capacity } = instance;
  const { a, b, partial, output } = weights;
  const sized = sizesOf(instance);
  const rough = approximate(extents, sized);
  const products = productCount(extents);
  const found = searchSteadySegments({
    sizes: [a, b, partial],
    partial,
    output,
    outputs: extents.batch * extents.m * extents.n,
    capacity,
    work: products,
    all: products,
    held: (budget) => ({ segmentProducts: segmentProducts(extents, sized, budget, "real") }),
    mostOf: (held) => held.segmentProducts,
    roughly: (budget) => approximateSegmentProducts(rough, budget),
    beat,
  });
  return found === undefined ? undefined : { theorem: "gemm-segments", form: "amortized", instance, ...found };
}

/**
 * The busiest of P memories forms at least ceil(mnk/P) products, so moves T · ceil((that − V0) / V) over its own interface;
 * groups count at the narrower of partial and output width, since either may pay for an interval.
 */
export function proveGemmPerProcessor(instance: ProductInstance): PerProcessorCertificate {
  const share = ceilDivide(productCount(instance.extents), instance.memories);
  const { partial, output } = instance.weights;
  const found = bestCut(instance, share, 1n, { ...sizesOf(instance), c: minimum(partial, output) });
  return { theorem: "gemm-per-processor", instance, ...found, share, value: found.clock };
}

function sizesOf({ weights: { a, b, partial } }: ProductInstance): SegmentWeights {
  return { a, b, c: partial };
}

/** The best cut found; `products` over `memories` memories that share one clock. */
function bestCut(instance: ProductInstance, products: bigint, memories: bigint, weights: SegmentWeights, atLeast = 0n) {
  const { extents, capacity } = instance;
  const known = new Map<bigint, bigint>();
  const within = (budget: bigint): { readonly most: bigint; readonly method: SegmentMethod } => {
    const method = segmentMethod(weights, budget);
    const most = known.get(budget) ?? segmentProducts(extents, weights, budget, method);
    known.set(budget, most);
    return { most, method };
  };
  const rough = approximate(extents, weights);
  const { cut, first, later, laterSegments, clock } = searchSegments({
    sizes: [weights.a, weights.b, weights.c],
    capacity,
    memories,
    work: products,
    held: (budget, ofLater) => ({ first: within(budget), later: within(ofLater) }),
    roughly: (budget) => {
      const whole = BigInt(Math.floor(budget));
      return segmentMethod(weights, whole) === "whole" ? Number(within(whole).most) : approximateSegmentProducts(rough, budget);
    },
    atLeast,
  });
  return {
    cut,
    method: later.method,
    firstMethod: first.method,
    firstSegmentProducts: first.most,
    segmentProducts: later.most,
    laterSegments,
    clock,
  };
}
