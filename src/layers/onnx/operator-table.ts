import { BOOL, FLOAT, INT32, INT64, UINT8 } from "./element-types.js";
import { alongFirst, batchNormalisation, dropout, elementwise, rotary, where } from "./elementwise-rules.js";
import { integer, type NodeCall, type ShapeRule } from "./node-call.js";
import { gemm, matrixProduct } from "./product-rules.js";
import { argument, groupNormalisation, layerNormalisation, reduction, softmax, topK } from "./reduction-rules.js";
import * as shapes from "./shape-rules.js";
import { convolution, globalPooling, pooling, transposedConvolution } from "./window-rules.js";

type TypeRule = (call: NodeCall) => number | undefined;

/** One operator of the ONNX specification (onnx.ai/onnx/operators, version 1.23). */
export interface OperatorRow {
  /** Least and most operands. */
  readonly operands: readonly [number, number];
  /** So many leading operands have one element type. */
  readonly alike: number;
  /** What it computes, and the shapes of its results. */
  readonly rule: ShapeRule;
  /** Element type of each result, the last for all that follow. */
  readonly types: readonly TypeRule[];
}

const MANY = Number.POSITIVE_INFINITY;

/** The element type of an operand. */
const of =
  (input: number): TypeRule =>
  ({ inputs }) =>
    inputs[input]?.type;

/** A fixed element type. */
const always =
  (type: number): TypeRule =>
  () =>
    type;

/** The element type that an attribute names. */
const named =
  (attribute: string, otherwise: TypeRule = always(FLOAT)): TypeRule =>
  (call) =>
    call.node.attribute.some(({ name }) => name === attribute) ? integer(call, attribute, FLOAT) : otherwise(call);

const quantised: TypeRule = (call) =>
  call.inputs[2] === undefined ? named("output_dtype", always(UINT8))(call) : call.inputs[2].type;

function row(
  operands: number | readonly [number, number],
  rule: ShapeRule,
  types: readonly TypeRule[] = [of(0)],
  alike = 1,
): OperatorRow {
  return { operands: typeof operands === "number" ? [operands, operands] : operands, alike, rule, types };
}

const unary = row(1, elementwise);
const binary = row(2, elementwise, [of(0)], 2);
const comparison = row(2, elementwise, [always(BOOL)], 2);
const test = row(1, elementwise, [always(BOOL)]);
const variadic = row([1, MANY], elementwise, [of(0)], MANY);
const unchanged = row([1, 2], reduction(true));
const changed = row([1, 2], reduction(false));
const grouped = row(1, groupNormalisation);
const scaled = row(3, groupNormalisation, [of(0)], 3);
const replaced = row(3, shapes.scatter);

