import type { ConvWorkload } from "../../../computation/conv.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { sumOfWords } from "../choice.js";
import type { FilterStationaryConv, FilterStrip } from "./filter-stationary.js";
import { cheapestStrip, filterShapes, filterStrips } from "./filter-stationary.js";
import type { PixelRunsConv } from "./pixel-runs.js";
import { cheapestRuns, runShapes } from "./pixel-runs.js";
import { footprintsOf } from "./runs.js";
import type { ConvShape } from "./shape.js";
import { shapeCost } from "./shape.js";
import type { ConvWords } from "./words.js";
import { wordConvTotal } from "./words.js";

export const CHANNEL_PARTS_ENTRY: ScheduleEntry = {
  id: "channel-parts",
  workload:
    "conv: all output channels in runs of output pixels, across the ends of rows and images; or full slices in " +
    "such runs or with filters held, and for the others another shape",
  machine: "two-level",
  parameters: "output channels of the first part and shapes, searched; listed where it moves less than every other",
  source: "derived here from direct-conv and filter-stationary; every move is refereed",
};

/**
 * All output channels by runs of pixels; or the first in full slices, the others by a schedule of another shape: equal slices waste
 * memory where their number is small. Both parts load the inputs.
 */
export interface ChannelPartsConv {
  readonly id: "channel-parts";
  readonly workload: ConvWorkload;
  /** All output channels, or the first and the last, each a convolution of its own. */
  readonly parts: readonly ConvPart[];
  readonly words: ConvWords;
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
 * The cheapest of no cut and of those best by their estimates, at its exact cost: the sum of the parts. Undefined where neither runs
 * nor filters fit.
 */
export function channelPartsConv(workload: ConvWorkload, fastWords: number): ChannelPartsConv | undefined {
  const [footprintOf, strips] = [footprintsOf(workload), filterStrips(workload, fastWords)];
  const cheapest = (outChannels: number): ConvPart | undefined => {
    const runs = cheapestRuns({ ...workload, outChannels }, fastWords, footprintOf);
    const filters = cheapestStrip({ ...workload, outChannels }, strips);
    if (runs === undefined || filters === undefined) return runs ?? filters;
    return wordConvTotal(filters) <= wordConvTotal(runs) ? filters : runs;
  };
  const { outChannels } = workload;
  let best: ChannelPartsConv | undefined;
  for (const channels of [outChannels, ...cheapestCuts(outChannels, shapesOf(workload, fastWords, strips))]) {
    const cut = [channels, outChannels - channels].filter((count) => count > 0).map(cheapest);
    const parts = cut.filter((part) => part !== undefined);
    if (parts.length < cut.length) continue;
    const words = parts.map((part) => part.words).reduce(sumOfWords);
    if (best === undefined || wordConvTotal({ words }) < wordConvTotal(best)) {
      best = { id: "channel-parts", workload, parts, words };
    }
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
