import { type ConvWorkload, convOutputs } from "../computation/conv.js";
import { BYTES_OF } from "../computation/data-types.js";
import type { Cdag } from "./cdag.js";
import { checkVertexCount } from "./iteration-box.js";
import { VertexWriter } from "./vertex-writer.js";

/** One summand of every output: an input channel and a tap. */
export interface Summand {
  readonly channel: number;
  readonly tap: number;
}

/**
 * A convolution whose outputs add up their products in the given order, each in its own, vertices weighing their
 * bytes (or 1). Every word of In and W is there, those too that no product needs: kernels read filters of taps that a tile meets on
 * the padding only.
 *
 * @throws InputError with more than `maximumVertices`.
 */
export function orderedConvolution(
  w: ConvWorkload,
  orderOf: (outChannel: number, image: number, row: number, column: number) => readonly Summand[],
  maximumVertices: number,
  weighing: "unit" | "bytes" = "bytes",
): Cdag {
  const [rows, columns] = convOutputs(w);
  const taps = w.kernel[0] * w.kernel[1];
  const words = [
    [w.batch, w.inChannels, w.height, w.width],
    [w.outChannels, w.inChannels, taps],
    [w.batch, w.outChannels, rows, columns, w.inChannels, taps],
  ].map((sides) => sides.reduce((product, side) => product * BigInt(side), 1n));
  checkVertexCount(
    "conv",
    words.reduce((sum, count) => sum + count, 0n),
    maximumVertices,
  );
  const [operand, sum, output] =
    weighing === "unit" ? [1, 1, 1] : [BYTES_OF[w.dataType], BYTES_OF[w.accumulator], BYTES_OF[w.outputType]];
  const writer = new VertexWriter();
  const inputs: number[] = [];
  for (let b = 0; b < w.batch; b++) {
    for (let c = 0; c < w.inChannels; c++) {
      for (let y = 0; y < w.height; y++) {
        for (let x = 0; x < w.width; x++) inputs.push(writer.add(`In[${b},${c},${y},${x}]`, operand, []));
      }
    }
  }
  const weights: number[] = [];
  for (let o = 0; o < w.outChannels; o++) {
    for (let c = 0; c < w.inChannels; c++) {
      for (let tap = 0; tap < taps; tap++) {
        const [r, s] = [Math.floor(tap / w.kernel[1]), tap % w.kernel[1]];
        weights.push(writer.add(`W[${o},${c},${r},${s}]`, operand, []));
      }
    }
  }
  for (let b = 0; b < w.batch; b++) {
    for (let o = 0; o < w.outChannels; o++) {
      for (let p = 0; p < rows; p++) {
        for (let q = 0; q < columns; q++) {
          let before: readonly number[] = [];
          for (const { channel, tap } of orderOf(o, b, p, q)) {
            const y = p * w.stride[0] + Math.floor(tap / w.kernel[1]) - w.padding[0];
            const x = q * w.stride[1] + (tap % w.kernel[1]) - w.padding[1];
            if (y < 0 || x < 0 || y >= w.height || x >= w.width) continue;
            const input = inputs[((b * w.inChannels + channel) * w.height + y) * w.width + x] as number;
            const weight = weights[(o * w.inChannels + channel) * taps + tap] as number;
            before = [writer.add(`Out[${b},${o},${p},${q}]#${channel}/${tap}`, sum, [...before, input, weight])];
          }
          const whole = before[0] as number;
          writer.complete(whole, `Out[${b},${o},${p},${q}]`, output);
          writer.output(whole);
        }
      }
    }
  }
  return writer.build();
}
