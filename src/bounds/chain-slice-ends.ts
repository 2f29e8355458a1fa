import { maximum, minimum } from "../exact/integer.js";
import type { ChainInstance, ChainSliceEndsCertificate } from "./certificates/chains.js";
import { ENDS_MIXTURES, type EndsMixture, endsShares, exactKnots } from "./slice-ends-mixtures.js";
import { BOTH, ceilOfCase, exactly, type Mixture, mixturesOf, type Quotient, sharesOf } from "./slice-mixtures.js";
import { SLICE_POTENTIALS } from "./slice-potentials.js";

/**
 * The fused chain, slice by slice, words held paying rent where sums of the first product begin and where they end
 * (proofs/chain-slice-ends.md). With the price Λ1 of a potential of credit η and rent P, the prices Λ2(t) of one at rent t, P(v) ≥ pv,
 * f factors of H, X = S + 1, κ1 = k/√X, κ2 = n/√X, D the largest P(v)(1 − κ1η), P̄ that of P, r the row cost of the second, any ε ≥ 0,
 *
 *     Q ≥ pairs·( f(κ1Λ1 − D) + min( κ2Λ2(p + ε) − ε, κ2Λ2(1) + min(1, 2 − P̄) ) ) − (r − 1)·batch·mn
 *
 * where P̄ + ε ≤ 2 and k is long enough: (2κ1 − 1)(κ1Λ1 − D) ≥ P̄ + 2κ1ε. Says most for k and n from about 1.5√S on. Every word counts as the
 * narrowest, a relaxation. Survives recomputation, any reduction order, sliding. Returns undefined where nothing is proven.
 */
export function proveChainSliceEnds(instance: ChainInstance): ChainSliceEndsCertificate | undefined {
  const { weights } = instance;
  const wordSize = [weights.b, weights.h, weights.d, weights.partial, weights.output].reduce(minimum, weights.a);
  const capacityWords = instance.capacity / wordSize;
  const best = bestChoice(instance, Math.sqrt(Number(capacityWords) + 1));
  if (best === undefined) return undefined;
  const words = provenWords(instance, capacityWords + 1n, best);
  if (words <= 0n) return undefined;
  return {
    theorem: "chain-slice-ends",
    instance,
    wordSize,
    capacityWords,
    first: endsShares(best.first.parts),
    second: sharesOf(best.second),
    extraRent: `${best.extra}/${EXTRA}`,
    words,
    value: wordSize * words,
  };
}

/** Mixtures for both products, and ε in `EXTRA`ths. */
interface Choice {
  readonly first: EndsMixture;
  readonly second: Mixture;
  readonly extra: number;
}

const EXTRA = 64;

/** What proves most, in doubles. */
function bestChoice({ extents }: ChainInstance, root: number): Choice | undefined {
  const [rows, columns] = [Number(extents.k) / root, Number(extents.n) / root];
  const factors = Number(extents.factors);
  const unpaid = Number(extents.batch * extents.m * extents.n) / Number(extents.pairs);
  if (rows < 0.5) return undefined;
  // Without extra rent an element that is stored brings these at most.
  const firsts = FIRST.flatMap(({ mixture, least, most }) => {
    const own = Math.min(...mixture.knots.map(({ price, rent }) => rows * price - rent));
    const spare = Math.min(2 - most, ((2 * rows - 1) * own - most) / (2 * rows)) - 1e-9;
    return spare < 0 ? [] : [{ mixture, least, own, spare, stored: Math.min(1, 2 - most) }];
  });
  const seconds = SECOND.map((mixture) => {
    const reload = Math.min(mixture.price, mixture.reloadPrice);
    return { mixture, stored: columns * reload, free: (mixture.rowCost - 1) * unpaid };
  });
  firsts.sort((x, y) => factors * (y.own - x.own) + y.stored - x.stored);
  seconds.sort((x, y) => y.stored - y.free - (x.stored - x.free));
  let best: Choice | undefined;
  let most = 0;
  for (const first of firsts) {
    for (const second of seconds) {
      const stored = factors * first.own + second.stored + first.stored - second.free;
      if (stored <= most) break;
      const { rent } = second.mixture;
      const rise = rent > 1 ? (columns * (second.mixture.price - second.mixture.reloadPrice)) / (rent - 1) : 0;
      const extra = rise > 1 ? Math.max(0, Math.floor(EXTRA * Math.min(first.spare, rent - first.least))) : 0;
      const kept = columns * priceAt(second.mixture, first.least + extra / EXTRA) - extra / EXTRA;
      const value = Math.min(stored, factors * first.own + kept - second.free);
      if (value > most) [most, best] = [value, { first: first.mixture, second: second.mixture, extra }];
    }
  }
  return best;
}

