import { isConstant, shiftedIndex } from "./affine.js";
import { onlySum } from "./only-sum.js";
import { extentOf, plainSubscripts } from "./place.js";
import type { Action, Loop, Placed, Reference } from "./statement.js";
import type { Fields } from "./templates.js";

/** Two loops that run over the pairs of `n` rows: each pair once, those of a row with itself where it is not strict. */
interface Triangle {
  readonly outer: Loop;
  readonly inner: Loop;
  readonly n: number;
  readonly isStrict: boolean;
}

/**
 * The fields of `syrk`, `syr2k` or `trmm` where a nest is one such sum of products that are not written, in any order of its loops, with
 * first values, scales and copies to the other triangle beside. Undefined for others.
 */
export function triangleFields(nest: readonly Action[]): Fields | undefined {
  const { sum, products, copies = [] } = onlySum(nest) ?? {};
  if (sum === undefined || products === undefined) return undefined;
  const triangle = triangleOf(sum.loops);
  const others = sum.loops.filter((loop) => loop !== triangle?.outer && loop !== triangle?.inner);
  const [along, another] = others;
  const m = along === undefined ? undefined : extentOf(along);
  if (triangle === undefined || along === undefined || another !== undefined || m === undefined) return undefined;
  const workload = kindOf(sum, products, triangle, along);
  if (copies.length > 0 && (workload === "trmm" || !areInOtherTriangle(copies, sum, triangle))) return undefined;
  // Without their diagonals the pairs of n rows are as many sums, products and words as those of n - 1 rows with it.
  const n = triangle.isStrict ? triangle.n - 1 : triangle.n;
  return workload === undefined || n < 1 ? undefined : { workload, n, m };
}

/** Whether copies across the diagonal of the results' array are across that of the loops. */
function areInOtherTriangle(copies: readonly Placed[], sum: Placed, { outer, inner }: Triangle): boolean {
  const [row, column] = sum.target.subscripts.map((one) => shiftedIndex(one)?.shift);
  return row === column && copies.every(({ loops }) => loops.length === 2 && loops.includes(outer) && loops.includes(inner));
}

function triangleOf(loops: readonly Loop[]): Triangle | undefined {
  const inner = loops.find(({ low, high }) => !isConstant(low) || !isConstant(high));
  if (inner === undefined || loops.some((one) => one !== inner && extentOf(one) === undefined)) return undefined;
  const [below, above] = [shiftedIndex(inner.low), shiftedIndex(inner.high)];
  const outer = loops.find(({ index }) => index === (below ?? above)?.index);
  if (outer === undefined) return undefined;
  const [first, end] = [outer.low.constant, outer.high.constant];
  if (above !== undefined && isConstant(inner.low)) {
    const start = inner.low.constant;
    const isStrict = above.shift === 0;
    const fits = isStrict ? first === start || first === start + 1 : above.shift === 1 && first === start;
    return fits ? { outer, inner, n: end - start, isStrict } : undefined;
  }
  if (below !== undefined && isConstant(inner.high)) {
    const last = inner.high.constant;
    const isStrict = below.shift === 1;
    const fits = isStrict ? end === last || end === last - 1 : below.shift === 0 && end === last;
    return fits ? { outer, inner, n: last - first, isStrict } : undefined;
  }
  return undefined;
}

function kindOf(
  sum: Placed,
  products: readonly (readonly Reference[])[],
  { outer, inner }: Triangle,
  along: Loop,
): string | undefined {
  /** Whether the word is of these two loops. */
  const of = (word: Reference, a: Loop, b: Loop): boolean => {
    const plain = plainSubscripts(word, sum.loops);
    return plain?.length === 2 && [a, b].every((loop) => plain.some((one) => one.loop === loop));
  };
  const row = (word: Reference): Loop | undefined => [outer, inner].find((loop) => of(word, loop, along));
  if (of(sum.target, outer, inner)) {
    const pairs = products.map((factors) => pairOf(factors, row, outer));
    const [first, second, third] = pairs;
    if (first === undefined || third !== undefined || pairs.includes(undefined)) return undefined;
    if (!products.flat().every((word, _, words) => isOneLayout(word, words, [outer, inner], sum.loops))) return undefined;
    if (second === undefined) return products.length === 1 && first[0].array === first[1].array ? "syrk" : undefined;
    const isSwapped = first[0].array === second[1].array && first[1].array === second[0].array;
    return isSwapped && first[0].array !== first[1].array ? "syr2k" : undefined;
  }
  const result = row(sum.target);
  const [factors, another] = products;
  if (result === undefined || another !== undefined || factors?.length !== 2) return undefined;
  const triangle = factors.find((word) => of(word, outer, inner));
  const operand = factors.find((word) => word !== triangle);
  const isProduct = triangle !== undefined && operand !== undefined && triangle.array !== operand.array;
  return isProduct && row(operand) === (result === outer ? inner : outer) ? "trmm" : undefined;
}

/** The factor with the outer row, then that with the inner. */
function pairOf(
  factors: readonly Reference[],
  row: (word: Reference) => Loop | undefined,
  outer: Loop,
): readonly [Reference, Reference] | undefined {
  const [a, b, c] = factors;
  if (a === undefined || b === undefined || c !== undefined) return undefined;
  const [ofA, ofB] = [row(a), row(b)];
  if (ofA === undefined || ofB === undefined || ofA === ofB) return undefined;
  return ofA === outer ? [a, b] : [b, a];
}

/** Whether rows are the same dimension, counted from the same row, in every word of the array. */
function isOneLayout(word: Reference, words: readonly Reference[], rows: readonly Loop[], loops: readonly Loop[]): boolean {
  const layout = (one: Reference): string =>
    String(plainSubscripts(one, loops)?.map(({ loop, shift }) => [rows.includes(loop) ? "row" : loop.index, shift]));
  return words.every((one) => one.array !== word.array || layout(one) === layout(word));
}
