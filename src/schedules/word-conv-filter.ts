import type { ConvWorkload } from "../computation/conv.js";
import { convFacts, windowAxes } from "../computation/conv.js";
import type { WindowAxis } from "../computation/window.js";
import { ceilDivide, maximum, minimum } from "../exact/integer.js";
import { footprint, sidesOf } from "./conv-footprint.js";
import type { ConvWords } from "./conv-words.js";
import { wordConvTotal } from "./conv-words.js";

/**
 * The whole filter of a block of output channels stays, over all input channels, while every image passes in strips of output
 * columns from top to bottom. Inputs enter when the first window meets them and leave when the last has; one sum at a time is
 * finished and stored. Weights are loaded once, inputs once for each block of channels (and twice where strips overlap).
 */
export interface FilterStationaryConv {
  readonly id: "filter-stationary";
  readonly workload: ConvWorkload;
  /** Output channels whose filters stay, and output columns of a strip. */
  readonly block: { readonly channels: number; readonly columns: number };
  readonly words: ConvWords;
}

/**
 * The cheapest strip, undefined when not one filter fits: channels·C·taps words of the filter, C times the inputs in flight and one
 * sum are at most S.
 */
export function filterStationaryConv(workload: ConvWorkload, fastWords: number): FilterStationaryConv | undefined {
  const [rowAxis, columnAxis] = windowAxes(workload);
  const [rowFacts, columnFacts] = convFacts(workload);
  const [batch, inChannels, outChannels] = [workload.batch, workload.inChannels, workload.outChannels].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ];
  const filter = inChannels * rowFacts.usedTaps * columnFacts.usedTaps;
  const down = footprint(rowAxis, rowFacts.outputs);
  let best: FilterStationaryConv | undefined;
  for (const columns of sidesOf(Number(columnFacts.outputs))) {
    const across = footprint(columnAxis, BigInt(columns));
    const free = BigInt(fastWords) - 1n - inChannels * inFlight(rowAxis, columnAxis, across.largest);
    const most = minimum(outChannels, free / filter);
    if (free < filter) continue;
    const slices = ceilDivide(outChannels, most);
    const channels = Number(ceilDivide(outChannels, slices));
    const words: ConvWords = {
      inputs: slices * batch * inChannels * down.all * across.all,
      weights: outChannels * filter,
      outputs: batch * outChannels * rowFacts.outputs * columnFacts.outputs,
    };
    const found: FilterStationaryConv = { id: "filter-stationary", workload, block: { channels, columns }, words };
    if (best === undefined || wordConvTotal(found) < wordConvTotal(best)) best = found;
  }
  return best;
}

/**
 * Inputs of one channel that a strip may hold while a window is at work: rows that later rows of outputs meet again, less what has
 * left them on the left, and of the rows that are new what has entered up to the window's right.
 */
function inFlight(rows: WindowAxis, columns: WindowAxis, width: bigint): bigint {
  const window = minimum(columns.kernel, width);
  return maximum(0n, rows.kernel - rows.stride) * width + minimum(rows.kernel, rows.stride) * window;
}
