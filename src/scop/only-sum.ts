import { commonLoops, isAligned } from "./place.js";
import { type Action, addedProducts, assignmentsIn, isRescaling, isSameWord, type Placed, type Reference } from "./statement.js";

/** The one sum of products of a nest whose operands are not written, with first values and scales beside. */
export interface OnlySum {
  readonly sum: Placed;
  readonly products: readonly (readonly Reference[])[];
  /** Copies of results to places across the diagonal: that these hold no other results is left to who knows the loops. */
  readonly copies: readonly Placed[];
}

export function onlySum(nest: readonly Action[]): OnlySum | undefined {
  const all = assignmentsIn(nest);
  const sums = all.filter((one) => addedProducts(one) !== undefined);
  const [sum] = sums;
  const products = sum === undefined ? undefined : addedProducts(sum);
  if (sum === undefined || products === undefined || sums.length > 1) return undefined;
  const copies = all.filter((one) => isCopyAcross(one, sum, all));
  if (!all.every((one) => one === sum || copies.includes(one) || isBeside(one, sum, all))) return undefined;
  return { sum, products, copies };
}

/** First values before the sum, and scales. */
function isBeside(one: Placed, sum: Placed, all: readonly Placed[]): boolean {
  if (one.target.array !== sum.target.array) return false;
  if (isRescaling(one)) return true;
  return one.value.op === "scalar" && all.indexOf(one) < all.indexOf(sum) && isAligned(one, one.target, sum, sum.target);
}

function isCopyAcross(one: Placed, sum: Placed, all: readonly Placed[]): boolean {
  const [row, column] = sum.target.subscripts;
  if (one.value.op !== "word" || row === undefined || column === undefined) return false;
  const isAcross = isSameWord(one.target, { array: sum.target.array, subscripts: [column, row] });
  return (
    isAcross &&
    isSameWord(one.value.word, sum.target) &&
    commonLoops(one, sum).length === 2 &&
    all.indexOf(one) > all.indexOf(sum)
  );
}
