import { ceilDivide, maximum, minimum } from "../exact/integer.js";
import type { ChainInstance, ChainSlicesCertificate } from "./certificates/chains.js";
import { BOTH, ceilOfCase, exactly, type Mixture, mixturesOf, sharesOf } from "./slice-mixtures.js";

/**
 * The fused chain, slice by slice (proofs/chain-slices.md): every inner index of either product is a slice that has to meet every
 * element of H while it lives. With prices Λ of potentials at rent θ, X = S + 1 words,
 *
 *     Q ≥ pairs·( (k·Λ1 + n·Λ2)/√X − θ ) − mn,
 *
 * less where it is better to store H. Says most between k + n = √S and 8√S. Every word counts as the narrowest, a relaxation.
 *
 * Survives recomputation, any reduction order, sliding. Returns undefined for a gated front, or when nothing is proven.
 */
export function proveChainSlices(instance: ChainInstance): ChainSlicesCertificate | undefined {
  const { extents, weights } = instance;
  if (extents.factors !== 1n) return undefined;
  const wordSize = [weights.b, weights.h, weights.d, weights.partial, weights.output].reduce(minimum, weights.a);
  const capacityWords = instance.capacity / wordSize;
  let best: { readonly value: number; readonly first: Mixture; readonly second: Mixture } | undefined;
  for (const second of SECOND) {
    for (const first of FIRST) {
      const value = perElement(Number(extents.k), Number(extents.n), Number(capacityWords) + 1, first, second);
      if (value > (best?.value ?? 0)) best = { value, first, second };
    }
  }
  if (best === undefined) return undefined;
  const proven = provenWords(instance, capacityWords + 1n, best.first, best.second);
  if (proven === undefined || proven.words <= 0n) return undefined;
  return {
    theorem: "chain-slices",
    instance,
    wordSize,
    capacityWords: proven.room - 1n,
    first: sharesOf(best.first),
    second: sharesOf(best.second),
    words: proven.words,
    value: wordSize * proven.words,
  };
}

/**
 * What an element of H pays at least, in doubles: the least of the three cases of the proof, in the least memory of `room` words or
 * more where the waiting is not too much. 0 where k is too short.
 */
function perElement(k: number, n: number, room: number, first: Mixture, second: Mixture): number {
  const rent = Math.max(first.rent, second.rent);
  const root = Math.max(Math.sqrt(room), (k * first.waiting) / rent, k * first.reloadWaiting);
  const [rows, columns] = [k / root, n / root];
  if ((rows - 0.5) * first.price < rent) return 0;
  const reload = Math.min(second.price, second.reloadPrice);
  return Math.min(
    rows * first.price + columns * second.price - rent,
    rows * first.price + columns * reload - rent + 1,
    rows * Math.min(first.price, first.reloadPrice) + columns * reload,
  );
}

/**
 * ⌈pairs·(the least case)⌉ − batch·mn in X = `room` words, or the least larger memory where the waiting is not too much: what holds
 * there holds in less. Undefined where k is too short.
 */
function provenWords(
  instance: ChainInstance,
  least: bigint,
  one: Mixture,
  two: Mixture,
): { readonly room: bigint; readonly words: bigint } | undefined {
  const { pairs, k, n, batch, m } = instance.extents;
  const first = exactly(one);
  const second = exactly(two);
  const rent = first.rent.top * second.rent.below > second.rent.top * first.rent.below ? first.rent : second.rent;
  const { waiting, reloadWaiting } = first;
  const room = [
    ceilDivide((k * waiting.top * rent.below) ** 2n, (waiting.below * rent.top) ** 2n),
    ceilDivide((k * reloadWaiting.top) ** 2n, reloadWaiting.below ** 2n),
  ].reduce(maximum, least);
  const longEnough = (2n * k * first.price * rent.below) ** 2n >= (2n * rent.top * BOTH + first.price * rent.below) ** 2n * room;
  if (!longEnough) return undefined;
  const reload = minimum(second.price, second.reloadPrice);
  const cases: readonly (readonly [prices: bigint, top: bigint])[] = [
    [k * first.price + n * second.price, rent.top],
    [k * first.price + n * reload, rent.top - rent.below],
    [k * minimum(first.price, first.reloadPrice) + n * reload, 0n],
  ];
  const fewest = cases.map(([prices, top]) => ceilOfCase(pairs, prices, top, rent.below, room)).reduce(minimum);
  return { room, words: maximum(0n, fewest - batch * m * n) };
}

const FIRST = mixturesOf(1);
const SECOND = mixturesOf(2);
