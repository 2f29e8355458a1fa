import { buildCdag, type Cdag } from "./cdag.js";

/** Collects a CDAG vertex by vertex. Operands are written before their results, so ids are a topological order. */
export class VertexWriter {
  readonly #names: string[] = [];
  readonly #weights: number[] = [];
  readonly #edges: (readonly [number, number])[] = [];
  readonly #outputs = new Set<number>();
  #constant: number | undefined;

  /** A new vertex over its operands; a word that is an operand twice is one edge. */
  add(name: string, weight: number, operands: readonly number[]): number {
    const vertex = this.#names.push(name) - 1;
    this.#weights.push(weight);
    for (const operand of new Set(operands)) this.#edges.push([operand, vertex]);
    return vertex;
  }

  /** A word that is set without any work, to zero or to minus infinity: its one operand is a constant, which weighs nothing. */
  preset(name: string, weight: number): number {
    this.#constant ??= this.add("constant", 1, []);
    return this.add(name, weight, [this.#constant]);
  }

  /** The vertex turns out to hold the complete value of a word. */
  complete(vertex: number, name: string, weight: number): void {
    this.#names[vertex] = name;
    this.#weights[vertex] = weight;
  }

  output(vertex: number): void {
    this.#outputs.add(vertex);
  }

  build(): Cdag {
    return buildCdag({
      vertices: this.#names.length,
      edges: this.#edges,
      outputs: [...this.#outputs],
      names: this.#names,
      weights: this.#weights,
      ...(this.#constant === undefined ? {} : { constants: [this.#constant] }),
    });
  }
}
