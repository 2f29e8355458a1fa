import { type ConvWorkload, convFacts } from "../../../computation/conv.js";
import { minimum } from "../../../exact/integer.js";
import { estimateRuns, type footprintsOf, type PixelRuns, type RunFootprint, type Strips, stripsOf, usedTaps } from "./runs.js";
import { type ConvShape, shapeCost } from "./shape.js";
import { type ConvWords, wordConvTotal } from "./words.js";

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
  /** Images together: a run may have pixels of several. */
  readonly images: number;
  /** Output channels of a slice. */
  readonly channels: number;
  readonly held: "inputs" | "weights";
  /** The first so many weights of a slice stay until its last run, input channel by input channel. */
  readonly kept: number;
  readonly words: ConvWords;
}

/** A shape of runs with its estimated cost. */
interface RunShape extends ConvShape {
  readonly runs: PixelRuns;
  readonly images: number;
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

/**
 * The cheapest runs found, by footprints that other numbers of output channels share; undefined where not even one pixel fits, or an
 * image has too many runs.
 */
export function cheapestRuns(
  workload: ConvWorkload,
  fastWords: number,
  footprintOf: ReturnType<typeof footprintsOf>,
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
  const [strips, taps] = [stripsOf(workload), usedTaps(workload)];
  const room = fastWords - 1;
  return channels.flatMap((slice) =>
    strips.flatMap((strip): readonly RunShape[] => {
      const density = strip.inputs / strip.area;
      const beside = Math.max(Math.floor(room / slice) - taps, Math.floor((room - strip.halo) / (slice + density)));
      const longest = Math.min(beside, LONGEST_RUN);
      if (longest < 1 || strip.count * Math.ceil(strip.pixels / longest) > MOST_RUNS_OF_IMAGE) return [];
      return groupsOf(workload, longest, strip).map((images) => {
        const inGroup = images * strip.pixels;
        const pixels = Math.ceil(inGroup / Math.ceil(inGroup / longest));
        const { runs, inputs } = estimateRuns(workload, strip, pixels, images);
        const staged = Math.min(pixels * density + strip.halo, slice * taps);
        const kept = Math.max(0, Math.min(room - pixels * slice - staged, slice * workload.inChannels * taps));
        return {
          channels: slice,
          perSlice: workload.inChannels * inputs - kept * (runs - 1),
          perChannel: workload.inChannels * taps * runs,
          runs: { columns: strip.columns, pixels },
          images,
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

/** The shape at its exact cost, with runs as much shorter as its inputs need; undefined where no such run fits. */
function exactly(
  workload: ConvWorkload,
  { runs, images, channels }: RunShape,
  fastWords: number,
  footprintOf: ReturnType<typeof footprintsOf>,
): PixelRunsConv | undefined {
  const taps = usedTaps(workload);
  let { pixels } = runs;
  for (let attempt = 0; attempt < 3 && pixels >= 1; attempt++) {
    const footprint = footprintOf({ ...runs, pixels }, images);
    const staged = Math.min(footprint.largest, channels * taps);
    const left = fastWords - 1 - staged - pixels * channels;
    if (left >= 0) {
      const held = footprint.largest <= channels * taps ? "inputs" : "weights";
      const found = { id: "pixel-runs", workload, runs: { ...runs, pixels }, images, channels, held } as const;
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
