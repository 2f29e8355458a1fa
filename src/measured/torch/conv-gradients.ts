import { convWorkload } from "../../computation/conv.js";
import { gemmWorkload } from "../../computation/gemm.js";
import type { Workload } from "../../computation/workload.js";
import type { WordTypesOf } from "./arguments.js";

/** Extents of the gradient of the result, of the input and of the weights: images or outputs, channels, rows, columns. */
interface Shapes {
  readonly result: readonly number[];
  readonly x: readonly number[];
  readonly weight: readonly number[];
}

interface Windows {
  readonly stride: readonly number[];
  readonly padding: readonly number[];
  readonly dilation?: readonly number[];
}

/**
 * A gradient of a convolution Out[b,o,p] = Σ In[b,c,s·p+r−pad] W[o,c,r] as the convolution or product that it is, sum for sum:
 *
 * - of the data at stride 1, dIn[b,c,h] = Σ dOut[b,o,h+pad−r] W[o,c,r]: a convolution of dOut by the weights turned around, padded by
 *   kernel − 1 − pad
 * - of the weights at stride 1, dW[o,c,r] = Σ dOut[b,o,p] In[b,c,p+r−pad]: a convolution of In by dOut, in which images and channels
 *   change places
 * - where windows do not overlap and fill the input, and where weights have one tap: products over the taps
 *
 * These have more theorems than a pass of `conv`, which any other gradient is.
 */
export function gradientWorkload(
  of: "data" | "weight",
  { result, x, weight }: Shapes,
  { stride, padding, dilation = [1, 1] }: Windows,
  types: WordTypesOf,
): Workload {
  const [batch = 1, outChannels = 1, ...outputs] = result;
  const [, inChannels = 1, ...inputs] = x;
  const [, perGroup = inChannels, ...kernel] = weight;
  const groups = inChannels / perGroup;
  const axes = [0, 1] as const;
  const padded = axes.some((axis) => padding[axis] !== 0);
  const disjoint =
    !padded && axes.every((axis) => stride[axis] === kernel[axis] && inputs[axis] === (outputs[axis] ?? 0) * (kernel[axis] ?? 0));
  const oneTap = !padded && kernel.every((side) => side === 1);
  const [windows, taps] = [batch * area(outputs), inChannels * area(kernel)];
  if (groups > 1 || dilation.some((step) => step !== 1)) return pass();
  if (of === "weight" && (disjoint || oneTap)) return gemmWorkload({ m: outChannels, n: taps, k: windows, ...types });
  if (of === "data" && disjoint) return gemmWorkload({ m: windows, n: taps, k: outChannels, ...types });
  if (stride.some((step) => step !== 1)) return pass();
  const [height = 1, width = 1] = of === "data" ? outputs : inputs;
  return of === "data"
    ? convWorkload({
        ...{ batch, inChannels: outChannels, outChannels: inChannels, height, width, kernel },
        ...{ padding: axes.map((axis) => (kernel[axis] ?? 1) - 1 - (padding[axis] ?? 0)), ...types },
      })
    : convWorkload({
        ...{ batch: inChannels, inChannels: batch, outChannels, height, width, kernel: outputs, padding },
        ...types,
      });

  function pass(): Workload {
    const [rows = 1, columns = 1] = inputs;
    const sides = { batch, inChannels, outChannels, height: rows, width: columns, kernel, stride, padding, dilation };
    return convWorkload({ ...sides, groups, pass: `${of}-gradient`, ...types });
  }
}

function area([rows = 1, columns = 1]: readonly number[]): number {
  return rows * columns;
}
