import { checkInteger, InputError, shown } from "../errors.js";
import type { ArraySpecification, Computation, IndexExpression } from "./computation.js";
import { checkExtent, plainIndex } from "./computation.js";
import type { AxisFacts, WindowAxis } from "./window.js";
import { axisFacts, axisOutputs } from "./window.js";
import type { WordTypeOptions, WordTypes } from "./word-types.js";
import { wordTypes } from "./word-types.js";

/** Height and width. */
export type Sides = readonly [number, number];

/** A gradient in place of the convolution: that of its input (from the weights), or that of its weights (from the input). */
export type GradientPass = "data-gradient" | "weight-gradient";

/**
 * A two-dimensional convolution: every output is a sum over the input channels of its group and the taps of the kernel. Extents are
 * those of the convolution whatever the pass.
 */
export interface ConvWorkload extends WordTypes {
  readonly kind: "conv";
  readonly batch: number;
  /** Of all groups, as outputs are. */
  readonly inChannels: number;
  readonly outChannels: number;
  /** Of the input. */
  readonly height: number;
  readonly width: number;
  readonly kernel: Sides;
  readonly stride: Sides;
  /** Rows and columns of zeros on either side; products with them do not count as products. */
  readonly padding: Sides;
  /** Groups of channels, each a convolution of its own; 1 where absent. */
  readonly groups?: number;
  /** Rows and columns from tap to tap; 1 where absent. */
  readonly dilation?: Sides;
  /** Which sums are formed; those of the outputs where absent. */
  readonly pass?: GradientPass;
}

/** `3`, `"3x3"` or `[3, 3]`; as padding also `"same"` or `"valid"`. */
export type SidesOption = number | string | readonly number[];

/** Extents of a two-dimensional convolution; batch 1, a square input, stride 1, no padding, one group, forward unless given. */
export interface ConvOptions extends WordTypeOptions {
  readonly batch?: number | undefined;
  readonly inChannels: number;
  readonly outChannels: number;
  readonly height: number;
  readonly width?: number | undefined;
  readonly kernel: SidesOption;
  readonly stride?: SidesOption | undefined;
  readonly padding?: SidesOption | undefined;
  readonly groups?: number | undefined;
  readonly dilation?: SidesOption | undefined;
  readonly pass?: "forward" | GradientPass | undefined;
}

/** Facts about windows walk the taps of one side, so it is bounded. */
export const MOST_KERNEL_SIDE = 4096;
/** They walk taps and residues of outputs, so a dilated kernel is bounded too. */
const MOST_DILATED_SIDE = 65536;

const PASSES: readonly string[] = ["forward", "data-gradient", "weight-gradient"];

/**
 * A checked convolution: extents from 1 to 2^53 - 1, kernel sides up to 4096, padding below the dilated kernel, that kernel inside the
 * padded input, groups that divide both channels. Batch 1, stride 1, padding 0, one group and width as the height unless given.
 *
 * @throws InputError naming the option.
 */
