import type { ConvWorkload } from "../../../computation/conv.js";
import { convFacts } from "../../../computation/conv.js";
import { minimum } from "../../../exact/integer.js";
import { greatestCommonDivisor } from "../../gpu/chain/two-stages.js";
import { sidesOf } from "../../gpu/conv/footprint.js";
import type { ConvShape } from "../../gpu/conv/shape.js";
import { shapeCost } from "../../gpu/conv/shape.js";
import type { NumberAxis, PixelRuns, RunFootprint } from "./runs.js";
import { footprintsOf, metInputs, numberAxes } from "./runs.js";
import type { ConvWords } from "./words.js";
import { wordConvTotal } from "./words.js";

/**
 * Direct convolution in tiles that are runs of output pixels, across the ends of rows and of images: as long as memory allows,
 * where rectangles leave some of it empty. Sums of a run and of a slice of output channels stay; for each input channel either the
 * run's inputs are held and the slice's weights pass one by one, or the other way round. What memory is left keeps weights of the
 * slice from run to run. Every run loads all of the slice's weights that some output needs, but for those kept.
 */
export interface PixelRunsConv {
  readonly id: "pixel-runs";
  readonly workload: ConvWorkload;
  readonly runs: PixelRuns;
  /** Output channels of a slice. */
  readonly channels: number;
  readonly held: "inputs" | "weights";
  /** The first so many weights of a slice stay until its last run, input channel by input channel. */
  readonly kept: number;
  readonly words: ConvWords;
}

/** A shape of runs with its estimated cost. */
export interface RunShape extends ConvShape {
  readonly runs: PixelRuns;
}

/** Runs of a group of images that are walked to count their inputs, and of an image, which is never cut. */
const MOST_RUNS = 4096;
const MOST_RUNS_OF_IMAGE = 2 ** 15;
/** Longer runs are cut, so that pixels of a group of images count exactly. */
const LONGEST_RUN = 2 ** 37;
/** Numbers of slices tried from 1 on and on both sides of that of a balanced tile; shapes whose cost is counted exactly. */
const SLICES_TRIED = 96;
const AROUND_BALANCED = 16;
const FINALISTS = 6;

/** The cheapest runs found; undefined where not even one pixel fits, or an image has too many runs. */
export function pixelRunsConv(workload: ConvWorkload, fastWords: number): PixelRunsConv | undefined {
  return cheapestRuns(workload, fastWords, footprintsOf(workload));
}

/** The same with footprints that other numbers of output channels share. */
export function cheapestRuns(
  workload: ConvWorkload,
  fastWords: number,
  footprintOf: (runs: PixelRuns) => RunFootprint,
): PixelRunsConv | undefined {
  const { outChannels } = workload;
  const taps = usedTaps(workload);
  const balanced = Math.round((outChannels * Math.sqrt(taps)) / Math.sqrt(fastWords));
  const slices = new Set(Array.from({ length: SLICES_TRIED }, (_, index) => index + 1));
  for (let aside = -AROUND_BALANCED; aside <= AROUND_BALANCED; aside++) slices.add(balanced + aside);
  const channels = [...slices].filter((count) => count >= 1).map((count) => Math.ceil(outChannels / count));
  const shapes = runShapes(workload, fastWords, [...new Set(channels)])
    .map((shape) => ({ shape, cost: shapeCost(shape, outChannels) }))
    .sort((x, y) => x.cost - y.cost)
    .slice(0, FINALISTS);
  let best: PixelRunsConv | undefined;
  for (const { shape } of shapes) {
    const found = exactly(workload, shape, fastWords, footprintOf);
    if (found !== undefined && (best === undefined || wordConvTotal(found) < wordConvTotal(best))) best = found;
  }
  return best;
}

/** Shapes of runs for slices of these many channels, every width of a strip; costs are estimates. */
export function runShapes(workload: ConvWorkload, fastWords: number, channels: readonly number[]): readonly RunShape[] {
  const [strips, taps, image] = [stripsOf(workload), usedTaps(workload), pixelsOf(workload)];
  const room = fastWords - 1;
  return channels.flatMap((slice) =>
    strips.flatMap((strip): readonly RunShape[] => {
      const density = strip.inputs / image;
      const beside = Math.max(Math.floor(room / slice) - taps, Math.floor((room - strip.halo) / (slice + density)));
      const longest = Math.min(beside, LONGEST_RUN);
      if (longest < 1 || strip.count * Math.ceil(strip.pixels / longest) > MOST_RUNS_OF_IMAGE) return [];
      return groupsOf(workload, longest, strip).map((images) => {
        const inGroup = images * strip.pixels;
        const pixels = Math.ceil(inGroup / Math.ceil(inGroup / longest));
        const { runs, inputs } = estimateRuns(workload, strip, images, pixels);
        const staged = Math.min(pixels * density + strip.halo, slice * taps);
        const kept = Math.max(0, Math.min(room - pixels * slice - staged, slice * workload.inChannels * taps));
        return {
          channels: slice,
          perSlice: workload.inChannels * inputs - kept * (runs - 1),
          perChannel: workload.inChannels * taps * runs,
          runs: { images, columns: strip.columns, pixels },
        };
      });
    }),
  );
}

