import { axisOutputs, type WindowAxis } from "../../computation/window.js";
import { ceilDivide, greatestCommonDivisor, maximum, minimum } from "../../exact/integer.js";
import type { ConvolutionInstance, ConvWholePassesCertificate } from "../certificates/conv.js";
import { type SlicesOfKind, wholePasses } from "../shared/whole-passes.js";
import { convolutionShape } from "./shape.js";

/**
 * A convolution by memories of its filters (proofs/conv-whole-passes.md): a slice is an output pixel, its matrix the weights of the taps
 * that meet an input there, rows the sums of the output channels, columns the inputs, each of which τ pixels share. With φ of
 * gemm-whole-passes for columns of wI/τ bytes, s = ⌈S/wW⌉ and p = ⌊O·C·t/s⌋ for a pixel of t taps,
 *
 *     Q ≥ Σ_pixels (p·φ(s) + φ(O·C·t − p·s) − wC·O) + wO·O·pixels.
 *
 * Hypotheses: as proveConvSegments, the sums those of the outputs; a pixel of each group is a slice.
 *
 * Survives recomputation, any reduction order, sliding, any number of memories. Returns undefined where
 * the filters fill no memory.
 */
export function proveConvWholePasses(instance: ConvolutionInstance): ConvWholePassesCertificate | undefined {
  if (instance.pass !== undefined) return undefined;
  const { channels, axes, weights, capacity } = instance;
  const { input, filter, partial, output } = weights;
  const used = capacity - (capacity % [input, filter].reduce(greatestCommonDivisor, partial));
  const fits = ceilDivide(used, filter);
  const shape = convolutionShape(instance);
  // One input is in so many pixels' slices, at most.
  const sharing = shape.classes.map(({ inputUses }) => inputUses / channels.output).reduce(maximum, 1n);
  const [rows, columns] = axes.map(pixelsByTaps) as [PixelsByTaps, PixelsByTaps];
  // All weights times τ.
  const sums = { count: channels.output, weight: partial * sharing };
  const kinds = [...rows].flatMap(([high, down]) =>
    [...columns].map(([wide, across]): SlicesOfKind => {
      const inputs = { count: channels.input * high * wide, weight: input };
      return {
        slices: (channels.groups ?? 1n) * channels.batch * down * across,
        rows: sums,
        columns: inputs,
        free: sums.count * sums.weight,
      };
    }),
  );
  const value = wholePasses(kinds, fits, sharing, output * shape.outputs);
  return value === undefined ? undefined : { theorem: "conv-whole-passes", instance, fits, value };
}

/** How many outputs of an axis meet inputs by so many taps; where the kernel is long, by a few less (certificate of the proof). */
type PixelsByTaps = ReadonlyMap<bigint, bigint>;

/** So many different numbers of taps of an axis are told apart, and the whole kernel. */
const TAP_COUNTS = 64n;

/** Only the outputs near the ends lack taps: no more on either side than the kernel is long. */
function pixelsByTaps(axis: WindowAxis): PixelsByTaps {
  const { extent, kernel, stride, padding, dilation = 1n } = axis;
  const outputs = axisOutputs(axis);
  const grain = ceilDivide(kernel, TAP_COUNTS);
  const found = new Map<bigint, bigint>();
  const add = (taps: bigint, some: bigint): void => {
    const claimed = taps === kernel ? taps : maximum(1n, taps - (taps % grain));
    found.set(claimed, (found.get(claimed) ?? 0n) + some);
  };
  const tapsOf = (p: bigint): bigint => {
    const start = stride * p - padding;
    return minimum(kernel, ceilDivide(extent - start, dilation)) - maximum(0n, ceilDivide(-start, dilation));
  };
  let [first, last] = [0n, outputs - 1n];
  while (first <= last && tapsOf(first) < kernel) add(tapsOf(first++), 1n);
  while (last >= first && tapsOf(last) < kernel) add(tapsOf(last--), 1n);
  if (last >= first) add(kernel, last - first + 1n);
  return found;
}
