import { ceilDivide, greatestCommonDivisor, maximum } from "../exact/integer.js";
import type {
  ConvolutionBordersSteadyCertificate,
  ConvolutionInstance,
  ConvolutionSteadyCertificate,
} from "./certificates/convolutions.js";
import { approximately, candidatePrices, segmentWorth } from "./convolution.js";
import { bandsByBudget, roughly, segmentProducts, windowsOfNine } from "./convolution-borders.js";
import type { PricedShape } from "./convolution-shape.js";
import { convolutionShape, pricedShape } from "./convolution-shape.js";
import { approximateSegmentProducts } from "./segment-capacity.js";
import { searchSteadyCut } from "./steady-cut.js";

/**
 * The theorems of convolution.ts and convolution-borders.ts with every segment counted by the words it has (proofs/steady.md): T times
 * what all products are worth over what a segment of S + T can hold, for any number of memories, with no segment given away in any of
 * them. Hypotheses and freedoms are theirs. Undefined where one segment holds everything.
 */
export function proveConvolutionSteady(instance: ConvolutionInstance, beat = 0n): ConvolutionSteadyCertificate | undefined {
  const shape = convolutionShape(instance);
  const tried = candidatePrices(shape).map((prices) => {
    const priced = pricedShape(shape, instance.channels.input, prices);
    const rough = approximately(instance, priced);
    const held = (budget: bigint) => ({ segmentWorth: segmentWorth(instance, priced, rough, budget) });
    const inDoubles = (budget: number): number => approximateSegmentProducts(rough, budget);
    return { prices, ...bestCut(instance, priced, held, inDoubles, beat, shape.outputs) };
  });
  const best = tried.reduce((x, y) => (y.clock > x.clock ? y : x));
  if (best.clock === 0n) return undefined;
  return { theorem: "convolution-steady", instance, ...best, ...traffic(instance, best.clock, shape.outputs) };
}

/** The same with the borders of blocks; undefined for other windows than 3×3 of stride 1. */
export function proveConvolutionBordersSteady(
  instance: ConvolutionInstance,
  beat = 0n,
): ConvolutionBordersSteadyCertificate | undefined {
  const shape = convolutionShape(instance);
  const priced = windowsOfNine(instance, shape);
  if (priced === undefined) return undefined;
  const bandsFor = bandsByBudget(instance, priced);
  const held = (budget: bigint): { readonly side: bigint; readonly segmentWorth: bigint } => {
    const { side, bands } = bandsFor(Number(budget));
    return { side, segmentWorth: segmentProducts(instance, priced, bands, budget) };
  };
  const inDoubles = (budget: number): number => roughly(bandsFor(budget).bands, budget);
  const best = bestCut(instance, priced, held, inDoubles, beat, shape.outputs);
  if (best.clock === 0n) return undefined;
  return { theorem: "convolution-borders-steady", instance, ...best, ...traffic(instance, best.clock, shape.outputs) };
}

/** The best T found; `held` and `inDoubles` say what the products of a segment of so many words are worth at the most. */
function bestCut<Held extends { readonly segmentWorth: bigint }>(
  { weights, ...instance }: ConvolutionInstance,
  { worth }: PricedShape,
  held: (budget: bigint) => Held,
  inDoubles: (budget: number) => number,
  beat: bigint,
  outputs: bigint,
): Held & { readonly cut: bigint; readonly clock: bigint } {
  const grain = [weights.input, weights.filter, weights.partial].reduce(greatestCommonDivisor);
  const capacity = instance.capacity - (instance.capacity % grain);
  const excess = weights.partial - grain;
  const fixed = Number(capacity + excess);
  return searchSteadyCut({
    evaluate: (cut) => {
      const segment = held(capacity + cut + excess);
      const most = segment.segmentWorth;
      return { ...segment, cut, clock: most < worth ? ceilDivide(cut * worth, most + 1n) : 0n };
    },
    clockOf: ({ clock }) => clock,
    roughly: (cut) => {
      const most = inDoubles(fixed + cut);
      return most < Number(worth) ? (cut * Number(worth)) / (most + 1) : Number.NEGATIVE_INFINITY;
    },
    grain,
    capacity,
    atLeast: beat + (weights.partial - weights.output) * outputs,
  });
}

function traffic(
  { weights: { partial, output } }: ConvolutionInstance,
  clock: bigint,
  outputs: bigint,
): { readonly reads: bigint; readonly writes: bigint; readonly value: bigint } {
  const reads = maximum(0n, clock - partial * outputs);
  const writes = output * outputs;
  return { reads, writes, value: reads + writes };
}
