import { floorSquareRoot } from "../../exact/integer.js";
import type { ConvHoldingCostCertificate, ConvolutionInstance } from "../certificates/conv.js";
import { proveHoldingCost } from "../shared/holding-cost.js";
import { convolutionShape } from "./shape.js";

/** Sizes of the words of a slice are rounded down to this many parts. */
const PARTS = 2n ** 40n;

/**
 * The convolution by holding costs (proofs/conv-holding-cost.md). A slice is an input channel at one tap: a matrix product of pixels
 * and output channels, its words of size √(wI·wW/τ) where an input is in τ slices. With N the sum of that size over all products and W
 * that over all slices, Φ = N/W of the outputs count as if they met all slices.
 *
 * Hypotheses: as proveConvSegments, the sums those of the outputs.
 */
export function proveConvHoldingCost(instance: ConvolutionInstance): ConvHoldingCostCertificate | undefined {
  if (instance.pass !== undefined) return undefined;
  const { classes, outputs } = convolutionShape(instance);
  const { input, filter, partial, output } = instance.weights;
  let [ofProducts, ofSlices] = [0n, 0n];
  for (const { taps, products, inputUses } of classes) {
    const slicesOfInput = inputUses / instance.channels.output;
    const size = floorSquareRoot((PARTS * PARTS * input * filter) / slicesOfInput);
    ofProducts += size * products;
    ofSlices += size * taps * instance.channels.input;
  }
  const found = proveHoldingCost({
    words: ofProducts,
    parts: PARTS,
    under: 1n,
    full: { top: ofProducts, below: ofSlices },
    outputs,
    partial,
    output,
    operands: [input, filter],
    capacity: instance.capacity,
  });
  return found === undefined ? undefined : { theorem: "conv-holding-cost", instance, ...found };
}
