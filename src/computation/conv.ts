import { checkInteger, InputError, shown } from "../errors.js";
import type { ArraySpecification, Computation, IndexExpression } from "./computation.js";
import { checkExtent, plainIndex } from "./computation.js";
import type { AxisFacts, WindowAxis } from "./window.js";
import { axisFacts, axisOutputs } from "./window.js";
import type { WordTypeOptions, WordTypes } from "./word-types.js";
import { describeTypes, wordTypes } from "./word-types.js";
import type { WorkloadKind } from "./workload-kind.js";
import { BATCH_NAMES, sizedForm } from "./workload-kind.js";

/** Height and width. */
export type Sides = readonly [number, number];

/** A two-dimensional convolution: every output is a sum over the input channels and the taps of the kernel. */
export interface ConvWorkload extends WordTypes {
  readonly kind: "conv";
  readonly batch: number;
  readonly inChannels: number;
  readonly outChannels: number;
  /** Of the input. */
  readonly height: number;
  readonly width: number;
  readonly kernel: Sides;
  readonly stride: Sides;
  /** Rows and columns of zeros on either side; products with them do not count as products. */
  readonly padding: Sides;
}

/** `3`, `"3x3"` or `[3, 3]`; as padding also `"same"` or `"valid"`. */
export type SidesOption = number | string | readonly number[];

/** Extents of a two-dimensional convolution; batch 1, a square input, stride 1 and no padding unless given. */
export interface ConvOptions extends WordTypeOptions {
  readonly batch?: number | undefined;
  readonly inChannels: number;
  readonly outChannels: number;
  readonly height: number;
  readonly width?: number | undefined;
  readonly kernel: SidesOption;
  readonly stride?: SidesOption | undefined;
  readonly padding?: SidesOption | undefined;
}

/** Facts about windows walk the taps of one side, so it is bounded. */
export const MOST_KERNEL_SIDE = 4096;

/**
 * A checked convolution: extents from 1 to 2^53 - 1, kernel sides up to 4096, padding below the kernel, the kernel inside the
 * padded input. Batch, stride 1, padding 0 and width as the height unless given.
 *
 * @throws InputError naming the option.
 */
export function convWorkload(options: ConvOptions): ConvWorkload {
  const kernel = sides("kernel", options.kernel, 1, MOST_KERNEL_SIDE);
  const stride = sides("stride", options.stride ?? 1, 1, Number.MAX_SAFE_INTEGER);
  const padding = sides("padding", namedPadding(options.padding ?? 0, kernel, stride), 0, MOST_KERNEL_SIDE);
  const workload: ConvWorkload = {
    kind: "conv",
    batch: checkExtent("batch", options.batch ?? 1),
    inChannels: checkExtent("in-channels", options.inChannels),
    outChannels: checkExtent("out-channels", options.outChannels),
    height: checkExtent("height", options.height),
    width: checkExtent("width", options.width ?? options.height),
    kernel,
    stride,
    padding,
    ...wordTypes(options),
  };
  kernel.forEach((side, axis) => {
    const [name, extent] = axis === 0 ? (["height", workload.height] as const) : (["width", workload.width] as const);
    const zeros = padding[axis] ?? 0;
    if (zeros >= side) throw new InputError("padding", `less than the kernel's ${side}, or outputs see zeros only`, `${zeros}`);
    if (extent + 2 * zeros < side)
      throw new InputError(name, `at least ${side - 2 * zeros}, for a kernel of ${side}`, `${extent}`);
  });
  return workload;
}

/** `valid` is no padding; `same` leaves an output as large as the input: half an odd kernel at stride 1. */
function namedPadding(padding: SidesOption, kernel: Sides, stride: Sides): SidesOption {
  const name = typeof padding === "string" ? padding.toLowerCase() : padding;
  if (name === "valid") return 0;
  if (name !== "same") return padding;
  if (stride.some((step) => step !== 1)) throw new InputError("padding", "a number beside a stride above 1", "same");
  if (kernel.some((side) => side % 2 === 0)) throw new InputError("padding", "a number beside an even kernel", "same");
  return kernel.map((side) => (side - 1) / 2);
}

function sides(subject: string, value: SidesOption, least: number, most: number): Sides {
  const parts =
    typeof value === "number" ? [value] : typeof value === "string" ? value.split("x").map(digits) : Array.from<number>(value);
  const [height = Number.NaN, width = height] = parts;
  if (parts.length > 2 || parts.some((part) => typeof part !== "number") || Number.isNaN(height + width)) {
    throw new InputError(subject, "one number or HEIGHTxWIDTH such as 3x3", shown(value));
  }
  return [checkInteger(subject, height, least, most), checkInteger(subject, width, least, most)];
}

function digits(text: string): number {
  return /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
}

/** The two axes as windows: rows, then columns. */
export function windowAxes(workload: ConvWorkload): readonly [WindowAxis, WindowAxis] {
  const axis = (extent: number, a: 0 | 1): WindowAxis => ({
    extent: BigInt(extent),
    kernel: BigInt(workload.kernel[a]),
    stride: BigInt(workload.stride[a]),
    padding: BigInt(workload.padding[a]),
  });
  return [axis(workload.height, 0), axis(workload.width, 1)];
}

export function convFacts(workload: ConvWorkload): readonly [AxisFacts, AxisFacts] {
  const [rows, columns] = windowAxes(workload);
  return [axisFacts(rows), axisFacts(columns)];
}

