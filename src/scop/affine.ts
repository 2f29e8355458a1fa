import { Uncovered } from "./syntax.js";

/** A sum of whole multiples of loop indices, and a constant. */
export interface Affine {
  readonly constant: number;
  /** Without zeros. */
  readonly terms: ReadonlyMap<string, number>;
}

export function constant(value: number): Affine {
  return { constant: exact(value), terms: new Map() };
}

export function term(index: string): Affine {
  return { constant: 0, terms: new Map([[index, 1]]) };
}

/** `a + factor·b`. */
export function plus(a: Affine, b: Affine, factor = 1): Affine {
  const terms = new Map(a.terms);
  for (const [index, times] of b.terms) {
    const sum = exact((terms.get(index) ?? 0) + exact(factor * times));
    if (sum === 0) terms.delete(index);
    else terms.set(index, sum);
  }
  return { constant: exact(a.constant + exact(factor * b.constant)), terms };
}

/** The sum with each index that has a value replaced by it. */
export function substituted(sum: Affine, values: (index: string) => Affine | undefined): Affine {
  let all = constant(sum.constant);
  for (const [index, times] of sum.terms) all = plus(all, values(index) ?? term(index), times);
  return all;
}

export function isConstant(sum: Affine): boolean {
  return sum.terms.size === 0;
}

/** The index and the constant of `i + c`; undefined for other sums. */
export function shiftedIndex(sum: Affine): { readonly index: string; readonly shift: number } | undefined {
  const [only, another] = sum.terms;
  return only === undefined || another !== undefined || only[1] !== 1 ? undefined : { index: only[0], shift: sum.constant };
}

export function isEqual(a: Affine, b: Affine): boolean {
  const difference = plus(a, b, -1);
  return isConstant(difference) && difference.constant === 0;
}

/** Whole numbers beyond 2^53 - 1 are not exact. */
function exact(value: number): number {
  if (!Number.isSafeInteger(value)) throw new Uncovered(0, `a whole number beyond ${Number.MAX_SAFE_INTEGER}`);
  return value === 0 ? 0 : value;
}
