import { minimum } from "../../exact/integer.js";
import type { ChainInstance, ChainNearCapacityCertificate } from "../certificates/chain.js";
import { extraOfResident } from "../shared/near-capacity.js";

/**
 * A chain H = A·B, E = φ(H)·D whose rows, A with the accumulators of E, take about all of one fast memory (proofs/chain-near-capacity.md): while a
 * column of H is made, min(m, k) words of its column of B and entries of H are there, so `missing` = m(k + n) − S + min(m, k) words and
 * accumulators of the rows are not, and the column meets them at another time:
 *
 *     Q ≥ mk + kl + ln + mn + (about) l·√missing.
 *
 * The same for its weights, columns of B (with a gated front of one of both) with rows of D. One memory, one batch element, no mask, every
 * word counted as the narrowest. Survives recomputation of H, any reduction order, entries and accumulators that leave and come
 * back, sliding. Returns undefined where
 * it says no more than compulsory traffic.
 */
export function proveChainNearCapacity(instance: ChainInstance): ChainNearCapacityCertificate | undefined {
  const { extents, weights, capacity, memories } = instance;
  const { batch, m, k, l, n, pairs, factors } = extents;
  if (batch > 1n || memories > 1n || pairs !== m * l) return undefined;
  const word = [weights.b, weights.h, weights.d, weights.partial].reduce(minimum, weights.a);
  const compulsory = weights.a * m * k + weights.b * factors * k * l + weights.d * l * n + weights.output * m * n;
  let best: ChainNearCapacityCertificate | undefined;
  for (const resident of ["rows", "weights"] as const) {
    const [lines, slices] = resident === "rows" ? [m, l] : [l, m];
    const proven = extraOfResident({ words: lines * (k + n), slices, side: minimum(lines, k), fits: capacity / word, word });
    if (proven === undefined) continue;
    const { missing, holdingCost, extra } = proven;
    const value = compulsory + extra;
    if (value > (best?.value ?? 0n)) best = { theorem: "chain-near-capacity", instance, resident, missing, holdingCost, value };
  }
  return best;
}
