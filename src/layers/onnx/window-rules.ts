import { MOST_KERNEL_SIDE } from "../../computation/conv.js";
import { integer, integers, type NodeCall, refused, type ShapeRule, shapeAt, text } from "./node-call.js";
import type { Shape } from "./values.js";

/** A window that slides along one axis. */
interface Window {
  readonly extent: number;
  readonly kernel: number;
  readonly stride: number;
  readonly dilation: number;
  readonly before: number;
  readonly after: number;
}

/** Bounded by the theorem on convolutions where every input and weight meets something and the padding is alike on both sides. */
export const convolution: ShapeRule = (call) => {
  const [batch, inChannels, ...extents] = shapeAt(call, 0);
  const [outChannels, depth, ...kernel] = shapeAt(call, 1);
  if (batch === undefined || inChannels === undefined || outChannels === undefined || depth === undefined) {
    throw refused(call, "operands of three axes or more", [shapeAt(call, 0), shapeAt(call, 1)]);
  }
  const groups = integer(call, "group", 1);
  if (depth * groups !== inChannels) {
    throw refused(call, "weights for every channel of the input", `${depth} × ${groups} for ${inChannels}`);
  }
  if (outChannels % groups !== 0) throw refused(call, `outputs that ${groups} groups divide`, outChannels);
  const bias = call.inputs[2];
  if (call.node.opType === "Conv" && bias !== undefined && bias.shape.join() !== `${outChannels}`) {
    throw refused(call, `a bias of ${outChannels} words`, bias.shape);
  }
  const axes = windowsOf(call, extents, kernel);
  const shape = [batch, outChannels, ...axes.map((axis, i) => positions(call, axis, i))];
  const partial = [...(axes.every(meetsAllInputs) ? [] : [0]), ...(axes.every(meetsAllTaps) ? [] : [1])];
  const isPlain =
    axes.length <= 2 &&
    partial.length === 0 &&
    axes.every(isEven) &&
    [0, 1].every((input) => call.inputs[input]?.tensor !== undefined);
  if (!isPlain) return { kind: "operator", work: { kind: "other-convolution" }, shapes: [shape], partial };
  // One dimension is two, the first of extent 1.
  const sides = (of: (axis: Window) => number, otherwise: number): readonly [number, number] => {
    const [first = otherwise, second] = axes.map(of);
    return second === undefined ? [otherwise, first] : [first, second];
  };
  const [height, width] = sides(({ extent }) => extent, 1);
  const work = {
    kind: "convolution",
    batch,
    inChannels,
    outChannels,
    height,
    width,
    kernel: sides((axis) => axis.kernel, 1),
    stride: sides((axis) => axis.stride, 1),
    padding: sides((axis) => axis.before, 0),
    ...(groups === 1 ? {} : { groups }),
    ...(axes.every(({ dilation, kernel: side }) => dilation === 1 || side === 1)
      ? {}
      : { dilation: sides(({ dilation, kernel: side }) => (side === 1 ? 1 : dilation), 1) }),
  } as const;
  return { kind: "operator", work, shapes: [shape] };
};

/** Padding that is alike on both sides, and leaves no output with zeros alone. */
function isEven({ extent, kernel, dilation, before, after }: Window): boolean {
  return before === after && before <= dilation * (kernel - 1) && (before === 0 || extent >= dilation);
}

/** Results far apart may leave inputs unread, and padding of the result cuts some off. */
export const transposedConvolution: ShapeRule = (call) => {
  const [batch = 1, channels = 1, ...extents] = shapeAt(call, 0);
  const [depth, perGroup = 1, ...kernel] = shapeAt(call, 1);
  if (channels !== depth) throw refused(call, `weights for ${channels} channels`, depth ?? 0);
  const explicit = text(call, "auto_pad", "NOTSET") === "NOTSET" && integers(call, "output_shape") === undefined;
  const axes = windowsOf(call, extents, kernel);
  const extra = integers(call, "output_padding") ?? [];
  const results = axes.map(
    ({ extent, kernel: side, stride, dilation, before, after }, i) =>
      stride * (extent - 1) + (extra[i] ?? 0) + (side - 1) * dilation + 1 - before - after,
  );
  if (explicit && !results.every((extent) => extent >= 1)) throw refused(call, "padding that leaves a result", results);
  const shape = explicit ? [batch, perGroup * integer(call, "group", 1), ...results] : undefined;
  return { kind: "operator", work: { kind: "other-convolution" }, shapes: [shape], partial: [0, 1] };
};

export const pooling: ShapeRule = (call) => {
  const [batch = 1, channels = 1, ...extents] = shapeAt(call, 0);
  const kernel = integers(call, "kernel_shape");
  if (kernel === undefined) throw refused(call, "a kernel_shape", "none");
  const axes = windowsOf(call, extents, kernel);
  const shape = [batch, channels, ...axes.map((axis, i) => positions(call, axis, i))];
  const partial = axes.every(meetsAllInputs) ? [] : [0];
  return { kind: "operator", work: { kind: "pooling" }, shapes: [shape, shape], partial };
};

