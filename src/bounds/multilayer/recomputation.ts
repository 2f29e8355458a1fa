import { greatestCommonDivisor, maximum, minimum } from "../../exact/integer.js";
import type {
  LongChainBirthsCertificate,
  LongChainBirthsWeightedCertificate,
  LongChainInstance,
} from "../certificates/multilayer.js";
import { shownPrices, WORDS } from "./recomputation-choice.js";
import { bestBirths } from "./recomputation-search.js";
import { narrowestWord } from "./shape.js";

/**
 * The first p products of a chain with the births of intermediates charged (proofs/multilayer.md, Theorem 2): for every T, X = S + T,
 *
 *     Q ≥ T · ( ceil( m·(Σ w(q−1)wq − √3·√X·Σ a·ws) / (X/3)^{3/2} ) − P )  +  m·wr  +  words of the other weights,
 *
 * q ≤ p, the second sum over X1, …, Xp (for p = r without m·wr over intermediates only), with a price for odd and one for even s: at
 * least 3/16 each, and a product of 1/12 or more where both occur; or one price that a small program confirms for this T and the least w(s−1), either of two. Composition
 * loses two words an element, this from 0.9 to 1.7.
 *
 * Survives recomputation while w(s−1)² ≥ 3a²X for s < p, any reduction order, sliding. Undefined when no p has such a T.
 */
export function proveLongChainBirths(instance: LongChainInstance): LongChainBirthsCertificate | undefined {
  const wordSize = narrowestWord(instance.weights);
  const capacityWords = instance.capacity / wordSize;
  const best = bestBirths(instance, capacityWords, 1n, WORDS);
  if (best === undefined) return undefined;
  const { choice, cut, laterSegments, clock, value } = best;
  return {
    theorem: "long-chain-births",
    instance,
    wordSize,
    capacityWords,
    products: BigInt(choice.p),
    born: BigInt(choice.born),
    prices: shownPrices(instance, choice),
    cut,
    laterSegments,
    clockWords: clock,
    restWords: choice.rest,
    value: wordSize * value,
  };
}

/**
 * The same with every word at its own size (proofs/multilayer.md, Theorem 2): words of the W weigh o, complete elements of
 * intermediates h, unfinished sums s; X = S + T + (the widest) − g,
 *
 *     Q ≥ T · ( ceil( m·(√(o·h·s)·Σ w(q−1)wq − s·√3·√X·Σ a·ws) / (X/3)^{3/2} ) − P )  +  wOut·m·wr  +  bytes of the other weights,
 *
 * or, where births of Xr are not charged, with −(s − wOut)·m·wr in the place of wOut·m·wr. With bf16 operands and fp32 sums √2 times as much at leading order.
 */
export function proveLongChainBirthsWeighted(
  instance: LongChainInstance,
  beat = 0n,
): LongChainBirthsWeightedCertificate | undefined {
  const { operand, between, partial, output } = instance.weights;
  const grain = greatestCommonDivisor(greatestCommonDivisor(operand, between), partial);
  const excess = maximum(maximum(operand, between), partial) - grain;
  // Words of X0 are read as complete elements are.
  const complete = minimum(minimum(between, partial), operand);
  const sizes = { operand, complete, sum: partial, output, excess };
  const best = bestBirths(instance, instance.capacity - (instance.capacity % grain), grain, sizes, beat);
  if (best === undefined) return undefined;
  const { choice, cut, laterSegments, clock, value } = best;
  return {
    theorem: "long-chain-births-weighted",
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
