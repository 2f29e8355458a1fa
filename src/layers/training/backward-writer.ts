import type { DataType } from "../../computation/data-types.js";
import { GraphWriter } from "../graph-writer.js";
import { type GraphIndex, type Operator, type OperatorGraph, type Tensor, tensorNamed, type Work } from "../operator-graph.js";

/** Collects the operators of a backward pass, what they read of the forward pass, and the gradients that add up. */
export class BackwardWriter {
  readonly index: GraphIndex;
  /** Tensors of the forward pass that are read, in the order in which they are needed. */
  readonly needed: Set<string> = new Set();
  private readonly writer: GraphWriter;
  private readonly shares: Map<string, string[]> = new Map();

  constructor(index: GraphIndex, dataType: DataType) {
    this.index = index;
    this.writer = new GraphWriter(dataType);
  }

  /** A tensor that comes from outside. */
  input(name: string, like: Tensor): string {
    return this.writer.tensor(name, like.words, like.kind, like.dataType);
  }

  /** Notes that a tensor of the forward pass is read, and returns its name. */
  need(tensor: string): string {
    this.needed.add(tensor);
    return tensor;
  }

  /** An operator that makes tensors, each of words and a type, of which the first carries operands. */
  operator(
    name: string,
    work: Work,
    inputs: readonly string[],
    outputs: readonly Pick<Tensor, "name" | "words" | "dataType">[],
    carries: readonly string[] = [],
  ): void {
    this.writer.operators.push({ name, inputs, outputs: outputs.map((one) => one.name), carries, work });
    for (const { name: made, words, dataType } of outputs) this.writer.tensor(made, words, "activation", dataType);
  }

  /** Words of a tensor of either pass. */
  words(tensor: string): number {
    return this.index.tensor.get(tensor)?.words ?? this.writer.words(tensor);
  }

  /** The name for one more share of a tensor's gradient, made by an operator that the caller adds. */
  share(tensor: string, by: string): Pick<Tensor, "name" | "words" | "dataType"> {
    const { words, dataType } = tensorNamed(this.index, tensor);
    const name = `${tensor}-gradient-by-${by}`;
    this.passOn(tensor, name);
    return { name, words, dataType };
  }

  /** A gradient that a tensor gets as it is. */
  passOn(tensor: string, gradient: string): void {
    this.shares.set(tensor, [...(this.shares.get(tensor) ?? []), gradient]);
  }

  /** The sum of all shares; undefined where nothing depends on the tensor. */
  gradient(tensor: string): string | undefined {
    const shares = this.shares.get(tensor) ?? [];
    if (shares.length < 2) return shares[0];
    const { words, dataType } = tensorNamed(this.index, tensor);
    const sum = { name: `${tensor}-gradient`, words, dataType };
    this.operator(`${tensor}-gradient-sum`, { kind: "elementwise" }, shares, [sum], shares);
    this.shares.set(tensor, [sum.name]);
    return sum.name;
  }

  /** The graph with `made` in front: operators that make again what is not kept. */
  finish(name: string, made: readonly Operator[], outputs: readonly string[]): OperatorGraph {
    const read = new Set([...this.needed, ...made.flatMap(({ inputs }) => inputs)]);
    const again = new Set(made.flatMap((operator) => operator.outputs));
    for (const tensor of [...read, ...again]) {
      const { words, kind, dataType } = tensorNamed(this.index, tensor);
      this.writer.tensor(tensor, words, kind, dataType);
    }
    this.writer.operators.unshift(...made);
    for (const output of outputs) this.writer.markOutput(output);
    return this.writer.finish(name);
  }
}
