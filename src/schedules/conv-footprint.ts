import type { WindowAxis } from "../computation/window.js";
import { axisOutputs } from "../computation/window.js";
import { ceilDivide, maximum, minimum } from "../exact/integer.js";

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
  let [all, largest, taps, mostTaps] = [0n, 0n, 0n, 0n];
  const inside = (from: bigint, past: bigint): bigint => maximum(0n, minimum(past, extent) - maximum(from, 0n));
  for (let first = 0n; first < outputs; first += side) {
    const last = minimum(first + side, outputs) - 1n;
    const [low, high] = [first * stride - padding, last * stride - padding];
    let met = 0n;
    // Windows that overlap or touch make one run of inputs; windows with gaps between them are counted one by one.
    if (stride <= kernel) met = inside(low, high + kernel);
    else for (let start = low; start <= high; start += stride) met += inside(start, start + kernel);
    // Tap r is met when one of low + r, low + stride + r, …, high + r is inside.
    let own = 0n;
    for (let tap = 0n; tap < kernel; tap++) {
      const skipped = maximum(0n, ceilDivide(-low - tap, stride));
      const input = low + tap + skipped * stride;
      if (input < extent && input <= high + tap) own++;
    }
    all += met;
    taps += own;
    largest = maximum(largest, met);
    mostTaps = maximum(mostTaps, own);
  }
  return { all, largest, taps, mostTaps };
}

/** Sides of a block that are tried for an extent: the least for each number of blocks, up to this many numbers. */
const MOST_CUTS = 48;

/** Sides worth trying, small ones and those that cut the extent evenly. */
export function sidesOf(extent: number): readonly number[] {
  const cuts = Array.from({ length: Math.min(extent, MOST_CUTS) }, (_, i) => Math.ceil(extent / (i + 1)));
  return [...new Set([...cuts, ...Array.from({ length: Math.min(extent, 8) }, (_, i) => i + 1)])];
}
