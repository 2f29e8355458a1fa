import { MOST_KERNEL_SIDE } from "../../computation/conv.js";
import { InputError } from "../../errors.js";
import type { Work } from "../operator-graph.js";
import type { OnnxNode } from "./model-file.js";
import type { OnnxValue } from "./values.js";
import { broadcast, integer, integers, reshaped, wordsOf } from "./values.js";

/** What a node becomes: another name of its first input, or an operator with the shape of its result. */
export type NodeMeaning =
  | { readonly kind: "alias"; readonly shape: readonly number[] }
  | {
      readonly kind: "operator";
      readonly work: Work;
      readonly shape: readonly number[];
      /** Positions of inputs that are carried word by word. */
      readonly carries: readonly number[];
    };

const ELEMENTWISE: ReadonlySet<string> = new Set(
  (
    "Abs Add And BatchNormalization Ceil Clip Cos Div Elu Equal Erf Exp Floor Gelu Greater GreaterOrEqual HardSigmoid HardSwish " +
    "LeakyRelu Less LessOrEqual Log Max Min Mish Mod Mul Neg Not Or PRelu Pow Reciprocal Relu Round Selu Sigmoid Sign Sin " +
    "Softplus Sqrt Sub Swish Tanh"
  ).split(" "),
);
const ROW_NORMALISATIONS: ReadonlySet<string> = new Set(["LayerNormalization", "RMSNormalization", "Softmax", "LogSoftmax"]);
const GROUP_NORMALISATIONS: ReadonlySet<string> = new Set(["InstanceNormalization", "GroupNormalization"]);
const REDUCTIONS: ReadonlySet<string> = new Set(["ReduceMean", "ReduceSum", "ReduceMax", "ReduceMin", "ReduceL2", "ReduceProd"]);

/** The node as an operator; undefined where it is not supported. @throws InputError when its operands' shapes do not fit. */
export function meaningOf(node: OnnxNode, inputs: readonly (OnnxValue | undefined)[]): NodeMeaning | undefined {
  const [first, second] = inputs;
  const type = node.opType;
  if (!["", "ai.onnx", "com.microsoft"].includes(node.domain) || first === undefined) return undefined;
  const { shape } = first;
  if (type === "Identity" || type === "Dropout") return { kind: "alias", shape };
  if (type === "Cast") return { kind: "operator", work: { kind: "elementwise" }, shape, carries: [0] };
  if (type === "Reshape")
    return second?.constant === undefined ? undefined : { kind: "alias", shape: reshaped(shape, second.constant, subject(node)) };
  if (type === "Flatten") {
    const axis = integer(node, "axis", 1);
    return { kind: "alias", shape: [wordsOf(shape.slice(0, axis)), wordsOf(shape.slice(axis))] };
  }
  if (type === "Unsqueeze" || type === "Squeeze") return viewOf(node, shape, second);
  if (type === "Transpose") {
    const order = integers(node, "perm") ?? shape.map((_, i) => shape.length - 1 - i);
    return { kind: "operator", work: { kind: "transpose" }, shape: order.map((axis) => shape[axis] ?? 1), carries: [0] };
  }
  if (ROW_NORMALISATIONS.has(type)) {
    const axis = integer(node, "axis", -1);
    const isLast = axis === -1 || axis === shape.length - 1;
    return { kind: "operator", work: { kind: isLast ? "normalisation" : "group-normalisation" }, shape, carries: [0] };
  }
  if (GROUP_NORMALISATIONS.has(type)) return { kind: "operator", work: { kind: "group-normalisation" }, shape, carries: [0] };
  if (REDUCTIONS.has(type)) return reduction(node, shape, second);
  if (ELEMENTWISE.has(type)) return elementwise(node, inputs);
  if (type === "Where") {
    // A word that is not selected need not be read, nor made: it is no form of the result.
    const meaning = elementwise(node, inputs);
    return { ...meaning, work: { kind: "selection" }, carries: [] };
  }
  if (type === "MatMul" && second !== undefined) return matrixProduct(node, shape, second.shape);
  if (type === "Gemm" && second !== undefined) return gemm(node, shape, second.shape);
  if (type === "Conv" && second !== undefined) return convolution(node, shape, second.shape);
  return undefined;
}

