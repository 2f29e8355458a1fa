import { ONE } from "../exact/fixed-point.js";
import { ceilDivide, ceilRoot, floorSquareRoot, maximum, minimum } from "../exact/integer.js";
import { formatRational, rational } from "../exact/rational.js";
import type { ChainInstance, ChainMixedCertificate } from "./certificates/chains.js";
import { guessPrices } from "./chain-mixed-prices.js";
import { programMaximum } from "./chain-mixed-search.js";
import type { MixedPrices, MixedProgram } from "./chain-mixed-segment.js";

/**
 * The fused chain between the narrow and the wide: transient, stored and reborn elements of H, and sums of E charged in and out
 * (proofs/chain-mixed.md). For any prices and every T, with w at least what a segment can bring in,
 *
 *     Q ≥ ceil( T·pairs·(y1·k + y2·n − ω·√S) / (w·S^(3/2)) ) − P·T − groups of E.
 *
 * Prices come from a table; w is certified exactly by branch and bound. Every word counts as the narrowest, a relaxation.
 *
 * Survives recomputation, any reduction order, sliding. Undefined for a gated front (not proven), outside the table, and where it
 * does not exceed `beat`.
 */
export function proveChainMixed(instance: ChainInstance, beat: bigint): ChainMixedCertificate | undefined {
  const { extents, weights, memories } = instance;
  if (extents.factors !== 1n) return undefined;
  const wordSize = [weights.b, weights.h, weights.d, weights.partial, weights.output].reduce(minimum, weights.a);
  const capacityWords = roundedCapacity(instance.capacity / wordSize);
  if (capacityWords < SMALLEST_CAPACITY) return undefined;
  const root = Math.sqrt(Number(capacityWords));
  const guessed = guessPrices(Number(extents.k) / root, Number(extents.n) / root);
  if (guessed === undefined) return undefined;
  const { pairs, batch, m, n } = extents;
  const cut = BigInt(Math.round(guessed.cut * Number(capacityWords)));
  const uncharged = cut * memories + batch * m * n;
  const hoped = Number(pairs) * guessed.wordsPerPair * HOPE - Number(uncharged);
  if (hoped * Number(wordSize) <= Number(beat)) return undefined;
  const held = withSlack(programMaximum(mixedProgram(extents.k, extents.n, capacityWords, cut, guessed.prices), SPLITS));
  const clockWords = maximum(0n, charged(instance, capacityWords, cut, guessed.prices, held) - uncharged);
  const value = wordSize * clockWords;
  if (value <= beat) return undefined;
  const { first, second, birth, stay } = guessed.prices;
  const prices = { first: text(first), second: text(second), birth: text(birth), stay: text(stay) };
  return {
    theorem: "chain-mixed",
    instance,
    wordSize,
    capacityWords,
    cut,
    prices,
    segmentMaximum: text(held),
    clockWords,
    value,
  };
}

/** Below this many words the events of weight 2 and the rounding of T eat the gain. */
const SMALLEST_CAPACITY = 64n;
/** How many boxes are halved: a maximum within half a per cent, in some hundredths of a second. */
const SPLITS = 2000;
/** How far the guess of the value is trusted when a chain is left out. */
const HOPE = 1.02;

/**
 * The least capacity of nine binary digits that is no smaller. A larger memory only relaxes the game, and steps wider than what the
 * search leaves to chance keep a larger memory from finding a larger bound by luck.
 */
export function roundedCapacity(words: bigint): bigint {
  const step = 1n << BigInt(Math.max(0, words.toString(2).length - 9));
  return ceilDivide(words, step) * step;
}

/** What a segment of T can hold, over lengths in units of S; everything rounded towards more. */
export function mixedProgram(k: bigint, n: bigint, s: bigint, cut: bigint, prices: MixedPrices): MixedProgram {
  const inRoots = (extent: bigint): bigint => ceilRoot(ceilDivide(extent * extent * ONE * ONE, s), 2);
  return {
    budget: ceilDivide((s + cut + 1n) * ONE, s),
    prices,
    k: inRoots(k),
    n: inRoots(n),
    fullOfSquare: ceilDivide(s * ONE, 4n * k * k),
    usesOfWord: ceilDivide(s * ONE, 2n * k * n),
  };
}

/** A hair more than the search found, so that a checker with other multipliers needs no more boxes. */
function withSlack(held: bigint): bigint {
  return held + (held >> 11n) + 1n;
}

/** ceil( T·pairs·((y1·k + y2·n)·√S − ω·S) / (w·S²) ), exactly; 0 where it is not positive. */
function charged({ extents }: ChainInstance, s: bigint, cut: bigint, prices: MixedPrices, held: bigint): bigint {
  const { pairs, k, n } = extents;
  const radicand = (cut * pairs * (prices.first * k + prices.second * n)) ** 2n * s;
  const denominator = held * s * s;
  const root = floorSquareRoot(radicand);
  const numerator = root - cut * pairs * prices.birth * s;
  if (numerator < 0n) return 0n;
  return root * root === radicand ? ceilDivide(numerator, denominator) : numerator / denominator + 1n;
}

function text(fixed: bigint): string {
  return formatRational(rational(fixed, ONE));
}
