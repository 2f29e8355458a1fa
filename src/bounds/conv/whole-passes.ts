import { axisOutputs, type WindowAxis } from "../../computation/window.js";
import { ceilDivide, greatestCommonDivisor, maximum, minimum } from "../../exact/integer.js";
import type { ConvolutionInstance, ConvolutionPassesCertificate } from "../certificates/conv.js";
import { leastOfParts, PARTS_BITS } from "../shared/whole-passes.js";
import { convolutionShape } from "./shape.js";

/**
 * A convolution by memories of its filters (proofs/conv-whole-passes.md): a slice is an output pixel, its matrix the weights of the taps
 * that meet an input there, rows the sums of the output channels, columns the inputs, each of which τ pixels share. With φ of
 * product-passes for columns of wI/τ bytes, s = ⌈S/wW⌉ and p = ⌊O·C·t/s⌋ for a pixel of t taps,
 *
 *     Q ≥ Σ_pixels (p·φ(s) + φ(O·C·t − p·s) − wC·O) + wO·O·pixels.
 *
 * Hypotheses: as proveConvolution. Survives recomputation, any reduction order, sliding, any number of memories. Returns undefined where
 * the filters fill no memory.
 */
export function proveConvolutionPasses(instance: ConvolutionInstance): ConvolutionPassesCertificate | undefined {
  const { channels, axes, weights, capacity } = instance;
  const { input, filter, partial, output } = weights;
  const used = capacity - (capacity % [input, filter].reduce(greatestCommonDivisor, partial));
  const fits = ceilDivide(used, filter);
  // Not one word fits where the memory is smaller than every size.
  if (fits < 1n) return undefined;
  const shape = convolutionShape(instance);
  // One input is in so many pixels' slices, at most.
  const sharing = shape.classes.map(({ inputUses }) => inputUses / channels.output).reduce(maximum, 1n);
  const [rows, columns] = axes.map(pixelsByTaps) as [PixelsByTaps, PixelsByTaps];
  let [paid, filled] = [0n, false];
  for (const [high, down] of rows) {
    for (const [wide, across] of columns) {
      // Rounded to no taps, a pixel pays nothing.
      if (high * wide === 0n) continue;
      const inputs = channels.input * high * wide;
      filled ||= channels.output * inputs >= fits;
      // All weights times τ.
      const lines = { count: channels.output, weight: partial * sharing };
      const own = leastOfParts(lines, { count: inputs, weight: input }, fits);
      paid += channels.batch * down * across * (own - ((channels.output * partial * sharing) << PARTS_BITS));
    }
  }
  if (!filled) return undefined;
  const value = ceilDivide(paid, sharing << PARTS_BITS) + output * shape.outputs;
  return { theorem: "convolution-passes", instance, fits, value };
}

/** How many outputs of an axis meet inputs by so many taps; where the kernel is long, by a few less (certificate of the proof). */
type PixelsByTaps = ReadonlyMap<bigint, bigint>;

/** So many different numbers of taps of an axis are told apart, and the whole kernel. */
const TAP_COUNTS = 64n;

/** Only the outputs near the ends lack taps: no more on either side than the kernel is long. */
function pixelsByTaps(axis: WindowAxis): PixelsByTaps {
  const { extent, kernel, stride, padding } = axis;
  const outputs = axisOutputs(axis);
  const grain = ceilDivide(kernel, TAP_COUNTS);
  const found = new Map<bigint, bigint>();
  const add = (taps: bigint, some: bigint): void => {
    const claimed = taps === kernel ? taps : taps - (taps % grain);
    found.set(claimed, (found.get(claimed) ?? 0n) + some);
  };
  const tapsOf = (p: bigint): bigint => minimum(kernel, extent + padding - stride * p) - maximum(0n, padding - stride * p);
  let [first, last] = [0n, outputs - 1n];
  while (first <= last && tapsOf(first) < kernel) add(tapsOf(first++), 1n);
  while (last >= first && tapsOf(last) < kernel) add(tapsOf(last--), 1n);
  if (last >= first) add(kernel, last - first + 1n);
  return found;
}