function subject(node: OnnxNode): string {
  return `node ${node.name === "" ? (node.output[0] ?? "") : node.name} (${node.opType})`;
}

function viewOf(node: OnnxNode, shape: readonly number[], second: OnnxValue | undefined): NodeMeaning | undefined {
  const axes = second?.constant ?? integers(node, "axes");
  if (node.opType === "Squeeze") {
    const dropped = axes?.map((axis) => (axis < 0 ? axis + shape.length : axis));
    return { kind: "alias", shape: shape.filter((extent, i) => !(dropped?.includes(i) ?? extent === 1)) };
  }
  if (axes === undefined) return undefined;
  const rank = shape.length + axes.length;
  const added = new Set(axes.map((axis) => (axis < 0 ? axis + rank : axis)));
  const left = [...shape];
  return { kind: "alias", shape: Array.from({ length: rank }, (_, i) => (added.has(i) ? 1 : (left.shift() ?? 1))) };
}

function reduction(node: OnnxNode, shape: readonly number[], second: OnnxValue | undefined): NodeMeaning {
  const given = second?.constant ?? integers(node, "axes") ?? shape.map((_, i) => i);
  const axes = given.map((axis) => (axis < 0 ? axis + shape.length : axis));
  const keep = integer(node, "keepdims", 1) === 1;
  const reduced = shape.flatMap((extent, i) => (axes.includes(i) ? (keep ? [1] : []) : [extent]));
  const isRow = axes.length === 1 && axes[0] === shape.length - 1;
  return { kind: "operator", work: { kind: isRow ? "row-statistics" : "group-normalisation" }, shape: reduced, carries: [] };
}

function elementwise(
  node: OnnxNode,
  inputs: readonly (OnnxValue | undefined)[],
): Extract<NodeMeaning, { readonly kind: "operator" }> {
  const operands = node.opType === "BatchNormalization" ? inputs.slice(0, 1) : inputs;
  let shape: readonly number[] = [];
  for (const operand of operands) {
    const joined = operand === undefined ? shape : broadcast(shape, operand.shape);
    if (joined === undefined)
      throw new InputError(subject(node), "operands whose shapes go together", JSON.stringify([shape, operand?.shape]));
    shape = joined;
  }
  const words = wordsOf(shape);
  const carries = operands.flatMap((operand, i) =>
    operand?.tensor !== undefined && wordsOf(operand.shape) === words ? [i] : [],
  );
  return { kind: "operator", work: { kind: "elementwise" }, shape, carries };
}

/** Operands of rank 1 and broadcast batches are left aside: no file seen has them. */
function matrixProduct(node: OnnxNode, left: readonly number[], right: readonly number[]): NodeMeaning | undefined {
  const [rows, inner] = left.slice(-2);
  const [depth, columns] = right.slice(-2);
  if (rows === undefined || inner === undefined || depth === undefined || columns === undefined || left.length < 2)
    return undefined;
  if (inner !== depth) throw new InputError(subject(node), "operands whose inner extents agree", `${inner} and ${depth}`);
  const batches = left.slice(0, -2);
  const shape = [...batches, rows, columns];
  if (right.length === 2) {
    return {
      kind: "operator",
      work: { kind: "product", batch: 1, rows: wordsOf(batches) * rows, inner, columns },
      shape,
      carries: [],
    };
  }
  if (batches.join() !== right.slice(0, -2).join()) return undefined;
  return { kind: "operator", work: { kind: "product", batch: wordsOf(batches), rows, inner, columns }, shape, carries: [] };
}

