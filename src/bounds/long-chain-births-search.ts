import { floorSquareRoot, maximum, minimum } from "../exact/integer.js";
import type { LongChainInstance } from "./certificates/long-chains.js";
import type { ChainSizes, Choice, Cut } from "./long-chain-births-choice.js";
import {
  approximateSegments,
  bestCut,
  bornWidths,
  choiceAt,
  choiceOf,
  promisingPrices,
  roughly,
  segmentsNeeded,
} from "./long-chain-births-choice.js";
import { priceHolds, suggestPrice } from "./long-chain-survivors.js";

/** What a choice of products, prices and T proves. */
export interface Births extends Cut {
  readonly choice: Choice;
  readonly value: bigint;
}

/**
 * The best of the first p products, prices and T that the search finds; T is a multiple of `grain`. Choices that come nowhere near a
 * value to beat are left out.
 */
export function bestBirths(
  instance: LongChainInstance,
  capacity: bigint,
  grain: bigint,
  sizes: ChainSizes,
  beat = 0n,
): Births | undefined {
  const products = instance.extents.widths.length - 1;
  const rough = Array.from({ length: products }, (_, p) => p + 1)
    .flatMap((p) => promisingPrices(instance, p).map((odd) => choiceOf(instance, p, odd, capacity, sizes)))
    .filter((choice) => choice !== undefined)
    .map((choice) => ({ choice, value: roughly(instance, choice, Number(capacity + sizes.excess)) }))
    .filter(({ choice, value }) => value > 0 && value * ROUGHLY >= Number(beat + lostIn(instance, choice.p, sizes)))
    .sort((x, y) => y.value - x.value);
  const found = rough
    .slice(0, 2)
    .map(({ choice }) => birthsOf(instance, choice, bestCut(instance, choice, capacity, grain, sizes.excess), sizes));
  const parts = new Set([products, ...rough.slice(0, 2).map(({ choice }) => choice.p)]);
  for (const p of parts) found.push(...[withOnePrice(instance, p, capacity, grain, sizes, beat) ?? []].flat());
  return found.reduce<Births | undefined>((best, one) => (best === undefined || one.value > best.value ? one : best), undefined);
}

function birthsOf(instance: LongChainInstance, choice: Choice, cut: Cut, sizes: ChainSizes): Births {
  return { choice, ...cut, value: maximum(0n, cut.clock - lostIn(instance, choice.p, sizes)) + choice.rest };
}

/** The last store of an output is of its stored size, where a sum was counted. */
function lostIn({ extents: { m, widths } }: LongChainInstance, p: number, { sum, output }: ChainSizes): bigint {
  return p === widths.length - 1 ? maximum(0n, sum - output) * m * (widths.at(-1) as bigint) : 0n;
}

/** How far a rough value is trusted when a choice is left out. */
const ROUGHLY = 1.02;

/** T in eighths of S that are tried with one price for all births; the best is near S for narrow chains, near 2S for wide ones. */
const EIGHTHS = Array.from({ length: 19 }, (_, i) => BigInt(i + 4));

/** Fineness of that price, and how much of it is left to the search for it. */
const PRICE_STEPS = 4096n;

function withOnePrice(
  instance: LongChainInstance,
  p: number,
  capacity: bigint,
  grain: bigint,
  sizes: ChainSizes,
  beat: bigint,
): Births | undefined {
  if (bornWidths(instance, p).even === 0n) return undefined;
  const r = instance.extents.widths.length - 1;
  const { operand, complete, sum, excess } = sizes;
  const least = instance.extents.widths.slice(0, Math.min(p, r - 1)).reduce(minimum);
  // As if a birth had so many products: w² becomes w²·o·h/s.
  const products = floorSquareRoot((least * least * operand * complete) / sum);
  if (products === 0n) return undefined;
  const candidates = EIGHTHS.flatMap((eighths) => {
    const cut = maximum(1n, (capacity * eighths) / (8n * grain)) * grain;
    const program = { capacity, cut: cut + excess, products };
    const numerator = BigInt(Math.ceil(suggestPrice(program) * 1.0005 * Number(PRICE_STEPS))) + 1n;
    const price = { numerator, denominator: PRICE_STEPS };
    const choice = choiceAt(instance, p, [price, price], capacity, sizes);
    if (choice === undefined || (choice.longest !== undefined && cut > choice.longest)) return [];
    const value = Number(cut) * approximateSegments(choice, Number(capacity + excess))(Number(cut));
    const needed = Number(beat - choice.rest + lostIn(instance, p, sizes)) / ROUGHLY;
    return value > Math.max(0, needed) ? [{ choice, cut, program, price, value }] : [];
  });
  for (const { choice, cut, program, price } of candidates.sort((x, y) => y.value - x.value).slice(0, 4)) {
    if (!priceHolds(program, price)) continue;
    const laterSegments = maximum(0n, segmentsNeeded(choice, capacity + cut + excess) - instance.memories);
    return birthsOf(instance, choice, { cut, laterSegments, clock: cut * laterSegments }, sizes);
  }
  return undefined;
}