export function convWorkload(options: ConvOptions): ConvWorkload {
  const kernel = sides("kernel", options.kernel, 1, MOST_KERNEL_SIDE);
  const stride = sides("stride", options.stride ?? 1, 1, Number.MAX_SAFE_INTEGER);
  const dilation = dilationOf(sides("dilation", options.dilation ?? 1, 1, MOST_DILATED_SIDE), kernel);
  const spans = kernel.map((side, axis) => (side - 1) * (dilation[axis] ?? 1) + 1) as unknown as Sides;
  const padding = sides("padding", namedPadding(options.padding ?? 0, spans, stride), 0, MOST_DILATED_SIDE);
  const pass = options.pass ?? "forward";
  if (!PASSES.includes(pass)) throw new InputError("pass", PASSES.join(", "), shown(pass));
  const groups = checkExtent("groups", options.groups ?? 1);
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
    ...(groups === 1 ? {} : { groups }),
    ...(dilation.every((step) => step === 1) ? {} : { dilation }),
    ...(pass === "forward" ? {} : { pass }),
    ...wordTypes(options),
  };
  checkGroups(workload);
  spans.forEach((side, axis) => {
    const [name, extent] = axis === 0 ? (["height", workload.height] as const) : (["width", workload.width] as const);
    const [zeros = 0, step = 1] = [padding[axis], dilation[axis]];
    if (side > MOST_DILATED_SIDE) throw new InputError("dilation", `a dilated kernel of at most ${MOST_DILATED_SIDE}`, `${side}`);
    if (zeros >= side) throw new InputError("padding", `less than the kernel's ${side}, or outputs see zeros only`, `${zeros}`);
    if (extent + 2 * zeros < side)
      throw new InputError(name, `at least ${side - 2 * zeros}, for a kernel of ${side}`, `${extent}`);
    if (zeros > 0 && extent < step)
      throw new InputError(name, `at least the dilation's ${step}, or outputs see zeros only`, `${extent}`);
  });
  return workload;
}

/** @throws InputError naming `groups` */
export function checkGroups({ groups = 1, inChannels, outChannels }: ConvWorkload): void {
  for (const [name, channels] of Object.entries({ input: inChannels, output: outChannels })) {
    if (channels % groups !== 0) throw new InputError("groups", `a divisor of the ${channels} ${name} channels`, `${groups}`);
  }
}

/** A single tap has no distance to the next. */
function dilationOf(dilation: Sides, kernel: Sides): Sides {
  return dilation.map((step, axis) => (kernel[axis] === 1 ? 1 : step)) as unknown as Sides;
}

