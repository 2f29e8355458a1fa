import { ceilDivide, floorDivide, greatestCommonDivisor, maximum, minimum } from "../exact/integer.js";

/** A window sliding along one axis: output p meets input `stride·p + dilation·tap − padding`, where that lies inside. */
export interface WindowAxis {
  readonly extent: bigint;
  readonly kernel: bigint;
  readonly stride: bigint;
  readonly padding: bigint;
  /** From tap to tap; 1 where absent. */
  readonly dilation?: bigint;
}

/** Taps with the same number of meetings: what a bound has to know of them. */
export interface TapClass {
  /** At most this many taps, and outputs, and inputs of one residue class meet each other: the window's reuse. */
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

export function axisOutputs({ extent, kernel, stride, padding, dilation = 1n }: WindowAxis): bigint {
  return (extent + 2n * padding - dilation * (kernel - 1n) - 1n) / stride + 1n;
}

/**
 * Walks the taps, so the kernel must be of moderate size; padding is below the dilated kernel. With g = gcd(stride, dilation), taps of one
 * residue modulo stride/g and outputs of one residue modulo dilation/g meet inputs of their own, as a dense window of stride 1 does.
 */
export function axisFacts(axis: WindowAxis): AxisFacts {
  const { kernel, stride, dilation = 1n } = axis;
  const outputs = axisOutputs(axis);
  const common = greatestCommonDivisor(stride, dilation);
  const [tapsApart, outputsApart] = [stride / common, dilation / common];
  const classes = new Map<bigint, TapClass>();
  let [usedInputs, usedTaps, pairs, tapUses] = [0n, 0n, 0n, 0n];
  for (let residue = 0n; residue < kernel && residue < tapsApart; residue++) {
    let [taps, met] = [0n, 0n];
    let slots = 0n;
    for (let tap = residue; tap < kernel; tap += tapsApart) {
      const [first, last] = meeting(axis, outputs, tap);
      slots++;
      if (last < first) continue;
      taps++;
      met += last - first + 1n;
      tapUses = maximum(tapUses, last - first + 1n);
    }
    if (taps === 0n) continue;
    const [inputs, mostInputs] = inputsOf(axis, outputs, { residue, slots, outputsApart });
    const mostOutputs = ceilDivide(outputs, outputsApart);
    const reuse = minimum(minimum(taps, mostOutputs), mostInputs);
    const before = classes.get(reuse) ?? { reuse, taps: 0n, pairs: 0n, inputUses: 0n };
    const inputUses = maximum(before.inputUses, minimum(taps, mostOutputs));
    classes.set(reuse, { reuse, taps: before.taps + taps, pairs: before.pairs + met, inputUses });
    usedInputs += inputs;
    usedTaps += taps;
    pairs += met;
  }
  const byReuse = [...classes.values()].sort((a, b) => (a.reuse > b.reuse ? -1 : 1));
  return { outputs, usedInputs, usedTaps, pairs, tapUses, classes: byReuse };
}

/** Inputs that taps of a residue meet: with the outputs of all residues together, and with those of one at most. */
function inputsOf(
  { extent, stride, padding, dilation = 1n }: WindowAxis,
  outputs: bigint,
  { residue, slots, outputsApart }: Readonly<Record<"residue" | "slots" | "outputsApart", bigint>>,
): readonly [all: bigint, most: bigint] {
  const apart = stride * outputsApart;
  let [all, most] = [0n, 0n];
  for (let own = 0n; own < outputs && own < outputsApart; own++) {
    // Inputs of both residues are apart·u + start for whole u, and u = output + slot runs over a range.
    const start = stride * own + dilation * residue - padding;
    const sums = (outputs - 1n - own) / outputsApart + slots - 1n;
    const first = maximum(0n, ceilDivide(-start, apart));
    const last = minimum(sums, floorDivide(extent - 1n - start, apart));
    const inputs = maximum(0n, last - first + 1n);
    all += inputs;
    most = maximum(most, inputs);
  }
  return [all, most];
}

/** The first and last output that meet the tap; last < first when none does. */
function meeting(
  { extent, stride, padding, dilation = 1n }: WindowAxis,
  outputs: bigint,
  tap: bigint,
): readonly [bigint, bigint] {
  const place = dilation * tap - padding;
  const first = maximum(0n, ceilDivide(-place, stride));
  return [first, minimum(outputs - 1n, floorDivide(extent - 1n - place, stride))];
}
