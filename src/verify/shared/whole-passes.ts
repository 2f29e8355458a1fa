import { floorOfRoot } from "./integers.js";

/** 2²⁰: prices are in these parts of a byte, or word. */
export const PART = 1048576n;

/** How many lines of a matrix there are, and what each weighs. */
export type Side = readonly [count: bigint, weight: bigint];

/** What the lines of whole parts of `fits` cells, and of the cells left over, weigh at least (proofs/gemm-whole-passes.md). */
export function leastOfParts(rows: Side, columns: Side, fits: bigint): bigint {
  const cells = rows[0] * columns[0];
  return ((cells - (cells % fits)) / fits) * covering(rows, columns, fits) + covering(rows, columns, cells % fits);
}

/** `wide` a row and `deep` a column, at most `across` and `along` of them, that have so many cells. */
export function covering([across, wide]: Side, [along, deep]: Side, cells: bigint): bigint {
  // Equal weights of rows and columns, c²·deep = cells·wide, unless that is more of a kind than there is.
  if (cells * wide > deep * along * along) return (PART * (deep * along * along + wide * cells)) / along;
  if (cells * deep > wide * across * across) return (PART * (wide * across * across + deep * cells)) / across;
  return floorOfRoot(4n * wide * deep * cells * PART * PART);
}
