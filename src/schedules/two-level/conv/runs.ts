import type { ConvWorkload } from "../../../computation/conv.js";
import { convOutputs } from "../../../computation/conv.js";

/**
 * Output pixels cut into runs: of so many `images` together, strip of `columns` by strip, image after image from top to bottom and
 * from left to right, `pixels` to a run. A run ends with its strip, not with a row or an image.
 */
export interface PixelRuns {
  readonly images: number;
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
export interface NumberAxis {
  readonly outputs: number;
  readonly extent: number;
  readonly kernel: number;
  readonly stride: number;
  readonly padding: number;
}

/** Rows, then columns. */
export function numberAxes(workload: ConvWorkload): readonly [NumberAxis, NumberAxis] {
  const { height, width, kernel, stride, padding } = workload;
  const [rows, columns] = convOutputs(workload);
  return [
    { outputs: rows, extent: height, kernel: kernel[0], stride: stride[0], padding: padding[0] },
    { outputs: columns, extent: width, kernel: kernel[1], stride: stride[1], padding: padding[1] },
  ];
}

/** Inputs that the outputs `first … last` meet. */
export function metInputs({ extent, kernel, stride, padding }: NumberAxis, first: number, last: number): number {
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

/** Exactly, for `batch` images in groups. Walks the runs of a group, of which there should not be too many. */
export function runFootprint(workload: ConvWorkload, runs: PixelRuns): RunFootprint {
  const { batch } = workload;
  const groups = Math.floor(batch / runs.images);
  const full = groupFootprint(workload, runs, runs.images);
  const rest = groupFootprint(workload, runs, batch - groups * runs.images);
  return {
    runs: BigInt(groups) * full.runs + rest.runs,
    inputs: BigInt(groups) * full.inputs + rest.inputs,
    largest: Math.max(groups > 0 ? full.largest : 0, rest.largest),
  };
}

/** The same for any runs of a convolution, each counted once; its output channels do not matter. */
export function footprintsOf(workload: ConvWorkload): (runs: PixelRuns) => RunFootprint {
  const known = new Map<string, RunFootprint>();
  return (runs) => {
    const key = `${runs.images} ${runs.columns} ${runs.pixels}`;
    const found = known.get(key) ?? runFootprint(workload, runs);
    known.set(key, found);
    return found;
  };
}

function groupFootprint(workload: ConvWorkload, shape: PixelRuns, images: number): RunFootprint {
  let [count, inputs, largest] = [0n, 0n, 0];
  eachRun(workload, shape, images, (pixels, metBy) => {
    const met = metBy(pixels);
    count++;
    inputs += BigInt(met);
    largest = Math.max(largest, met);
  });
  return { runs: count, inputs, largest };
}

/** The runs of `images` together, one after the other: pixels, and the inputs of one channel that so many of the first of them meet. */
export function eachRun(
  workload: ConvWorkload,
  { columns, pixels }: Omit<PixelRuns, "images">,
  images: number,
  visit: (pixels: number, metBy: (count: number) => number) => void,
): void {
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
