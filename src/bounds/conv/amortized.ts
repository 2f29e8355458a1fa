import type {
  ConvolutionBordersSteadyCertificate,
  ConvolutionInstance,
  ConvolutionSteadyCertificate,
} from "../certificates/conv.js";
import { searchSteadySegments } from "../shared/amortized-cut.js";
import { approximateSegmentProducts } from "../shared/segment-capacity.js";
import { bandsByBudget, roughly, segmentProducts, windowsOfNine } from "./borders.js";
import { approximately, candidatePrices, segmentWorth } from "./segments.js";
import type { PricedShape } from "./shape.js";
import { convolutionShape, pricedShape } from "./shape.js";

/**
 * The theorems of convolution.ts and convolution-borders.ts with every segment counted by the words it has (proofs/amortized.md): T times
 * what all products are worth over what a segment of S + T can hold, for any number of memories, with no segment given away in any of
 * them. Hypotheses and freedoms are theirs. Undefined where one segment holds everything.
 */
export function proveConvolutionSteady(instance: ConvolutionInstance, beat = 0n): ConvolutionSteadyCertificate | undefined {
  const shape = convolutionShape(instance);
  const tried = candidatePrices(shape).flatMap((prices) => {
    const priced = pricedShape(shape, instance.channels.input, prices);
    const rough = approximately(instance, priced);
    const held = (budget: bigint) => ({ segmentWorth: segmentWorth(instance, priced, rough, budget) });
    const found = best(instance, priced, held, (budget) => approximateSegmentProducts(rough, budget), shape.outputs, beat);
    return found === undefined ? [] : [{ prices, ...found }];
  });
  if (tried.length === 0) return undefined;
  const found = tried.reduce((x, y) => (y.clock > x.clock ? y : x));
  return { theorem: "convolution-steady", instance, ...found };
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
  const found = best(instance, priced, held, inDoubles, shape.outputs, beat);
  return found === undefined ? undefined : { theorem: "convolution-borders-steady", instance, ...found };
}

/** The best T found; `held` and `roughly` say what the products of a segment of so many words are worth at the most. */
function best<Held extends { readonly segmentWorth: bigint }>(
  { weights: { input, filter, partial, output }, capacity }: ConvolutionInstance,
  { worth }: PricedShape,
  held: (budget: bigint) => Held,
  roughly: (budget: number) => number,
  outputs: bigint,
  beat: bigint,
) {
  const sizes = [input, filter, partial];
  const mostOf = ({ segmentWorth: most }: Held): bigint => most;
  return searchSteadySegments({
    sizes,
    partial,
    output,
    outputs,
    capacity,
    work: worth,
    all: worth,
    held,
    mostOf,
    roughly,
    beat,
  });
}
