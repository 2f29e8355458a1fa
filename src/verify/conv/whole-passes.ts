import { type Fields, requireOnly } from "../shared/fields.js";
import { divisor } from "../shared/integers.js";
import { type CheckedSlices, checkWholePasses } from "../shared/whole-passes.js";
import { type CheckedConvolution, readInstance, requireForward } from "./instance.js";
import { type CheckedAxis, metBy, outputsOf, windowOf } from "./window.js";

/** The pixels of every number of taps, as proofs/conv-whole-passes.md, section 3, rounds them down. */
export function checkConvWholePasses(fields: Fields, path: string): { convolution: CheckedConvolution; value: bigint } {
  requireOnly(fields, ["schema", "theorem", "instance", "fits", "value"], path);
  const convolution = readInstance(fields, path);
  requireForward(convolution, path);
  const { inChannels, outChannels, groups, axes, input, filter, partial, output, capacity } = convolution;
  const batch = groups * convolution.batch;
  const windows = axes.map(windowOf);
  /** τ: outputs of one channel that an input is in, at most. */
  const shared = windows
    .map(({ classes }) => classes.reduce((most, { inputUses }) => (inputUses > most ? inputUses : most), 1n))
    .reduce((all, one) => all * one);
  const sum = partial * shared;
  const [high, wide] = axes.map(runsOf) as [readonly Run[], readonly Run[]];
  const kinds: CheckedSlices[] = [];
  for (const row of high) {
    for (const column of wide) {
      const taps = row.taps * column.taps;
      const slices = batch * row.outputs * column.outputs;
      kinds.push({ slices, rows: [outChannels, sum], columns: [inChannels * taps, input], free: outChannels * sum });
    }
  }
  const used = capacity - (capacity % divisor(divisor(input, filter), partial));
  const outputs = windows.reduce((all, window) => all * window.outputs, batch * outChannels);
  const passes = { used, word: filter, kinds, times: shared, stores: output * outputs };
  return { convolution, value: checkWholePasses(fields, passes, path) };
}

/** Outputs that so many taps meet, at least. */
interface Run {
  readonly taps: bigint;
  readonly outputs: bigint;
}

/** Each tap meets a run of outputs; between the ends of these runs the taps are the same. Long kernels in 64 steps, rounded down. */
function runsOf(axis: CheckedAxis): readonly Run[] {
  const { kernel } = axis;
  const outputs = outputsOf(axis);
  const step = (kernel + 63n) / 64n;
  const turns: (readonly [at: bigint, taps: bigint])[] = [[outputs, 0n]];
  for (let tap = 0n; tap < kernel; tap++) {
    const [from, to] = metBy(axis, tap, outputs);
    if (from < to) turns.push([from, 1n], [to, -1n]);
  }
  turns.sort(([x], [y]) => (x < y ? -1 : x > y ? 1 : 0));
  const runs = new Map<bigint, bigint>();
  let [before, taps] = [0n, 0n];
  for (const [at, change] of turns) {
    const rounded = taps === kernel ? taps : (taps / step) * step;
    // Padding is shorter than the kernel: each output meets an input.
    const least = rounded === 0n ? 1n : rounded;
    if (at > before) runs.set(least, (runs.get(least) ?? 0n) + at - before);
    [before, taps] = [at, taps + change];
  }
  return [...runs].map(([least, some]) => ({ taps: least, outputs: some }));
}