/** `valid` is no padding; `same` leaves an output as large as the input: half of an odd dilated kernel at stride 1. */
function namedPadding(padding: SidesOption, spans: Sides, stride: Sides): SidesOption {
  const name = typeof padding === "string" ? padding.toLowerCase() : padding;
  if (name === "valid") return 0;
  if (name !== "same") return padding;
  if (stride.some((step) => step !== 1)) throw new InputError("padding", "a number beside a stride above 1", "same");
  if (spans.some((side) => side % 2 === 0)) throw new InputError("padding", "a number beside an even kernel", "same");
  return spans.map((side) => (side - 1) / 2);
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
    ...((workload.dilation?.[a] ?? 1) === 1 ? {} : { dilation: BigInt(workload.dilation?.[a] ?? 1) }),
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

/** Scalar products that exist: none with padding, nor between groups. Every pass has the same. */
export function convProducts(workload: ConvWorkload): bigint {
  const [rows, columns] = convFacts(workload);
  const { batch, inChannels, outChannels, groups = 1 } = workload;
  return (BigInt(batch) * BigInt(inChannels) * BigInt(outChannels) * rows.pairs * columns.pairs) / BigInt(groups);
}

/**
 * The convolution that has the sums of a pass as its outputs, where there is one: of a gradient of the input at stride 1 that with the
 * kernel turned round and channels exchanged, with what is left of the dilated kernel as padding.
 */
export function convolutionOfPass(workload: ConvWorkload): ConvWorkload | undefined {
  if (workload.pass === undefined) return workload;
  const { inChannels, outChannels, kernel, stride, padding, dilation = [1, 1], pass, ...rest } = workload;
  const [height, width] = convOutputs(workload);
  const isConvolution = pass === "data-gradient" && stride.every((step) => step === 1);
  if (!isConvolution || height < dilation[0] || width < dilation[1]) return undefined;
  const turned = [0, 1].map((a) => (dilation[a] ?? 1) * ((kernel[a] ?? 1) - 1) - (padding[a] ?? 0)) as unknown as Sides;
  const dilated = workload.dilation === undefined ? {} : { dilation };
  return {
    ...rest,
    inChannels: outChannels,
    outChannels: inChannels,
    height,
    width,
    kernel,
    stride,
    padding: turned,
    ...dilated,
  };
}

/**
 * Out[b,o,p,q] += In[b,c,sp+dr−pad,…] · W[o,c,r,s] over the whole input; what lies in the padding is skipped point by point. Gradients
 * have the products of other pairs: dIn += dOut · W, dW += dOut · In.
 */
export function convComputation(workload: ConvWorkload): Computation {
  const { batch, inChannels, outChannels, height, width, kernel, stride, padding, dilation = [1, 1], groups = 1 } = workload;
  const [rows, columns] = convOutputs(workload);
  const [inGroup, outGroup] = [inChannels / groups, outChannels / groups];
  const sliding = (output: string, tap: string, axis: 0 | 1): IndexExpression => ({
    terms: [
      { index: output, stride: stride[axis] },
      { index: tap, stride: dilation[axis] },
    ],
    ...(padding[axis] === 0 ? {} : { padding: padding[axis] }),
  });
  const plain = (...indices: readonly string[]): readonly IndexExpression[] => indices.map(plainIndex);
  const channel = (index: string, perGroup: number): IndexExpression =>
    groups === 1 ? plainIndex(index) : { terms: [{ index: "g", stride: perGroup }, ...plainIndex(index).terms] };
  const [inputs, outputs] = [channel("c", inGroup), channel("o", outGroup)];
  const accesses: Readonly<Record<Role, readonly IndexExpression[]>> = {
    In: [plainIndex("b"), inputs, sliding("p", "r", 0), sliding("q", "s", 1)],
    W: [outputs, ...plain("c", "r", "s")],
    Out: [plainIndex("b"), outputs, ...plain("p", "q")],
  };
  const shapes: Readonly<Record<Role, readonly number[]>> = {
    In: [batch, inChannels, height, width],
    W: [outChannels, inGroup, ...kernel],
    Out: [batch, outChannels, rows, columns],
  };
  const { operands, sums } = rolesOf(workload.pass);
  const names = arrayNames(workload.pass);
  const array = (role: Role): ArraySpecification =>
    role === sums
      ? { name: names[role], role: "output", dataType: workload.outputType, shape: shapes[role] }
      : { name: names[role], role: "input", dataType: workload.dataType, shape: shapes[role] };
  return {
    name: "conv",
    statements: [
      {
        output: { array: names[sums], dimensions: accesses[sums] },
        operands: operands.map((role) => ({ array: names[role], dimensions: accesses[role] })),
      },
    ],
    arrays: [...operands.map(array), array(sums)],
    extents: {
      ...(groups === 1 ? {} : { g: groups }),
      ...{ b: batch, c: inGroup, o: outGroup, p: rows, q: columns, r: kernel[0], s: kernel[1] },
    },
    accumulator: workload.accumulator,
  };
}

/** One group, and taps side by side. */
export function isDense({ groups = 1, dilation = [1, 1] }: ConvWorkload): boolean {
  return groups === 1 && dilation.every((step) => step === 1);
}

/** The three arrays of a convolution. */
export type Role = "In" | "W" | "Out";

/** Which arrays a pass reads, in the order of documents, and which it sums up. */
export function rolesOf(pass: GradientPass | undefined): { readonly operands: readonly [Role, Role]; readonly sums: Role } {
  if (pass === "data-gradient") return { operands: ["Out", "W"], sums: "In" };
  if (pass === "weight-gradient") return { operands: ["In", "Out"], sums: "W" };
  return { operands: ["In", "W"], sums: "Out" };
}

/** Gradients have a d before the array's name. */
export function arrayNames(pass: GradientPass | undefined): Readonly<Record<Role, string>> {
  if (pass === "data-gradient") return { In: "dIn", W: "W", Out: "dOut" };
  if (pass === "weight-gradient") return { In: "In", W: "dW", Out: "dOut" };
  return { In: "In", W: "W", Out: "Out" };
}
