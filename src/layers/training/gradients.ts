import { InputError } from "../../errors.js";
import { type AttentionWork, type ConvolutionWork, type Operator, type ProductWork, tensorNamed } from "../operator-graph.js";
import type { BackwardWriter } from "./backward-writer.js";
import { writeExpertGradients, writeRoutingGradients } from "./expert-gradients.js";

/** What a layer may be made of whose gradients are known here. */
export const SUPPORTED = "a layer of softmax attention, products, experts and convolutions";

/** An attention of a card: its four operators, and the tensor of its rows' log-sum-exps where the probabilities are not kept. */
export interface SoftmaxAttention {
  readonly scores: Operator;
  readonly statistics: Operator;
  readonly softmax: Operator;
  readonly values: Operator;
  readonly logSumExp?: string;
}

/** Writes the gradients of what an operator reads. @throws InputError where none are known here. */
export function writeGradients(
  writer: BackwardWriter,
  operator: Operator,
  attention: ReadonlyMap<string, SoftmaxAttention>,
): void {
  const { name, work, inputs, outputs } = operator;
  const gradient = writer.gradient(outputs[0] ?? "");
  const ofSoftmax = attention.get(name);
  if (ofSoftmax !== undefined) {
    // The last of the four operators speaks for all of them.
    if (gradient !== undefined && operator === ofSoftmax.values) writeAttentionGradients(writer, ofSoftmax, gradient);
    return;
  }
  if (gradient === undefined) return;
  const [first = "", ...others] = inputs;
  switch (work.kind) {
    case "product":
      writeProductGradients(writer, operator, work, gradient);
      break;
    case "grouped-product":
      writeExpertGradients(writer, operator, work, gradient);
      break;
    case "convolution":
      writeConvolutionGradients(writer, operator, work, gradient);
      break;
    case "copy":
      writeJoinGradients(writer, operator, gradient);
      break;
    case "gather":
    case "combine":
    case "row-statistics":
      if (!writeRoutingGradients(writer, operator, gradient))
        throw new InputError("training", SUPPORTED, `${work.kind} (${name})`);
      break;
    case "normalisation":
    case "group-normalisation":
      writeNormGradients(writer, operator, gradient);
      break;
    case "rotary":
      writer.operator(`${name}-gradient`, work, [gradient], [writer.share(first, name)], [gradient]);
      break;
    case "elementwise":
      if (/(residual|add)$/.test(name)) for (const input of inputs) writeSummandGradient(writer, name, input, gradient);
      else for (const input of inputs) writeFunctionGradient(writer, operator, input, gradient);
      break;
    case "lookup":
      writer.operator(
        `${name}-gradient`,
        { kind: "combine" },
        [gradient, writer.need(first)],
        others.map((table) => writer.share(table, name)),
      );
      break;
    default:
      throw new InputError("training", SUPPORTED, `${work.kind} (${name})`);
  }
}

/** dX = dY·Wᵀ, dW = Xᵀ·dY, and the sums of dY's columns. */
function writeProductGradients(
  writer: BackwardWriter,
  { name, inputs }: Operator,
  { batch, rows, inner, columns }: ProductWork,
  gradient: string,
): void {
  const [left = "", weight = "", bias] = inputs;
  const kind = "product";
  const input = { kind, batch, rows, inner: columns, columns: inner } as const;
  writer.operator(`${name}-input-gradient`, input, [gradient, writer.need(weight)], [writer.share(left, name)]);
  const ofWeights = { kind, batch, rows: inner, inner: rows, columns, leftTransposed: true } as const;
  writer.operator(`${name}-weight-gradient`, ofWeights, [writer.need(left), gradient], [writer.share(weight, name)]);
  if (bias !== undefined)
    writer.operator(`${name}-bias-gradient`, { kind: "row-statistics" }, [gradient], [writer.share(bias, name)]);
}

/** A gradient of the input from the weights, one of the weights from the input, and sums over the pixels of each channel. */
function writeConvolutionGradients(
  writer: BackwardWriter,
  { name, inputs }: Operator,
  work: ConvolutionWork,
  gradient: string,
): void {
  const [input = "", weight = "", bias] = inputs;
  const [ofInput, ofWeight] = [writer.share(input, name), writer.share(weight, name)];
  writer.operator(`${name}-input-gradient`, { ...work, pass: "data-gradient" }, [gradient, writer.need(weight)], [ofInput]);
  writer.operator(`${name}-weight-gradient`, { ...work, pass: "weight-gradient" }, [writer.need(input), gradient], [ofWeight]);
  if (bias !== undefined)
    writer.operator(`${name}-bias-gradient`, { kind: "row-statistics" }, [gradient], [writer.share(bias, name)]);
}

/** Parts of rows put side by side: each has its own, and one that several heads got copies of, the sum of theirs. */
function writeJoinGradients(writer: BackwardWriter, { name, inputs }: Operator, gradient: string): void {
  const shares = inputs.map((input) => writer.share(input, name));
  const words = shares.reduce((sum, share) => sum + share.words, 0);
  const kind = words === writer.words(gradient) ? "copy" : "row-statistics";
  writer.operator(`${name}-gradient`, { kind }, [gradient], shares);
}

