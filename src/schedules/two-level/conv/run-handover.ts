import { type ConvWorkload, convOutputs } from "../../../computation/conv.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { eachRun, estimateRuns, type PixelRuns, type Strips, stripsOf, usedTaps } from "./runs.js";
import { type ConvWords, wordConvTotal } from "./words.js";

export const RUN_HANDOVER_ENTRY: ScheduleEntry = {
  id: "run-handover",
  workload: "conv: runs of pixels, the last input channels of each the first of the next, so that words of both are loaded once",
  machine: "two-level",
  parameters: "runs, output channels of a slice, channels handed over, searched; listed where it moves less than every other",
  source: "derived here from tile-handover; every move is refereed",
};

/**
 * Runs of pixels that hand words over (proofs/notes.md, tiles that hand words over, with windows). Runs follow one another through a
 * slice of output channels and back through the next slice, every second one from the last input channel to the first, so that the
 * last `handed` channels of a run are the first of the next: their weights, or at the end of a slice their inputs, are loaded once
 * for both. With these channels a run ends, and the next begins, in steps of a pixel or an output channel, whichever has fewer
 * words there; a sum that has met all channels is stored at once.
 */
export interface RunHandoverConv {
  readonly id: "run-handover";
  readonly workload: ConvWorkload;
  readonly runs: PixelRuns;
  /** Output channels of a slice. */
  readonly channels: number;
  /** What stays while the other passes, with input channels that are not handed over. */
  readonly held: "inputs" | "weights";
  readonly handed: number;
  readonly words: ConvWords;
}

/** Pixels of all images, at most: they are walked. */
const MOST_PIXELS = 2 ** 17;
const MOST_SLICES = 16;
/** Numbers of runs tried from the fewest that fit, and shapes whose cost is counted exactly. */
const MORE_RUNS = 6;
const FINALISTS = 8;

/** The cheapest found; undefined where nothing is handed over, or there are too many pixels. */
export function runHandoverConv(workload: ConvWorkload, fastWords: number): RunHandoverConv | undefined {
  const [rows, columns] = convOutputs(workload);
  if (workload.batch * rows * columns > MOST_PIXELS || workload.inChannels < 2) return undefined;
  let best: RunHandoverConv | undefined;
  for (const { runs, channels } of shapesOf(workload, fastWords)) {
    const found = exactly(workload, runs, channels, fastWords);
    if (found !== undefined && (best === undefined || wordConvTotal(found) < wordConvTotal(best))) best = found;
  }
  return best;
}

interface Shape {
  readonly runs: PixelRuns;
  readonly channels: number;
  readonly cost: number;
}

/** The better shapes by their estimates. */
function shapesOf(workload: ConvWorkload, fastWords: number): readonly Shape[] {
  const { batch, inChannels, outChannels } = workload;
  const taps = usedTaps(workload);
  const shapes: Shape[] = [];
  const consider = (strip: Strips, channels: number, pixels: number): void => {
    const runs = { columns: strip.columns, pixels };
    const { runs: count, inputs } = estimateRuns(workload, strip, pixels);
    const slices = Math.ceil(outChannels / channels);
    const left = fastWords - pixels * channels;
    // Steps of pixels and of channels with equal words: most at taps·handed words of both, beside the inputs of a first row.
    const density = strip.inputs / (strip.pixels * strip.count);
    const handed = (Math.sqrt(strip.halo ** 2 + 4 * taps * density * left) - strip.halo) / (2 * taps * density);
    const saved = Math.min(inChannels / 2, handed) * (slices * (count - 1) * taps * channels + (slices - 1) * pixels * density);
    const cost = slices * inChannels * inputs + inChannels * taps * outChannels * count - saved;
    shapes.push({ runs, channels, cost });
  };
  for (let slices = 1; slices <= Math.min(outChannels, MOST_SLICES); slices++) {
    const channels = Math.ceil(outChannels / slices);
    for (const strip of stripsOf(workload)) {
      const longest = Math.floor((fastWords - 1) / channels);
      const [all, fewest] = [batch * strip.pixels, Math.ceil((batch * strip.pixels) / longest)];
      if (longest < 1) continue;
      const lengths = new Set(Array.from({ length: MORE_RUNS }, (_, more) => Math.ceil(all / (fewest + more))));
      if (longest >= strip.pixels) lengths.add(Math.floor(longest / strip.pixels) * strip.pixels);
      for (const pixels of lengths) consider(strip, channels, pixels);
    }
  }
  return shapes.sort((x, y) => x.cost - y.cost).slice(0, FINALISTS);
}

