import { Refused } from "../shared/fields.js";
import type { CheckedChain } from "./chain.js";

/** How a theorem counts columns of B of several sizes as columns of one size: by their sum, by their roots, or as the narrowest. */
export type ColumnSizes = "summed" | "rooted" | "narrowest";

/**
 * Words of D that are the first words of the columns of B, divided between both (proofs/finer-units.md): d goes to D, the rest of `word`
 * stays with its column of B, and a column without a partner weighs whole words. Returns the sizes where they come to no more.
 *
 * @throws Refused
 */
export function partsOfWords(
  { a, b, d, k, n }: CheckedChain,
  columns: ColumnSizes,
  word: bigint,
  path: string,
): Readonly<Record<"b" | "d", bigint>> {
  const at = `${path}.certificate.instance.weights`;
  const rest = word - d;
  if (rest < 1n) throw new Refused(at, `d is below ${word} for this workload, not ${d}`);
  // Sizes that are no multiples of the unit of the instance's, or wider than all of them, would need a larger budget.
  if (a !== word) throw new Refused(at, `a is ${word} for this workload, not ${a}`);
  const fits = {
    narrowest: () => b <= rest,
    summed: () => k * b <= n * rest + (k - n) * word,
    rooted: () => rootsAtMost(k * k * b, n * n * rest, (k - n) ** 2n * word),
  }[columns];
  if (!fits()) throw new Refused(at, `b is more than words of which ${d} of ${word} are counted for D leave`);
  return { b, d };
}

/**
 * Words of B that chains of a batch have in common count whole for each of them (proofs/finer-units.md), in theorems that say how they
 * count columns, and on paper alone.
 *
 * @throws Refused
 */
export function requireCommonColumns(
  { units, columns }: { readonly units?: bigint; readonly columns?: ColumnSizes },
  path: string,
): void {
  if (units === undefined)
    throw new Refused(`${path}.certificate`, "not in finer units, although heads have columns of keys in common");
  if (columns === undefined)
    throw new Refused(`${path}.certificate.inner`, "no theorem about columns of keys that heads have in common");
}

/** √x ≤ √y + √z, by squaring twice. */
function rootsAtMost(x: bigint, y: bigint, z: bigint): boolean {
  const left = x - y - z;
  return left <= 0n || left * left <= 4n * y * z;
}
