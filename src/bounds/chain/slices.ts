import { ceilDivide, maximum, minimum } from "../../exact/integer.js";
import type { ChainInstance, ChainSlicesCertificate } from "../certificates/chain.js";
import {
  BOTH,
  ceilOfCase,
  exactly,
  less,
  type Mixture,
  mixturesOf,
  ONE,
  priceAt,
  sharesOf,
} from "../potentials/slice-mixtures.js";
import { SLICE_POTENTIALS } from "../potentials/slice-potentials.js";

/**
 * The fused chain, slice by slice (proofs/chain-slices.md): every inner index of either product is a slice that has to meet every
 * element of H while it lives. With prices Λ of potentials at rent θ, X = S + 1 words, r the row cost of the second, τ ≥ 1,
 *
 *     Q ≥ pairs·( (k·Λ1 + n·Λ2/τ)/√X − θ ) − (r − 1)·mn,
 *
 * less where it is better to store H. Says most for k from about √S to 2.5√S. Every word counts as the narrowest, a relaxation.
 *
 * Survives recomputation, any reduction order, sliding. Returns undefined for a gated front, or when nothing is proven.
 */
export function proveChainSlices(instance: ChainInstance): ChainSlicesCertificate | undefined {
  const { extents, weights } = instance;
  if (extents.factors !== 1n) return undefined;
  const wordSize = [weights.b, weights.h, weights.d, weights.partial, weights.output].reduce(minimum, weights.a);
  const capacityWords = instance.capacity / wordSize;
  const best = bestChoice(instance, Number(capacityWords) + 1);
  if (best === undefined) return undefined;
  const proven = provenWords(instance, capacityWords + 1n, best);
  if (proven === undefined || proven.words <= 0n) return undefined;
  return {
    theorem: "chain-slices",
    instance,
    wordSize,
    capacityWords: proven.room - 1n,
    first: sharesOf(best.first),
    second: sharesOf(best.second),
    stretch: `${best.stretch}/${STRETCH}`,
    words: proven.words,
    value: wordSize * proven.words,
  };
}

/** Mixtures for both products, and τ in `STRETCH`ths. */
interface Choice {
  readonly first: Mixture;
  readonly second: Mixture;
  readonly stretch: number;
}

const STRETCH = 64;
const MOST_STRETCH = 4;
/** Steps of stretches at which second products are looked at beforehand. */
const COARSE = 16;

/** What proves most, in doubles. */
function bestChoice({ extents }: ChainInstance, room: number): Choice | undefined {
  const [k, n] = [Number(extents.k), Number(extents.n)];
  const unpaid = Number(extents.batch * extents.m * extents.n) / Number(extents.pairs);
  const root = Math.sqrt(room);
  const seconds = SECOND.map((second) => ({ second, free: (second.rowCost - 1) * unpaid }));
  const known = new Map<number, readonly [kept: number, stored: number]>();
  /** What a second product may bring at most, kept and stored, at stretches of so many `COARSE`ths or more. */
  const bring = (coarse: number): readonly [kept: number, stored: number] => {
    const before = known.get(coarse);
    if (before !== undefined) return before;
    const stretch = coarse / COARSE;
    const kept = seconds.map(({ second, free }) => (n * second.price) / (root * stretch) - free);
    const stored = seconds.map(({ second, free }) => (n * reloadBeyond(second, stretch)) / root - free);
    const found = [Math.max(...kept), Math.max(...stored)] as const;
    known.set(coarse, found);
    return found;
  };
  // What a mixture may bring at most, the dearest first: one that proves much leaves little of the others.
  const firsts = FIRST.flatMap((first) => {
    const rows = k / leastRoot(k, room, first, Math.max(first.rent, DEAREST_RENT));
    const long = rows - first.rent / first.price;
    if (long * 2 * MOST_STRETCH <= 1) return [];
    const stretch = Math.max(1, 1 / (2 * long));
    const [kept, stored] = bring(Math.floor(COARSE * stretch));
    const cheapest = Math.min(first.price, first.reloadPrice);
    return [{ first, cheapest, stretch, atMost: Math.min(rows * first.price - first.rent + kept, rows * cheapest + stored) }];
  }).sort((x, y) => y.atMost - x.atMost);
  let best: Choice | undefined;
  let most = 0;
  for (const { first, cheapest, stretch: shortest, atMost } of firsts) {
    if (atMost <= most) break;
    for (const { second, free } of seconds) {
      const inverse = 1 / leastRoot(k, room, first, Math.max(first.rent, second.rent));
      if ((k * first.price + (n * second.price) / shortest) * inverse - first.rent - free <= most) continue;
      if ((k * cheapest + n * reloadBeyond(second, shortest)) * inverse - free <= most) continue;
      for (const stretch of stretches(k, room, first, second)) {
        const value = perElement(k, n, room, first, second, stretch / STRETCH) - free;
        if (value > most) [most, best] = [value, { first, second, stretch }];
      }
    }
  }
  return best;
}

/** The largest price of a reload at a stretch of so much or more, over the stretch: at one end of the way to the price. */
function reloadBeyond(second: Mixture, stretch: number): number {
  const last = second.price / Math.max(stretch, Math.sqrt(second.rent));
  return Math.max(last, priceAt(second, stretch ** 2) / stretch);
}

