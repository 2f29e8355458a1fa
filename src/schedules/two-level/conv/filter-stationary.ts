import type { ConvWorkload } from "../../../computation/conv.js";
import { convFacts, windowAxes } from "../../../computation/conv.js";
import type { AxisFacts, WindowAxis } from "../../../computation/window.js";
import { bigints, ceilDivide, maximum, minimum } from "../../../exact/integer.js";
import { footprint, sidesOf } from "../../gpu/conv/footprint.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import type { ConvShape } from "./shape.js";
import type { ConvWords } from "./words.js";
import { wordConvTotal } from "./words.js";

export const FILTER_STATIONARY_ENTRY: ScheduleEntry = {
  id: "filter-stationary",
  workload:
    "conv: the whole filter of a block of output channels stays, strips of every image pass from top to bottom; " +
    "rows of inputs wait in memory, or of partial sums; between strips inputs are loaded twice, or such sums stored and loaded",
  machine: "two-level",
  parameters: "output channels and columns of a strip, searched",
  source: "the convolution's counterpart of input-stationary, with a line buffer; every move is refereed",
};

/**
 * The whole filter of a block of output channels stays, over all input channels, while every image passes in strips of output
 * columns from top to bottom. Either inputs are in flight: they enter when the first window meets them and leave when the last
 * has, and one sum at a time is finished and stored. Or sums are: every input word comes alone and goes to all sums that need it,
 * which stay from their first input to their last; the better one with fewer output channels in the block than input channels.
 * Weights are loaded once, inputs once for each block of channels. Windows over the seam of two strips have their inputs there loaded
 * for both; or strips are of inputs, and such a sum is stored unfinished by the first strip and loaded by the second.
 */
export interface FilterStationaryConv {
  readonly id: "filter-stationary";
  readonly workload: ConvWorkload;
  /** Output channels whose filters stay, and columns of a strip: of outputs, of inputs where sums cross the seams. */
  readonly block: { readonly channels: number; readonly columns: number };
  readonly inFlight: "inputs" | "sums";
  /** What crosses the seam of two strips: inputs loaded for both, or partial sums. */
  readonly acrossSeams: "inputs" | "sums";
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
  const [batch, inChannels, outChannels] = bigints(workload.batch, workload.inChannels, workload.outChannels);
  const filter = inChannels * rowFacts.usedTaps * columnFacts.usedTaps;
  let best: FilterStationaryConv | undefined;
  for (const { columns, inputs, handedSums, withInputs, withSums } of strips) {
    const slices = ceilDivide(outChannels, minimum(outChannels, maximum(withInputs, withSums)));
    const channels = ceilDivide(outChannels, slices);
    const words: ConvWords = {
      inputs: slices * inputs,
      weights: outChannels * filter,
      outputs: outChannels * (batch * rowFacts.outputs * columnFacts.outputs + handedSums),
      sums: outChannels * handedSums,
    };
    const inFlight = channels <= withInputs ? "inputs" : "sums";
    const block = { channels: Number(channels), columns };
    const acrossSeams = handedSums > 0n ? "sums" : "inputs";
    const found: FilterStationaryConv = { id: "filter-stationary", workload, block, inFlight, acrossSeams, words };
    if (best === undefined || wordConvTotal(found) < wordConvTotal(best)) best = found;
  }
  return best;
}

/** Blocks of as many channels as fit beside a strip, by their loads. */
export function filterShapes(workload: ConvWorkload, strips: readonly FilterStrip[]): readonly ConvShape[] {
  const [rowFacts, columnFacts] = convFacts(workload);
  const perChannel = workload.inChannels * Number(rowFacts.usedTaps * columnFacts.usedTaps);
  return strips.map(({ inputs, handedSums, withInputs, withSums }) => ({
    channels: Number(maximum(withInputs, withSums)),
    perSlice: Number(inputs),
    perChannel: perChannel + 2 * Number(handedSums),
  }));
}

/** A width of strips in which some filter fits: inputs that a block of channels loads, and the most channels of either kind. */
export interface FilterStrip {
  readonly columns: number;
  readonly inputs: bigint;
  /** Partial sums of one output channel that cross seams: each is stored and loaded. */
  readonly handedSums: bigint;
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
  const disjoint = sidesOf(workload.width).flatMap((columns) => {
    const strips = inputStrips(columnAxis, columnFacts, columns);
    if (strips === undefined) return [];
    const withSums = room / (filter + sumsInFlight(rowAxis, columnAxis, BigInt(strips.widest)));
    if (withSums < 1n) return [];
    const inputs = batch * inChannels * rowFacts.usedInputs * columnAxis.extent;
    return [{ columns, inputs, handedSums: batch * rowFacts.outputs * BigInt(strips.handed), withInputs: 0n, withSums }];
  });
  const overlapping = sidesOf(Number(columnFacts.outputs)).flatMap((columns) => {
    const across = footprint(columnAxis, BigInt(columns));
    const withInputs = maximum(0n, (room - inChannels * inFlight(rowAxis, columnAxis, across.largest)) / filter);
    const withSums = room / (filter + sumsInFlight(rowAxis, columnAxis, BigInt(columns)));
    if (withInputs < 1n && withSums < 1n) return [];
    return [{ columns, inputs: batch * inChannels * down.all * across.all, handedSums: 0n, withInputs, withSums }];
  });
  return [...overlapping, ...disjoint];
}

/**
 * Strips of so many input columns, of windows that move by one: the most output columns that one meets, and the output columns that
 * two meet. Undefined for one strip, for strips (but the last) narrower than a window, of which it might meet three, and for strides.
 */
function inputStrips(
  { extent, kernel, stride, padding }: WindowAxis,
  { outputs }: AxisFacts,
  columns: number,
): { readonly widest: number; readonly handed: number } | undefined {
  const [width, window, before, most] = [extent, kernel, padding, outputs].map(Number) as [number, number, number, number];
  if (stride !== 1n || columns < window || columns >= width) return undefined;
  const last = Math.ceil(width / columns) - 1;
  const metBy = (strip: number): number =>
    Math.min(most, Math.min((strip + 1) * columns, width) + before) - Math.max(0, strip * columns + before - window + 1);
  // Strips away from both ends are alike.
  const widest = Math.max(...[0, 1, last - 1, last].filter((strip) => strip >= 0).map(metBy));
  // Past the last windows there may be fewer over the last seam.
  const missing = Math.max(0, last * columns + before - most);
  return { widest, handed: last * (window - 1) - missing };
}

/** Of a sum that two strips of inputs meet the column of its window at which the second begins; undefined of any other. */
export function seamOf({ workload, block, acrossSeams }: FilterStationaryConv, column: number): number | undefined {
  if (acrossSeams === "inputs") return undefined;
  const first = column - workload.padding[1];
  const seam = (Math.floor(Math.max(0, first) / block.columns) + 1) * block.columns;
  return seam < Math.min(workload.width, first + workload.kernel[1]) ? seam - first : undefined;
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
