import type { DataType } from "../computation/data-types.js";
import { checkInteger } from "../errors.js";
import { indexGraph, type Operator, type OperatorGraph, type Tensor, type TensorKind, type Work } from "./operator-graph.js";

/** A type of weights, and scales of so many words along the inner extent. */
export interface WeightFormat {
  readonly dataType: DataType;
  readonly scales?: { readonly words: number; readonly dataType: DataType };
}

/** Collects tensors and operators of a graph, in an order in which they can run. */
export class GraphWriter {
  private readonly tensors = new Map<string, Tensor>();
  readonly operators: Operator[] = [];
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

  /** `left` (rows × inner) by a weight of its own (inner × columns), `batch` times side by side. */
  product(
    name: string,
    left: string,
    rows: number,
    inner: number,
    columns: number,
    output: string,
    bias = false,
    batch = 1,
  ): string {
    const inputs = [left, this.weight(`${name}.weight`, batch * inner * columns)];
    if (bias) inputs.push(this.weight(`${name}.bias`, columns));
    return this.operator(name, { kind: "product", batch, rows, inner, columns }, inputs, {
      name: output,
      words: batch * rows * columns,
    });
  }

  /** The products of experts that get so many rows each, those with rows by weights of their own in `format`. */
  groupedProduct(
    name: string,
    left: string,
    rows: readonly number[],
    inner: number,
    columns: number,
    output: string,
    bias: boolean,
    format: WeightFormat,
  ): string {
    const experts = rows.filter((count) => count > 0).length;
    const inputs = [left, this.tensor(`${name}.weight`, experts * inner * columns, "weight", format.dataType)];
    if (bias) inputs.push(this.weight(`${name}.bias`, experts * columns));
    const { scales } = format;
    if (scales !== undefined) {
      const words = experts * Math.ceil(inner / scales.words) * columns;
      inputs.push(this.tensor(`${name}.scales`, words, "weight", scales.dataType));
    }
    const work = { kind: "grouped-product", rows, inner, columns } as const;
    const all = rows.reduce((sum, count) => sum + count, 0);
    return this.operator(name, work, inputs, { name: output, words: all * columns });
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
