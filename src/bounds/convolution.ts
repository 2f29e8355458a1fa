import { ceilDivide, floorSquareRoot, greatestCommonDivisor, maximum } from "../exact/integer.js";
import type { ConvolutionCertificate, ConvolutionInstance } from "./bound.js";
import type { ConvolutionShape, PricedShape } from "./convolution-shape.js";
import { convolutionShape, pricedShape } from "./convolution-shape.js";
import { approximateBoundary, searchCut } from "./cut-search.js";
import type { ApproximateProduct } from "./segment-capacity.js";
import { approximateSegmentProducts, largestNear, least, reachesVolume } from "./segment-capacity.js";

/** Prices 1/√reuse are rounded down to this many parts. */
const PRICE_PARTS = 10_000n;

/**
 * The convolution by segments (proofs/convolution.md): for every T and every price y of the products of each class of taps,
 * with P memories of S that start empty,
 *
 *     loads of inputs and weights + wC · starts of residency intervals ≥ T · ceil((Σ y·products − P·V0) / V),
 *
 * V = V(S + T + wC − g) and V0 = V(T + wC − g), g the common divisor of the weights, S rounded down to it. Loads are at least that
 * clock minus wC for each output word, stores at least the outputs.
 *
 * Hypotheses: positive extents, weights and memories; padding below the kernel. Survives recomputation, any reduction order,
 * sliding, any tree of partial sums. Prices and cut are the best of those tried; any prove a bound.
 *
 * Returns undefined where the theorem says nothing: no cut needs a second segment.
 */
export function proveConvolution(instance: ConvolutionInstance): ConvolutionCertificate | undefined {
  const shape = convolutionShape(instance);
  const tried = candidatePrices(shape).map((prices) => ({
    prices,
    ...bestCut(instance, pricedShape(shape, instance.channels.input, prices)),
  }));
  const best = tried.reduce((x, y) => (y.clock > x.clock ? y : x));
  if (best.laterSegments === 0n) return undefined;
  const reads = maximum(0n, best.clock - instance.weights.partial * shape.outputs);
  const writes = instance.weights.output * shape.outputs;
  return { theorem: "convolution", instance, ...best, reads, writes, value: reads + writes };
}

/** Every product worth the same; and, where taps differ in reuse, each worth 1/√reuse. */
function candidatePrices({ classes }: ConvolutionShape): readonly (readonly bigint[])[] {
  const even = classes.map(() => 1n);
  if (classes.every(({ reuse }) => reuse === classes[0]?.reuse)) return [even];
  return [even, classes.map(({ reuse }) => floorSquareRoot((PRICE_PARTS * PRICE_PARTS) / reuse))];
}

type Cut = Pick<ConvolutionCertificate, "cut" | "firstSegmentWorth" | "segmentWorth" | "laterSegments" | "clock">;

function bestCut(instance: ConvolutionInstance, priced: PricedShape): Cut {
  const { input, filter, partial } = instance.weights;
  const grain = [input, filter, partial].reduce(greatestCommonDivisor);
  const capacity = instance.capacity - (instance.capacity % grain);
  const excess = partial - grain;
  const rough = approximately(instance, priced);
  const evaluate = (cut: bigint): Cut => {
    const firstSegmentWorth = segmentWorth(instance, priced, rough, cut + excess);
    const worth = segmentWorth(instance, priced, rough, capacity + cut + excess);
    const left = priced.worth - instance.memories * firstSegmentWorth;
    // V = 0: not even one product fits a segment, so no execution exists and nothing needs to be claimed.
    const laterSegments = left > 0n && worth > 0n ? ceilDivide(left, worth) : 0n;
    return { cut, firstSegmentWorth, segmentWorth: worth, laterSegments, clock: cut * laterSegments };
  };
  const within = (budget: number): number => approximateSegmentProducts(rough, budget);
  let guess = Math.max(1, Number(capacity));
  const approximateLongest = (count: number): number => {
    const needs = (cut: number): boolean =>
      Number(instance.memories) * within(cut + Number(excess)) + (count - 1) * within(Number(capacity) + cut + Number(excess)) <
      Number(priced.worth);
    guess = approximateBoundary(needs, guess);
    return guess;
  };
  return searchCut({
    evaluate,
    clockOf: (cut) => cut.clock,
    countOf: (cut) => cut.laterSegments,
    grain,
    capacity,
    approximateLongest,
  });
}

/**
 * V(X): the most that products can be worth whose words weigh at most X together: worth² ≤ reuse·a·b·c, and no more than each
 * word's own uses allow. Exact.
 */
function segmentWorth(instance: ConvolutionInstance, priced: PricedShape, rough: ApproximateProduct, budget: bigint): bigint {
  if (budget <= 0n) return 0n;
  const { input, filter, partial } = instance.weights;
  const { uses, reuse, worth } = priced;
  return largestNear(approximateSegmentProducts(rough, Number(budget)), worth, (v) =>
    reachesVolume(
      { num: input * filter * partial * v * v, den: reuse },
      [least(input, v, uses.input), least(filter, v, uses.filter), least(partial, v, uses.output)],
      budget,
    ),
  );
}

/** The same maximum in doubles: weights shrunk so that their product carries the reuse, and uses with them. */
function approximately({ weights }: ConvolutionInstance, { uses, reuse, worth }: PricedShape): ApproximateProduct {
  const shrink = Number(reuse) ** (-1 / 3);
  const array = (weight: bigint, use: bigint): { weight: number; uses: number } => ({
    weight: Number(weight) * shrink,
    uses: Number(use) * shrink,
  });
  return {
    arrays: [array(weights.input, uses.input), array(weights.filter, uses.filter), array(weights.partial, uses.output)].sort(
      (x, y) => y.weight / y.uses - x.weight / x.uses,
    ),
    products: Number(worth),
  };
}
