import {
  type Access,
  type ArraySpecification,
  arrayNamed,
  type Computation,
  type Statement,
} from "../computation/computation.js";
import { BYTES_OF } from "../computation/data-types.js";
import { checkInteger, InputError } from "../errors.js";
import { buildCdag, type Cdag } from "./cdag.js";
import { checkExpansionSize, forEachPoint, iterationIndices } from "./iteration-box.js";

export interface ExpansionOptions {
  /** How the products of one output word are summed: one after the other, or by a balanced tree of the given arity. */
  readonly reduction?: "chain" | { readonly tree: number };
  /**
   * `fused`: multiply-adds, each one vertex whose predecessors are the previous partial sum and the operand words (the
   * first has operand words only). `separate`: a vertex for every product and one for every addition.
   */
  readonly products?: "fused" | "separate";
  /** Weight of a vertex: 1, or the bytes of its array's type (unfinished sums: of the accumulator's). */
  readonly weights?: "unit" | "bytes";
  /** Larger expansions are refused. */
  readonly maximumVertices?: number;
}

/**
 * Expands a computation into its CDAG at word level. Statements are expanded in order; a word written by an earlier
 * statement enters later ones as its complete value, and a statement that writes a word again goes on adding to it. An
 * epilogue is evaluated together with the last addition and has no vertex of its own.
 *
 * Vertices are named `A[0,1]` (a word), `C[0,1]#2` (its partial sum after three products), `C[0,1]*2` (its third product).
 *
 * @throws InputError when the expansion would pass `maximumVertices`, an access leaves its array, or a statement reads a
 * word before it is written.
 */
export function expand(computation: Computation, options: ExpansionOptions = {}): Cdag {
  const { reduction = "chain", products = "fused", weights = "unit", maximumVertices = 1_000_000 } = options;
  if (reduction !== "chain") {
    checkInteger("tree arity", reduction.tree, 2);
    if (products === "fused") throw new InputError("products", "separate products, where a tree adds them", "fused");
  }
  checkExpansionSize(computation, products === "fused" ? 1 : 2, maximumVertices);
  const builder = new Builder(computation, weights);
  for (const statement of computation.statements) expandStatement(builder, statement, reduction, products);
  return builder.build();
}

function expandStatement(
  builder: Builder,
  statement: Statement,
  reduction: "chain" | { readonly tree: number },
  products: "fused" | "separate",
): void {
  const { output } = statement;
  const summands = new Map<string, number[][]>();
  forEachPoint(builder.computation, iterationIndices(statement), (point) => {
    const word = builder.wordName(output, point);
    const operands = statement.operands.map((operand) => builder.read(operand, point));
    const products = summands.get(word);
    if (products === undefined) summands.set(word, [operands]);
    else products.push(operands);
  });
  for (const [word, productsOfWord] of summands) {
    const array = arrayNamed(builder.computation, output.array);
    const before = builder.written(word);
    let last: number;
    if (products === "fused") {
      last = productsOfWord.reduce<number>(
        (partial, operands, q) => builder.add(`${word}#${q}`, "partial", partial < 0 ? operands : [partial, ...operands]),
        before ?? -1,
      );
    } else {
      const lone = productsOfWord.length === 1 && before === undefined;
      const terms = productsOfWord.map((operands, q) =>
        operands.length === 1 && !lone ? (operands[0] as number) : builder.add(`${word}*${q}`, "partial", operands),
      );
      last = sum(
        builder,
        word,
        before === undefined ? terms : [before, ...terms],
        reduction === "chain" ? 2 : reduction.tree,
        reduction === "chain",
      );
    }
    builder.complete(word, last, array);
  }
}

/** Adds the terms one by one, or level by level in groups of `arity`; a group of one passes through. */
function sum(builder: Builder, word: string, terms: readonly number[], arity: number, isChain: boolean): number {
  let additions = 0;
  const addition = (operands: readonly number[]): number =>
    operands.length === 1 ? (operands[0] as number) : builder.add(`${word}#${++additions}`, "partial", operands);
  if (isChain) return terms.slice(1).reduce((partial, term) => addition([partial, term]), terms[0] as number);
  let level = terms;
  while (level.length > 1) {
    const next: number[] = [];
    for (let i = 0; i < level.length; i += arity) next.push(addition(level.slice(i, i + arity)));
    level = next;
  }
  return level[0] as number;
}

/** Collects vertices and edges, and knows the vertex that holds the current value of every array word. */
class Builder {
  readonly computation: Computation;
  private readonly inBytes: boolean;
  private readonly current = new Map<string, number>();
  private readonly outputs = new Map<string, number>();
  private readonly names: string[] = [];
  private readonly weights: number[] = [];
  private readonly edges: (readonly [number, number])[] = [];

  constructor(computation: Computation, weights: "unit" | "bytes") {
    this.computation = computation;
    this.inBytes = weights === "bytes";
  }

  /** `C[0,1]` for the word an access touches at a point of the iteration box. */
  wordName(reference: Access, point: ReadonlyMap<string, number>): string {
    const array = arrayNamed(this.computation, reference.array);
    const coordinates = reference.dimensions.map((dimension, d) => {
      const at = dimension.terms.reduce((position, term) => position + term.stride * (point.get(term.index) ?? 0), 0);
      const extent = array.shape[d];
      if (extent === undefined || at >= extent) {
        throw new InputError(
          `array ${array.name}`,
          `accesses inside its shape (${array.shape.join(" x ")})`,
          `index ${at} in dimension ${d}`,
        );
      }
      return at;
    });
    return `${array.name}[${coordinates.join(",")}]`;
  }

  /** The vertex of an operand word; words of input arrays become inputs of the graph when first read. */
  read(reference: Access, point: ReadonlyMap<string, number>): number {
    const word = this.wordName(reference, point);
    const known = this.current.get(word);
    if (known !== undefined) return known;
    const array = arrayNamed(this.computation, reference.array);
    if (array.role !== "input") throw new InputError(`word ${word}`, "a statement that writes it before it is read");
    const vertex = this.add(word, array, []);
    this.current.set(word, vertex);
    return vertex;
  }

  /** The vertex that holds a word written earlier, if any. */
  written(word: string): number | undefined {
    return this.current.get(word);
  }

  add(name: string, kind: "partial" | ArraySpecification, operands: readonly number[]): number {
    const vertex = this.names.push(name) - 1;
    this.weights.push(this.inBytes ? BYTES_OF[kind === "partial" ? this.computation.accumulator : kind.dataType] : 1);
    for (const operand of new Set(operands)) this.edges.push([operand, vertex]);
    return vertex;
  }

  /** Declares a vertex to hold the complete value of a word. */
  complete(word: string, vertex: number, array: ArraySpecification): void {
    this.current.set(word, vertex);
    this.names[vertex] = word;
    if (this.inBytes) this.weights[vertex] = BYTES_OF[array.dataType];
    if (array.role === "output") this.outputs.set(word, vertex);
  }

  build(): Cdag {
    const { names, edges, weights } = this;
    return buildCdag({ vertices: names.length, edges, outputs: [...this.outputs.values()], names, weights });
  }
}
