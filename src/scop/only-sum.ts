import { commonLoops, isAligned } from "./place.js";
import { type Action, addedProducts, assignmentsIn, isRescaling, isSameWord, type Placed, type Reference } from "./statement.js";

/** The one sum of products of a nest whose operands are not written, with first values, scales and copies across a diagonal beside. */
export function onlySum(
  nest: readonly Action[],
): { readonly sum: Placed; readonly products: readonly (readonly Reference[])[] } | undefined {
  const all = assignmentsIn(nest);
  const sums = all.filter((one) => addedProducts(one) !== undefined);
  const [sum] = sums;
  const products = sum === undefined ? undefined : addedProducts(sum);
  if (sum === undefined || products === undefined || sums.length > 1) return undefined;
  return all.every((one) => one === sum || isBeside(one, sum, all)) ? { sum, products } : undefined;
}

/** First values before the sum, scales, and a copy of each result to the place across the diagonal. */
function isBeside(one: Placed, sum: Placed, all: readonly Placed[]): boolean {
  if (one.target.array !== sum.target.array) return false;
  if (isRescaling(one)) return true;
  if (one.value.op === "scalar") return all.indexOf(one) < all.indexOf(sum) && isAligned(one, one.target, sum, sum.target);
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
