import { ceilDivide, floorSquareRoot, largestWhere } from "../../exact/integer.js";
import type {
  ConvMemoryIndependentCertificate,
  ConvolutionInstance,
  ConvPerProcessorCertificate,
  ConvSegmentsCertificate,
} from "../certificates/conv.js";
import { withNarrowSums } from "../shared/partial-sum-sizes.js";
import type { ApproximateProduct } from "../shared/segment-capacity.js";
import { approximateSegmentProducts, largestNear, least, reachesVolume } from "../shared/segment-capacity.js";
import { bestOf, perMemory, provenForms, type SegmentWorths } from "./forms.js";
import { type ConvolutionShape, convolutionShape, type PricedShape, pricedShape } from "./shape.js";

/** Prices 1/√reuse are rounded down to this many parts. */
const PRICE_PARTS = 10_000n;

/**
 * The convolution by segments (proofs/conv-segments.md): for every T and every price y of the products of each class of taps,
 * with P memories of S that start empty,
 *
 *     loads of inputs and weights + wC · starts of residency intervals ≥ T · ceil((Σ y·products − P·V0) / V),
 *
 * V = V(S + T + wC − g) and V0 = V(T + wC − g), g the common divisor of the weights, S rounded down to it; or, with every segment counted
 * by the words it has (proofs/amortized.md), > T · Σ y·products / (V + 1). Loads are at least that clock minus wC for each output word,
 * stores at least the outputs.
 *
 * Hypotheses: positive extents, weights and memories; padding below the dilated kernel; every output meets an input. Any of the three
 * arrays may be the sums; groups of channels share no word. Survives recomputation, any reduction order,
 * sliding, any tree of partial sums. Prices, cut and form are the best of those tried; any prove a bound.
 *
 * Returns undefined where the theorem says nothing: no cut needs a second segment.
 */
export function proveConvSegments(instance: ConvolutionInstance, beat = 0n): ConvSegmentsCertificate | undefined {
  const shape = convolutionShape(instance);
  const tried = candidatePrices(shape).flatMap((prices) => {
    const worths = worthsOf(instance, pricedShape(shape, instance, prices));
    return provenForms(instance, worths, shape.outputs, beat).map((found) => ({ ...found, prices }));
  });
  const best = bestOf(tried);
  return best === undefined ? undefined : { theorem: "conv-segments", instance, ...best };
}

/**
 * The busiest of P memories forms products worth at least ceil(Σ y·products / P), so moves T · ceil((that − V0) / V) over its own
 * interface; groups count at the narrower of partial and output width, since either may pay for an interval. Undefined where
 * no cut needs a second segment.
 */
export function proveConvPerProcessor(instance: ConvolutionInstance): ConvPerProcessorCertificate | undefined {
  const narrow = withNarrowSums(instance);
  const shape = convolutionShape(instance);
  const tried = candidatePrices(shape).map((prices) => {
    const priced = pricedShape(shape, instance, prices);
    const share = ceilDivide(priced.worth, instance.memories);
    return { prices, share, ...perMemory({ ...narrow, memories: 1n }, worthsOf(narrow, priced), share) };
  });
  const best = tried.reduce((x, y) => (y.clock > x.clock ? y : x));
  if (best.laterSegments === 0n) return undefined;
  return { theorem: "conv-per-processor", instance, ...best, value: best.clock };
}

/**
 * Whatever the capacity: some memory forms products worth at least a share; it starts empty, so it loads the inputs and weights they
 * read and moves something of every output they belong to. The least weight of three such sets, rounded up.
 */
export function proveConvMemoryIndependent(instance: ConvolutionInstance): ConvMemoryIndependentCertificate {
  const narrow = withNarrowSums(instance);
  const shape = convolutionShape(instance);
  const tried = candidatePrices(shape).map((prices) => {
    const priced = pricedShape(shape, instance, prices);
    const share = ceilDivide(priced.worth, instance.memories);
    let high = 1n;
    while (!worthFits(narrow, priced, share, high)) high *= 2n;
    // The largest budget that is too small, and one more.
    const value = 1n + largestWhere(high / 2n, high, (budget) => budget === 0n || !worthFits(narrow, priced, share, budget));
    return { prices, share, value };
  });
  const best = tried.reduce((x, y) => (y.value > x.value ? y : x));
  return { theorem: "conv-memory-independent", instance, ...best };
}

/** Every product worth the same; and, where taps differ in reuse, each worth 1/√reuse. */
function candidatePrices({ classes }: ConvolutionShape): readonly (readonly bigint[])[] {
  const even = classes.map(() => 1n);
  if (classes.every(({ reuse }) => reuse === classes[0]?.reuse)) return [even];
  return [even, classes.map(({ reuse }) => floorSquareRoot((PRICE_PARTS * PRICE_PARTS) / reuse))];
}

/** What segments can be worth, whatever their budgets. */
function worthsOf(instance: ConvolutionInstance, priced: PricedShape): SegmentWorths<object> {
  const rough = approximately(instance, priced);
  return {
    worth: priced.worth,
    at: () => ({
      chosen: {},
      most: (budget) => segmentWorth(instance, priced, rough, budget),
      roughly: (budget) => approximateSegmentProducts(rough, budget),
    }),
  };
}

/**
 * V(X): the most that products can be worth whose words weigh at most X together: worth² ≤ reuse·a·b·c, and no more than each
 * word's own uses allow. Exact.
 */
function segmentWorth(instance: ConvolutionInstance, priced: PricedShape, rough: ApproximateProduct, budget: bigint): bigint {
  if (budget <= 0n) return 0n;
  const estimate = approximateSegmentProducts(rough, Number(budget));
  return largestNear(estimate, priced.worth, (v) => worthFits(instance, priced, v, budget));
}

/** Do the words of products worth v weigh at most the budget, at the least? Exact. */
function worthFits({ weights }: ConvolutionInstance, { uses, reuse }: PricedShape, v: bigint, budget: bigint): boolean {
  const { input, filter, partial } = weights;
  return reachesVolume(
    { num: input * filter * partial * v * v, den: reuse },
    [least(input, v, uses.input), least(filter, v, uses.filter), least(partial, v, uses.output)],
    budget,
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
