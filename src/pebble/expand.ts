import {
  type Access,
  type ArraySpecification,
  arrayNamed,
  type Computation,
  type IndexExpression,
  type Statement,
} from "../computation/computation.js";
import { type DataType, partsOfByte, sizeOf } from "../computation/data-types.js";
import { InputError } from "../errors.js";
import { type Accumulation, accumulateProducts, checkAccumulation } from "./accumulate.js";
import type { Cdag } from "./cdag.js";
import { checkExpansionSize, forEachPoint, iterationIndices } from "./iteration-box.js";
import { VertexWriter } from "./vertex-writer.js";

/** Chains of multiply-adds unless told otherwise. */
export interface ExpansionOptions extends Partial<Accumulation> {
  /** Weight of a vertex: 1, or the bytes of its array's type (partial sums: of the accumulator's). */
  readonly weights?: "unit" | "bytes";
  /** Parts of a byte that bytes are counted in, 1 unless given: packed words are no whole bytes. */
  readonly units?: bigint;
  /** In chains of multiply-adds, words whose terms are not added from the first to the last: these places of them, one after another. */
  readonly orders?: ReadonlyMap<string, readonly number[]>;
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
  const { reduction = "chain", products = "fused", weights = "unit", units = 1n, maximumVertices = 1_000_000 } = options;
  const how = { reduction, products };
  checkAccumulation(how);
  checkExpansionSize(computation, products === "fused" ? 1 : 2, maximumVertices);
  const builder = new Builder(computation, weights === "bytes" ? units : undefined);
  for (const statement of computation.statements) expandStatement(builder, statement, how, options.orders);
  return builder.build();
}

function expandStatement(builder: Builder, statement: Statement, how: Accumulation, orders: ExpansionOptions["orders"]): void {
  const { output } = statement;
  const summands = new Map<string, number[][]>();
  forEachPoint(builder.computation, iterationIndices(statement), (point) => {
    if ([output, ...statement.operands].some((reference) => builder.isPadding(reference, point))) return;
    const word = builder.wordName(output, point);
    const operands = statement.operands.map((operand) => builder.read(operand, point));
    const products = summands.get(word);
    if (products === undefined) summands.set(word, [operands]);
    else products.push(operands);
  });
  for (const [word, listed] of summands) {
    const productsOfWord = inOrder(word, listed, orders?.get(word));
    const array = arrayNamed(builder.computation, output.array);
    const before = builder.written(word);
    const carried = before === undefined ? undefined : { value: before };
    builder.complete(word, accumulateProducts(builder.writer, word, builder.partialWeight, productsOfWord, how, carried), array);
  }
}

/** @throws RangeError for an order that lacks a term or takes one twice. */
function inOrder(word: string, terms: number[][], order: readonly number[] | undefined): number[][] {
  if (order === undefined) return terms;
  if (order.length !== terms.length || new Set(order).size !== terms.length)
    throw new RangeError(`no order of the terms of ${word}`);
  return order.map((place) => {
    const term = terms[place];
    if (term === undefined) throw new RangeError(`no term ${place} of ${word}`);
    return term;
  });
}

function position({ terms, padding = 0, block = 1 }: IndexExpression, point: ReadonlyMap<string, number>): number {
  return Math.floor(terms.reduce((sum, term) => sum + term.stride * (point.get(term.index) ?? 0), -padding) / block);
}

/** Knows the vertex that holds the current value of every array word. */
class Builder {
  readonly computation: Computation;
  readonly writer = new VertexWriter();
  /** Of partial sums. */
  readonly partialWeight: number;
  /** Parts of a byte; undefined where every word weighs 1. */
  private readonly units: bigint | undefined;
  private readonly current = new Map<string, number>();
  private readonly outputs = new Map<string, number>();

  constructor(computation: Computation, units: bigint | undefined) {
    this.computation = computation;
    this.units = units;
    const odd = computation.arrays.find(({ dataType }) => units !== undefined && units % partsOfByte([dataType]) !== 0n);
    if (odd !== undefined)
      throw new InputError("dtype", "words of whole bytes for a graph whose vertices weigh bytes", odd.dataType);
    this.partialWeight = this.sizeOf(computation.accumulator);
  }

  /** `C[0,1]` for the word an access touches at a point of the iteration box. */
  wordName(reference: Access, point: ReadonlyMap<string, number>): string {
    const array = arrayNamed(this.computation, reference.array);
    const coordinates = reference.dimensions.map((dimension, d) => {
      const at = position(dimension, point);
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

  /** Does a padded dimension of the access leave its array at this point? */
  isPadding(reference: Access, point: ReadonlyMap<string, number>): boolean {
    return reference.dimensions.some((dimension, d) => {
      if (dimension.padding === undefined) return false;
      const at = position(dimension, point);
      return at < 0 || at >= (arrayNamed(this.computation, reference.array).shape[d] ?? 0);
    });
  }

  /** The vertex of an operand word; words of input arrays become inputs of the graph when first read. */
  read(reference: Access, point: ReadonlyMap<string, number>): number {
    const word = this.wordName(reference, point);
    const known = this.current.get(word);
    if (known !== undefined) return known;
    const array = arrayNamed(this.computation, reference.array);
    if (array.role !== "input") throw new InputError(`word ${word}`, "a statement that writes it before it is read");
    const vertex = this.writer.add(word, this.weight(array), []);
    this.current.set(word, vertex);
    return vertex;
  }

  /** The vertex that holds a word written earlier, if any. */
  written(word: string): number | undefined {
    return this.current.get(word);
  }

  /** Declares a vertex to hold the complete value of a word. */
  complete(word: string, vertex: number, array: ArraySpecification): void {
    this.current.set(word, vertex);
    this.writer.complete(vertex, word, this.weight(array));
    if (array.role === "output") this.outputs.set(word, vertex);
  }

  build(): Cdag {
    for (const vertex of this.outputs.values()) this.writer.output(vertex);
    return this.writer.build();
  }

  private sizeOf(type: DataType): number {
    return this.units === undefined ? 1 : Number(sizeOf(type, this.units));
  }

  private weight(array: ArraySpecification): number {
    return this.sizeOf(array.dataType);
  }
}