/** Rows and columns of the output. */
export function convOutputs(workload: ConvWorkload): Sides {
  const [rows, columns] = windowAxes(workload);
  return [Number(axisOutputs(rows)), Number(axisOutputs(columns))];
}

/** Scalar products that exist: none with padding. */
export function convProducts(workload: ConvWorkload): bigint {
  const [rows, columns] = convFacts(workload);
  return BigInt(workload.batch) * BigInt(workload.inChannels) * BigInt(workload.outChannels) * rows.pairs * columns.pairs;
}

/** Out[b,o,p,q] += In[b,c,sp+r−pad,…] · W[o,c,r,s] over the whole input; what lies in the padding is skipped point by point. */
export function convComputation(workload: ConvWorkload): Computation {
  const { batch, inChannels, outChannels, height, width, kernel, stride, padding, dataType } = workload;
  const [rows, columns] = convOutputs(workload);
  const sliding = (output: string, tap: string, axis: 0 | 1): IndexExpression => ({
    terms: [
      { index: output, stride: stride[axis] },
      { index: tap, stride: 1 },
    ],
    ...(padding[axis] === 0 ? {} : { padding: padding[axis] }),
  });
  const plain = (...indices: readonly string[]): readonly IndexExpression[] => indices.map(plainIndex);
  const arrays: readonly ArraySpecification[] = [
    { name: "In", role: "input", dataType, shape: [batch, inChannels, height, width] },
    { name: "W", role: "input", dataType, shape: [outChannels, inChannels, ...kernel] },
    { name: "Out", role: "output", dataType: workload.outputType, shape: [batch, outChannels, rows, columns] },
  ];
  return {
    name: "conv",
    statements: [
      {
        output: { array: "Out", dimensions: plain("b", "o", "p", "q") },
        operands: [
          { array: "In", dimensions: [...plain("b", "c"), sliding("p", "r", 0), sliding("q", "s", 1)] },
          { array: "W", dimensions: plain("o", "c", "r", "s") },
        ],
      },
    ],
    arrays,
    extents: { b: batch, c: inChannels, o: outChannels, p: rows, q: columns, r: kernel[0], s: kernel[1] },
    accumulator: workload.accumulator,
  };
}

/** One line for people: `Out (32×64×56×56) = In (32×64×56×56) ∗ W (64×64×3×3), stride 1, padding 1, bf16, fp32 accumulators`. */
export function describeConv(w: ConvWorkload): string {
  const [rows, columns] = convOutputs(w);
  const short = ([first, second]: Sides): string => (first === second ? `${first}` : `${first}x${second}`);
  const shapes = [
    `Out (${[w.batch, w.outChannels, rows, columns].join("×")})`,
    `In (${[w.batch, w.inChannels, w.height, w.width].join("×")})`,
    `W (${[w.outChannels, w.inChannels, ...w.kernel].join("×")})`,
  ];
  return `${shapes[0]} = ${shapes[1]} ∗ ${shapes[2]}, stride ${short(w.stride)}, padding ${short(w.padding)}, ${describeTypes(w)}`;
}

/** How the workload is named, checked and described. */
export const convKind: WorkloadKind<ConvWorkload> = {
  kind: "conv",
  extents: ["batch", "inChannels", "outChannels", "height", "width"],
  check: checkSides,
  describe: describeConv,
  computation: convComputation,
  form: sizedForm({
    name: "conv",
    summary: "two-dimensional convolution over batch and channels",
    extents: [
      { flag: "batch", what: "images (default 1)", also: [...BATCH_NAMES, "n"], optional: true },
      { flag: "in-channels", what: "channels of the input", also: ["cin", "ci", "c"] },
      { flag: "out-channels", what: "channels of the output", also: ["cout", "co", "k", "filters"] },
      { flag: "height", what: "rows of the input", also: ["h", "in-height", "size"] },
      { flag: "width", what: "columns of the input (default: --height)", also: ["w", "in-width"], optional: true },
    ],
    sides: [
      { flag: "kernel", what: "rows and columns of the kernel", also: ["kernel-size", "filter", "filter-size"] },
      { flag: "stride", what: "steps of the window (default 1)", also: ["strides"] },
      { flag: "padding", what: "rows and columns of zeros on either side, or same, or valid (default 0)", also: ["pad"] },
    ],
    spellings: {
      names: { conv2d: {}, convolution: {} },
      refused: {
        groups: { instead: "no bounds for several groups yet; one group alone is a conv of its own channels", unless: "1" },
        dilation: { instead: "no bounds for dilated kernels yet; leave it out for a dense kernel", unless: "1" },
        bias: { instead: "no bias here: leave it out (it adds one word a channel to what must be read)" },
      },
    },
    make: (options, flags) => {
      const kernel = flags["kernel"] as SidesOption | undefined;
      if (kernel === undefined) throw new InputError("kernel", "rows and columns such as 3x3", "nothing");
      const [stride, padding] = [flags["stride"], flags["padding"]] as (SidesOption | undefined)[];
      return convWorkload({ ...options, kernel, stride, padding });
    },
  }),
};

function checkSides({ kernel, stride, padding }: ConvWorkload): void {
  for (const side of [...kernel, ...stride]) checkInteger("kernel and stride", side, 1);
  for (const side of padding) checkInteger("padding", side, 0);
}
