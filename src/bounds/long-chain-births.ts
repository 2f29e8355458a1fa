import { floorSquareRoot, maximum, minimum } from "../exact/integer.js";
import { formatRational, rational } from "../exact/rational.js";
import type { LongChainBirthsCertificate, LongChainInstance } from "./bound.js";
import { approximateBoundary, searchCut } from "./cut-search.js";
import { narrowestWord, productWords } from "./long-chain-shape.js";
import { priceHolds, suggestPrice } from "./long-chain-survivors.js";

/**
 * The first p products of a chain with the births of intermediates charged (proofs/long-chain.md, sections 4 and 5): for every T, X = S + T,
 *
 *     Q ≥ T · ( ceil( m·(Σ w(q−1)wq − √3·√X·Σ a·ws) / (X/3)^{3/2} ) − P )  +  words that only the other products need,
 *
 * q ≤ p, the second sum over intermediates among X1, …, Xp, with a price for odd and one for even s: at least 3/16 each, and a
 * product of 1/12 or more where both occur; or one price that a small program confirms for this T and the least w(s−1). Composition
 * loses two words an element, this from 0.9 to 1.7.
 *
 * Survives recomputation while w(s−1)² ≥ 3a²X for s < p, any reduction order, sliding. Undefined when no p has such a T.
 */
export function proveLongChainBirths(instance: LongChainInstance): LongChainBirthsCertificate | undefined {
  const wordSize = narrowestWord(instance.weights);
  const capacityWords = instance.capacity / wordSize;
  const products = instance.extents.widths.length - 1;
  let best: LongChainBirthsCertificate | undefined;
  const choices = Array.from({ length: products }, (_, p) => p + 1).flatMap((p) =>
    promisingPrices(instance, p).map((odd) => choiceOf(instance, p, odd, capacityWords)),
  );
  const rough = choices
    .filter((choice) => choice !== undefined)
    .map((choice) => ({ choice, value: roughly(instance, choice, Number(capacityWords)) }))
    .filter(({ value }) => value > 0)
    .sort((x, y) => y.value - x.value);
  for (const { choice } of rough.slice(0, 2)) {
    const certificate = certify(instance, choice, wordSize, capacityWords);
    if (best === undefined || certificate.value > best.value) best = certificate;
  }
  const parts = new Set([products, ...rough.slice(0, 2).map(({ choice }) => choice.p)]);
  for (const p of parts) {
    const certificate = withOnePrice(instance, p, wordSize, capacityWords);
    if (certificate !== undefined && (best === undefined || certificate.value > best.value)) best = certificate;
  }
  return best;
}

/** T in eighths of S that are tried with one price for all births; the best is near S for narrow chains, near 2S for wide ones. */
const EIGHTHS = Array.from({ length: 19 }, (_, i) => BigInt(i + 4));

/** Fineness of that price, and how much of it is left to the search for it. */
const PRICE_STEPS = 4096n;

function withOnePrice(
  instance: LongChainInstance,
  p: number,
  wordSize: bigint,
  capacityWords: bigint,
): LongChainBirthsCertificate | undefined {
  if (bornWidths(instance, p).even === 0n) return undefined;
  const r = instance.extents.widths.length - 1;
  const products = instance.extents.widths.slice(0, Math.min(p, r - 1)).reduce(minimum);
  const candidates = EIGHTHS.flatMap((eighths) => {
    const cut = maximum(1n, (capacityWords * eighths) / 8n);
    const program = { capacity: capacityWords, cut, products };
    const numerator = BigInt(Math.ceil(suggestPrice(program) * 1.0005 * Number(PRICE_STEPS))) + 1n;
    const price = { numerator, denominator: PRICE_STEPS };
    const choice = choiceAt(instance, p, [price, price], capacityWords);
    if (choice === undefined || (choice.longest !== undefined && cut > choice.longest)) return [];
    const value = Number(cut) * approximateSegments(choice, Number(capacityWords))(Number(cut));
    return value > 0 ? [{ choice, cut, program, price, value }] : [];
  });
  for (const { choice, cut, program, price } of candidates.sort((x, y) => y.value - x.value).slice(0, 4)) {
    if (!priceHolds(program, price)) continue;
    const laterSegments = maximum(0n, segmentsNeeded(choice, capacityWords + cut) - instance.memories);
    return certificateOf(instance, choice, wordSize, capacityWords, { cut, laterSegments, clockWords: cut * laterSegments });
  }
  return undefined;
}

/** Prices are odd/DENOMINATOR and, where even intermediates occur, what makes the product 1/12. */
const DENOMINATOR = 1024n;

interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

interface Choice {
  readonly p: number;
  /** Of even and of odd intermediates. */
  readonly prices: readonly [even: Fraction, odd: Fraction];
  /** Σ w(q−1)wq over the first p products, times m. */
  readonly products: bigint;
  /** Σ a·ws over births, times m, as a fraction. */
  readonly charged: Fraction;
  /** The longest T for which w(s−1)² ≥ 3a²X; undefined without such a condition. */
  readonly longest: bigint | undefined;
  /** Words of the other W and of Xr, where Xr is not among the first p products. */
  readonly rest: bigint;
}

/** Numerators of the price of odd intermediates: 3/16, equal prices, what suits the widths, and as much as leaves 3/16 to even ones. */
function promisingPrices(instance: LongChainInstance, p: number): readonly bigint[] {
  const { odd, even } = bornWidths(instance, p);
  if (even === 0n) return [192n];
  const suited = BigInt(Math.round(1024 * Math.sqrt(Number(even) / (12 * Number(odd)))));
  return [...new Set([192n, 240n, 296n, 360n, 455n, minimum(455n, maximum(192n, suited))])];
}

