import { count, Refused, record, requireOnly } from "../shared/fields.js";

/** One axis of a convolution: output p meets input stride·p + tap − padding where that is inside. */
export interface CheckedAxis {
  readonly extent: bigint;
  readonly kernel: bigint;
  readonly stride: bigint;
  readonly padding: bigint;
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

/** Longer kernels are refused: their taps are walked. */
const LONGEST_KERNEL = 4096n;

export function readAxis(value: unknown, path: string): CheckedAxis {
  const axis = record(value, path);
  requireOnly(axis, ["extent", "kernel", "stride", "padding"], path);
  return checkAxis(
    {
      extent: count(axis, "extent", path, 1n),
      kernel: count(axis, "kernel", path, 1n),
      stride: count(axis, "stride", path, 1n),
      padding: count(axis, "padding", path),
    },
    path,
  );
}

/** The hypotheses on an axis. */
export function checkAxis(axis: CheckedAxis, path: string): CheckedAxis {
  if (axis.kernel > LONGEST_KERNEL) throw new Refused(path, `a kernel longer than ${LONGEST_KERNEL}`);
  if (axis.padding >= axis.kernel) throw new Refused(path, "padding as long as the kernel");
  if (axis.extent + 2n * axis.padding < axis.kernel) throw new Refused(path, "a kernel longer than the padded input");
  return axis;
}

/** Counts what meets what: of each tap the outputs, of each residue of taps the inputs, as runs of consecutive numbers. */
export function windowOf({ extent, kernel, stride, padding }: CheckedAxis): CheckedWindow {
  const outputs = (extent + 2n * padding - kernel + stride) / stride;
  const found = new Map<bigint, { taps: bigint; pairs: bigint; inputUses: bigint }>();
  const whole = { inputs: 0n, taps: 0n, pairs: 0n, tapUses: 0n };
  for (let residue = 0n; residue < kernel && residue < stride; residue++) {
    // Inputs met are stride·u + residue − padding for u in runs that overlap or touch, since outputs of neighbouring taps shift by one.
    let [low, high]: [bigint, bigint] = [0n, -1n];
    let [taps, pairs] = [0n, 0n];
    for (let slot = 0n; residue + slot * stride < kernel; slot++) {
      const tap = residue + slot * stride;
      let from = 0n;
      if (tap < padding) from = (padding - tap + stride - 1n) / stride;
      const room = extent + padding - tap;
      const past = room <= 0n ? 0n : (room + stride - 1n) / stride;
      const to = past < outputs ? past : outputs;
      if (to <= from) continue;
      taps++;
      pairs += to - from;
      if (to - from > whole.tapUses) whole.tapUses = to - from;
      if (taps === 1n) [low, high] = [from + slot, to + slot];
      if (from + slot < low) low = from + slot;
      if (to + slot > high) high = to + slot;
    }
    if (taps === 0n) continue;
    const most = taps < outputs ? taps : outputs;
    const reuse = most < high - low ? most : high - low;
    const same = found.get(reuse) ?? { taps: 0n, pairs: 0n, inputUses: 0n };
    found.set(reuse, {
      taps: same.taps + taps,
      pairs: same.pairs + pairs,
      inputUses: same.inputUses > most ? same.inputUses : most,
    });
    whole.inputs += high - low;
    whole.taps += taps;
    whole.pairs += pairs;
  }
  const classes = [...found].map(([reuse, rest]) => ({ reuse, ...rest }));
  return { outputs, ...whole, classes: classes.sort((x, y) => Number(y.reuse - x.reuse)) };
}
