import { ceilDivide, maximum, minimum } from "../exact/integer.js";
import type { ChainInstance, ChainSlicesCertificate } from "./certificates/chains.js";
import { BOTH, ceilOfCase, exactly, less, type Mixture, mixturesOf, ONE, priceAt, sharesOf } from "./slice-mixtures.js";
import { SLICE_POTENTIALS } from "./slice-potentials.js";

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

/** What proves most, in doubles. */
function bestChoice({ extents }: ChainInstance, room: number): Choice | undefined {
  const [k, n] = [Number(extents.k), Number(extents.n)];
  const unpaid = Number(extents.batch * extents.m * extents.n) / Number(extents.pairs);
  let best: Choice | undefined;
  let most = 0;
  const root = Math.sqrt(room);
  // What a mixture may bring at most; second ones the dearest first.
  const ofFirst = ({ price, rent }: Mixture): number => (k * price) / root - rent;
  const seconds = SECOND.map((second) => {
    const free = (second.rowCost - 1) * unpaid;
    // Of reload prices over the stretch the largest: at the ends of the way to the price.
    const reload = Math.min(second.price, Math.max(second.reloadPrice, second.price / Math.sqrt(second.rent)));
    return { second, atMost: (n * second.price) / root - free, stored: (n * reload) / root - free };
  }).sort((x, y) => y.atMost - x.atMost);
  const mostStored = Math.max(...seconds.map(({ stored }) => stored));
  const consider = (first: Mixture): void => {
    const own = ofFirst(first);
    const ownStored = (k * Math.min(first.price, first.reloadPrice)) / root;
    if (ownStored + mostStored <= most) return;
    for (const { second, atMost, stored } of seconds) {
      if (own + atMost <= most) return;
      if (ownStored + stored <= most) continue;
      for (const stretch of stretches(k, room, first, second)) {
        const value = perElement(k, n, room, first, second, stretch / STRETCH) - (second.rowCost - 1) * unpaid;
        if (value > most) [most, best] = [value, { first, second, stretch }];
      }
    }
  };
  // One that proves much leaves little of the others.
  const [dearest] = FIRST;
  if (dearest !== undefined) consider(FIRST.reduce((x, y) => (ofFirst(y) > ofFirst(x) ? y : x), dearest));
  for (const first of FIRST) consider(first);
  return best;
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
