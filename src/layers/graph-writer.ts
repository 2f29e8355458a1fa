import type { DataType } from "../computation/data-types.js";
import { checkInteger } from "../errors.js";
import { indexGraph, type Operator, type OperatorGraph, type Tensor, type TensorKind, type Work } from "./operator-graph.js";

/** Collects tensors and operators of a graph, in an order in which they can run. */
export class GraphWriter {
  private readonly tensors = new Map<string, Tensor>();
  private readonly operators: Operator[] = [];
  private readonly dataType: DataType;

  constructor(dataType: DataType) {
    this.dataType = dataType;
  }

  /** Adds a tensor and returns its name. */
  tensor(name: string, words: number, kind: TensorKind = "activation", dataType: DataType = this.dataType): string {
    checkInteger(`tensor ${name}`, words, 1);
    this.tensors.set(name, { name, kind, words, dataType, output: false });
    return name;
  }

  weight(name: string, words: number): string {
    return this.tensor(name, words, "weight");
  }

  words(name: string): number {
    return this.tensors.get(name)?.words ?? 0;
  }

  /** Adds an operator with one output, a tensor of `words`, and returns the tensor's name. */
  operator(
    name: string,
    work: Work,
    inputs: readonly string[],
    output: { readonly name: string; readonly words: number; readonly dataType?: DataType },
    carries: readonly string[] = [],
  ): string {
    this.operators.push({ name, inputs, outputs: [output.name], carries, work });
    return this.tensor(output.name, output.words, "activation", output.dataType);
  }

  /** An operator whose output has a word for each word of what it carries, the first input unless named. */
  map(
    name: string,
    kind: "elementwise" | "rotary" | "normalisation" | "group-normalisation" | "copy",
    inputs: readonly string[],
    output: string,
    carries: readonly string[] = inputs.slice(0, 1),
  ): string {
    return this.operator(name, { kind }, inputs, { name: output, words: this.words(carries[0] ?? "") }, carries);
  }

  /** `left` (rows × inner) by a weight of its own (inner × columns). */
  product(name: string, left: string, rows: number, inner: number, columns: number, output: string, bias = false): string {
    const inputs = [left, this.weight(`${name}.weight`, inner * columns)];
    if (bias) inputs.push(this.weight(`${name}.bias`, columns));
    return this.operator(name, { kind: "product", batch: 1, rows, inner, columns }, inputs, {
      name: output,
      words: rows * columns,
    });
  }

  markOutput(name: string): void {
    const tensor = this.tensors.get(name);
    if (tensor !== undefined) this.tensors.set(name, { ...tensor, output: true });
  }

  /** The finished graph, checked. */
  finish(name: string): OperatorGraph {
    return indexGraph({ name, tensors: [...this.tensors.values()], operators: this.operators }).graph;
  }
}
