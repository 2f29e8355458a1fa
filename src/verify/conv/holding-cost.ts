import { endsOfIntervals, sumsAndOneMore } from "../gemm/holding-cost.js";
import { less, minus, plus, product, type Quotient, rootAtLeast, times } from "../potentials/slice-mixture.js";
import type { Fields } from "../shared/fields.js";
import { count, Refused, requireOnly } from "../shared/fields.js";
import { floorOfRoot } from "../shared/integers.js";
import type { CheckedConvolution } from "./segments.js";
import { readInstance } from "./segments.js";
import type { CheckedWindow } from "./window.js";
import { windowOf } from "./window.js";

/** Sizes of the words of a slice are whole numbers of these parts, rounded down. */
const PART = 2n ** 40n;

/**
 * Potentials checked inequality by inequality, their mixture, P(1) ≤ 2, classes of taps counted anew, and the least of
 * ⌈N(Λ + ηP(v))/√X − wC(Φ·P(v) + (G − Φ)·P(1)) + wO·G⌉, v a knot of P.
 */
export function checkConvolutionSliceEnds(fields: Fields, path: string): { convolution: CheckedConvolution; value: bigint } {
  requireOnly(fields, ["schema", "theorem", "instance", "room", "potentials", "value"], path);
  const convolution = readInstance(fields, path);
  const { capacity, input, filter, partial, output } = convolution;
  const x = sumsAndOneMore(fields, capacity, [input, filter], partial, path);
  const knots = endsOfIntervals(fields, path);
  const most = knots.map(({ rent }) => rent).reduce((one, other) => (less(one, other) ? other : one));
  const { products, slices, outputs } = sizesOf(convolution);
  const full: Quotient = { top: products, below: slices };
  const rest = minus({ top: outputs, below: 1n }, full);
  const value = count(fields, "value", path);
  /** N·price/√x > least + wC(Φ·rent + (G − Φ)·most) − wO·G, at every knot? */
  const above = (least: bigint): boolean =>
    knots.every(({ price, rent }) => {
      const charged = times(plus(product(full, rent), product(rest, most)), partial);
      const owed = plus(charged, { top: least - output * outputs, below: 1n });
      return owed.top < 0n || !rootAtLeast(owed, { top: price.top * products, below: price.below * PART }, x);
    });
  if (value > 0n && !above(value - 1n)) throw new Refused(`${path}.value`, "more than the theorem proves");
  if (above(value)) throw new Refused(`${path}.value`, "fewer than the theorem proves");
  return { convolution, value };
}

/** Sizes √(wI·wW/τ) summed over all products and over all slices, in parts. */
function sizesOf(c: CheckedConvolution): { readonly products: bigint; readonly slices: bigint; readonly outputs: bigint } {
  const [rows, columns] = c.axes.map(windowOf) as [CheckedWindow, CheckedWindow];
  let [products, slices] = [0n, 0n];
  for (const row of rows.classes) {
    for (const column of columns.classes) {
      const size = floorOfRoot((PART * PART * c.input * c.filter) / (row.inputUses * column.inputUses));
      products += size * c.batch * c.inChannels * c.outChannels * row.pairs * column.pairs;
      slices += size * c.inChannels * row.taps * column.taps;
    }
  }
  return { products, slices, outputs: c.batch * c.outChannels * rows.outputs * columns.outputs };
}
