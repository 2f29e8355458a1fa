import { describe, expect, test } from "vitest";
import { SLICE_POTENTIALS, type SlicePotential } from "../../src/bounds/potentials/slice-potentials.js";
import { everyNth } from "./arbitraries.js";
import { leastPrice } from "./slice-game-price.js";

/** The game of proofs/chain-holding-cost.md, section 3: no way to play it may pay less for a birth than a potential's price. */
function priceOf({ rowCost, rent, waiting }: SlicePotential, side: number, reload: boolean): number {
  const elements = side * side;
  const perWord = (reload ? 1 : rent[0] / rent[1]) / elements;
  const perElement = waiting[0] / waiting[1] / (reload ? rent[0] / rent[1] : 1) / (elements * side);
  return leastPrice(side, rowCost, (x, y, u) => perWord * (x + y) + perElement * Math.max(0, u + 1));
}

describe("no play of the slice game pays less than the price", () => {
  test.each(
    everyNth(
      3,
      SLICE_POTENTIALS.map((potential) => [potential.id, potential] as const),
    ),
  )("%s", (_, potential) => {
    expect(priceOf(potential, 4, false)).toBeGreaterThanOrEqual(potential.price / 2 ** 20);
    expect(priceOf(potential, 3, true)).toBeGreaterThanOrEqual(potential.reloadPrice / 2 ** 20);
  });
});
