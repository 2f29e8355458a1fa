import { ceilDivide, floorDivide, maximum, minimum } from "../exact/integer.js";

/** A window sliding along one axis: output p meets input `stride·p + tap − padding`, where that lies inside. */
export interface WindowAxis {
  readonly extent: bigint;
  readonly kernel: bigint;
  readonly stride: bigint;
  readonly padding: bigint;
}

/** Taps with the same number of meetings: what a bound has to know of them. */
export interface TapClass {
  /** At most this many taps, and outputs, and inputs of one residue class modulo the stride meet each other: the window's reuse. */
  readonly reuse: bigint;
  readonly taps: bigint;
  /** Pairs of an output and a tap that meet an input. */
  readonly pairs: bigint;
  /** Outputs that one input meets through these taps, at most. */
  readonly inputUses: bigint;
}

/** What meets what along one axis, counted exactly: padding meets nothing. */
export interface AxisFacts {
  readonly outputs: bigint;
  readonly usedInputs: bigint;
  readonly usedTaps: bigint;
  readonly pairs: bigint;
  /** Outputs that one tap meets, at most. */
  readonly tapUses: bigint;
  /** By falling reuse. */
  readonly classes: readonly TapClass[];
}

export function axisOutputs({ extent, kernel, stride, padding }: WindowAxis): bigint {
  return (extent + 2n * padding - kernel) / stride + 1n;
}

/** Walks the taps, so the kernel must be of moderate size; padding is below the kernel. */
export function axisFacts(axis: WindowAxis): AxisFacts {
  const { extent, kernel, stride, padding } = axis;
  const outputs = axisOutputs(axis);
  const classes = new Map<bigint, TapClass>();
  let [usedInputs, usedTaps, pairs, tapUses] = [0n, 0n, 0n, 0n];
  for (let residue = 0n; residue < kernel && residue < stride; residue++) {
    let [taps, met] = [0n, 0n];
    let slots = 0n;
    for (let tap = residue; tap < kernel; tap += stride) {
      const [first, last] = meeting(axis, outputs, tap);
      slots++;
      if (last < first) continue;
      taps++;
      met += last - first + 1n;
      tapUses = maximum(tapUses, last - first + 1n);
    }
    if (taps === 0n) continue;
    // Inputs of this residue are stride·u + residue − padding for whole u, and u = output + slot runs over a range.
    const first = maximum(0n, ceilDivide(padding - residue, stride));
    const last = minimum(outputs + slots - 2n, (extent - 1n + padding - residue) / stride);
    const inputs = last - first + 1n;
    const reuse = minimum(minimum(taps, outputs), inputs);
    const before = classes.get(reuse) ?? { reuse, taps: 0n, pairs: 0n, inputUses: 0n };
    const inputUses = maximum(before.inputUses, minimum(taps, outputs));
    classes.set(reuse, { reuse, taps: before.taps + taps, pairs: before.pairs + met, inputUses });
    usedInputs += inputs;
    usedTaps += taps;
    pairs += met;
  }
  const byReuse = [...classes.values()].sort((a, b) => (a.reuse > b.reuse ? -1 : 1));
  return { outputs, usedInputs, usedTaps, pairs, tapUses, classes: byReuse };
}

/** The first and last output that meet the tap; last < first when none does. */
function meeting({ extent, stride, padding }: WindowAxis, outputs: bigint, tap: bigint): readonly [bigint, bigint] {
  const first = maximum(0n, ceilDivide(padding - tap, stride));
  return [first, minimum(outputs - 1n, floorDivide(extent - 1n + padding - tap, stride))];
}
