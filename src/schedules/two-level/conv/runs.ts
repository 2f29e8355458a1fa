import { type ConvWorkload, convFacts, convOutputs } from "../../../computation/conv.js";
import { greatestCommonDivisor } from "../../gpu/chain/two-stages.js";
import { sidesOf } from "../../gpu/conv/footprint.js";

/**
 * Output pixels of images together cut into runs: strip of `columns` by strip, image after image from top to bottom and from left to
 * right, `pixels` to a run. A run ends with its strip, not with a row or an image.
 */
export interface PixelRuns {
  readonly columns: number;
  readonly pixels: number;
}

/** Inputs of one channel that the runs meet: of all runs together, and of the largest. */
export interface RunFootprint {
  readonly runs: bigint;
  readonly inputs: bigint;
  readonly largest: number;
}

/** A window along one axis in numbers: inputs are fewer than 2^53. */
interface NumberAxis {
  readonly outputs: number;
  readonly extent: number;
  readonly kernel: number;
  readonly stride: number;
  readonly padding: number;
}

/** Rows, then columns. */
function numberAxes(workload: ConvWorkload): readonly [NumberAxis, NumberAxis] {
  const { height, width, kernel, stride, padding } = workload;
  const [rows, columns] = convOutputs(workload);
  return [
    { outputs: rows, extent: height, kernel: kernel[0], stride: stride[0], padding: padding[0] },
    { outputs: columns, extent: width, kernel: kernel[1], stride: stride[1], padding: padding[1] },
  ];
}

/** Inputs that the outputs `first … last` meet. */
function metInputs({ extent, kernel, stride, padding }: NumberAxis, first: number, last: number): number {
  if (last < first) return 0;
  const [low, past] = [first * stride - padding, last * stride - padding + kernel];
  if (stride <= kernel) return Math.min(past, extent) - Math.max(low, 0);
  // Windows with gaps between them: only the first and the last of the axis reach into the padding.
  return (last - first + 1) * kernel - Math.max(0, -low) - Math.max(0, past - extent);
}

/** Inputs met both by the outputs from `first` on and by those up to `last`, an earlier one. */
function sharedInputs({ extent, kernel, stride, padding }: NumberAxis, first: number, last: number): number {
  if (stride > kernel) return 0;
  const [low, past] = [first * stride - padding, last * stride - padding + kernel];
  return Math.max(0, Math.min(past, extent) - Math.max(low, 0));
}

/**
 * Exactly, for any runs of a convolution with so many images together, each counted once; its output channels do not matter. Walks the
 * runs of such a group, of which there should not be too many.
 */
export function footprintsOf(workload: ConvWorkload): (runs: PixelRuns, images: number) => RunFootprint {
  const known = new Map<string, RunFootprint>();
  const ofGroup = (runs: PixelRuns, images: number): RunFootprint => {
    let [count, inputs, largest] = [0n, 0n, 0];
    eachRun({ ...workload, batch: images }, runs, (pixels, metBy) => {
      const met = metBy(pixels);
      count++;
      inputs += BigInt(met);
      largest = Math.max(largest, met);
    });
    return { runs: count, inputs, largest };
  };
  return (runs, images) => {
    const key = `${images} ${runs.columns} ${runs.pixels}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const groups = Math.floor(workload.batch / images);
    const [full, rest] = [ofGroup(runs, images), ofGroup(runs, workload.batch - groups * images)];
    const found = {
      runs: BigInt(groups) * full.runs + rest.runs,
      inputs: BigInt(groups) * full.inputs + rest.inputs,
      largest: Math.max(groups > 0 ? full.largest : 0, rest.largest),
    };
    known.set(key, found);
    return found;
  };
}

/** The runs one after the other: pixels, and the inputs of one channel that so many of the first of them meet. */
export function eachRun(
  workload: ConvWorkload,
  { columns, pixels }: PixelRuns,
  visit: (pixels: number, metBy: (count: number) => number) => void,
): void {
  const images = workload.batch;
  const [down, across] = numberAxes(workload);
  for (let left = 0; left < across.outputs; left += columns) {
    const width = Math.min(columns, across.outputs - left);
    const perImage = down.outputs * width;
    const inStrip = (first: number, past: number): number => inputsInImage(down, across, { left, width }, first, past);
    const whole = inStrip(0, perImage);
    for (let first = 0; first < images * perImage; first += pixels) {
      const image = Math.floor(first / perImage);
      const from = first - image * perImage;
      visit(Math.min(images * perImage, first + pixels) - first, (count) => {
        if (count === 0) return 0;
        const last = Math.floor((first + count - 1) / perImage);
        const to = first + count - last * perImage;
        return image === last ? inStrip(from, to) : inStrip(from, perImage) + (last - image - 1) * whole + inStrip(0, to);
      });
    }
  }
}

/** Inputs that the pixels `first … past − 1` of a strip meet in one image. */
function inputsInImage(
  down: NumberAxis,
  across: NumberAxis,
  { left, width }: { readonly left: number; readonly width: number },
  first: number,
  past: number,
): number {
  const [top, bottom] = [Math.floor(first / width), Math.floor((past - 1) / width)];
  const [start, end] = [first - top * width, past - bottom * width];
  if (top === bottom) return metInputs(down, top, top) * metInputs(across, left + start, left + end - 1);
  const full = metInputs(across, left, left + width - 1);
  const after = metInputs(across, left + start, left + width - 1);
  const before = metInputs(across, left, left + end - 1);
  const either = end >= start ? full : after + before - sharedInputs(across, left + start, left + end - 1);
  // Input rows by which of the first, the last and the whole rows of outputs between them they meet.
  const all = metInputs(down, top, bottom);
  const [fromTop, toBottom] = [metInputs(down, top, bottom - 1), metInputs(down, top + 1, bottom)];
  const whole = metInputs(down, top + 1, bottom - 1);
  return whole * full + (all - toBottom) * after + (all - fromTop) * before + (fromTop + toBottom - all - whole) * either;
}

/** Runs of so many images together, and their inputs of one channel: cuts inside an image have inputs on both sides. */
export function estimateRuns(
  { batch }: ConvWorkload,
  strip: Strips,
  pixels: number,
  images: number = batch,
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
  /** Pixels of an image. */
  readonly area: number;
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
    return { columns, area: down.outputs * across.outputs, count, pixels: down.outputs * columns, inputs: rows * met, halo };
  });
}

/** Taps that some output meets: every run loads those of its slice. */
export function usedTaps(workload: ConvWorkload): number {
  const [rows, columns] = convFacts(workload);
  return Number(rows.usedTaps * columns.usedTaps);
}