/** Operators of the standard domain, one a row. */
const STANDARD: Readonly<Record<string, OperatorRow>> = {
  Abs: unary,
  Acos: unary,
  Acosh: unary,
  Add: binary,
  And: comparison,
  ArgMax: row(1, argument, [always(INT64)]),
  ArgMin: row(1, argument, [always(INT64)]),
  Asin: unary,
  Asinh: unary,
  Atan: unary,
  Atanh: unary,
  AveragePool: row(1, pooling),
  BatchNormalization: row(5, batchNormalisation, [of(0), of(3)]),
  BitShift: binary,
  BitwiseAnd: binary,
  BitwiseNot: unary,
  BitwiseOr: binary,
  BitwiseXor: binary,
  Cast: row(1, elementwise, [named("to")]),
  CastLike: row(2, alongFirst, [of(1)]),
  Ceil: unary,
  Celu: unary,
  Clip: row([1, 3], elementwise, [of(0)], 3),
  Concat: row([1, MANY], shapes.concat, [of(0)], MANY),
  ConstantOfShape: row(1, shapes.filled, [
    ({ node }) => node.attribute.find(({ name }) => name === "value")?.t?.dataType ?? FLOAT,
  ]),
  Conv: row([2, 3], convolution, [of(0)], 3),
  ConvInteger: row([2, 4], convolution, [always(INT32)]),
  ConvTranspose: row([2, 3], transposedConvolution, [of(0)], 3),
  Cos: unary,
  Cosh: unary,
  DepthToSpace: row(1, shapes.blocksOf("to-space")),
  DequantizeLinear: row([2, 3], alongFirst, [named("output_dtype", of(1))]),
  Div: binary,
  Dropout: row([1, 3], dropout, [of(0), always(BOOL)]),
  Elu: unary,
  Equal: comparison,
  Erf: unary,
  Exp: unary,
  Expand: row(2, shapes.expand),
  Flatten: row(1, shapes.flatten),
  Floor: unary,
  Gather: row(2, shapes.gather),
  GatherElements: row(2, shapes.gatherElements),
  GatherND: row(2, shapes.gatherNd),
  Gelu: unary,
  Gemm: row([2, 3], gemm, [of(0)], 3),
  GlobalAveragePool: row(1, globalPooling),
  GlobalLpPool: row(1, globalPooling),
  GlobalMaxPool: row(1, globalPooling),
  Greater: comparison,
  GreaterOrEqual: comparison,
  GroupNormalization: scaled,
  HardSigmoid: unary,
  HardSwish: unary,
  Hardmax: row(1, softmax),
  Identity: row(1, shapes.identity),
  InstanceNormalization: scaled,
  IsInf: test,
  IsNaN: test,
  LRN: grouped,
  LayerNormalization: row([2, 3], layerNormalisation, [of(0), named("stash_type")], 3),
  LeakyRelu: unary,
  Less: comparison,
  LessOrEqual: comparison,
  Log: unary,
  LogSoftmax: row(1, softmax),
  LpNormalization: grouped,
  LpPool: row(1, pooling),
  MatMul: row(2, matrixProduct, [of(0)], 2),
  MatMulInteger: row([2, 4], matrixProduct, [always(INT32)]),
  Max: variadic,
  MaxPool: row(1, pooling, [of(0), always(INT64)]),
  Mean: variadic,
  MeanVarianceNormalization: grouped,
  Min: variadic,
  Mish: unary,
  Mod: binary,
  Mul: binary,
  Neg: unary,
  Not: test,
  Or: comparison,
  PRelu: row(2, alongFirst, [of(0)], 2),
  Pad: row([1, 4], shapes.pad),
  Pow: row(2, elementwise),
  QuantizeLinear: row([2, 3], alongFirst, [quantised]),
  RMSNormalization: row(2, layerNormalisation, [of(1)]),
  Range: row(3, shapes.range, [of(0)], 3),
  Reciprocal: unary,
  ReduceL1: changed,
  ReduceL2: changed,
  ReduceLogSum: changed,
  ReduceLogSumExp: changed,
  ReduceMax: unchanged,
  ReduceMean: unchanged,
  ReduceMin: unchanged,
  ReduceProd: unchanged,
  ReduceSum: unchanged,
  ReduceSumSquare: changed,
  Relu: unary,
  Reshape: row([1, 2], shapes.reshape),
  Resize: row([1, 4], shapes.sampled),
  RotaryEmbedding: row([3, 4], rotary, [of(0)], 3),
  Round: unary,
  ScatterElements: replaced,
  ScatterND: replaced,
  Selu: unary,
  Shape: row(1, shapes.shapeOfShape, [always(INT64)]),
  Shrink: unary,
  Sigmoid: unary,
  Sign: unary,
  Sin: unary,
  Sinh: unary,
  Size: row(1, shapes.size, [always(INT64)]),
  Slice: row([1, 5], shapes.slice),
  Softmax: row(1, softmax),
  Softplus: unary,
  Softsign: unary,
  SpaceToDepth: row(1, shapes.blocksOf("to-depth")),
  Split: row([1, 2], shapes.split),
  Sqrt: unary,
  Squeeze: row([1, 2], shapes.squeeze),
  Sub: binary,
  Sum: variadic,
  Swish: unary,
  Tan: unary,
  Tanh: unary,
  ThresholdedRelu: unary,
  Tile: row(2, shapes.tile),
  TopK: row(2, topK, [of(0), always(INT64)]),
  Transpose: row(1, shapes.transpose),
  Trilu: row([1, 2], shapes.triangle),
  Unsqueeze: row([1, 2], shapes.unsqueeze),
  Upsample: row([1, 2], shapes.sampled),
  Where: row(3, where, [of(1)]),
  Xor: comparison,
};

/** Operators of ONNX Runtime that exporters write in place of standard ones. */
const MICROSOFT: Readonly<Record<string, OperatorRow>> = {
  BiasGelu: binary,
  FastGelu: row([1, 2], elementwise, [of(0)], 2),
  Gelu: unary,
  QuickGelu: unary,
};

/** The row of a node's operator; undefined where it is not known. */
export function rowOf({ domain, opType }: { readonly domain: string; readonly opType: string }): OperatorRow | undefined {
  const rows = domain === "" || domain === "ai.onnx" ? STANDARD : domain === "com.microsoft" ? MICROSOFT : {};
  return Object.hasOwn(rows, opType) ? rows[opType] : undefined;
}
