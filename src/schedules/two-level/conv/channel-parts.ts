import type { ConvWorkload } from "../../../computation/conv.js";
import { convFacts } from "../../../computation/conv.js";
import { maximum } from "../../../exact/integer.js";
import type { FilterStationaryConv, FilterStrip } from "./filter-stationary.js";
import { cheapestStrip, filterStrips } from "./filter-stationary.js";
import type { ConvWords } from "./words.js";
import { wordConvTotal } from "./words.js";

/**
 * The first output channels in full slices, the others with filters held in strips of another width: equal slices waste memory where
 * their number is small. Both parts load the inputs.
 */
export interface ChannelPartsConv {
  readonly id: "channel-parts";
  readonly workload: ConvWorkload;
  /** First and last output channels, each a convolution of its own. */
  readonly parts: readonly [FilterStationaryConv, FilterStationaryConv];
  readonly words: ConvWords;
}

/** Full slices more or fewer than all or none in the first part; cuts whose cost is counted exactly. */
const SLICES_ASIDE = 16;
const CUTS_COUNTED = 12;

/**
 * The cheapest cut of those best by their estimates, at its exact cost: the sum of both parts. Undefined where no slice has fewer
 * channels than there are.
 */
export function channelPartsConv(workload: ConvWorkload, fastWords: number): ChannelPartsConv | undefined {
  const strips = filterStrips(workload, fastWords);
  let best: ChannelPartsConv | undefined;
  for (const channels of cheapestCuts(workload, strips)) {
    const first = cheapestStrip({ ...workload, outChannels: channels }, strips);
    const last = cheapestStrip({ ...workload, outChannels: workload.outChannels - channels }, strips);
    if (first === undefined || last === undefined) continue;
    const [x, y] = [first.words, last.words];
    const words = {
      inputs: x.inputs + y.inputs,
      weights: x.weights + y.weights,
      outputs: x.outputs + y.outputs,
      sums: x.sums + y.sums,
    };
    const found: ChannelPartsConv = { id: "channel-parts", workload, parts: [first, last], words };
    if (best === undefined || wordConvTotal(found) < wordConvTotal(best)) best = found;
  }
  return best;
}

/** Output channels of the first part, the best by their estimates first. */
function cheapestCuts(workload: ConvWorkload, strips: readonly FilterStrip[]): readonly number[] {
  const { inChannels, outChannels } = workload;
  const [rows, columns] = convFacts(workload);
  const weights = inChannels * Number(rows.usedTaps * columns.usedTaps);
  const shapes = strips.map((strip) => ({
    width: Number(maximum(strip.withInputs, strip.withSums)),
    perSlice: Number(strip.inputs),
    perChannel: weights + 2 * Number(strip.handedSums),
  }));
  const costOf = ({ width, perSlice, perChannel }: (typeof shapes)[number], channels: number): number =>
    Math.ceil(channels / width) * perSlice + channels * perChannel;
  const costs = new Map<number, number>();
  for (const shape of shapes) {
    for (const slices of countsOf(Math.ceil(outChannels / shape.width) - 1)) {
      const channels = slices * shape.width;
      const rest = Math.min(...shapes.map((other) => costOf(other, outChannels - channels)));
      costs.set(channels, Math.min(costOf(shape, channels) + rest, costs.get(channels) ?? Number.POSITIVE_INFINITY));
    }
  }
  const byCost = [...costs].sort(([, x], [, y]) => x - y);
  return byCost.slice(0, CUTS_COUNTED).map(([channels]) => channels);
}

/** 1 to `most`; of many only both ends. */
function countsOf(most: number): readonly number[] {
  if (most <= 2 * SLICES_ASIDE) return Array.from({ length: most }, (_, index) => index + 1);
  return Array.from({ length: SLICES_ASIDE }, (_, index) => [index + 1, most - index]).flat();
}
