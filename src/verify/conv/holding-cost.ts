import { type Fields, requireOnly } from "../shared/fields.js";
import { checkHoldingCost } from "../shared/holding-cost.js";
import { floorOfRoot } from "../shared/integers.js";
import { type CheckedConvolution, readInstance, requireForward } from "./instance.js";
import { type CheckedWindow, windowOf } from "./window.js";

/** Sizes of the words of a slice are whole numbers of these parts, rounded down. */
const PART = 2n ** 40n;

/** Classes of taps counted anew: sizes √(wI·wW/τ) summed over all products, N, and over all slices, Φ = N over that. */
export function checkConvHoldingCost(fields: Fields, path: string): { convolution: CheckedConvolution; value: bigint } {
  requireOnly(fields, ["schema", "theorem", "instance", "room", "potentials", "value"], path);
  const convolution = readInstance(fields, path);
  requireForward(convolution, path);
  const { inChannels, outChannels, groups, input, filter } = convolution;
  const batch = groups * convolution.batch;
  const [rows, columns] = convolution.axes.map(windowOf) as [CheckedWindow, CheckedWindow];
  let [products, slices] = [0n, 0n];
  for (const row of rows.classes) {
    for (const column of columns.classes) {
      const size = floorOfRoot((PART * PART * input * filter) / (row.inputUses * column.inputUses));
      products += size * batch * inChannels * outChannels * row.pairs * column.pairs;
      slices += size * inChannels * row.taps * column.taps;
    }
  }
  const outputs = batch * outChannels * rows.outputs * columns.outputs;
  const full = { top: products, below: slices };
  const words = { top: products, below: PART };
  const sliced = { ...convolution, words, under: 1n, full, outputs, operands: [input, filter] };
  return { convolution, value: checkHoldingCost(fields, sliced, path) };
}
