import type { ConvWorkload } from "../computation/conv.js";
import { convFacts, convOutputs, windowAxes } from "../computation/conv.js";
import type { WindowAxis } from "../computation/window.js";
import { axisOutputs } from "../computation/window.js";
import { InputError } from "../errors.js";
import { ceilDivide, maximum, minimum } from "../exact/integer.js";

/** A block of outputs: images, rows, columns, channels. */
export interface ConvBlock {
  readonly images: number;
  readonly rows: number;
  readonly columns: number;
  readonly channels: number;
}

/**
 * Direct convolution on the textbook machine: the sums of a block of outputs stay; for each input channel either the block's
 * inputs are held and its weights pass one by one, or the weights are held and the inputs pass. Counts in words, exact.
 */
export interface WordConv {
  readonly id: "direct-conv";
  readonly workload: ConvWorkload;
  readonly block: ConvBlock;
  readonly held: "inputs" | "weights";
  readonly words: { readonly inputs: bigint; readonly weights: bigint; readonly outputs: bigint };
}

/** Sides of a block that are tried for an extent: the least for each number of blocks, up to this many numbers. */
const MOST_CUTS = 48;

/** The cheapest block found. @throws InputError naming `fast-words` when not even one output fits with the taps of a channel. */
export function directConvInWords(workload: ConvWorkload, fastWords: number): WordConv {
  const [rows, columns] = convOutputs(workload);
  let best: WordConv | undefined;
  for (const bp of sidesOf(rows)) {
    for (const bq of sidesOf(columns)) {
      for (const images of bp === rows && bq === columns ? sidesOf(workload.batch) : [1]) {
        const found = widest(workload, { images, rows: bp, columns: bq }, fastWords);
        if (found !== undefined && (best === undefined || directConvTotal(found) < directConvTotal(best))) best = found;
      }
    }
  }
  if (best === undefined) {
    const [down, across] = windowAxes(workload).map((axis) => footprint(axis, 1n)) as [Footprint, Footprint];
    const needed = down.mostTaps * across.mostTaps + 2n;
    throw new InputError("fast-words", `at least ${needed} words, the taps of one output and two more`, String(fastWords));
  }
  return best;
}

/** The block of these pixels with as many channels as fit, in blocks of even width. */
function widest(workload: ConvWorkload, pixels: Omit<ConvBlock, "channels">, fastWords: number): WordConv | undefined {
  const { images, rows, columns } = pixels;
  const sums = images * rows * columns;
  const [rowFacts, columnFacts] = convFacts(workload);
  const [rowAxis, columnAxis] = windowAxes(workload);
  const [down, across] = [footprint(rowAxis, BigInt(rows)), footprint(columnAxis, BigInt(columns))];
  const patch = images * Number(down.largest * across.largest);
  const holdingInputs = Math.floor((fastWords - 1 - patch) / sums);
  const holdingWeights = Math.floor((fastWords - 1) / (sums + Number(down.mostTaps * across.mostTaps)));
  const most = Math.min(workload.outChannels, Math.max(holdingInputs, holdingWeights));
  if (most < 1) return undefined;
  const slices = Math.ceil(workload.outChannels / most);
  const channels = Math.ceil(workload.outChannels / slices);
  const [batch, inputs, outputs] = [workload.batch, workload.inChannels, workload.outChannels].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ];
  const taps = ceilDivide(batch, BigInt(images)) * down.taps * across.taps;
  return {
    id: "direct-conv",
    workload,
    block: { ...pixels, channels },
    held: channels <= holdingInputs ? "inputs" : "weights",
    words: {
      inputs: BigInt(slices) * batch * inputs * down.all * across.all,
      weights: inputs * outputs * taps,
      outputs: batch * outputs * rowFacts.outputs * columnFacts.outputs,
    },
  };
}

export function directConvTotal({ words }: WordConv): bigint {
  return words.inputs + words.weights + words.outputs;
}

interface Footprint {
  readonly all: bigint;
  readonly largest: bigint;
  readonly taps: bigint;
  readonly mostTaps: bigint;
}

/** Inputs and taps that blocks of `side` outputs meet along an axis: of all blocks together, and of the largest. */
function footprint(axis: WindowAxis, side: bigint): Footprint {
  const { extent, kernel, stride, padding } = axis;
  const outputs = axisOutputs(axis);
  let [all, largest, taps, mostTaps] = [0n, 0n, 0n, 0n];
  const inside = (from: bigint, past: bigint): bigint => maximum(0n, minimum(past, extent) - maximum(from, 0n));
  for (let first = 0n; first < outputs; first += side) {
    const last = minimum(first + side, outputs) - 1n;
    const [low, high] = [first * stride - padding, last * stride - padding];
    let met = 0n;
    // Windows that overlap or touch make one run of inputs; windows with gaps between them are counted one by one.
    if (stride <= kernel) met = inside(low, high + kernel);
    else for (let start = low; start <= high; start += stride) met += inside(start, start + kernel);
    // Tap r is met when one of low + r, low + stride + r, …, high + r is inside.
    let own = 0n;
    for (let tap = 0n; tap < kernel; tap++) {
      const skipped = maximum(0n, ceilDivide(-low - tap, stride));
      const input = low + tap + skipped * stride;
      if (input < extent && input <= high + tap) own++;
    }
    all += met;
    taps += own;
    largest = maximum(largest, met);
    mostTaps = maximum(mostTaps, own);
  }
  return { all, largest, taps, mostTaps };
}

function sidesOf(extent: number): readonly number[] {
  const cuts = Array.from({ length: Math.min(extent, MOST_CUTS) }, (_, i) => Math.ceil(extent / (i + 1)));
  return [...new Set([...cuts, ...Array.from({ length: Math.min(extent, 8) }, (_, i) => i + 1)])];
}

export function describeWordConv({ id, block, held }: WordConv): Readonly<Record<string, string | number>> {
  return { id, block: `${block.images}x${block.rows}x${block.columns}x${block.channels}`, held };
}