/** A summand has the gradient as it is, one that serves many words their sum. */
function writeSummandGradient(writer: BackwardWriter, name: string, input: string, gradient: string): void {
  if (writer.words(input) === writer.words(gradient)) writer.passOn(input, gradient);
  else writer.operator(`${name}-${input}-gradient`, { kind: "row-statistics" }, [gradient], [writer.share(input, name)]);
}

/** Of rows, whose statistics are taken again, and of gain and shift. */
function writeNormGradients(writer: BackwardWriter, { name, work, inputs }: Operator, gradient: string): void {
  const [input = "", gain, shift] = inputs;
  const parameters = gain === undefined ? [] : [writer.need(gain)];
  const read = [gradient, writer.need(input), ...parameters];
  writer.operator(`${name}-input-gradient`, work, read, [writer.share(input, name)], [gradient]);
  if (gain !== undefined)
    writer.operator(`${name}-gain-gradient`, { kind: "row-statistics" }, [gradient, input], [writer.share(gain, name)]);
  if (shift !== undefined)
    writer.operator(`${name}-shift-gradient`, { kind: "row-statistics" }, [gradient], [writer.share(shift, name)]);
}

/** A function of one tensor reads it again, a product of two the other one. */
function writeFunctionGradient(writer: BackwardWriter, operator: Operator, input: string, gradient: string): void {
  const { name, inputs } = operator;
  const read = (inputs.length === 1 ? inputs : inputs.filter((one) => one !== input)).map((one) => writer.need(one));
  const own = inputs.length === 1 ? `${name}-gradient` : `${name}-${input}-gradient`;
  const share = writer.share(input, name);
  const all = [gradient, ...read];
  const carried = all.filter((one) => writer.words(one) === share.words);
  // What serves many words sums over them.
  const isOfEach = writer.words(gradient) === share.words;
  writer.operator(own, { kind: isOfEach ? "elementwise" : "row-statistics" }, all, [share], isOfEach ? carried : []);
}

function writeAttentionGradients(writer: BackwardWriter, attention: SoftmaxAttention, gradient: string): void {
  const { scores, softmax, values, statistics, logSumExp } = attention;
  const { kind: _, ...shape } = scores.work as AttentionWork;
  const prefix = scores.name.replace(/scores$/, "");
  const [q = "", k = "", ...more] = scores.inputs;
  const [p = "", v = "", ...others] = values.inputs;
  if (more.length + others.length > 0 || shape.valuesInKeys === true || shape.sharedKeyColumns !== undefined)
    throw new InputError("training", "attention whose keys and values are one tensor each", scores.name);
  const o = writer.need(values.outputs[0] ?? "");
  const rows = shape.batch * shape.heads * shape.queries;
  const dot = { name: `${prefix}dot`, words: rows, dataType: tensorNamed(writer.index, statistics.outputs[0] ?? "").dataType };
  writer.operator(`${prefix}dot-gradient`, { kind: "elementwise" }, [gradient, o], [dot]);
  const [dQ, dK, dV] = [q, k, v].map((tensor) => writer.share(tensor, `${prefix}attention`)) as [Made, Made, Made];
  for (const tensor of [q, k, v]) writer.need(tensor);
  const sinks = statistics.inputs[1];
  if (logSumExp !== undefined) {
    const { valuesInKeys: __, sharedKeyColumns: ___, ...extents } = shape;
    const read = [q, k, v, gradient, writer.need(logSumExp), dot.name];
    writer.operator(`${prefix}attention-gradient`, { kind: "attention-backward", ...extents }, read, [dQ, dK, dV]);
  } else {
    const { dim, valueDim = dim } = shape;
    const { words, dataType } = tensorNamed(writer.index, writer.need(p));
    const [dP, dS] = [`${prefix}shares-gradient`, `${prefix}scores-gradient`];
    writer.operator(`${prefix}v-gradient`, { ...shape, kind: "transposed-values", valueDim }, [p, gradient], [dV]);
    const made = { words, dataType };
    writer.operator(dP, { ...withDims(shape, valueDim), kind: "scores" }, [gradient, v], [{ name: dP, ...made }]);
    const { name } = softmax;
    writer.operator(`${name}-gradient`, { kind: "elementwise" }, [dP, p, dot.name], [{ name: dS, ...made }], [dP, p]);
    writer.operator(`${prefix}q-gradient`, { ...withDims(shape, dim), kind: "values" }, [dS, k], [dQ]);
    writer.operator(`${prefix}k-gradient`, { ...withDims(shape, dim), kind: "transposed-values" }, [dS, q], [dK]);
  }
  if (sinks !== undefined) {
    const rowWords = logSumExp ?? statistics.outputs[0] ?? "";
    const read = [writer.need(rowWords), dot.name, writer.need(sinks)];
    writer.operator(`${prefix}sinks-gradient`, { kind: "row-statistics" }, read, [writer.share(sinks, `${prefix}attention`)]);
  }
}

type Made = ReturnType<BackwardWriter["share"]>;

/** The extents with keys and values as wide. */
function withDims({ valueDim: _, ...shape }: Omit<AttentionWork, "kind">, dim: number): Omit<AttentionWork, "kind"> {
  return { ...shape, dim };
}