export const globalPooling: ShapeRule = (call) => {
  const shape: Shape = shapeAt(call, 0).map((extent, i) => (i < 2 ? extent : 1));
  return { kind: "operator", work: { kind: "pooling" }, shapes: [shape] };
};

function windowsOf(call: NodeCall, extents: Shape, kernel: Shape): readonly Window[] {
  if (extents.length === 0 || kernel.length !== extents.length) {
    throw refused(call, `a kernel of ${extents.length} axes`, kernel);
  }
  const declared = integers(call, "kernel_shape");
  if (declared !== undefined && declared.join() !== kernel.join()) throw refused(call, `a kernel_shape of ${kernel}`, declared);
  const perAxis = (name: string, otherwise: number, least: number, count: number): readonly number[] => {
    const given = integers(call, name) ?? Array.from({ length: count }, () => otherwise);
    const fits = given.length === count && given.every((one) => Number.isSafeInteger(one) && one >= least);
    if (!fits) throw refused(call, `${count} ${name} of at least ${least}`, given);
    return given;
  };
  const strides = perAxis("strides", 1, 1, extents.length);
  const dilations = perAxis("dilations", 1, 1, extents.length);
  const pads = perAxis("pads", 0, 0, 2 * extents.length);
  const automatic = text(call, "auto_pad", "NOTSET");
  return extents.map((extent, i) => {
    const [side, stride, dilation] = [kernel[i] ?? 1, strides[i] ?? 1, dilations[i] ?? 1];
    const window = { extent, kernel: side, stride, dilation };
    if (automatic === "VALID") return { ...window, before: 0, after: 0 };
    if (automatic === "NOTSET" || automatic === "")
      return { ...window, before: pads[i] ?? 0, after: pads[i + extents.length] ?? 0 };
    const padding = Math.max(0, (Math.ceil(extent / stride) - 1) * stride + (side - 1) * dilation + 1 - extent);
    const less = Math.floor(padding / 2);
    if (automatic === "SAME_UPPER") return { ...window, before: less, after: padding - less };
    if (automatic === "SAME_LOWER") return { ...window, before: padding - less, after: less };
    throw refused(call, "an auto_pad of NOTSET, VALID, SAME_UPPER or SAME_LOWER", automatic);
  });
}

const room = ({ extent, kernel, dilation, before, after }: Window): number =>
  extent + before + after - (kernel - 1) * dilation - 1;

/**
 * Rounded up under `ceil_mode`, without a last position that begins in the padding. Before version 22 the specification
 * counted it and runtimes did not: a file may declare either.
 */
function positions(call: NodeCall, window: Window, axis: number): number {
  const { extent, stride, before, kernel } = window;
  let count = Math.floor(room(window) / stride) + 1;
  if (integer(call, "ceil_mode", 0) === 1) {
    const rounded = Math.ceil(room(window) / stride) + 1;
    const isCut = (rounded - 1) * stride >= extent + before;
    const isDeclared = call.opset < 22 && call.declared(0)?.[axis + 2] === rounded;
    count = isCut && !isDeclared ? rounded - 1 : rounded;
  }
  if (count < 1) throw refused(call, "an input that holds the window", `${extent} for ${kernel}`);
  return count;
}

/** Does every input meet some position of the window? Where that is hard to see the answer is no, which only lowers a bound. */
function meetsAllInputs(window: Window): boolean {
  const { extent, kernel, stride, dilation, before } = window;
  const count = Math.floor(room(window) / stride) + 1;
  if (dilation > 1) return stride === 1 && count >= dilation;
  // Where the stride passes over inputs, these must be padding: the first gap past its start is an input, or the end is reached.
  const firstGap = Math.max(0, Math.floor((before - kernel) / stride));
  const isPassed = (gap: number): boolean =>
    gap < count - 1 && gap * stride - before + kernel < extent && (gap + 1) * stride > before;
  const passesOver = stride > kernel && [firstGap, firstGap + 1].some(isPassed);
  return !passesOver && (count - 1) * stride - before + kernel >= extent;
}

/** Does every tap meet some input, and not padding alone? */
function meetsAllTaps(window: Window): boolean {
  const { extent, kernel, stride, dilation, before } = window;
  const count = Math.floor(room(window) / stride) + 1;
  const meetsInput = (tap: number): boolean => {
    const first = Math.max(0, Math.ceil((before - tap * dilation) / stride));
    return first < count && first * stride + tap * dilation - before < extent;
  };
  return kernel <= MOST_KERNEL_SIDE && Array.from({ length: kernel }, (_, tap) => tap).every(meetsInput);
}
