import { floorDivide, floorSquareRoot, maximum, minimum } from "../../exact/integer.js";
import type { IntervalsSteadyCertificate, ProductInstance, ProductSteadyCertificate } from "../certificates/gemm.js";
import { searchSteadyCut, searchSteadySegments } from "../shared/amortized-cut.js";
import { approximate, approximateSegmentProducts, segmentProducts } from "../shared/segment-capacity.js";
import { approximateIntervalPrice, cheapestWindows } from "./intervals.js";
import { productCount } from "./shape.js";

/**
 * The matrix product by segments, each counted by the words it has (proofs/amortized.md): for every T and any number of memories,
 *
 *     loads of A and B + wC · starts of residency intervals > T · mnk / (V + 1),      V = V(S + T + wC − g) over real numbers,
 *
 * V and g as in proofs/gemm-segments.md. No segment of any memory is given away, so that nothing is lost for each memory.
 * Undefined where one segment holds the whole product.
 *
 * Hypotheses: positive extents, weights and memories. Survives recomputation, any reduction order, sliding.
 */
export function proveProductSteady(instance: ProductInstance, beat = 0n): ProductSteadyCertificate | undefined {
  const { weights, extents, capacity } = instance;
  const { a, b, partial, output } = weights;
  const sized = { a, b, c: partial };
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
  return found === undefined ? undefined : { theorem: "product-steady", instance, ...found };
}

/**
 * The same by residency intervals: for every T ≥ 1, μ as in proofs/product-intervals.md,
 *
 *     loads of A and B + starts of residency intervals > T · mnμ.
 *
 * Words of one size: with other weights every word counts as the narrowest, a relaxation.
 */
export function proveIntervalsSteady(instance: ProductInstance): IntervalsSteadyCertificate {
  const { weights, extents } = instance;
  const wordSize = [weights.b, weights.partial, weights.output].reduce(minimum, weights.a);
  const capacityWords = instance.capacity / wordSize;
  const groups = extents.batch * extents.m * extents.n;
  const { k } = extents;
  const found = searchSteadyCut({
    evaluate: (cut) => {
      const x = capacityWords + cut;
      const j = cheapestWindows(k, x);
      // T·mnμ = (α + √β) / (jX²)
      const alpha = cut * groups * (2n * k * k + j * j * x);
      const beta = (2n * cut * k * groups) ** 2n * (k * k + j * j * x);
      return { cut, windowsOfGroup: j, clockWords: floorDivide(alpha + floorSquareRoot(beta), j * x * x) + 1n };
    },
    clockOf: ({ clockWords }) => clockWords,
    roughly: (cut) => cut * Number(groups) * approximateIntervalPrice(Number(k), Number(capacityWords) + cut),
    grain: 1n,
    capacity: capacityWords,
  });
  const reads = maximum(0n, wordSize * (found.clockWords - groups));
  const writes = weights.output * groups;
  const value = reads + writes;
  return { theorem: "product-intervals-steady", instance, wordSize, capacityWords, ...found, reads, writes, value };
}
