import type { GradientPass, Sides } from "../computation/conv.js";
import { BITS_OF, type DataType } from "../computation/data-types.js";
import type { ScanWorkload } from "../computation/recurrence/scan.js";
import { InputError } from "../errors.js";
import { ceilDivide } from "../exact/integer.js";

/** What an array is to the layer; an activation that no operator makes is the layer's input. */
export type TensorKind = "activation" | "weight" | "cache";

/** An array between operators. */
export interface Tensor {
  readonly name: string;
  readonly kind: TensorKind;
  readonly words: number;
  readonly dataType: DataType;
  /** Must be in memory when the layer has ended. */
  readonly output: boolean;
}

/** `rows × inner` by `inner × columns`, `batch` times; the operands are the operator's first two inputs. */
export interface ProductWork {
  readonly kind: "product";
  readonly batch: number;
  readonly rows: number;
  readonly inner: number;
  readonly columns: number;
  /** The first operand lies in memory as `inner × rows`, as in a gradient of weights. */
  readonly leftTransposed?: true;
}

/**
 * The products of a mixture's experts, gathered: expert e's `rows[e] × inner` by its own `inner × columns`, one after the other in each
 * tensor. An expert without rows has no weights in the second input.
 */
export interface GroupedProductWork {
  readonly kind: "grouped-product";
  readonly rows: readonly number[];
  readonly inner: number;
  readonly columns: number;
}

/** Gradients of experts' weights: expert e's `rows[e] × inner`, transposed, by its `rows[e] × columns`; none of an expert without rows. */
export interface GroupedGradientWork extends Omit<GroupedProductWork, "kind"> {
  readonly kind: "grouped-gradient";
}

/**
 * Q·Kᵀ (first input Q, the others the rows of K) or P·V (first input P, the others the rows of V) of attention; or Pᵀ·X, by first input
 * P and second X, rows of `valueDim` words as many as queries: for each key the sum over all queries that see it, of all heads that
 * share it.
 */
export interface AttentionWork {
  readonly kind: "scores" | "values" | "transposed-values";
  readonly batch: number;
  readonly heads: number;
  readonly kvHeads: number;
  readonly queries: number;
  readonly keys: number;
  /** Columns of Q and K. */
  readonly dim: number;
  /** Columns of V where they are others. */
  readonly valueDim?: number;
  /** The tensors of V are among those of K. */
  readonly valuesInKeys?: true;
  /** The last columns of K that all heads have in common: the last tensors of K, behind those of each head's own columns. */
  readonly sharedKeyColumns?: number;
  readonly causal: boolean;
  /** Causal only: keys that a query sees, its own and those before it. */
  readonly window?: number;
}

/** dQ, dK and dV from Q, K, V, dO, L and D, as in `AttentionBackwardWorkload`: the probabilities are made again. */
export interface AttentionGradientWork extends Omit<AttentionWork, "kind" | "valuesInKeys" | "sharedKeyColumns"> {
  readonly kind: "attention-backward";
}

/** Out = In ∗ W over channels of two axes: input, weight, perhaps a bias; extents as in `ConvWorkload`. */
export interface ConvolutionWork {
  readonly kind: "convolution";
  readonly batch: number;
  readonly inChannels: number;
  readonly outChannels: number;
  readonly height: number;
  readonly width: number;
  readonly kernel: Sides;
  readonly stride: Sides;
  readonly padding: Sides;
  readonly groups?: number;
  readonly dilation?: Sides;
  /** Of a gradient: input or weight as in `rolesOf`. */
  readonly pass?: GradientPass;
}

/**
 * A scan with a decay for each token and head, as in `ScanWorkload`: inputs Q, K, V and D, then what is none of its arrays, and last, if
 * any, the states before; results Y and the states after.
 */
export interface ScanWork extends Pick<ScanWorkload, "batch" | "heads" | "groups" | "tokens" | "state" | "dim" | "initialState"> {
  readonly kind: "scan";
}

/** Everything else, by what it does to the elements of the tensors that it carries. */
export interface PlainWork {
  readonly kind:
    | "elementwise"
    | "rotary"
    | "normalisation"
    | "row-statistics"
    | "group-normalisation"
    | "selection"
    | "lookup"
    | "gather"
    | "combine"
    | "other-convolution"
    | "pooling"
    | "reshape"
    | "transpose"
    | "copy"
    | "unsupported";
}

export type Work =
  | ProductWork
  | GroupedProductWork
  | GroupedGradientWork
  | AttentionWork
  | AttentionGradientWork
  | ConvolutionWork
  | ScanWork
  | PlainWork;

/** One operator between named tensors. */
export interface Operator {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Inputs whose words stand in a one-to-one relation to the first output's: each output word is a form of its input word. */
  readonly carries: readonly string[];
  /** Inputs of which words may stay unread; skipped: all of them of a lookup, a selection or what is not known, else none. */
  readonly partial?: readonly string[];
  readonly work: Work;
}