/** Values of τ worth trying: 1, or the least with which k is long enough, and the one with which the second product's rent is the first's. */
function stretches(k: number, room: number, first: Mixture, second: Mixture): readonly number[] {
  const rows = k / leastRoot(k, room, first, Math.max(first.rent, second.rent));
  if ((rows - 0.5) * first.price >= first.rent && (rows - 0.5) * first.price >= second.rent) return UNSTRETCHED;
  const own = k / leastRoot(k, room, first, first.rent);
  const long = own - first.rent / first.price;
  if (long * 2 * MOST_STRETCH <= 1) return [];
  // own − 1/(2τ) ≥ θ2/(τ²·Λ1), a quadratic inequality in 1/τ.
  const share = second.rent / first.price;
  const inverse = (Math.sqrt(0.25 + 4 * share * own) - 0.5) / (2 * share);
  const least = Math.ceil(STRETCH * Math.max(1, 1 / (2 * long), 1 / inverse));
  const even = Math.ceil(STRETCH * Math.sqrt(second.rent / first.rent));
  return even > least ? [least, even] : [least];
}

const UNSTRETCHED: readonly number[] = [STRETCH];

/** √X of the least memory of `room` words or more where the waiting is not too much. */
function leastRoot(k: number, room: number, { waiting, reloadWaiting }: Mixture, rent: number): number {
  return Math.max(Math.sqrt(room), (k * waiting) / rent, k * reloadWaiting);
}

/** What an element of H pays at least, in doubles: the least of the three cases of the proof. 0 where k is too short. */
function perElement(k: number, n: number, room: number, first: Mixture, second: Mixture, stretch: number): number {
  const rent = Math.max(first.rent, second.rent / stretch ** 2);
  const root = leastRoot(k, room, first, rent);
  const [rows, columns] = [k / root, n / (root * stretch)];
  if ((rows - 0.5 / stretch) * first.price < rent) return 0;
  const reload = priceAt(second, stretch ** 2);
  return Math.min(
    rows * first.price + columns * second.price - rent,
    rows * first.price + columns * reload - rent + 1,
    rows * Math.min(first.price, first.reloadPrice) + columns * reload,
  );
}

/**
 * ⌈pairs·(the least case) − (r − 1)·batch·mn⌉ in X = `room` words, or the least larger memory where the waiting is not too much: what
 * holds there holds in less. Undefined where k is too short.
 */
function provenWords(
  instance: ChainInstance,
  least: bigint,
  choice: Choice,
): { readonly room: bigint; readonly words: bigint } | undefined {
  const { pairs, k, n, batch, m } = instance.extents;
  const first = exactly(choice.first);
  const second = exactly(choice.second);
  const [tau, whole] = [BigInt(choice.stretch), BigInt(STRETCH)];
  const stretched = { top: second.rent.top * whole ** 2n, below: second.rent.below * tau ** 2n };
  const rent = less(stretched, first.rent) ? first.rent : stretched;
  const { waiting, reloadWaiting } = first;
  const room = [
    ceilDivide((k * waiting.top * rent.below) ** 2n, (waiting.below * rent.top) ** 2n),
    ceilDivide((k * reloadWaiting.top) ** 2n, reloadWaiting.below ** 2n),
  ].reduce(maximum, least);
  // (k/√X − 1/(2τ))·Λ1 ≥ θ, times 2τ·√X.
  const long = 2n * tau * k * first.price * rent.below;
  if (long ** 2n < (2n * tau * rent.top * BOTH + whole * first.price * rent.below) ** 2n * room) return undefined;
  // (τ² − 1)/(θ2 − 1), 1 at most: how far the reload price is on its way to the price.
  const widened = {
    top: (tau ** 2n - whole ** 2n) * second.rent.below,
    below: (second.rent.top - second.rent.below) * whole ** 2n,
  };
  const between = widened.top < widened.below ? widened : ONE;
  const mixed = second.reloadPrice * (between.below - between.top) + second.price * between.top;
  const dear = second.price * between.below;
  const reload = minimum(dear, mixed);
  // Prices in these parts of 1/BOTH.
  const parts = tau * between.below;
  const cases: readonly (readonly [prices: bigint, top: bigint])[] = [
    [k * first.price * parts + n * whole * dear, rent.top],
    [k * first.price * parts + n * whole * reload, rent.top - rent.below],
    [k * minimum(first.price, first.reloadPrice) * parts + n * whole * reload, 0n],
  ];
  const unpaid = { top: batch * m * n * (second.rowCost.top - second.rowCost.below), below: second.rowCost.below };
  const fewest = cases.map(([prices, top]) => {
    const charge = { top: pairs * top * unpaid.below + unpaid.top * rent.below, below: rent.below * unpaid.below };
    return ceilOfCase(pairs * prices, charge, room, BOTH * parts);
  });
  return { room, words: maximum(0n, fewest.reduce(minimum)) };
}

const FIRST = mixturesOf(SLICE_POTENTIALS.filter(({ rowCost }) => rowCost === 1));
const SECOND = mixturesOf(SLICE_POTENTIALS.filter(({ waiting }) => waiting[0] === 0));
const DEAREST_RENT = Math.max(...SECOND.map(({ rent }) => rent));
