import { floorSquareRoot, largestWhere, maximum, minimum } from "../../exact/integer.js";
import type { MultilayerInstance } from "../certificates/multilayer.js";
import type { ChainSizes, Choice, Counted, Cut } from "./recomputation-choice.js";
import { bestCut, bornWidths, choiceAt, choiceOf, segmentsNeeded } from "./recomputation-choice.js";
import { pricedProducts } from "./recomputation-prices.js";
import { richRowsHold, suggestRichRowsPrice } from "./rich-rows.js";
import { priceHolds, suggestPrice } from "./survivors.js";

/** What a choice of products, prices and T proves. */
export interface Starts extends Cut {
  readonly choice: Choice;
  readonly value: bigint;
}

/**
 * The best of the first p products, prices and T that the search finds; T is a multiple of `grain`. Choices that come nowhere near a
 * value to beat are skipped.
 */
export function bestStarts(
  instance: MultilayerInstance,
  capacity: bigint,
  grain: bigint,
  sizes: ChainSizes,
  beat = 0n,
): Starts | undefined {
  const products = instance.extents.widths.length - 1;
  const rough = pricedProducts(instance, Number(capacity), sizes)
    .filter(({ value, ...counted }) => value * ROUGHLY >= Number(beat + lostIn(instance, counted, sizes)))
    .flatMap(({ odd, ...counted }) => choiceOf(instance, counted, odd, capacity, sizes) ?? []);
  const found = rough
    .slice(0, 2)
    .map((choice) => startsOf(instance, choice, bestCut(instance, choice, capacity, grain, sizes.excess), sizes));
  const whole = [products, products - 1].map((born) => ({ p: products, born }));
  const others = rough.slice(0, 2).filter(({ p }) => p < products);
  for (const counted of [...whole, ...others]) {
    const most = found.reduce((best, { value }) => maximum(best, value), beat);
    found.push(...[withOnePrice(instance, counted, capacity, grain, sizes, most) ?? []].flat());
  }
  return found.reduce<Starts | undefined>((best, one) => (best === undefined || one.value > best.value ? one : best), undefined);
}

function startsOf(instance: MultilayerInstance, choice: Choice, cut: Cut, sizes: ChainSizes): Starts {
  return { choice, ...cut, value: maximum(0n, cut.clock - lostIn(instance, choice, sizes)) + choice.rest };
}

/** Where the last stores of outputs are events, each counts as an accumulator and is of its stored size. */
function lostIn({ extents: { m, widths } }: MultilayerInstance, { p, born }: Counted, { sum, output }: ChainSizes): bigint {
  return born < p ? maximum(0n, sum - output) * m * (widths.at(-1) as bigint) : 0n;
}

/** How far a rough value is trusted when a choice is skipped. */
const ROUGHLY = 1.06;

/**
 * T in parts of S that are tried with one price for all starts, first coarsely, then about the best; that is near S for narrow
 * chains, near 2S for wide ones.
 */
const PARTS = 512n;
const EIGHTHS = Array.from({ length: 19 }, (_, i) => BigInt(64 * (i + 4)));
const FINER: readonly bigint[] = [8n, 1n];
const ABOUT = Array.from({ length: 14 }, (_, i) => BigInt(i < 7 ? i - 7 : i - 6));

/** Fineness of that price, and how much of it is left to the search for it; how many T get an exact one. */
const PRICE_STEPS = 65_536n;
const PRICE_SLACK = 1.001;
const CONFIRMED = 3;
/** No price. */
const MOST = Number.POSITIVE_INFINITY;

interface Candidate {
  readonly choice: Choice;
  readonly cut: bigint;
  readonly laterSegments: bigint;
  /** Is its one price enough for all starts? Exactly. */
  readonly confirmed: () => boolean;
  readonly parts: bigint;
  /** What it proves where the price holds, but for the last stores of outputs. */
  readonly value: bigint;
}

function byValue(some: readonly Candidate[]): readonly Candidate[] {
  return [...some].sort((x, y) => (x.value < y.value ? 1 : -1));
}

function withOnePrice(
  instance: MultilayerInstance,
  counted: Counted,
  capacity: bigint,
  grain: bigint,
  sizes: ChainSizes,
  beat: bigint,
): Starts | undefined {
  if (bornWidths(instance, counted.born).even === 0n) return undefined;
  const { operand, complete, sum, excess } = sizes;
  // As if the narrowest of the first arrays had so many words in a row: w² becomes w²·o·h/s.
  const narrowest = (arrays: number): bigint => {
    const least = instance.extents.widths.slice(0, arrays).reduce(minimum);
    return floorSquareRoot((least * least * operand * complete) / sum);
  };
  const [products, row] = [narrowest(counted.born), narrowest(counted.p - 1)];
  if (products === 0n) return undefined;
  const needed = beat + lostIn(instance, counted, sizes);
  const cutAt = (parts: bigint): bigint => maximum(1n, (capacity * parts) / (PARTS * grain)) * grain;
  const candidateAt = (parts: bigint, cut = cutAt(parts)): readonly Candidate[] => {
    const survivors = { capacity, cut: cut + excess, products };
    const rich = { held: capacity + cut + excess, row };
    const [some = MOST, other = MOST] = [suggestPrice(survivors), suggestRichRowsPrice(rich)];
    const suggested = Math.min(some, other);
    if (suggested === MOST) return [];
    const numerator = BigInt(Math.ceil(suggested * PRICE_SLACK * Number(PRICE_STEPS)));
    const price = { numerator, denominator: PRICE_STEPS };
    const confirmed = (): boolean => (other <= some ? richRowsHold(rich, price) : priceHolds(survivors, price));
    const choice = choiceAt(instance, counted, [price, price], capacity, sizes);
    if (choice === undefined || (choice.longest !== undefined && cut > choice.longest)) return [];
    const laterSegments = segmentsNeeded(choice, capacity + cut + excess) - instance.memories;
    const value = cut * laterSegments + choice.rest;
    return laterSegments > 0n ? [{ choice, cut, laterSegments, confirmed, parts, value }] : [];
  };
  let best = byValue(EIGHTHS.flatMap((parts) => candidateAt(parts)));
  for (const step of FINER) {
    const [center] = best;
    if (center === undefined || Number(center.value) * ROUGHLY < Number(needed)) return undefined;
    best = byValue([...best, ...ABOUT.flatMap((off) => candidateAt(center.parts + step * off))]);
  }
  // The longest T that still needs as many segments.
  const [center] = best;
  if (center !== undefined) {
    const [low, high] = [center.cut, cutAt(center.parts + 2n)];
    const needs = (cut: bigint): boolean => candidateAt(center.parts, cut).some((x) => x.laterSegments >= center.laterSegments);
    const longest = low + grain * largestWhere(0n, (high - low) / grain, (units) => needs(low + units * grain));
    best = byValue([...best, ...candidateAt(center.parts, longest)]);
  }
  for (const { choice, cut, laterSegments, confirmed, value } of best.slice(0, CONFIRMED)) {
    if (value <= needed) return undefined;
    if (confirmed()) return startsOf(instance, choice, { cut, laterSegments, clock: cut * laterSegments }, sizes);
  }
  return undefined;
}
