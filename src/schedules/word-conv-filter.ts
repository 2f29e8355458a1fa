import type { ConvWorkload } from "../computation/conv.js";
import { convFacts, windowAxes } from "../computation/conv.js";
import type { WindowAxis } from "../computation/window.js";
import { ceilDivide, maximum, minimum } from "../exact/integer.js";
import { footprint, sidesOf } from "./conv-footprint.js";
import type { ConvShape } from "./conv-shape.js";
import type { ConvWords } from "./conv-words.js";
import { wordConvTotal } from "./conv-words.js";

/**
 * The whole filter of a block of output channels stays, over all input channels, while every image passes in strips of output
 * columns from top to bottom. Either inputs are in flight: they enter when the first window meets them and leave when the last
 * has, and one sum at a time is finished and stored. Or sums are: every input word comes alone and goes to all sums that need it,
 * which stay from their first input to their last; the better one with fewer output channels in the block than input channels.
 * Weights are loaded once, inputs once for each block of channels (and twice where strips overlap).
 */
export interface FilterStationaryConv {
  readonly id: "filter-stationary";
  readonly workload: ConvWorkload;
  /** Output channels whose filters stay, and output columns of a strip. */
  readonly block: { readonly channels: number; readonly columns: number };
  readonly inFlight: "inputs" | "sums";
  readonly words: ConvWords;
}

/**
 * The cheapest strip, undefined when not one filter fits: channels·C·taps words of the filter and one word are at most S, with C
 * times the inputs in flight or the sums in flight of every channel.
 */
export function filterStationaryConv(workload: ConvWorkload, fastWords: number): FilterStationaryConv | undefined {
  return cheapestStrip(workload, filterStrips(workload, fastWords));
}

/** The same of given strips, which do not depend on the output channels. */
export function cheapestStrip(workload: ConvWorkload, strips: readonly FilterStrip[]): FilterStationaryConv | undefined {
  const [rowFacts, columnFacts] = convFacts(workload);
  const [batch, inChannels, outChannels] = [workload.batch, workload.inChannels, workload.outChannels].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ];
  const filter = inChannels * rowFacts.usedTaps * columnFacts.usedTaps;
  let best: FilterStationaryConv | undefined;
  for (const { columns, inputs, withInputs, withSums } of strips) {
    const slices = ceilDivide(outChannels, minimum(outChannels, maximum(withInputs, withSums)));
    const channels = ceilDivide(outChannels, slices);
    const words: ConvWords = {
      inputs: slices * inputs,
      weights: outChannels * filter,
      outputs: batch * outChannels * rowFacts.outputs * columnFacts.outputs,
    };
    const inFlight = channels <= withInputs ? "inputs" : "sums";
    const block = { channels: Number(channels), columns };
    const found: FilterStationaryConv = { id: "filter-stationary", workload, block, inFlight, words };
    if (best === undefined || wordConvTotal(found) < wordConvTotal(best)) best = found;
  }
  return best;
}

/** Blocks of as many channels as fit beside a strip, by their loads. */
export function filterShapes(workload: ConvWorkload, strips: readonly FilterStrip[]): readonly ConvShape[] {
  const [rowFacts, columnFacts] = convFacts(workload);
  const perChannel = workload.inChannels * Number(rowFacts.usedTaps * columnFacts.usedTaps);
  return strips.map(({ inputs, withInputs, withSums }) => ({
    channels: Number(maximum(withInputs, withSums)),
    perSlice: Number(inputs),
    perChannel,
  }));
}

/** A width of strips in which some filter fits: inputs that a block of channels loads, and the most channels of either kind. */
export interface FilterStrip {
  readonly columns: number;
  readonly inputs: bigint;
  readonly withInputs: bigint;
  readonly withSums: bigint;
}

/** Every width of strips beside which a filter fits. */
export function filterStrips(workload: ConvWorkload, fastWords: number): readonly FilterStrip[] {
  const [rowAxis, columnAxis] = windowAxes(workload);
  const [rowFacts, columnFacts] = convFacts(workload);
  const [batch, inChannels] = [BigInt(workload.batch), BigInt(workload.inChannels)];
  const filter = inChannels * rowFacts.usedTaps * columnFacts.usedTaps;
  const room = BigInt(fastWords) - 1n;
  const down = footprint(rowAxis, rowFacts.outputs);
  return sidesOf(Number(columnFacts.outputs)).flatMap((columns) => {
    const across = footprint(columnAxis, BigInt(columns));
    const withInputs = maximum(0n, (room - inChannels * inFlight(rowAxis, columnAxis, across.largest)) / filter);
    const withSums = room / (filter + sumsInFlight(rowAxis, columnAxis, BigInt(columns)));
    if (withInputs < 1n && withSums < 1n) return [];
    return [{ columns, inputs: batch * inChannels * down.all * across.all, withInputs, withSums }];
  });
}

/**
 * Inputs of one channel that a strip may hold while a window is at work: rows that later rows of outputs meet again, less what has
 * left them on the left, and of the rows that are new what has entered up to the window's right.
 */
function inFlight(rows: WindowAxis, columns: WindowAxis, width: bigint): bigint {
  const window = minimum(columns.kernel, width);
  return maximum(0n, rows.kernel - rows.stride) * width + minimum(rows.kernel, rows.stride) * window;
}

/**
 * Sums of one output channel that a strip may hold while an input is at work: a row of sums for every row of windows that is open,
 * and where one of these begins in the row in which another ends, the two together a row and the windows over one column.
 */
function sumsInFlight(rows: WindowAxis, columns: WindowAxis, width: bigint): bigint {
  const windows = minimum(width, ceilDivide(columns.kernel, columns.stride));
  const between = (rows.kernel - 1n) / rows.stride;
  return (rows.kernel - 1n) % rows.stride === 0n ? between * width + windows : (between + 1n) * width;
}
