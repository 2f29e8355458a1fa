import type { BlockScales, ScaleArray } from "../computation/block-scales.js";
import { scaleArrays } from "../computation/block-scales.js";
import { BYTES_OF, type DataType, isPacked } from "../computation/data-types.js";
import { rightTypeOf } from "../computation/operand-types.js";
import type { WordTypes } from "../computation/word-types.js";
import { InputError } from "../errors.js";
import { type Accumulation, accumulateProducts, accumulateTerms, type Carried } from "./accumulate.js";
import { VertexWriter } from "./vertex-writer.js";

/** Weights of the words of a kernel: operands, right operands, partial sums and statistics, outputs. */
export interface WordWeights {
  readonly operand: number;
  readonly right: number;
  readonly sum: number;
  readonly output: number;
}

/** How kernels add: one multiply-add after the other. */
const CHAIN: Accumulation = { reduction: "chain", products: "fused" };

/** Collects the graph of a kernel word by word. Sums and maxima become vertices as the accumulation says. */
export class WordWriter extends VertexWriter {
  readonly bytes: WordWeights;
  /** Of a word of a type. @throws InputError for packed types where vertices weigh bytes */
  readonly size: (type: DataType) => number;
  readonly #how: Accumulation;
  readonly #inputs = new Map<string, number>();

  constructor(types: WordTypes, how: Accumulation = CHAIN, weights: "unit" | "bytes" = "bytes") {
    super();
    this.size = (type) => {
      if (weights === "unit") return 1;
      if (!isPacked(type)) return BYTES_OF[type];
      throw new InputError("dtype", "words of whole bytes for a graph whose vertices weigh bytes", type);
    };
    const { size } = this;
    const { dataType, outputType, accumulator } = types;
    this.bytes = { operand: size(dataType), right: size(rightTypeOf(types)), sum: size(accumulator), output: size(outputType) };
    this.#how = how;
  }

  /** The vertex of an input word, made when it is first read. */
  input(word: string, weight: number = this.bytes.operand): number {
    const known = this.#inputs.get(word);
    if (known !== undefined) return known;
    const vertex = this.add(word, weight, []);
    this.#inputs.set(word, vertex);
    return vertex;
  }

  /** A sum of products, complete in words of the given weight. */
  products(word: string, products: readonly (readonly number[])[], weight: number = this.bytes.sum, carried?: Carried): number {
    const vertex = accumulateProducts(this, word, this.bytes.sum, products, this.#how, carried);
    this.complete(vertex, word, weight);
    return vertex;
  }

  /** A sum or maximum of values; one alone keeps its name. */
  terms(word: string, terms: readonly number[], carried?: Carried): number {
    const vertex = accumulateTerms(this, word, this.bytes.sum, terms, this.#how, carried);
    if (!terms.includes(vertex)) this.complete(vertex, word, this.bytes.sum);
    return vertex;
  }

  /** A sum of functions of operands, a function and an addition in one step; separately where sums are formed apart. */
  functions(word: string, operands: readonly (readonly number[])[]): number {
    if (this.#how.products === "fused") return this.products(word, operands);
    const values = operands.map((own, q) => this.add(`${word}*${q}`, this.bytes.sum, own));
    const vertex = accumulateTerms(this, word, this.bytes.sum, values, this.#how);
    this.complete(vertex, word, this.bytes.sum);
    return vertex;
  }
}

/** Vertices of the scales and zero points of a word of an operand, in a row and a column; `lead` are the first indices of the array's words. */
export type ScaleWords = (operand: "a" | "b", array: string, lead: string, row: number, column: number) => readonly number[];

/** `SX[t,b]` scales words of `X[t,…]`, one word a block; `make` makes those that are no inputs. */
export function scaleWords(
  w: { readonly scales?: BlockScales },
  writer: WordWriter,
  make: (name: string, size: number) => number = (name, size) => writer.input(name, size),
): ScaleWords {
  const scales: readonly ScaleArray[] = scaleArrays(w);
  return (operand, array, lead, row, column) =>
    scales.flatMap(({ name, dataType, operand: own, block: [rows, columns] }) =>
      own === operand
        ? [
            make(
              `${name.slice(0, 1)}${array}[${lead}${Math.floor(row / rows)},${Math.floor(column / columns)}]`,
              writer.size(dataType),
            ),
          ]
        : [],
    );
}
