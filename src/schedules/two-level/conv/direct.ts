import type { ConvWorkload } from "../../../computation/conv.js";
import { convOutputs, windowAxes } from "../../../computation/conv.js";
import type { WindowAxis } from "../../../computation/window.js";
import { InputError } from "../../../errors.js";
import { bigints, ceilDivide } from "../../../exact/integer.js";
import type { Footprint } from "../../gpu/conv/footprint.js";
import { footprint, sidesOf } from "../../gpu/conv/footprint.js";
import type { ConvWords } from "./words.js";
import { wordConvTotal } from "./words.js";

/** A block of outputs: images, rows, columns, channels. */
export interface ConvBlock {
  readonly images: number;
  readonly rows: number;
  readonly columns: number;
  readonly channels: number;
}

/**
 * Direct convolution in the two-level memory model: the sums of a block of outputs stay; for each input channel either the block's
 * inputs are held and its weights pass one by one, or the weights are held and the inputs pass. Counts in words, exact.
 */
export interface DirectConv {
  readonly id: "direct-conv";
  readonly workload: ConvWorkload;
  readonly block: ConvBlock;
  readonly held: "inputs" | "weights";
  readonly words: ConvWords;
}

/** The cheapest block found. @throws InputError naming `fast-words` when not even one output fits with the taps of a channel. */
export function directConvInWords(workload: ConvWorkload, fastWords: number): DirectConv {
  const [rows, columns] = convOutputs(workload);
  const [rowAxis, columnAxis] = windowAxes(workload);
  const footprints = (axis: WindowAxis, outputs: number): readonly (readonly [number, Footprint])[] =>
    sidesOf(outputs).map((side) => [side, footprint(axis, BigInt(side))]);
  const acrossOf = footprints(columnAxis, columns);
  let best: DirectConv | undefined;
  for (const [bp, down] of footprints(rowAxis, rows)) {
    for (const [bq, across] of acrossOf) {
      for (const images of bp === rows && bq === columns ? sidesOf(workload.batch) : [1]) {
        const found = widest(workload, { images, rows: bp, columns: bq }, [down, across], fastWords);
        if (found !== undefined && (best === undefined || wordConvTotal(found) < wordConvTotal(best))) best = found;
      }
    }
  }
  if (best === undefined) {
    const [down, across] = [footprint(rowAxis, 1n), footprint(columnAxis, 1n)];
    const needed = down.mostTaps * across.mostTaps + 2n;
    throw new InputError("fast-words", `at least ${needed} words, the taps of one output and two more`, String(fastWords));
  }
  return best;
}

/** The block of these pixels with as many channels as fit, in blocks of even width. */
function widest(
  workload: ConvWorkload,
  pixels: Omit<ConvBlock, "channels">,
  [down, across]: readonly [Footprint, Footprint],
  fastWords: number,
): DirectConv | undefined {
  const { images, rows, columns } = pixels;
  const sums = images * rows * columns;
  const outputsOfChannel = convOutputs(workload)
    .map(BigInt)
    .reduce((product, side) => product * side);
  const patch = images * Number(down.largest * across.largest);
  const holdingInputs = Math.floor((fastWords - 1 - patch) / sums);
  const holdingWeights = Math.floor((fastWords - 1) / (sums + Number(down.mostTaps * across.mostTaps)));
  const most = Math.min(workload.outChannels, Math.max(holdingInputs, holdingWeights));
  if (most < 1) return undefined;
  const slices = Math.ceil(workload.outChannels / most);
  const channels = Math.ceil(workload.outChannels / slices);
  const [batch, inputs, outputs] = bigints(workload.batch, workload.inChannels, workload.outChannels);
  const taps = ceilDivide(batch, BigInt(images)) * down.taps * across.taps;
  return {
    id: "direct-conv",
    workload,
    block: { ...pixels, channels },
    held: channels <= holdingInputs ? "inputs" : "weights",
    words: {
      inputs: BigInt(slices) * batch * inputs * down.all * across.all,
      weights: inputs * outputs * taps,
      outputs: batch * outputs * outputsOfChannel,
      sums: 0n,
    },
  };
}
