import { ceilDivide, floorSquareRoot, greatestCommonDivisor, largestWhere, maximum } from "../../exact/integer.js";
import type {
  ConvolutionBusiestCertificate,
  ConvolutionCertificate,
  ConvolutionInstance,
  ConvolutionMemoryIndependentCertificate,
} from "../certificates/conv.js";
import { searchCut } from "../shared/cut-search.js";
import { withNarrowSums } from "../shared/partial-sum-sizes.js";
import type { ApproximateProduct } from "../shared/segment-capacity.js";
import { approximateSegmentProducts, largestNear, least, reachesVolume } from "../shared/segment-capacity.js";
import type { ConvolutionShape, PricedShape } from "./shape.js";
import { convolutionShape, pricedShape } from "./shape.js";

/** Prices 1/√reuse are rounded down to this many parts. */
const PRICE_PARTS = 10_000n;

/**
 * The convolution by segments (proofs/conv-segments.md): for every T and every price y of the products of each class of taps,
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
export function proveConvolution(instance: ConvolutionInstance, beat = 0n): ConvolutionCertificate | undefined {
  const shape = convolutionShape(instance);
  const { partial, output } = instance.weights;
  const writes = output * shape.outputs;
  const atLeast = beat - writes + partial * shape.outputs;
  const tried = candidatePrices(shape).map((prices) => ({
    prices,
    ...cutOfAll(instance, pricedShape(shape, instance.channels.input, prices), atLeast),
  }));
  const best = tried.reduce((x, y) => (y.clock > x.clock ? y : x));
  if (best.laterSegments === 0n) return undefined;
  const reads = maximum(0n, best.clock - partial * shape.outputs);
  return { theorem: "convolution", instance, ...best, reads, writes, value: reads + writes };
}

/**
 * The busiest of P memories forms products worth at least ceil(Σ y·products / P), so moves T · ceil((that − V0) / V) over its own
 * interface; groups count at the narrower of partial and output width, since either may pay for an interval. Undefined where
 * no cut needs a second segment.
 */
export function proveConvolutionBusiest(instance: ConvolutionInstance): ConvolutionBusiestCertificate | undefined {
  const narrow = withNarrowSums(instance);
  const shape = convolutionShape(instance);
  const tried = candidatePrices(shape).map((prices) => {
    const priced = pricedShape(shape, instance.channels.input, prices);
    const share = ceilDivide(priced.worth, instance.memories);
    return { prices, share, ...bestCut(narrow, priced, share, 1n) };
  });
  const best = tried.reduce((x, y) => (y.clock > x.clock ? y : x));
  if (best.laterSegments === 0n) return undefined;
  return { theorem: "convolution-busiest", instance, ...best, value: best.clock };
}

/**
 * Whatever the capacity: some memory forms products worth at least a share; it starts empty, so it loads the inputs and weights they
 * read and moves something of every output they belong to. The least weight of three such sets, rounded up.
 */
export function proveConvolutionMemoryIndependent(instance: ConvolutionInstance): ConvolutionMemoryIndependentCertificate {
  const narrow = withNarrowSums(instance);
  const shape = convolutionShape(instance);
  const tried = candidatePrices(shape).map((prices) => {
    const priced = pricedShape(shape, instance.channels.input, prices);
    const share = ceilDivide(priced.worth, instance.memories);
    let high = 1n;
    while (!worthFits(narrow, priced, share, high)) high *= 2n;
    // The largest budget that is too small, and one more.
    const value = 1n + largestWhere(high / 2n, high, (budget) => budget === 0n || !worthFits(narrow, priced, share, budget));
    return { prices, share, value };
  });
  const best = tried.reduce((x, y) => (y.value > x.value ? y : x));
  return { theorem: "convolution-memory-independent", instance, ...best };
}

/** Every product worth the same; and, where taps differ in reuse, each worth 1/√reuse. */
export function candidatePrices({ classes }: ConvolutionShape): readonly (readonly bigint[])[] {
  const even = classes.map(() => 1n);
  if (classes.every(({ reuse }) => reuse === classes[0]?.reuse)) return [even];
  return [even, classes.map(({ reuse }) => floorSquareRoot((PRICE_PARTS * PRICE_PARTS) / reuse))];
}

type Cut = Pick<ConvolutionCertificate, "cut" | "firstSegmentWorth" | "segmentWorth" | "laterSegments" | "clock">;

function cutOfAll(instance: ConvolutionInstance, priced: PricedShape, atLeast: bigint): Cut {
  return bestCut(instance, priced, priced.worth, instance.memories, atLeast);
}

/** The best cut found for products worth `worth` over `memories` memories that share one clock. */
function bestCut(instance: ConvolutionInstance, priced: PricedShape, worth: bigint, memories: bigint, atLeast = 0n): Cut {
  const { input, filter, partial } = instance.weights;
  const grain = [input, filter, partial].reduce(greatestCommonDivisor);
  const capacity = instance.capacity - (instance.capacity % grain);
  const excess = partial - grain;
  const rough = approximately(instance, priced);
  const evaluate = (cut: bigint): Cut => {
    const firstSegmentWorth = segmentWorth(instance, priced, rough, cut + excess);
    const inSegment = segmentWorth(instance, priced, rough, capacity + cut + excess);
    const left = worth - memories * firstSegmentWorth;
    // V = 0: not even one product fits a segment, so no execution exists and nothing needs to be claimed.
    const laterSegments = left > 0n && inSegment > 0n ? ceilDivide(left, inSegment) : 0n;
    return { cut, firstSegmentWorth, segmentWorth: inSegment, laterSegments, clock: cut * laterSegments };
  };
  const within = (budget: number): number => approximateSegmentProducts(rough, budget);
  const [all, p, s, over] = [Number(worth), Number(memories), Number(capacity), Number(excess)];
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

/**
 * V(X): the most that products can be worth whose words weigh at most X together: worth² ≤ reuse·a·b·c, and no more than each
 * word's own uses allow. Exact.
 */
export function segmentWorth(
  instance: ConvolutionInstance,
  priced: PricedShape,
  rough: ApproximateProduct,
  budget: bigint,
): bigint {
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
export function approximately({ weights }: ConvolutionInstance, { uses, reuse, worth }: PricedShape): ApproximateProduct {
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