/** The shape with as many input channels handed over as fit, at its exact cost. */
function exactly(workload: ConvWorkload, runs: PixelRuns, channels: number, fastWords: number): RunHandoverConv | undefined {
  const { batch, inChannels, outChannels } = workload;
  const taps = usedTaps(workload);
  const widths = [...new Set([channels, outChannels % channels || channels])];
  const slices = Math.ceil(outChannels / channels);
  const footprints: number[] = [];
  let handed = Math.floor(inChannels / 2);
  let [pixelsOfLargest, largest] = [0, 0];
  eachRun(workload, runs, (pixels, metBy) => {
    const met = metBy(pixels);
    footprints.push(met);
    [pixelsOfLargest, largest] = [Math.max(pixels, pixelsOfLargest), Math.max(met, largest)];
    for (const width of widths) handed = Math.min(handed, mostHanded({ pixels, metBy, width, taps }, fastWords));
  });
  const staged = Math.min(largest, channels * taps);
  if (handed < 1 || footprints.length * slices < 2 || pixelsOfLargest * channels + staged + 1 > fastWords) return undefined;
  const count = footprints.length;
  // Slices go through the runs and back: they meet at the last run, the first, and so on.
  const turns = Array.from({ length: slices - 1 }, (_, slice) => footprints[slice % 2 === 0 ? count - 1 : 0] ?? 0);
  const sumOf = (some: readonly number[]): bigint => some.reduce((sum, met) => sum + BigInt(met), 0n);
  const [rows, columns] = convOutputs(workload);
  const big = BigInt;
  return {
    id: "run-handover",
    workload,
    runs,
    channels,
    held: largest <= channels * taps ? "inputs" : "weights",
    handed,
    words: {
      inputs: big(slices) * big(inChannels) * sumOf(footprints) - big(handed) * sumOf(turns),
      weights: big(outChannels * taps) * (big(inChannels) * big(count) - big(handed) * big(count - 1)),
      outputs: big(batch) * big(outChannels) * big(rows) * big(columns),
      sums: 0n,
    },
  };
}

/** One run and one slice: pixels, inputs of one channel that the first of them meet, output channels, weights of a pair of channels. */
interface Ending {
  readonly pixels: number;
  readonly metBy: (count: number) => number;
  readonly width: number;
  readonly taps: number;
}

/** Input channels with which the run can end in steps, and begin in the same steps backwards. */
function mostHanded(ending: Ending, fastWords: number): number {
  const { pixels, metBy, width, taps } = ending;
  let [most, rows, columns] = [Number.POSITIVE_INFINITY, 0, 0];
  for (const step of handoverSteps(ending)) {
    const sums = pixels * width - rows * columns;
    if (step === "pixel") rows++;
    else columns++;
    most = Math.min(most, Math.floor((fastWords - sums) / (metBy(rows) + taps * columns)));
  }
  return most;
}

/** A pixel or an output channel more, whichever have fewer words there, until all of both are there. */
export function handoverSteps({ pixels, metBy, width, taps }: Ending): readonly ("pixel" | "channel")[] {
  const steps: ("pixel" | "channel")[] = [];
  let [rows, columns, met] = [0, 0, 0];
  while (rows < pixels || columns < width) {
    if (rows < pixels && (columns === width || met <= taps * columns)) {
      steps.push("pixel");
      rows++;
      met = metBy(rows);
    } else {
      steps.push("channel");
      columns++;
    }
  }
  return steps;
}
