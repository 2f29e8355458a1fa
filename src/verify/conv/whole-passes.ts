import type { Fields } from "../shared/fields.js";
import { count, Refused, requireOnly } from "../shared/fields.js";
import { divisor } from "../shared/integers.js";
import { leastOfParts, PART } from "../shared/whole-passes.js";
import type { CheckedConvolution } from "./segments.js";
import { readInstance } from "./segments.js";
import type { CheckedAxis } from "./window.js";
import { windowOf } from "./window.js";

/** What the pixels of every number of taps pay, as proofs/conv-whole-passes.md rounds it, and the stores. */
export function checkConvolutionPasses(fields: Fields, path: string): { convolution: CheckedConvolution; value: bigint } {
  requireOnly(fields, ["schema", "theorem", "instance", "fits", "value"], path);
  const convolution = readInstance(fields, path);
  const { batch, inChannels, outChannels, axes, input, filter, partial, output, capacity } = convolution;
  const used = capacity - (capacity % divisor(divisor(input, filter), partial));
  const fits = count(fields, "fits", path, 1n);
  if (fits * filter < used || (fits - 1n) * filter >= used) throw new Refused(`${path}.fits`, "not the weights of a memory");

  const windows = axes.map(windowOf);
  /** τ: outputs of one channel that an input is in, at most. */
  const shared = windows
    .map(({ classes }) => classes.reduce((most, { inputUses }) => (inputUses > most ? inputUses : most), 1n))
    .reduce((all, one) => all * one);
  const [high, wide] = axes.map(runsOf) as [readonly Run[], readonly Run[]];
  const most = (runs: readonly Run[]): bigint => runs.reduce((largest, { taps }) => (taps > largest ? taps : largest), 0n);
  if (outChannels * inChannels * most(high) * most(wide) < fits) throw new Refused(`${path}.instance`, "filters of no memory");
  let paid = 0n;
  for (const row of high) {
    for (const column of wide) {
      if (row.taps * column.taps === 0n) continue;
      const own = leastOfParts([outChannels, partial * shared], [inChannels * row.taps * column.taps, input], fits);
      paid += batch * row.outputs * column.outputs * (own - outChannels * partial * shared * PART);
    }
  }
  const outputs = windows.reduce((all, window) => all * window.outputs, batch * outChannels);
  const proven = (paid + shared * PART - 1n) / (shared * PART) + output * outputs;
  const value = count(fields, "value", path);
  if (paid <= 0n || value !== proven) throw new Refused(`${path}.value`, `the theorem proves ${proven}`);
  return { convolution, value };
}

/** Outputs that so many taps meet, at least. */
interface Run {
  readonly taps: bigint;
  readonly outputs: bigint;
}

/** Each tap meets a run of outputs; between the ends of these runs the taps are the same. Long kernels in 64 steps, rounded down. */
function runsOf({ extent, kernel, stride, padding }: CheckedAxis): readonly Run[] {
  const outputs = (extent + 2n * padding - kernel) / stride + 1n;
  const step = (kernel + 63n) / 64n;
  const turns: (readonly [at: bigint, taps: bigint])[] = [[outputs, 0n]];
  for (let tap = 0n; tap < kernel; tap++) {
    const from = tap < padding ? (padding - tap + stride - 1n) / stride : 0n;
    const room = extent + padding - tap;
    const past = room <= 0n ? 0n : (room + stride - 1n) / stride;
    const to = past < outputs ? past : outputs;
    if (from < to) turns.push([from, 1n], [to, -1n]);
  }
  turns.sort(([x], [y]) => (x < y ? -1 : x > y ? 1 : 0));
  const runs = new Map<bigint, bigint>();
  let [before, taps] = [0n, 0n];
  for (const [at, change] of turns) {
    const least = taps === kernel ? taps : (taps / step) * step;
    if (at > before) runs.set(least, (runs.get(least) ?? 0n) + at - before);
    [before, taps] = [at, taps + change];
  }
  return [...runs].map(([least, some]) => ({ taps: least, outputs: some }));
}