/** Images together: as many as can be walked, and so few that a run ends with an image, or is some whole ones. */
function groupsOf({ batch, height, width }: ConvWorkload, longest: number, strip: Strips): readonly number[] {
  const most = Math.max(1, Math.floor((MOST_RUNS * longest) / (strip.count * strip.pixels)));
  const whole = Math.max(1, Math.floor(longest / strip.pixels));
  const counts = [Math.min(batch, most), Math.min(batch, most, whole)];
  return [...new Set(counts)].filter((images) => Number.isSafeInteger(images * height * width));
}

/** Runs of the whole convolution, and their inputs of one channel: cuts inside an image have inputs on both sides. */
export function estimateRuns(
  { batch }: ConvWorkload,
  strip: Strips,
  images: number,
  pixels: number,
): { readonly runs: number; readonly inputs: number } {
  const runsOf = (group: number): number => strip.count * Math.ceil((group * strip.pixels) / pixels);
  const groups = Math.floor(batch / images);
  const rest = batch - groups * images;
  const runs = groups * runsOf(images) + runsOf(rest);
  const cuts = runs - strip.count * (groups + (rest > 0 ? 1 : 0));
  const inside = 1 - greatestCommonDivisor(pixels, strip.pixels) / strip.pixels;
  return { runs, inputs: batch * strip.inputs + cuts * inside * strip.halo };
}

/** Strips of one width: pixels of one in an image, inputs of an image that all of them meet, inputs that both sides of a cut meet. */
export interface Strips {
  readonly columns: number;
  readonly count: number;
  readonly pixels: number;
  readonly inputs: number;
  readonly halo: number;
}

export function stripsOf(workload: ConvWorkload): readonly Strips[] {
  const [down, across] = numberAxes(workload);
  const rows = metInputs(down, 0, down.outputs - 1);
  const overlap = ({ kernel, stride }: NumberAxis): number => Math.max(0, kernel - stride);
  return sidesOf(across.outputs).map((columns) => {
    const count = Math.ceil(across.outputs / columns);
    // Strips that are not at an edge are alike.
    const [first, middle, last] = [0, 1, count - 1].map((strip) =>
      metInputs(across, strip * columns, Math.min(across.outputs, (strip + 1) * columns) - 1),
    ) as [number, number, number];
    const met = count === 1 ? first : first + (count - 2) * middle + last;
    const halo = overlap(down) * Math.max(first, middle) + Math.min(down.stride, down.kernel) * overlap(across);
    return { columns, count, pixels: down.outputs * columns, inputs: rows * met, halo };
  });
}

function pixelsOf(workload: ConvWorkload): number {
  const [down, across] = numberAxes(workload);
  return down.outputs * across.outputs;
}

/** Taps that some output meets: every run loads those of its slice. */
export function usedTaps(workload: ConvWorkload): number {
  const [rows, columns] = convFacts(workload);
  return Number(rows.usedTaps * columns.usedTaps);
}

/** The shape at its exact cost, with runs as much shorter as its inputs need; undefined where no such run fits. */
function exactly(
  workload: ConvWorkload,
  { runs, channels }: RunShape,
  fastWords: number,
  footprintOf: (runs: PixelRuns) => RunFootprint,
): PixelRunsConv | undefined {
  const taps = usedTaps(workload);
  let { pixels } = runs;
  for (let attempt = 0; attempt < 3 && pixels >= 1; attempt++) {
    const footprint = footprintOf({ ...runs, pixels });
    const staged = Math.min(footprint.largest, channels * taps);
    const left = fastWords - 1 - staged - pixels * channels;
    if (left >= 0) {
      const held = footprint.largest <= channels * taps ? "inputs" : "weights";
      const found = { id: "pixel-runs", workload, runs: { ...runs, pixels }, channels, held } as const;
      return { ...found, ...wordsOf(workload, channels, footprint, BigInt(left)) };
    }
    pixels -= Math.ceil(-left / channels);
  }
  return undefined;
}

function wordsOf(
  workload: ConvWorkload,
  channels: number,
  { runs, inputs }: RunFootprint,
  left: bigint,
): Pick<PixelRunsConv, "kept" | "words"> {
  const [rows, columns] = convFacts(workload);
  const [batch, inChannels, outChannels, slice] = [workload.batch, workload.inChannels, workload.outChannels, channels].map(
    BigInt,
  ) as [bigint, bigint, bigint, bigint];
  const filter = inChannels * rows.usedTaps * columns.usedTaps;
  const [full, over] = [outChannels / slice, outChannels % slice];
  const kept = runs === 1n ? 0n : minimum(left, slice * filter);
  const again = full * (slice * filter - kept) + (over * filter - minimum(kept, over * filter));
  return {
    kept: Number(kept),
    words: {
      inputs: (full + (over > 0n ? 1n : 0n)) * inChannels * inputs,
      weights: outChannels * filter + (runs - 1n) * again,
      outputs: batch * outChannels * rows.outputs * columns.outputs,
      sums: 0n,
    },
  };
}
