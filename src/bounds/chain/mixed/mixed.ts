import { approximately, ONE } from "../../../exact/fixed-point.js";
import { ceilDivide, ceilRoot, floorSquareRoot, maximum, minimum } from "../../../exact/integer.js";
import { formatRational, rational } from "../../../exact/rational.js";
import type { ChainInstance, ChainMixedCertificate } from "../../certificates/chain.js";
import type { Entry, GuessedPrices } from "./prices.js";
import { guessPrices } from "./prices.js";
import { programMaximum } from "./search.js";
import type { MixedPrices, MixedProgram } from "./segment.js";

/**
 * The fused chain between the narrow and the wide: transient, stored and reborn elements of H (proofs/chain-mixed.md). With β = 2 for an
 * interval of E that is loaded and stored, or β = 1 for either, for any prices and every T, with w at least what a segment can bring in and w1 a first one,
 *
 *     Q ≥ T·ceil( (pairs·(y1·k + y2·n − ω·√S)/S^(3/2) − P·w1) / w ) − (β − 1)·groups of E.
 *
 * Prices come from a table; w is certified exactly by branch and bound. Every word counts as the narrowest, a relaxation.
 *
 * Survives recomputation, any reduction order, sliding. Undefined for a gated front (not proven), outside the table, and where it
 * does not exceed `beat`.
 */
export function proveChainMixed(instance: ChainInstance, beat: bigint): ChainMixedCertificate | undefined {
  const { extents, weights } = instance;
  if (extents.factors !== 1n) return undefined;
  const wordSize = [weights.b, weights.h, weights.d, weights.partial, weights.output].reduce(minimum, weights.a);
  const capacityWords = roundedCapacity(instance.capacity / wordSize);
  if (capacityWords < SMALLEST_CAPACITY) return undefined;
  const root = Math.sqrt(Number(capacityWords));
  const side = Number(minimum(extents.m, extents.l)) / root;
  const ways = ENTRIES.flatMap((entry) => {
    const guessed = guessPrices(Number(extents.k) / root, Number(extents.n) / root, side, entry);
    return guessed === undefined ? [] : [{ guessed, hoped: hopedWords(instance, guessed) }];
  }).sort((x, y) => y.hoped - x.hoped);
  let best: Segments | undefined;
  for (const { guessed, hoped } of ways) {
    if (hoped * Number(wordSize) <= Number(beat)) continue;
    if (best !== undefined && hoped < HOPE * Number(best.clockWords)) continue;
    const found = segmentsAround(instance, capacityWords, guessed);
    if (best === undefined || found.clockWords > best.clockWords) best = found;
  }
  if (best === undefined || wordSize * best.clockWords <= beat) return undefined;
  const { entry, prices, first: firstHeld, held, ...clock } = best;
  const { first, second, birth, stay } = prices;
  return {
    theorem: "chain-mixed",
    instance,
    wordSize,
    capacityWords,
    entry: BigInt(entry),
    prices: { first: text(first), second: text(second), birth: text(birth), stay: text(stay) },
    firstMaximum: text(firstHeld),
    segmentMaximum: text(held),
    ...clock,
    value: wordSize * clock.clockWords,
  };
}

const ENTRIES: readonly Entry[] = [1, 2];
/** Below this many words the events of weight 2 and the rounding of T eat the gain. */
const SMALLEST_CAPACITY = 64n;
/** How many boxes are halved at most: a maximum within a twentieth of a per cent, mostly in less than half a second. */
const SPLITS = 16_000;
const FIRST_SPLITS = 1000;
/** How far the guess of the value is trusted when a chain is left out. */
const HOPE = 1.02;

/** What the prices may prove, no segment given away. */
function hopedWords({ extents }: ChainInstance, { entry, wordsPerPair }: GuessedPrices): number {
  return Number(extents.pairs) * wordsPerPair * HOPE - Number(groupsTwice(extents, entry));
}

/** Groups of E whose first interval is no load and store. */
function groupsTwice({ batch, m, n }: ChainInstance["extents"], entry: Entry): bigint {
  return entry === 1 ? 0n : batch * m * n;
}

/** Segments that cost T and bring in no more than `held`, the first of a memory `first`, and what their number proves. */
interface Segments {
  readonly entry: Entry;
  readonly prices: MixedPrices;
  readonly cut: bigint;
  readonly first: bigint;
  readonly held: bigint;
  readonly laterSegments: bigint;
  readonly clockWords: bigint;
}

/**
 * With the T of the table, or one near it for which hardly more than a whole number of segments is needed: the last one of a memory
 * counts for nothing.
 */
function segmentsAround(instance: ChainInstance, s: bigint, guessed: GuessedPrices): Segments {
  const at = (ratio: number): Segments => countSegments(instance, s, guessed, ratio);
  const needed = (found: Segments): number => segmentsRoughly(instance, s, found);
  const plain = at(guessed.cut);
  const count = needed(plain);
  if (count > MANY_SEGMENTS) return plain;
  const whole = Math.round(count);
  if (whole < 1) return plain;
  let [best, near, slope, ratio] = [plain, count, STEEPNESS, guessed.cut];
  for (let look = 0; look < LOOKS && !(near >= whole && near < whole + 3 * JUST_MORE); look++) {
    const next = (1 + ratio) * (near / (whole + JUST_MORE)) ** (1 / slope) - 1;
    if (!(next > 0)) break;
    const found = at(next);
    const there = needed(found);
    const measured = Math.log(near / there) / Math.log((1 + next) / (1 + ratio));
    if (measured > 1 && measured < 3) slope = measured;
    [near, ratio] = [there, next];
    if (found.clockWords > best.clockWords) best = found;
  }
  return best;
}

