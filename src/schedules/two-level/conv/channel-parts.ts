import type { ConvWorkload } from "../../../computation/conv.js";
import type { ConvShape } from "../../gpu/conv/shape.js";
import { shapeCost } from "../../gpu/conv/shape.js";
import type { FilterStationaryConv, FilterStrip } from "./filter-stationary.js";
import { cheapestStrip, filterShapes, filterStrips } from "./filter-stationary.js";
import type { PixelRunsConv } from "./pixel-runs.js";
import { cheapestRuns, runShapes } from "./pixel-runs.js";
import { footprintsOf } from "./runs.js";
import { wordConvTotal } from "./words.js";

/**
 * The first output channels in full slices, the others by a schedule of another shape: equal slices waste memory where their number
 * is small. Both parts load the inputs.
 */
export interface ChannelPartsConv {
  readonly id: "channel-parts";
  readonly workload: ConvWorkload;
  /** First and last output channels, each a convolution of its own. */
  readonly parts: readonly [ConvPart, ConvPart];
  readonly words: PixelRunsConv["words"];
}

/** What some output channels of a convolution in parts go by. */
export type ConvPart = PixelRunsConv | FilterStationaryConv;

/** Slices of every width up to this, those of so many equal slices, full slices more or fewer than all or none in the first part. */
const WIDEST_TRIED = 512;
const SLICES_TRIED = 128;
const SLICES_ASIDE = 16;
/** Cuts whose cost is counted exactly. */
const CUTS_COUNTED = 12;

/**
 * The cheapest cut of those best by their estimates, at its exact cost: the sum of both parts. Undefined where no slice has fewer
 * channels than there are.
 */
export function channelPartsConv(workload: ConvWorkload, fastWords: number): ChannelPartsConv | undefined {
  const [footprintOf, strips] = [footprintsOf(workload), filterStrips(workload, fastWords)];
  const cheapest = (outChannels: number): ConvPart | undefined => {
    const runs = cheapestRuns({ ...workload, outChannels }, fastWords, footprintOf);
    const filters = cheapestStrip({ ...workload, outChannels }, strips);
    if (runs === undefined || filters === undefined) return runs ?? filters;
    return wordConvTotal(filters) <= wordConvTotal(runs) ? filters : runs;
  };
  let best: ChannelPartsConv | undefined;
  for (const channels of cheapestCuts(workload.outChannels, shapesOf(workload, fastWords, strips))) {
    const [first, last] = [cheapest(channels), cheapest(workload.outChannels - channels)];
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

/** The better shapes of every width of a slice, by a full slice. */
function shapesOf(workload: ConvWorkload, fastWords: number, strips: readonly FilterStrip[]): readonly ConvShape[] {
  const { outChannels } = workload;
  const widths = new Set(Array.from({ length: Math.min(outChannels, WIDEST_TRIED) }, (_, index) => index + 1));
  for (let slices = 1; slices <= SLICES_TRIED; slices++) widths.add(Math.ceil(outChannels / slices));
  const best = new Map<number, ConvShape>();
  for (const shape of [...runShapes(workload, fastWords, [...widths]), ...filterShapes(workload, strips)]) {
    const before = best.get(shape.channels);
    if (before === undefined || shapeCost(shape, shape.channels) < shapeCost(before, shape.channels)) {
      best.set(shape.channels, shape);
    }
  }
  return [...best.values()];
}

/** Output channels of the first part, the best by their estimates first. */
function cheapestCuts(outChannels: number, shapes: readonly ConvShape[]): readonly number[] {
  const restCost = new Map<number, number>();
  const costOfRest = (channels: number): number => {
    const known = restCost.get(channels);
    if (known !== undefined) return known;
    const least = shapes.reduce((cost, shape) => Math.min(cost, shapeCost(shape, channels)), Number.POSITIVE_INFINITY);
    restCost.set(channels, least);
    return least;
  };
  const costs = new Map<number, number>();
  for (const shape of shapes) {
    for (const slices of countsOf(Math.ceil(outChannels / shape.channels) - 1)) {
      const channels = slices * shape.channels;
      const cost = shapeCost(shape, channels) + costOfRest(outChannels - channels);
      costs.set(channels, Math.min(cost, costs.get(channels) ?? Number.POSITIVE_INFINITY));
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
