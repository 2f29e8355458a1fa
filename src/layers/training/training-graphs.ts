import { InputError, shown } from "../../errors.js";
import {
  type AttentionWork,
  type GraphIndex,
  indexGraph,
  type Operator,
  type OperatorGraph,
  type Tensor,
  tensorNamed,
} from "../operator-graph.js";
import { BackwardWriter } from "./backward-writer.js";
import { type SoftmaxAttention, SUPPORTED, writeGradients } from "./gradients.js";

/**
 * What the backward pass makes again: nothing; the probabilities of attention, as FlashAttention does; these and what normalisations,
 * rotations and functions element by element make of what is kept; or all but the layer's input.
 */
export const RECOMPUTATIONS = ["none", "attention", "pointwise", "full"] as const;

/** One of these. */
export type Recomputation = (typeof RECOMPUTATIONS)[number];

/** @throws InputError that lists them. */
export function recomputationNamed(name: string): Recomputation {
  const found = RECOMPUTATIONS.find((one) => one === name);
  if (found === undefined) throw new InputError("recompute", RECOMPUTATIONS.join(", "), shown(name));
  return found;
}

/** The two passes of a training step over one layer, between which the passes of other layers run. */
export interface TrainingGraphs {
  readonly forward: OperatorGraph;
  /** Reads what is kept, weights, and the gradients of the layer's results; makes those of its inputs and weights. */
  readonly backward: OperatorGraph;
  /** Tensors of the forward pass, its inputs among them, that the backward pass reads. */
  readonly kept: readonly Tensor[];
}

/**
 * Both passes over a model card's layer: gradients of each of its operators, in reverse, and what they read of the forward pass.
 *
 * @throws InputError where an operator's gradients are not known here.
 */
export function trainingGraphs(graph: OperatorGraph, recompute: Recomputation): TrainingGraphs {
  const { graph: plain, attention } = prepared(graph, recompute !== "none");
  const index = indexGraph(plain);
  const writer = new BackwardWriter(index, plain.tensors[0]?.dataType ?? "bf16");
  for (const { name, words, kind, dataType, output } of plain.tensors)
    if (output) writer.passOn(name, writer.input(`${name}-gradient-given`, { name, words, kind, dataType, output }));
  for (const operator of plain.operators.toReversed()) writeGradients(writer, operator, attention);
  const given = plain.tensors.filter(({ name }) => !index.producer.has(name));
  const gradients = given.flatMap(({ name }) => writer.gradient(name) ?? []);
  const again = madeAgain(index, writer.needed, recompute);
  const backward = writer.finish(`${graph.name} backward`, again.operators, gradients);
  const kept = plain.tensors.filter(({ name, kind }) => again.kept.has(name) && kind !== "weight");
  const names = new Set(kept.filter(({ name }) => index.producer.has(name)).map(({ name }) => name));
  const tensors = plain.tensors.map((tensor) => (names.has(tensor.name) ? { ...tensor, output: true } : tensor));
  return { forward: { ...plain, tensors }, backward, kept };
}

/** Operators that make again what is read and not kept, in the graph's order, and the tensors that are kept. */
function madeAgain(
  index: GraphIndex,
  needed: ReadonlySet<string>,
  recompute: Recomputation,
): { readonly operators: readonly Operator[]; readonly kept: ReadonlySet<string> } {
  const kept = new Set<string>();
  const again = new Set<Operator>();
  const queue = new Set(needed);
  for (const tensor of queue) {
    const maker = index.producer.get(tensor);
    if (maker === undefined || !isMadeAgain(maker, recompute)) kept.add(tensor);
    else {
      again.add(maker);
      for (const input of maker.inputs) queue.add(input);
    }
  }
  return { operators: index.graph.operators.filter((operator) => again.has(operator)), kept };
}

/** Kinds whose operators cost no products. */
const POINTWISE: readonly string[] = ["elementwise", "rotary", "normalisation", "group-normalisation"];

function isMadeAgain({ name, work }: Operator, recompute: Recomputation): boolean {
  if (recompute === "full") return true;
  // The log-sum-exps of rows are what makes probabilities from scores.
  return recompute === "pointwise" && POINTWISE.includes(work.kind) && !name.endsWith(LOG_SUM_EXP);
}

const LOG_SUM_EXP = "softmax-log-sum-exp";

/** The graph without copies into a cache, and its attentions, with the log-sum-exp of each row where asked for. */
function prepared(
  graph: OperatorGraph,
  withLogSumExp: boolean,
): { readonly graph: OperatorGraph; readonly attention: ReadonlyMap<string, SoftmaxAttention> } {
  const { tensors, operators } = withoutCache(graph);
  const index = indexGraph({ ...graph, tensors, operators });
  const attention = new Map<string, SoftmaxAttention>();
  const all: Operator[] = [];
  const added: Tensor[] = [];
  for (const operator of operators) {
    all.push(operator);
    if (operator.work.kind !== "values") continue;
    const found = attentionOf(index, operator);
    const { batch, heads, queries } = operator.work;
    const name = found.statistics.name.replace(/softmax-statistics$/, LOG_SUM_EXP);
    const logSumExp = found.statistics.name.replace(/softmax-statistics$/, "log-sum-exp");
    if (withLogSumExp) {
      const { dataType } = tensorNamed(index, found.statistics.outputs[0] ?? "");
      added.push({ name: logSumExp, kind: "activation", words: batch * heads * queries, dataType, output: false });
      const inputs = found.statistics.outputs;
      all.push({ name, inputs, outputs: [logSumExp], carries: [], work: { kind: "elementwise" } });
    }
    const own = withLogSumExp ? { ...found, logSumExp } : found;
    for (const one of [found.scores, found.statistics, found.softmax, found.values]) attention.set(one.name, own);
    attention.set(name, own);
  }
  return { graph: { ...graph, tensors: [...tensors, ...added], operators: all }, attention };
}

/** @throws InputError where a softmax is cut in another way than a card's. */
function attentionOf(index: GraphIndex, values: Operator): SoftmaxAttention {
  const makerOf = (tensor: string | undefined, kind: Operator["work"]["kind"]): Operator => {
    const maker = index.producer.get(tensor ?? "");
    if (maker?.work.kind === kind) return maker;
    throw new InputError("training", SUPPORTED, values.name);
  };
  const softmax = makerOf(values.inputs[0], "elementwise");
  const scores = makerOf(softmax.inputs[0], "scores");
  const statistics = makerOf(softmax.inputs[1], "row-statistics");
  const { kind: _, ...ofScores } = scores.work as AttentionWork;
  const { kind: __, ...ofValues } = values.work as AttentionWork;
  if (JSON.stringify(ofScores) !== JSON.stringify(ofValues)) throw new InputError("training", "one attention", values.name);
  return { scores, statistics, softmax, values };
}

/** Training appends nothing to a cache: copies of one tensor are the tensor. */
function withoutCache({ tensors, operators }: OperatorGraph): Pick<OperatorGraph, "tensors" | "operators"> {
  const sources = new Map<string, string>();
  const left: Operator[] = [];
  for (const operator of operators) {
    const inputs = operator.inputs.map((name) => sources.get(name) ?? name);
    const [source] = inputs;
    if (operator.work.kind === "copy" && inputs.length === 1 && source !== undefined) {
      for (const copy of operator.outputs) sources.set(copy, source);
    } else left.push({ ...operator, inputs, carries: operator.carries.map((name) => sources.get(name) ?? name) });
  }
  return { tensors: tensors.filter(({ name }) => !sources.has(name)), operators: left };
}
