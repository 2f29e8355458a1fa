import { axisOutputs, type WindowAxis } from "../../../computation/window.js";
import { ceilDivide, floorDivide, maximum, minimum } from "../../../exact/integer.js";

export interface Footprint {
  readonly all: bigint;
  readonly largest: bigint;
  readonly taps: bigint;
  readonly mostTaps: bigint;
}

/** Inputs and taps that blocks of `side` outputs meet along an axis: of all blocks together, and of the largest. */
export function footprint(axis: WindowAxis, side: bigint): Footprint {
  const { extent, kernel, stride, padding } = axis;
  const outputs = axisOutputs(axis);
  const clearOfPadding = floorDivide(extent + padding - kernel, stride) + 1n;
  let [all, largest, taps, mostTaps] = [0n, 0n, 0n, 0n];
  for (let first = 0n; first < outputs; ) {
    const last = minimum(first + side, outputs) - 1n;
    const [low, high] = [first * stride - padding, last * stride - padding];
    const met = covered(low, high, stride, kernel, extent);
    // A window that starts at s meets its taps from −s on, as many as there are inputs.
    const own = covered(-high, -low, stride, extent, kernel);
    const alike = low < 0n ? 1n : maximum(1n, floorDivide(clearOfPadding - first, side));
    all += alike * met;
    taps += alike * own;
    largest = maximum(largest, met);
    mostTaps = maximum(mostTaps, own);
    first += alike * side;
  }
  return { all, largest, taps, mostTaps };
}

/** How many of 0 to `extent` − 1 lie in one of the runs of `length` that start at low, low + stride, …, high. */
function covered(low: bigint, high: bigint, stride: bigint, length: bigint, extent: bigint): bigint {
  const inside = (from: bigint, past: bigint): bigint => maximum(0n, minimum(past, extent) - maximum(from, 0n));
  if (stride <= length) return inside(low, high + length);
  // Gaps lie between the runs: at most one is cut off at either end.
  const count = (high - low) / stride + 1n;
  const firstWhole = maximum(0n, ceilDivide(-low, stride));
  const pastWhole = maximum(firstWhole, minimum(count, floorDivide(extent - length - low, stride) + 1n));
  const cutOff = [firstWhole - 1n, pastWhole].filter((run) => run >= 0n && run < count);
  const rest = cutOff.map((run) => inside(low + run * stride, low + run * stride + length));
  return rest.reduce((sum, words) => sum + words, maximum(0n, minimum(pastWhole, count) - firstWhole) * length);
}

/** Sides of a block that are tried for an extent: the least for each number of blocks, up to this many numbers. */
const MOST_CUTS = 48;

/** Sides worth trying, small ones and those that cut the extent evenly. */
export function sidesOf(extent: number): readonly number[] {
  const cuts = Array.from({ length: Math.min(extent, MOST_CUTS) }, (_, i) => Math.ceil(extent / (i + 1)));
  return [...new Set([...cuts, ...Array.from({ length: Math.min(extent, 8) }, (_, i) => i + 1)])];
}