/** Operators in an order in which they can run. */
export interface OperatorGraph {
  readonly name: string;
  readonly tensors: readonly Tensor[];
  readonly operators: readonly Operator[];
}

/** Look-ups of one graph, made once. */
export interface GraphIndex {
  readonly graph: OperatorGraph;
  readonly tensor: ReadonlyMap<string, Tensor>;
  readonly operator: ReadonlyMap<string, Operator>;
  /** Places of operators in the graph's order. */
  readonly rank: ReadonlyMap<string, number>;
  readonly producer: ReadonlyMap<string, Operator>;
  readonly consumers: ReadonlyMap<string, readonly Operator[]>;
}

/**
 * Tensors and operators by name, and who makes and reads what.
 *
 * @throws InputError when a tensor is unknown or made twice, an operator runs before its operands, or two share a name.
 */
export function indexGraph(graph: OperatorGraph): GraphIndex {
  const tensor = new Map(graph.tensors.map((one) => [one.name, one]));
  const operator = new Map(graph.operators.map((one) => [one.name, one]));
  if (tensor.size !== graph.tensors.length) throw new InputError(graph.name, "each tensor once");
  if (operator.size !== graph.operators.length) throw new InputError(graph.name, "each operator once");
  const rank = new Map(graph.operators.map(({ name }, place) => [name, place]));
  const producer = new Map<string, Operator>();
  const consumers = new Map<string, Operator[]>();
  const made = new Set(graph.tensors.map(({ name }) => name));
  for (const one of graph.operators) for (const name of one.outputs) made.delete(name);
  for (const one of graph.operators) {
    for (const name of one.inputs) {
      if (!tensor.has(name)) throw new InputError(`operator ${one.name}`, "inputs that are tensors of the graph", name);
      if (!made.has(name)) throw new InputError(`operator ${one.name}`, "operands made by earlier operators", name);
      const readers = consumers.get(name) ?? [];
      readers.push(one);
      consumers.set(name, readers);
    }
    for (const name of one.outputs) {
      if (!tensor.has(name)) throw new InputError(`operator ${one.name}`, "outputs that are tensors of the graph", name);
      if (producer.has(name)) throw new InputError(`tensor ${name}`, "one operator that makes it", "several");
      producer.set(name, one);
      made.add(name);
    }
  }
  return { graph, tensor, operator, rank, producer, consumers };
}

/** @throws RangeError for a name that the graph lacks: the caller's mistake. */
export function tensorNamed(index: GraphIndex, name: string): Tensor {
  const found = index.tensor.get(name);
  if (found === undefined) throw new RangeError(`no tensor ${name}`);
  return found;
}

/** Packed words without gaps. */
export function tensorBytes(tensor: Tensor): bigint {
  return ceilDivide(BigInt(tensor.words) * BigInt(BITS_OF[tensor.dataType]), 8n);
}

/**
 * A lookup may read one row again and again, a selection reads of two words the one that its condition names, and of an operator that
 * is not known nothing is known: where the graph does not say more, none of their operands count.
 */
export function readsEveryWord({ work, partial }: Operator, tensor: string): boolean {
  if (partial !== undefined) return !partial.includes(tensor);
  return work.kind !== "lookup" && work.kind !== "selection" && work.kind !== "unsupported";
}

/** Operators by name, in the graph's order. @throws RangeError for a name that the graph lacks: the caller's mistake. */
export function operatorsNamed({ operator, rank }: GraphIndex, names: Iterable<string>): readonly Operator[] {
  const found = [...new Set(names)].map((name) => {
    const one = operator.get(name);
    if (one === undefined) throw new RangeError(`no operator ${name}`);
    return one;
  });
  return found.sort((a, b) => (rank.get(a.name) ?? 0) - (rank.get(b.name) ?? 0));
}

/** Tensors that cross into and out of a set of operators: read whole from memory, and left in memory for others. */
export interface Boundary {
  readonly inputs: readonly Tensor[];
  readonly outputs: readonly Tensor[];
}

export function boundaryOf(index: GraphIndex, operators: ReadonlySet<string>): Boundary {
  const inputs = new Map<string, Tensor>();
  const outputs = new Map<string, Tensor>();
  for (const one of operatorsNamed(index, operators)) {
    for (const tensor of one.inputs) {
      const isMade = operators.has(index.producer.get(tensor)?.name ?? "");
      if (!isMade && readsEveryWord(one, tensor)) inputs.set(tensor, tensorNamed(index, tensor));
    }
    for (const tensor of one.outputs) {
      const leaves = (index.consumers.get(tensor) ?? []).some((consumer) => !operators.has(consumer.name));
      if (leaves || tensorNamed(index, tensor).output) outputs.set(tensor, tensorNamed(index, tensor));
    }
  }
  return { inputs: [...inputs.values()], outputs: [...outputs.values()] };
}
