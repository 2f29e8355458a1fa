import { describe, expect, test } from "vitest";
import { type IntermediatePotential, intermediatePotentials } from "../../src/bounds/potentials/intermediates.js";
import { everyNth } from "./arbitraries.js";
import { leastPrice } from "./slice-game-price.js";

/** The game of proofs/chain-holding-cost.md: no way to play it may pay less for a start than a potential's price. */
function priceOf({ rowCost, holdingCost }: IntermediatePotential, side: number, reload: boolean): number {
  const elements = side * side;
  const perWord = (reload ? 1 : holdingCost[0] / holdingCost[1]) / elements;
  return leastPrice(side, rowCost, (x, y) => perWord * (x + y));
}

describe("no play of the slice game pays less than the price", () => {
  test.each(
    everyNth(
      2,
      intermediatePotentials().map((potential) => [potential.id, potential] as const),
    ),
  )("%s", (_, potential) => {
    expect(priceOf(potential, 4, false)).toBeGreaterThanOrEqual(potential.price / 2 ** 20);
    expect(priceOf(potential, 3, true)).toBeGreaterThanOrEqual(potential.reloadPrice / 2 ** 20);
  });
});
