import { checkInteger, InputError } from "../errors.js";
import type { VertexWriter } from "./vertex-writer.js";

/** How the terms of a sum, or of a maximum, become vertices. */
export interface Accumulation {
  /** One after the other, or by a balanced tree of the given arity. */
  readonly reduction: "chain" | { readonly tree: number };
  /**
   * `fused`: multiply-adds, each one vertex whose predecessors are the previous partial sum and the operand words (the
   * first has operand words only). `separate`: a vertex for every product and one for every addition.
   */
  readonly products: "fused" | "separate";
}

/** @throws InputError for a tree of arity below 2, or one that should add fused products. */
export function checkAccumulation(how: Accumulation): void {
  const { reduction, products } = how;
  if (products !== "fused" && products !== "separate") throw new InputError("products", "fused or separate");
  if (reduction === "chain") return;
  checkInteger("tree arity", reduction.tree, 2);
  if (products === "fused") throw new InputError("products", "separate products, where a tree adds them", "fused");
}

/** What a sum goes on from: the value so far and, where it is in another scale, the factor that brings it to the new one. */
export interface Carried {
  readonly value: number;
  readonly factor?: number;
}

/**
 * Vertices of a sum of products, each given by its operand words; unfinished ones have the given weight and are called
 * `word#2` (after three products, or after two additions) and `word*2` (the third product). Returns the vertex of the whole.
 */
export function accumulateProducts(
  writer: VertexWriter,
  word: string,
  weight: number,
  products: readonly (readonly number[])[],
  how: Accumulation,
  carried?: Carried,
): number {
  if (how.products === "fused") {
    let before = carried === undefined ? [] : carriedOperands(carried);
    products.forEach((operands, q) => {
      before = [writer.add(`${word}#${q}`, weight, [...before, ...operands])];
    });
    return before[0] as number;
  }
  const lone = products.length === 1 && carried === undefined;
  const terms = products.map((operands, q) =>
    operands.length === 1 && !lone ? (operands[0] as number) : writer.add(`${word}*${q}`, weight, operands),
  );
  return accumulateTerms(writer, word, weight, terms, how, carried);
}

/** The same for terms that are values already, such as those of a maximum; one term alone is the whole. */
export function accumulateTerms(
  writer: VertexWriter,
  word: string,
  weight: number,
  terms: readonly number[],
  how: Accumulation,
  carried?: Carried,
): number {
  if (carried?.factor === undefined) return reduceTerms(writer, word, weight, carried ? [carried.value, ...terms] : terms, how);
  if (how.products === "separate") {
    const scaled = writer.add(`${word}~`, weight, carriedOperands(carried));
    return reduceTerms(writer, word, weight, [scaled, ...terms], how);
  }
  const [head, ...rest] = terms as [number, ...number[]];
  const first = writer.add(`${word}#0`, weight, [...carriedOperands(carried), head]);
  return reduceTerms(writer, word, weight, [first, ...rest], how);
}

function carriedOperands({ value, factor }: Carried): readonly number[] {
  return factor === undefined ? [value] : [value, factor];
}

/** Combines the terms one by one, or level by level in groups; a group of one passes through. */
function reduceTerms(
  writer: VertexWriter,
  word: string,
  weight: number,
  terms: readonly number[],
  { reduction }: Accumulation,
): number {
  let additions = 0;
  const addition = (operands: readonly number[]): number =>
    operands.length === 1 ? (operands[0] as number) : writer.add(`${word}#${++additions}`, weight, operands);
  if (reduction === "chain") return terms.slice(1).reduce((partial, term) => addition([partial, term]), terms[0] as number);
  let level = terms;
  while (level.length > 1) {
    const next: number[] = [];
    for (let i = 0; i < level.length; i += reduction.tree) next.push(addition(level.slice(i, i + reduction.tree)));
    level = next;
  }
  return level[0] as number;
}