/** Above so many segments one more or less does not matter. */
const MANY_SEGMENTS = 1000;
/** How much more than a whole number of segments is aimed at, how often, and how their number falls with S + T at first. */
const JUST_MORE = 0.015;
const LOOKS = 4;
const STEEPNESS = 1.6;

function countSegments(instance: ChainInstance, s: bigint, guessed: GuessedPrices, ratio: number): Segments {
  const { entry, prices } = guessed;
  const { extents, memories } = instance;
  const cut = BigInt(Math.max(1, Math.round(ratio * Number(s))));
  const held = withSlack(programMaximum(mixedProgram(extents, s, cut, guessed), SPLITS), 12n);
  // Each memory has one first segment only.
  const splits = memories < MANY_SEGMENTS ? FIRST_SPLITS : SPLITS;
  const first = minimum(
    held,
    withSlack(programMaximum(mixedProgram(extents, s, cut, guessed, memories === 1n ? "of one" : "of several"), splits), 9n),
  );
  const laterSegments = segmentsNeeded(instance, s, prices, held, first);
  const clockWords = maximum(0n, cut * laterSegments - groupsTwice(extents, entry));
  return { entry, prices, cut, first, held, laterSegments, clockWords };
}

/**
 * The least capacity of nine binary digits that is no smaller. A larger memory only relaxes the game, and steps wider than what the
 * search leaves to chance keep a larger memory from finding a larger bound by luck.
 */
export function roundedCapacity(words: bigint): bigint {
  const step = 1n << BigInt(Math.max(0, words.toString(2).length - 9));
  return ceilDivide(words, step) * step;
}

/** √2, rounded down. */
const LARGEST_SPREAD = floorSquareRoot(2n * ONE * ONE);

export type MixedExtents = Pick<ChainInstance["extents"], "m" | "k" | "l" | "n">;

/** What a segment of T can hold, or the first of one memory or of each of several, over lengths in units of S; everything rounded towards more. */
export function mixedProgram(
  { k, n, m, l }: MixedExtents,
  s: bigint,
  cut: bigint,
  { prices, entry }: Pick<GuessedPrices, "prices" | "entry">,
  first?: "of several" | "of one",
): MixedProgram {
  const inRoots = (extent: bigint): bigint => ceilRoot(ceilDivide(extent * extent * ONE * ONE, s), 2);
  const side = minimum(m, l);
  const budget = ceilDivide(((first === undefined ? s : 0n) + cut + BigInt(entry) - 1n) * ONE, s);
  return {
    budget,
    mostOld: first === "of one" ? 0n : budget,
    largestSpread: entry === 1 ? ONE : LARGEST_SPREAD,
    evenly: entry === 1,
    prices,
    k: inRoots(k),
    n: inRoots(n),
    side: inRoots(side),
    sideBelow: floorSquareRoot((side * side * ONE * ONE) / s),
    shortFrom: ceilDivide(2n * k * side * ONE, s),
    shortOfWord: ceilDivide(side * ONE, k),
    shortSquare: (side * side * ONE) / s,
    fullOfSquare: ceilDivide(s * ONE, 4n * k * k),
    usesOfWord: ceilDivide(s * ONE, 2n * k * n),
  };
}

/** A hair more than the search found, so that a checker with other multipliers needs no more boxes. */
function withSlack(held: bigint, digits: bigint): bigint {
  return held + (held >> digits) + 1n;
}

/** ceil( (pairs·((y1·k + y2·n)·√S − ω·S) − P·w1·S²) / (w·S²) ), exactly; 0 where it is not positive. */
function segmentsNeeded(
  { extents, memories }: ChainInstance,
  s: bigint,
  prices: MixedPrices,
  held: bigint,
  first: bigint,
): bigint {
  const { pairs, k, n } = extents;
  const radicand = (pairs * (prices.first * k + prices.second * n)) ** 2n * s;
  const denominator = held * s * s;
  const root = floorSquareRoot(radicand);
  const numerator = root - pairs * prices.birth * s - memories * first * s * s;
  if (numerator < 0n) return 0n;
  return root * root === radicand ? ceilDivide(numerator, denominator) : numerator / denominator + 1n;
}

/** The same without rounding up, in doubles. */
function segmentsRoughly({ extents, memories }: ChainInstance, capacity: bigint, { prices, held, first }: Segments): number {
  const [pairs, k, n, s] = [extents.pairs, extents.k, extents.n, capacity].map(Number) as [number, number, number, number];
  const [y1, y2, birth, w] = [prices.first, prices.second, prices.birth, held].map(approximately) as [
    number,
    number,
    number,
    number,
  ];
  return (pairs * ((y1 * k + y2 * n) / Math.sqrt(s) - birth)) / (w * s) - Number(memories) * (Number(first) / Number(held));
}

function text(fixed: bigint): string {
  return formatRational(rational(fixed, ONE));
}