function gemm(node: OnnxNode, left: readonly number[], right: readonly number[]): NodeMeaning | undefined {
  const [a, b] = [
    integer(node, "transA", 0) === 1 ? [...left].reverse() : left,
    integer(node, "transB", 0) === 1 ? [...right].reverse() : right,
  ];
  const [rows, inner] = a;
  const [depth, columns] = b;
  if (rows === undefined || inner === undefined || columns === undefined) return undefined;
  if (inner !== depth) throw new InputError(subject(node), "operands whose inner extents agree", `${inner} and ${depth}`);
  return { kind: "operator", work: { kind: "product", batch: 1, rows, inner, columns }, shape: [rows, columns], carries: [] };
}

/**
 * A convolution in one or two dimensions whose every input word and weight meets something; others are not supported, since what
 * they leave unread is no traffic. Groups and uneven padding have no theorem: they are counted by their tensors.
 */
function convolution(node: OnnxNode, input: readonly number[], weight: readonly number[]): NodeMeaning | undefined {
  const [batch, inChannels, ...extents] = input;
  const [outChannels, depth, ...kernel] = weight;
  const rank = extents.length;
  if (batch === undefined || inChannels === undefined || outChannels === undefined || depth === undefined) return undefined;
  if ((rank !== 1 && rank !== 2) || kernel.length !== rank) return undefined;
  const groups = integer(node, "group", 1);
  if (depth * groups !== inChannels) {
    throw new InputError(subject(node), "weights for every channel of the input", `${depth} × ${groups} for ${inChannels}`);
  }
  const strides = integers(node, "strides") ?? extents.map(() => 1);
  const pads = integers(node, "pads") ?? [...extents, ...extents].map(() => 0);
  const dilations = integers(node, "dilations") ?? extents.map(() => 1);
  const isPlain = node.attribute.every(({ name, s }) => name !== "auto_pad" || new TextDecoder().decode(s) === "NOTSET");
  if (!isPlain || dilations.some((dilation) => dilation !== 1)) return undefined;
  const axes = extents.map((extent, i) => ({
    extent,
    kernel: kernel[i] ?? 1,
    stride: strides[i] ?? 1,
    before: pads[i] ?? 0,
    after: pads[i + rank] ?? 0,
  }));
  const results = axes.map(wholeWindow);
  if (!results.every((count) => count !== undefined)) return undefined;
  const shape = [batch, outChannels, ...results];
  const isEven = axes.every(({ before, after, kernel: side }) => before === after && before < side && side <= MOST_KERNEL_SIDE);
  if (groups !== 1 || !isEven) return { kind: "operator", work: { kind: "other-convolution" }, shape, carries: [] };
  // One dimension is two, the first of extent 1.
  const sides = (of: (axis: (typeof axes)[number]) => number, otherwise: number): readonly [number, number] => {
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
  } as const;
  return { kind: "operator", work, shape, carries: [] };
}

interface Window {
  readonly extent: number;
  readonly kernel: number;
  readonly stride: number;
  readonly before: number;
  readonly after: number;
}

/** Positions of the window; undefined where it leaves out an input or one of its taps only ever meets padding. */
function wholeWindow({ extent, kernel, stride, before, after }: Window): number | undefined {
  const count = Math.floor((extent + before + after - kernel) / stride) + 1;
  if (![before, after].every((zeros) => zeros >= 0) || stride < 1 || count < 1) return undefined;
  // Where the stride passes over inputs, these must be padding: the first gap past its start is an input, or the end is reached.
  const firstGap = Math.max(0, Math.floor((before - kernel) / stride));
  const isPassed = (gap: number): boolean =>
    gap < count - 1 && gap * stride - before + kernel < extent && (gap + 1) * stride > before;
  const passesOver = stride > kernel && [firstGap, firstGap + 1].some(isPassed);
  const reachesEnd = !passesOver && (count - 1) * stride - before + kernel >= extent;
  const meetsInput = (tap: number): boolean => {
    const first = Math.max(0, Math.ceil((before - tap) / stride));
    return first < count && first * stride + tap - before < extent;
  };
  const tapsMeet = Array.from({ length: Math.min(kernel, MOST_KERNEL_SIDE) }, (_, tap) => tap).every(meetsInput);
  return reachesEnd && tapsMeet && kernel <= MOST_KERNEL_SIDE ? count : undefined;
}
