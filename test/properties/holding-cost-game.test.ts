import { describe, expect, test } from "vitest";
import { type AccumulatorPotential, accumulatorPotentials } from "../../src/bounds/potentials/accumulators.js";
import { everyNth } from "./arbitraries.js";
import { holdingCostOf, sharesUpTo } from "./holding-costs.js";
import { leastPrice } from "./slice-game-price.js";

/** The game of proofs/gemm-holding-cost.md, section 3: no way to play it may pay less for an event than a potential's price. */
function priceOf({ holdingCosts, credit }: AccumulatorPotential, side: number): number {
  const elements = side * side;
  const eta = credit[0] / credit[1];
  return leastPrice(side, 1, (x, y, u) => {
    // U goes up by a whole element here: m in the middle of its way.
    const middle = (u + 0.5) / elements;
    const m = Math.min(1, 2 * (1 - middle), 2 * (middle + (x * y) / elements));
    const paid = (v: number) => holdingCostOf(holdingCosts, v) * ((x + y) / side / v - eta);
    return Math.min(...sharesUpTo(holdingCosts, m).map(paid)) / side;
  });
}

describe("no play of the slice game with both ends pays less than the price", () => {
  test.each(
    everyNth(
      3,
      accumulatorPotentials().map((potential) => [potential.id, potential] as const),
    ),
  )("%s", (_, potential) => {
    const least = priceOf(potential, 4);
    expect(least).toBeGreaterThanOrEqual(potential.price / 2 ** 20);
    // Nor is the price far below what the game gives.
    expect(potential.price / 2 ** 20 / least).toBeGreaterThan(0.96);
  });
});
