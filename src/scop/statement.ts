import type { Affine } from "./affine.js";
import { isEqual } from "./affine.js";

/** A word of an array; a variable that the scop writes is an array without dimensions. */
export interface Reference {
  readonly array: string;
  readonly subscripts: readonly Affine[];
}

/**
 * What is computed of words. Constants and variables that the scop does not write are factors and terms without a word, and are skipped
 * where something else stands beside them, as signs are.
 */
export type Expression =
  | { readonly op: "scalar" }
  | { readonly op: "word"; readonly word: Reference }
  | { readonly op: "sum" | "product" | "quotient"; readonly of: readonly Expression[] }
  | { readonly op: "call"; readonly name: string; readonly of: readonly Expression[] };

/** `target = value`; `+=` and its like have the target in the value. */
export interface Assignment {
  readonly kind: "assignment";
  readonly line: number;
  readonly target: Reference;
  readonly value: Expression;
}

/** A loop of step 1 or -1 over `low <= index < high`. */
export interface Loop {
  readonly kind: "loop";
  readonly line: number;
  readonly index: string;
  readonly low: Affine;
  readonly high: Affine;
  readonly isDescending: boolean;
  readonly body: readonly Action[];
}

export type Action = Assignment | Loop;

export function isSameWord(a: Reference, b: Reference): boolean {
  return (
    a.array === b.array &&
    a.subscripts.length === b.subscripts.length &&
    a.subscripts.every((one, dimension) => isEqual(one, b.subscripts[dimension] as Affine))
  );
}

/** The words that are read, each as often as it stands there. */
export function wordsOf(value: Expression): readonly Reference[] {
  if (value.op === "scalar") return [];
  return value.op === "word" ? [value.word] : value.of.flatMap(wordsOf);
}

/** The products that are added to the target, each as its factors; undefined where the target is not a sum of itself and products. */
export function addedProducts({ target, value }: Assignment): readonly (readonly Reference[])[] | undefined {
  if (value.op !== "sum") return undefined;
  const own = value.of.filter((one) => one.op === "word" && isSameWord(one.word, target));
  if (own.length !== 1) return undefined;
  const products = value.of.filter((one) => one !== own[0]).map(factorsOf);
  const isPlain = products.every((factors) => factors?.every(({ array }) => array !== target.array) === true);
  return isPlain ? (products as (readonly Reference[])[]) : undefined;
}

/** The words of a product, or of a word alone. */
function factorsOf(value: Expression): readonly Reference[] | undefined {
  if (value.op === "word") return [value.word];
  if (value.op !== "product" || !value.of.every(({ op }) => op === "word")) return undefined;
  return wordsOf(value);
}

/** Whether the statement changes its target by constants alone, or not at all. */
export function isRescaling({ target, value }: Assignment): boolean {
  return value.op === "word" && isSameWord(value.word, target);
}

/** Every assignment with the loops around it, outermost first, in the order of the text. */
export function assignmentsIn(actions: readonly Action[], around: readonly Loop[] = []): readonly Placed[] {
  return actions.flatMap((action) =>
    action.kind === "loop" ? assignmentsIn(action.body, [...around, action]) : [{ ...action, loops: around }],
  );
}

export interface Placed extends Assignment {
  readonly loops: readonly Loop[];
}
