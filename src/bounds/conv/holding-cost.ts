import { floorSquareRoot, maximum, minimum } from "../../exact/integer.js";
import type { ConvolutionInstance, ConvolutionSliceEndsCertificate } from "../certificates/conv.js";
import { roomForSums } from "../gemm/holding-cost.js";
import { type EndsKnot, type EndsParts, endsMixtures, endsShares, exactKnots } from "../potentials/slice-ends-mixtures.js";
import { ceilOfCase, type Quotient } from "../potentials/slice-mixtures.js";
import { convolutionShape } from "./shape.js";

/** Sizes of the words of a slice are rounded down to this many parts. */
const PARTS = 2n ** 40n;

/**
 * The convolution, slice by slice (proofs/conv-holding-cost.md). A slice is an input channel at one tap: a matrix product of pixels
 * and output channels, its words of size √(wI·wW/τ) where an input is in τ slices. With N the sum of that size over all products, W that
 * over all slices, Φ = N/W, G outputs and the potentials of product-slice-ends,
 *
 *     Q ≥ N·(Λ + ηP(v))/√X − Φ·wC·P(v) − (G − Φ)·wC·P(1) + G·wO   for the v from 0 to 1 for which that is least.
 *
 * Hypotheses: as proveConvolution. No term is lost at the ends of an execution. Survives recomputation, any reduction order, sliding, any
 * number of memories. Returns undefined where nothing is proven.
 */
export function proveConvolutionSliceEnds(instance: ConvolutionInstance): ConvolutionSliceEndsCertificate | undefined {
  const sliced = slicesOf(instance);
  const { capacity, weights } = instance;
  const room = roomForSums(capacity, [weights.input, weights.filter], weights.partial);
  let best: { readonly value: number; readonly parts: EndsParts } | undefined;
  for (const { parts, knots } of endsMixtures()) {
    const value = approximately(sliced, instance, Number(room), knots);
    if (value > (best?.value ?? 0)) best = { value, parts };
  }
  if (best === undefined) return undefined;
  const value = provenTraffic(sliced, instance, room, best.parts);
  if (value <= 0n) return undefined;
  return { theorem: "convolution-slice-ends", instance, room, potentials: endsShares(best.parts), value };
}

/** Sizes of words, in `PARTS`, summed over all products and over all slices. */
interface Sliced {
  readonly ofProducts: bigint;
  readonly ofSlices: bigint;
  readonly outputs: bigint;
}

function slicesOf(instance: ConvolutionInstance): Sliced {
  const { classes, outputs } = convolutionShape(instance);
  const { input, filter } = instance.weights;
  let [ofProducts, ofSlices] = [0n, 0n];
  for (const { taps, products, inputUses } of classes) {
    const slicesOfInput = inputUses / instance.channels.output;
    const size = floorSquareRoot((PARTS * PARTS * input * filter) / slicesOfInput);
    ofProducts += size * products;
    ofSlices += size * taps * instance.channels.input;
  }
  return { ofProducts, ofSlices, outputs };
}

/** The bound in doubles. */
function approximately(
  { ofProducts, ofSlices, outputs }: Sliced,
  { weights }: ConvolutionInstance,
  room: number,
  knots: readonly EndsKnot[],
): number {
  const words = Number(ofProducts) / Number(PARTS) / Math.sqrt(room);
  const full = Number(ofProducts) / Number(ofSlices);
  const [partial, output, all] = [weights.partial, weights.output, outputs].map(Number) as [number, number, number];
  const most = Math.max(...knots.map(({ rent }) => rent));
  const least = Math.min(...knots.map(({ price, rent }) => words * price - full * partial * rent));
  return least - (all - full) * partial * most + all * output;
}

/** The bound exactly, rounded up: lines in v between the knots of P. */
function provenTraffic(
  { ofProducts, ofSlices, outputs }: Sliced,
  { weights: { partial, output } }: ConvolutionInstance,
  room: bigint,
  parts: EndsParts,
): bigint {
  const knots = exactKnots(parts);
  // Φ = ofProducts / ofSlices, and the rents all over one number.
  const below = knots.map(({ rent }) => rent.below).reduce((product, one) => product * one, 1n);
  const rentOf = (rent: Quotient): bigint => (rent.top * below) / rent.below;
  const most = knots.map(({ rent }) => rentOf(rent)).reduce(maximum);
  const values = knots.map(({ price, rent }) => {
    const rents = ofProducts * rentOf(rent) + (outputs * ofSlices - ofProducts) * most;
    const owed = { top: partial * rents - output * outputs * ofSlices * below, below: ofSlices * below };
    return ceilOfCase(ofProducts * price.top, owed, room, PARTS * price.below);
  });
  return values.reduce(minimum);
}
