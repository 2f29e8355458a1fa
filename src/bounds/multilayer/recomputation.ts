import { greatestCommonDivisor, maximum, minimum } from "../../exact/integer.js";
import type { MultilayerInstance, MultilayerRecomputationCertificate } from "../certificates/multilayer.js";
import { shownPrices } from "./recomputation-choice.js";
import { bestStarts } from "./recomputation-search.js";

/**
 * The first p products of a chain with the accumulator starts of intermediates charged, every word at its own size (proofs/multilayer.md,
 * Theorem 2): words of the W weigh o, complete elements of intermediates h, accumulators s; for every T,
 * X = S + T + (the widest) − g,
 *
 *     Q ≥ T · ( ceil( m·(√(o·h·s)·Σ w(q−1)wq − s·√3·√X·Σ a·ws) / (X/3)^{3/2} ) − P )  +  wOut·m·wr  +  bytes of the other weights,
 *
 * q ≤ p, the second sum over X1, …, Xp; or, for p = r, over intermediates only, with −(s − wOut)·m·wr in the place of wOut·m·wr. There
 * is a price a for odd and one for even s: at least 3/16 each, and a product of 1/12 or more where both occur; or one price that a
 * small program confirms for this T and the least w(s−1), either of two. Composition loses two words an element, this from 0.9 to 1.7.
 *
 * Survives recomputation while o·h·w(s−1)² ≥ 3s·a²X for s < p, any reduction order, sliding. Undefined when no p has such a T, or no
 * segment is charged.
 */
export function proveMultilayerRecomputation(
  instance: MultilayerInstance,
  beat = 0n,
): MultilayerRecomputationCertificate | undefined {
  const { operand, between, partial, output } = instance.weights;
  const grain = greatestCommonDivisor(greatestCommonDivisor(operand, between), partial);
  const excess = maximum(maximum(operand, between), partial) - grain;
  // Words of X0 are read as complete elements are.
  const complete = minimum(minimum(between, partial), operand);
  const sizes = { operand, complete, sum: partial, output, excess };
  const best = bestStarts(instance, instance.capacity - (instance.capacity % grain), grain, sizes, beat);
  if (best === undefined || best.laterSegments === 0n) return undefined;
  const { choice, cut, laterSegments, clock, value } = best;
  return {
    theorem: "multilayer-recomputation",
    instance,
    products: BigInt(choice.p),
    born: BigInt(choice.born),
    prices: shownPrices(instance, choice),
    cut,
    laterSegments,
    clock,
    rest: choice.rest,
    value,
  };
}