/** The price at a rent of 1 or more: on the way from the reload price to the price at its own rent. */
function priceAt({ rent, price, reloadPrice }: Mixture, at: number): number {
  const way = rent > 1 ? Math.min(1, (at - 1) / (rent - 1)) : 1;
  return Math.min(price, reloadPrice + way * (price - reloadPrice));
}

/** ⌈pairs·V − (r − 1)·batch·mn⌉, the least over the knots of P and over what becomes of an element. 0 where k is too short. */
function provenWords({ extents }: ChainInstance, room: bigint, choice: Choice): bigint {
  const { pairs, k, n, batch, m, factors } = extents;
  const knots = exactKnots(choice.first.parts);
  const second = exactly(choice.second);
  const extra: Quotient = { top: BigInt(choice.extra), below: BigInt(EXTRA) };
  const most = knots.map(({ rent }) => rent).reduce((x, y) => (less(x, y) ? y : x));
  const least = knots
    .filter(({ v }) => v.top > 0n)
    .map(({ v, rent }) => ({ top: rent.top * v.below, below: rent.below * v.top }))
    .reduce((x, y) => (less(x, y) ? x : y));
  const two = { top: 2n * most.below - most.top, below: most.below };
  if (less(least, ONE) || less(two, extra) || 4n * k * k < room || !longEnough(k, room, knots, most, extra)) return 0n;
  // (p + ε − 1)/(θ2 − 1), 1 at most.
  const over = plus(plus(least, extra), { top: -1n, below: 1n });
  const way: Quotient = {
    top: over.top * second.rent.below,
    below: over.below * (second.rent.top - second.rent.below),
  };
  const between = way.top < way.below ? way : ONE;
  const prices = { dear: second.price * between.below, parts: between.below };
  const kept = minimum(prices.dear, second.reloadPrice * (between.below - between.top) + second.price * between.top);
  const reload = minimum(prices.dear, second.reloadPrice * between.below);
  const stored = less(ONE, two) ? ONE : two;
  const unpaid: Quotient = { top: batch * m * n * (second.rowCost.top - second.rowCost.below), below: second.rowCost.below };
  const fewest = knots.flatMap(({ price, rent }) => {
    const first = factors * k * price.top * BOTH * prices.parts;
    const charge = (own: Quotient): Quotient =>
      plus(plus({ top: pairs * factors * rent.top, below: rent.below }, { top: pairs * own.top, below: own.below }), unpaid);
    const unit = price.below * BOTH * prices.parts;
    return [
      ceilOfCase(pairs * (first + n * kept * price.below), charge(extra), room, unit),
      ceilOfCase(pairs * (first + n * reload * price.below), charge({ top: -stored.top, below: stored.below }), room, unit),
    ];
  });
  return maximum(0n, fewest.reduce(minimum));
}

type Knots = ReturnType<typeof exactKnots>;

/** (2κ1 − 1)(κ1(Λ + ηP(v)) − P(v)) ≥ P̄ + 2κ1ε at every knot: times X, 2k²a + (P − P̄)X ≥ √X·k(a + 2P + 2ε). */
function longEnough(k: bigint, room: bigint, knots: Knots, most: Quotient, extra: Quotient): boolean {
  return knots.every(({ price, rent }) => {
    const left = plus(
      { top: 2n * k * k * price.top, below: price.below },
      plus({ top: room * rent.top, below: rent.below }, { top: -room * most.top, below: most.below }),
    );
    const right = plus(price, plus({ top: 2n * rent.top, below: rent.below }, { top: 2n * extra.top, below: extra.below }));
    return left.top >= 0n && (left.top * right.below) ** 2n >= room * (k * right.top * left.below) ** 2n;
  });
}

const ONE: Quotient = { top: 1n, below: 1n };
const less = (p: Quotient, q: Quotient): boolean => p.top * q.below < q.top * p.below;
const plus = (p: Quotient, q: Quotient): Quotient => ({ top: p.top * q.below + q.top * p.below, below: p.below * q.below });

/** Whose words pay as much at least where a sum begins and ends as at a load of H. */
const FIRST = ENDS_MIXTURES.flatMap((mixture) => {
  const least = Math.min(...mixture.knots.flatMap(({ v, rent }) => (v > 0 ? [rent / v] : [])));
  const most = Math.max(...mixture.knots.map(({ rent }) => rent));
  return least > 1 + 1e-12 ? [{ mixture, least, most }] : [];
});
const SECOND = mixturesOf(SLICE_POTENTIALS.filter(({ waiting }) => waiting[0] === 0));
