// Cases of arrays that lie spread over memories: products cut in blocks, one block a memory, what the busiest of them moves.

import { gemmComputation, gemmWorkload, proveBoundsInSetting } from "../../build/index.js";

/** A product cut in p × q × r blocks, so that own words lie inside them; of the busiest memory, and times the memories of all. */
export function spreadArraysCase(random) {
  const [p, q, r] = [1, 2, 3].map(() => random.whole(1, 4));
  const memories = p * q * r;
  const [m, n, k] = [p, q, r].map((parts) => parts * memories * random.scale(1, 8));
  const [a, b, c] = [(m * k) / (p * r), (k * n) / (r * q), (m * n) / (p * q)];
  const [ownA, ownB, ownC] = [m * k, k * n, m * n].map((words) => words / memories);
  // Own words leave once, for all that need them; partial sums leave to be added in the network, and own sums arrive.
  const sent = (q > 1 ? ownA : 0) + (p > 1 ? ownB : 0) + (r > 1 ? c + ownC : 0);
  const moved = a - ownA + b - ownB + sent;
  const capacity = BigInt(a + b + c);
  const setting = { interface: "slow-fast", unit: "words", capacity, memories: BigInt(memories), fastMemory: "", isSpread: true };
  const bounds = proveBoundsInSetting(gemmComputation(gemmWorkload({ m, n, k })), setting);
  // The least cost that all of them are held against: a bound over all memories is at most what one moves times their number.
  const busiest = bounds.filter(({ scope }) => scope === "busiest");
  return { certificates: (busiest.length > 0 ? busiest : bounds).map(({ certificate }) => certificate), cost: BigInt(moved) };
}