function bornWidths({ extents: { widths } }: LongChainInstance, p: number): { readonly odd: bigint; readonly even: bigint } {
  let [odd, even] = [0n, 0n];
  for (let s = 1; s <= p && s < widths.length - 1; s++) {
    if (s % 2 === 1) odd += widths[s] as bigint;
    else even += widths[s] as bigint;
  }
  return { odd, even };
}

function choiceOf(instance: LongChainInstance, p: number, odd: bigint, capacity: bigint): Choice | undefined {
  const even = { numerator: DENOMINATOR, denominator: 12n * odd };
  return choiceAt(instance, p, [even, { numerator: odd, denominator: DENOMINATOR }], capacity);
}

function choiceAt(
  instance: LongChainInstance,
  p: number,
  prices: readonly [even: Fraction, odd: Fraction],
  capacity: bigint,
): Choice | undefined {
  const { m, widths } = instance.extents;
  const r = widths.length - 1;
  const words = productWords(widths);
  const sum = (parts: readonly bigint[]): bigint => parts.reduce((x, y) => x + y, 0n);
  const born = bornWidths(instance, p);
  const [even, odd] = prices;
  const denominator = even.denominator * odd.denominator;
  const numerator = m * (born.odd * odd.numerator * even.denominator + born.even * even.numerator * odd.denominator);
  let longest: bigint | undefined;
  for (let s = 1; s < p; s++) {
    const price = s % 2 === 1 ? odd : even;
    const limit = ((widths[s - 1] as bigint) * price.denominator) ** 2n / (3n * price.numerator ** 2n) - capacity;
    longest = longest === undefined ? limit : minimum(longest, limit);
  }
  if (longest !== undefined && longest < 1n) return undefined;
  const rest = p < r ? sum(words.slice(p)) + m * (widths[r] as bigint) : 0n;
  return { p, prices, products: m * sum(words.slice(0, p)), charged: { numerator, denominator }, longest, rest };
}

function approximateSegments({ products, charged }: Choice, capacity: number): (cut: number) => number {
  const [n, c] = [Number(products), Number(charged.numerator) / Number(charged.denominator)];
  return (cut) => {
    const x = capacity + cut;
    return (n - Math.sqrt(3 * x) * c) / (x / 3) ** 1.5;
  };
}

function roughly(instance: LongChainInstance, choice: Choice, capacity: number): number {
  const needed = approximateSegments(choice, capacity);
  const last = choice.longest === undefined ? Number.POSITIVE_INFINITY : Number(choice.longest);
  let best = 0;
  for (let cut = Math.max(1, capacity / 64); cut <= 16 * capacity; cut *= 1.1) {
    const own = Math.min(cut, last);
    best = Math.max(best, own * (needed(own) - Number(instance.memories)) + Number(choice.rest));
  }
  return best;
}

function certify(
  instance: LongChainInstance,
  choice: Choice,
  wordSize: bigint,
  capacityWords: bigint,
): LongChainBirthsCertificate {
  const { memories } = instance;
  const { longest } = choice;
  const evaluate = (cut: bigint): Cut => {
    const segments = longest !== undefined && cut > longest ? 0n : segmentsNeeded(choice, capacityWords + cut);
    const laterSegments = maximum(0n, segments - memories);
    return { cut, laterSegments, clockWords: cut * laterSegments };
  };
  const needed = approximateSegments(choice, Number(capacityWords));
  const last = longest === undefined ? Number.POSITIVE_INFINITY : Number(longest);
  let guess = Number(capacityWords);
  const found = searchCut({
    evaluate,
    clockOf: (cut) => cut.clockWords,
    countOf: (cut) => cut.laterSegments,
    grain: 1n,
    capacity: capacityWords,
    approximateLongest: (count) => {
      guess = approximateBoundary((cut) => cut <= last && needed(cut) - Number(memories) > count - 1, guess);
      return guess;
    },
  });
  return certificateOf(instance, choice, wordSize, capacityWords, found);
}

function certificateOf(
  instance: LongChainInstance,
  { p, prices: [even, odd], rest }: Choice,
  wordSize: bigint,
  capacityWords: bigint,
  cut: Cut,
): LongChainBirthsCertificate {
  const shown = ({ numerator, denominator }: Fraction): string => formatRational(rational(numerator, denominator));
  return {
    theorem: "long-chain-births",
    instance,
    wordSize,
    capacityWords,
    products: BigInt(p),
    prices: { odd: shown(odd), ...(bornWidths(instance, p).even === 0n ? {} : { even: shown(even) }) },
    ...cut,
    restWords: rest,
    value: wordSize * (cut.clockWords + rest),
  };
}

type Cut = Pick<LongChainBirthsCertificate, "cut" | "laterSegments" | "clockWords">;

/** ceil( (N·√(27X) − 9·R·X) / X² ), N products, R = Σ a·ws·m, exactly; 0 where it is not positive. */
function segmentsNeeded({ products, charged }: Choice, x: bigint): bigint {
  const radicand = (charged.denominator * products) ** 2n * 27n * x;
  const denominator = charged.denominator * x * x;
  const root = floorSquareRoot(radicand);
  const numerator = root - 9n * charged.numerator * x;
  if (numerator < 0n) return 0n;
  return root * root === radicand ? (numerator + denominator - 1n) / denominator : numerator / denominator + 1n;
}
