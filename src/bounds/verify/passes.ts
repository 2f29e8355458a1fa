import { floorOfRoot } from "./integers.js";

/** 2²⁰: prices are in these parts of a byte, or word. */
export const PART = 1048576n;

/** How many lines of a matrix there are, and what each weighs. */
export type Side = readonly [count: bigint, weight: bigint];

/** What the lines of whole parts of `fits` cells, and of the cells left over, weigh at least (proofs/product-passes.md, section 4). */
export function leastOfParts([across, wide]: Side, [along, deep]: Side, fits: bigint): bigint {
  const cells = across * along;
  /** `wide` a row and `deep` a column, at most `across` and `along` of them, that have so many cells. */
  const covering = (some: bigint): bigint => {
    // Equal weights of rows and columns, c²·deep = some·wide, unless that is more of a kind than there is.
    if (some * wide > deep * along * along) return (PART * (deep * along * along + wide * some)) / along;
    if (some * deep > wide * across * across) return (PART * (wide * across * across + deep * some)) / across;
    return floorOfRoot(4n * wide * deep * some * PART * PART);
  };
  return ((cells - (cells % fits)) / fits) * covering(fits) + covering(cells % fits);
}
