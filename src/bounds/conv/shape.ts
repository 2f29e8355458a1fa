import { arrayNames, type ConvWorkload, type Role, rolesOf, windowAxes } from "../../computation/conv.js";
import { BYTES_OF } from "../../computation/data-types.js";
import { type AxisFacts, axisFacts } from "../../computation/window.js";
import { bigints, maximum } from "../../exact/integer.js";
import type { Setting, Unit } from "../bound.js";
import type { ConvolutionInstance } from "../certificates/conv.js";
import type { CompulsoryArray } from "../chain/shape.js";
import type { ProductExtents } from "../gemm/shape.js";

/** A convolution on the fast memories of a setting; sums as wide as the accumulator. */
export function convolutionInstance(workload: ConvWorkload, setting: Setting): ConvolutionInstance {
  const size = wordSize(setting.unit);
  return {
    channels: channelsOf(workload),
    axes: windowAxes(workload),
    ...(workload.pass === undefined ? {} : { pass: workload.pass }),
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

/** Of a group, and the number of groups where there are several. */
function channelsOf({ batch, inChannels, outChannels, groups = 1 }: ConvWorkload): ConvolutionInstance["channels"] {
  const [images, input, output] = bigints(batch, inChannels / groups, outChannels / groups);
  return { batch: images, input, output, ...(groups === 1 ? {} : { groups: BigInt(groups) }) };
}

function wordSize(unit: Unit): (type: keyof typeof BYTES_OF) => bigint {
  return (type) => (unit === "words" ? 1n : BigInt(BYTES_OF[type]));
}

/** What a convolution must move at least: operands that some product uses, all sums that have a product. */
export function convolutionArrays(
  workload: ConvWorkload,
  unit: Unit,
): { readonly inputs: readonly CompulsoryArray[]; readonly outputs: readonly CompulsoryArray[] } {
  const words = wordsOfArrays({ channels: channelsOf(workload), axes: windowAxes(workload) });
  const names = arrayNames(workload.pass);
  const size = wordSize(unit);
  const { operands, sums } = rolesOf(workload.pass);
  return {
    inputs: operands.map((role) => ({ array: names[role], words: words[role], wordSize: size(workload.dataType) })),
    outputs: [{ array: names[sums], words: words[sums], wordSize: size(workload.outputType) }],
  };
}

/** Words of each array that some product meets. */
function wordsOfArrays({ channels, axes }: Pick<ConvolutionInstance, "channels" | "axes">): Readonly<Record<Role, bigint>> {
  const [rows, columns] = axes.map(axisFacts) as [AxisFacts, AxisFacts];
  const { batch, input, output, groups = 1n } = channels;
  return {
    In: groups * batch * input * rows.usedInputs * columns.usedInputs,
    W: groups * output * input * rows.usedTaps * columns.usedTaps,
    Out: groups * batch * output * rows.outputs * columns.outputs,
  };
}

/**
 * The matrix product that a convolution is when along each axis every output meets every tap, and every input but one pair of
 * them: windows that do not overlap, or a single output. Rows are pixels, the reduction runs over channels and taps; of the
 * gradients over output channels, or over pixels. Groups are a batch.
 */
export function convolutionAsProduct({ channels, axes, pass }: ConvolutionInstance): ProductExtents | undefined {
  let [pixels, depth] = [channels.batch, channels.input];
  for (const facts of axes.map(axisFacts)) {
    const whole = facts.pairs === facts.outputs * facts.usedTaps;
    if (!whole || facts.pairs !== facts.usedInputs) return undefined;
    pixels *= facts.outputs;
    depth *= facts.usedTaps;
  }
  const batch = channels.groups ?? 1n;
  if (pass === "data-gradient") return { batch, m: pixels, n: depth, k: channels.output };
  if (pass === "weight-gradient") return { batch, m: depth, n: channels.output, k: pixels };
  return { batch, m: pixels, n: channels.output, k: depth };
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
  /** Words that are sums. */
  readonly outputs: bigint;
  /** Products that one weight is in, at most. */
  readonly filterUses: bigint;
}

export function convolutionShape(instance: Pick<ConvolutionInstance, "channels" | "axes" | "pass">): ConvolutionShape {
  const { channels, axes } = instance;
  const [rows, columns] = axes.map(axisFacts) as [AxisFacts, AxisFacts];
  const { batch, input, output, groups = 1n } = channels;
  const everywhere = groups * batch * input * output;
  const classes = rows.classes.flatMap((row) =>
    columns.classes.map((column) => ({
      reuse: row.reuse * column.reuse,
      taps: row.taps * column.taps,
      products: everywhere * row.pairs * column.pairs,
      inputUses: output * row.inputUses * column.inputUses,
    })),
  );
  return {
    classes,
    products: everywhere * rows.pairs * columns.pairs,
    outputs: wordsOfArrays(instance)[rolesOf(instance.pass).sums],
    filterUses: batch * rows.tapUses * columns.tapUses,
  };
}

/** What prices for the products of each class make of a segment: worth² ≤ reuse·a·b·c, and worth a word of each array is in. */
export interface PricedShape {
  readonly worth: bigint;
  readonly reuse: bigint;
  readonly uses: { readonly input: bigint; readonly filter: bigint; readonly output: bigint };
}

export function pricedShape(
  shape: ConvolutionShape,
  { channels, pass }: Pick<ConvolutionInstance, "channels" | "pass">,
  prices: readonly bigint[],
): PricedShape {
  let [worth, reuse] = [0n, 0n];
  const uses: Record<Role, bigint> = { In: 0n, W: 0n, Out: 0n };
  shape.classes.forEach((one, c) => {
    const price = prices[c] ?? 0n;
    worth += price * one.products;
    reuse = maximum(reuse, price * price * one.reuse);
    uses.In = maximum(uses.In, price * one.inputUses);
    uses.W = maximum(uses.W, price * shape.filterUses);
    uses.Out += price * one.taps * channels.input;
  });
  const { operands, sums } = rolesOf(pass);
  return { worth, reuse, uses: { input: uses[operands[0]], filter: uses[operands[1]], output: uses[sums] } };
}

/** The size of a word of each array: of the two operands, and of the sums. */
export function sizesOfArrays({ weights, pass }: Pick<ConvolutionInstance, "weights" | "pass">): Readonly<Record<Role, bigint>> {
  const { operands, sums } = rolesOf(pass);
  const sizes: Record<Role, bigint> = { In: 0n, W: 0n, Out: 0n };
  [sizes[operands[0]], sizes[operands[1]], sizes[sums]] = [weights.input, weights.filter, weights.partial];
  return sizes;
}
