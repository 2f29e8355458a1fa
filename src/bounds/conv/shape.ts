import type { ConvWorkload } from "../../computation/conv.js";
import { windowAxes } from "../../computation/conv.js";
import { BYTES_OF } from "../../computation/data-types.js";
import type { AxisFacts } from "../../computation/window.js";
import { axisFacts } from "../../computation/window.js";
import { bigints, maximum } from "../../exact/integer.js";
import type { Setting, Unit } from "../bound.js";
import type { ConvolutionInstance } from "../certificates/conv.js";
import type { CompulsoryArray } from "../chain/shape.js";
import type { ProductExtents } from "../gemm/shape.js";

/** A convolution on the fast memories of a setting; sums as wide as the accumulator. */
export function convolutionInstance(workload: ConvWorkload, setting: Setting): ConvolutionInstance {
  const size = wordSize(setting.unit);
  return {
    channels: { batch: BigInt(workload.batch), input: BigInt(workload.inChannels), output: BigInt(workload.outChannels) },
    axes: windowAxes(workload),
    weights: {
      input: size(workload.dataType),
      filter: size(workload.dataType),
      partial: size(workload.accumulator),
      output: size(workload.outputType),
    },
    capacity: setting.capacity,
    memories: setting.memories,
  };
}

function wordSize(unit: Unit): (type: keyof typeof BYTES_OF) => bigint {
  return (type) => (unit === "words" ? 1n : BigInt(BYTES_OF[type]));
}

/** What a convolution must move at least: inputs and weights that some product uses, all outputs. */
export function convolutionArrays(
  workload: ConvWorkload,
  unit: Unit,
): { readonly inputs: readonly CompulsoryArray[]; readonly outputs: readonly CompulsoryArray[] } {
  const [rows, columns] = windowAxes(workload).map(axisFacts) as [AxisFacts, AxisFacts];
  const [batch, inputs, outputs] = bigints(workload.batch, workload.inChannels, workload.outChannels);
  const size = wordSize(unit);
  const operand = size(workload.dataType);
  return {
    inputs: [
      { array: "In", words: batch * inputs * rows.usedInputs * columns.usedInputs, wordSize: operand },
      { array: "W", words: outputs * inputs * rows.usedTaps * columns.usedTaps, wordSize: operand },
    ],
    outputs: [{ array: "Out", words: batch * outputs * rows.outputs * columns.outputs, wordSize: size(workload.outputType) }],
  };
}

/**
 * The matrix product that a convolution is when along each axis every output meets every tap, and every input but one pair of
 * them: windows that do not overlap, or a single output. Rows are pixels, the reduction runs over channels and taps.
 */
export function convolutionAsProduct({ channels, axes }: ConvolutionInstance): ProductExtents | undefined {
  let [m, k] = [channels.batch, channels.input];
  for (const facts of axes.map(axisFacts)) {
    const whole = facts.pairs === facts.outputs * facts.usedTaps;
    if (!whole || facts.pairs !== facts.usedInputs) return undefined;
    m *= facts.outputs;
    k *= facts.usedTaps;
  }
  return { batch: 1n, m, n: channels.output, k };
}

/** Taps of both axes with one reuse, as a segment sees them. */
export interface WindowClass {
  readonly reuse: bigint;
  readonly taps: bigint;
  /** Products of all channels and images. */
  readonly products: bigint;
  /** Products that one input word is in, at most. */
  readonly inputUses: bigint;
}

/** A convolution as its segments see it; classes by falling reuse of the rows, then of the columns. */
export interface ConvolutionShape {
  readonly classes: readonly WindowClass[];
  readonly products: bigint;
  readonly outputs: bigint;
  /** Products that one weight is in, at most. */
  readonly filterUses: bigint;
}

export function convolutionShape({ channels, axes }: ConvolutionInstance): ConvolutionShape {
  const [rows, columns] = axes.map(axisFacts) as [AxisFacts, AxisFacts];
  const { batch, input, output } = channels;
  const classes = rows.classes.flatMap((row) =>
    columns.classes.map((column) => ({
      reuse: row.reuse * column.reuse,
      taps: row.taps * column.taps,
      products: batch * input * output * row.pairs * column.pairs,
      inputUses: output * row.inputUses * column.inputUses,
    })),
  );
  return {
    classes,
    products: batch * input * output * rows.pairs * columns.pairs,
    outputs: batch * output * rows.outputs * columns.outputs,
    filterUses: batch * rows.tapUses * columns.tapUses,
  };
}

/** What prices for the products of each class make of a segment: worth² ≤ reuse·a·b·c, and worth a word of each array is in. */
export interface PricedShape {
  readonly worth: bigint;
  readonly reuse: bigint;
  readonly uses: { readonly input: bigint; readonly filter: bigint; readonly output: bigint };
}

export function pricedShape(shape: ConvolutionShape, inputChannels: bigint, prices: readonly bigint[]): PricedShape {
  let priced: PricedShape = { worth: 0n, reuse: 0n, uses: { input: 0n, filter: 0n, output: 0n } };
  shape.classes.forEach(({ reuse, taps, products, inputUses }, c) => {
    const price = prices[c] ?? 0n;
    priced = {
      worth: priced.worth + price * products,
      reuse: maximum(priced.reuse, price * price * reuse),
      uses: {
        input: maximum(priced.uses.input, price * inputUses),
        filter: maximum(priced.uses.filter, price * shape.filterUses),
        output: priced.uses.output + price * taps * inputChannels,
      },
    };
  });
  return priced;
}
