import { count, Refused, record, requireOnly } from "../shared/fields.js";
import { divisor } from "../shared/integers.js";

/** One axis of a convolution: output p meets input stride·p + dilation·tap − padding where that is inside. */
export interface CheckedAxis {
  readonly extent: bigint;
  readonly kernel: bigint;
  readonly stride: bigint;
  readonly padding: bigint;
  readonly dilation: bigint;
}

export interface CheckedWindow {
  readonly outputs: bigint;
  readonly inputs: bigint;
  readonly taps: bigint;
  readonly pairs: bigint;
  readonly tapUses: bigint;
  /** By falling reuse, each reuse once. */
  readonly classes: readonly {
    readonly reuse: bigint;
    readonly taps: bigint;
    readonly pairs: bigint;
    readonly inputUses: bigint;
  }[];
}

/** Longer kernels are refused, and wider ones: their taps are walked, and the residues of outputs. */
const LONGEST_KERNEL = 4096n;
const WIDEST_KERNEL = 65536n;

export function readAxis(value: unknown, path: string): CheckedAxis {
  const axis = record(value, path);
  requireOnly(axis, ["extent", "kernel", "stride", "padding", "dilation"], path);
  return checkAxis(
    {
      extent: count(axis, "extent", path, 1n),
      kernel: count(axis, "kernel", path, 1n),
      stride: count(axis, "stride", path, 1n),
      padding: count(axis, "padding", path),
      // Absent where taps lie side by side.
      dilation: axis["dilation"] === undefined ? 1n : count(axis, "dilation", path, 2n),
    },
    path,
  );
}

/** The hypotheses on an axis. */
export function checkAxis(axis: CheckedAxis, path: string): CheckedAxis {
  if (axis.kernel > LONGEST_KERNEL) throw new Refused(path, `a kernel longer than ${LONGEST_KERNEL}`);
  const span = spanOf(axis);
  if (span > WIDEST_KERNEL) throw new Refused(path, `a kernel wider than ${WIDEST_KERNEL}`);
  if (axis.kernel === 1n && axis.dilation !== 1n) throw new Refused(path, "a distance between taps of one tap");
  if (axis.padding >= span) throw new Refused(path, "padding as long as the kernel");
  if (axis.extent + 2n * axis.padding < span) throw new Refused(path, "a kernel longer than the padded input");
  if (axis.padding > 0n && axis.extent < axis.dilation) throw new Refused(path, "an input between two taps");
  return axis;
}

/** Inputs from the first tap to the last. */
function spanOf({ kernel, dilation }: CheckedAxis): bigint {
  return dilation * (kernel - 1n) + 1n;
}

export function outputsOf(axis: CheckedAxis): bigint {
  return (axis.extent + 2n * axis.padding - spanOf(axis) + axis.stride) / axis.stride;
}

/**
 * Counts what meets what: of each tap the outputs, of each residue of taps the inputs, as runs of consecutive numbers. Taps of one residue
 * modulo σ/g and outputs of one residue modulo d/g, g = gcd(σ, d), meet the inputs (σd/g)·u + a constant, u one number for both.
 */
export function windowOf(axis: CheckedAxis): CheckedWindow {
  const { kernel, stride, dilation } = axis;
  const outputs = outputsOf(axis);
  const step = stride / divisor(stride, dilation);
  const lanes = dilation / divisor(stride, dilation);
  const perLane = (outputs + lanes - 1n) / lanes;
  const found = new Map<bigint, { taps: bigint; pairs: bigint; inputUses: bigint }>();
  const whole = { inputs: 0n, taps: 0n, pairs: 0n, tapUses: 0n };
  for (let residue = 0n; residue < kernel && residue < step; residue++) {
    let [taps, pairs] = [0n, 0n];
    const runs = new Map<bigint, readonly [low: bigint, high: bigint]>();
    for (let slot = 0n; residue + slot * step < kernel; slot++) {
      const [from, to] = metBy(axis, residue + slot * step, outputs);
      if (to <= from) continue;
      taps++;
      pairs += to - from;
      if (to - from > whole.tapUses) whole.tapUses = to - from;
      // Runs of one lane overlap or touch, since outputs of neighbouring taps shift by one.
      for (let first = from; first < to && first < from + lanes; first++) {
        const [low, high] = [first / lanes + slot, (to - 1n - (first % lanes)) / lanes + slot + 1n];
        const [before, past] = runs.get(first % lanes) ?? [low, high];
        runs.set(first % lanes, [before < low ? before : low, past > high ? past : high]);
      }
    }
    if (taps === 0n) continue;
    const met = [...runs.values()].map(([low, high]) => high - low);
    const longest = met.reduce((most, one) => (one > most ? one : most), 0n);
    const most = taps < perLane ? taps : perLane;
    const reuse = most < longest ? most : longest;
    const same = found.get(reuse) ?? { taps: 0n, pairs: 0n, inputUses: 0n };
    found.set(reuse, {
      taps: same.taps + taps,
      pairs: same.pairs + pairs,
      inputUses: same.inputUses > most ? same.inputUses : most,
    });
    whole.inputs += met.reduce((all, one) => all + one, 0n);
    whole.taps += taps;
    whole.pairs += pairs;
  }
  const classes = [...found].map(([reuse, rest]) => ({ reuse, ...rest }));
  return { outputs, ...whole, classes: classes.sort((x, y) => Number(y.reuse - x.reuse)) };
}

/** The outputs from `from` to before `to` that meet a tap. */
export function metBy(
  { extent, stride, padding, dilation }: CheckedAxis,
  tap: bigint,
  outputs: bigint,
): readonly [from: bigint, to: bigint] {
  const place = dilation * tap;
  const from = place < padding ? (padding - place + stride - 1n) / stride : 0n;
  const room = extent + padding - place;
  const past = room <= 0n ? 0n : (room + stride - 1n) / stride;
  return [from, past < outputs ? past : outputs];
}
