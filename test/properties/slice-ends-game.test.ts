import { describe, expect, test } from "vitest";
import { SLICE_ENDS_POTENTIALS, type SliceEndsPotential } from "../../src/bounds/slice-ends-potentials.js";

/**
 * The game of proofs/product-slice-ends.md, section 3, in whole words, U in whole sums: no way to play it may pay less for an event than
 * a potential's price. Value iteration over words of rows and columns and U.
 */
function leastPrice({ rent, lift, credit }: SliceEndsPotential, side: number): number {
  const elements = side * side;
  const [theta, epsilon, eta] = [rent[0] / rent[1], lift[0] / lift[1], credit[0] / credit[1]];
  const most = 2 * side;
  const at = (x: number, y: number, u: number) => (x * (most + 1) + y) * (most * most + elements + 1) + most * most + u;
  let ahead = new Float64Array((most + 1) * (most + 1) * (most * most + elements + 1));
  const events = 4 * elements;
  const begun: number[] = [];
  for (let event = 0; event <= 2 * events; event++) {
    const next = new Float64Array(ahead.length).fill(Number.POSITIVE_INFINITY);
    for (let x = 0; x <= most; x++) {
      for (let y = 0; y <= most; y++) {
        for (let u = -x * y; u < elements; u++) {
          // The least m on the way would be more rent: its middle, as the way goes by whole sums.
          const middle = (u + 0.5) / elements;
          const m = Math.min(1, 2 * (1 - middle), 2 * (middle + (x * y) / elements));
          const paid = (theta + epsilon / m) * ((x + y) / side) - eta * (theta * m + epsilon);
          next[at(x, y, u)] = (paid * side) / elements + (ahead[at(x, y, u + 1)] as number);
        }
      }
    }
    for (let changed = true; changed; ) {
      changed = false;
      for (let x = most; x >= 0; x--) {
        for (let y = most; y >= 0; y--) {
          for (let u = -x * y; u <= elements; u++) {
            const here = at(x, y, u);
            const ways = [
              x < most ? 1 + (next[at(x + 1, y, u - y)] as number) : Number.POSITIVE_INFINITY,
              y < most ? 1 + (next[at(x, y + 1, u - x)] as number) : Number.POSITIVE_INFINITY,
              x > 0 ? (next[at(x - 1, y, Math.max(u, -(x - 1) * y))] as number) : Number.POSITIVE_INFINITY,
              y > 0 ? (next[at(x, y - 1, Math.max(u, -x * (y - 1)))] as number) : Number.POSITIVE_INFINITY,
            ];
            const least = Math.min(...ways);
            if (least < (next[here] as number) - 1e-12) {
              next[here] = least;
              changed = true;
            }
          }
        }
      }
    }
    begun.push(next[at(0, 0, 0)] as number);
    ahead = next;
  }
  // From one long game to a longer one; a game cut off at its end has paid at most a potential less.
  return (side * ((begun.at(-1) as number) - (begun[events] as number))) / events;
}

describe("no play of the slice game with both ends pays less than the price", () => {
  test.each(SLICE_ENDS_POTENTIALS.map((potential) => [potential.id, potential] as const))("%s", (_, potential) => {
    const least = leastPrice(potential, 4);
    expect(least).toBeGreaterThanOrEqual(potential.price / 2 ** 20);
    // Nor is the price far below what the game gives.
    expect(potential.price / 2 ** 20 / least).toBeGreaterThan(0.96);
  });
});
