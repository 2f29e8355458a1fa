import { ceilDivide, greatestCommonDivisor, maximum, minimum } from "../../exact/integer.js";
import type { ChainHoldingCostCertificate, ChainInstance } from "../certificates/chain.js";
import { type EndsMixture, endsMixtures, endsShares, exactKnots } from "../potentials/accumulator-mixtures.js";
import {
  BOTH,
  ceilOfCase,
  exactly,
  less,
  type Mixture,
  mixturesOf,
  ONE,
  plus,
  priceAt,
  type Quotient,
  sharesOf,
  times,
} from "../potentials/intermediate-mixtures.js";
import { intermediatePotentials } from "../potentials/intermediates.js";

/**
 * The fused chain, slice by slice, words held with a holding cost where sums of the first product begin and where they end
 * (proofs/chain-holding-cost.md). Sizes: w the narrower operand of the first product, s a partial sum, h an element of H in any form,
 * d the narrower of it and a word of D, o a stored output. X = S/s + 1, κ1 = k/√X, κ2 = n/√X. With the price Λ1 of a potential of credit η and
 * holding cost P, P̄ its largest, P(v) ≥ πv, the prices Λ2(t) of one at holding cost t, r the row cost of the second, f factors of H and any ξ ≥ 0,
 *
 *     Q ≥ pairs·( f·own + min( dκ2Λ2(πs/h + ξ) − ξh, dκ2Λ2(1) + min(h, s(2 − P̄)) ) ) − (rs − o)·batch·mn,
 *
 * own the least wκ1(Λ1 + ηP(v)) − sP(v), where sP̄ + ξh ≤ 2s and k is long enough: (2wκ1 − s)·own ≥ s²P̄ + 2wκ1ξh. Says most for k and
 * n from about 1.5√S on. Survives recomputation, any reduction order, sliding. Returns undefined where nothing is proven.
 */
export function proveChainHoldingCost(instance: ChainInstance): ChainHoldingCostCertificate | undefined {
  const sizes = sizesOf(instance);
  const best = bestChoice(instance, sizes);
  if (best === undefined) return undefined;
  const value = provenTraffic(instance, sizes, best);
  if (value <= 0n) return undefined;
  return {
    theorem: "chain-holding-cost",
    instance,
    room: sizes.room,
    first: endsShares(best.first.parts),
    second: sharesOf(best.second),
    extraHoldingCost: best.extra === 0 ? "0/1" : `${best.extra}/${EXTRA}`,
    value,
  };
}

/** In the words of the proof: w, s, h, d, o and X. */
interface Sizes {
  readonly operand: bigint;
  readonly sum: bigint;
  readonly element: bigint;
  readonly column: bigint;
  readonly output: bigint;
  readonly room: bigint;
}

function sizesOf({ weights, capacity }: ChainInstance): Sizes {
  const sum = weights.partial;
  const element = minimum(weights.h, sum);
  const grain = [weights.a, weights.b, weights.h, weights.d].reduce(greatestCommonDivisor, sum);
  return {
    operand: minimum(weights.a, weights.b),
    sum,
    element,
    column: minimum(weights.d, element),
    output: weights.output,
    room: ceilDivide(capacity - (capacity % grain), sum) + 1n,
  };
}

/** Mixtures for both products, and ξ in `EXTRA`ths. */
interface Choice {
  readonly first: EndsMixture;
  readonly second: Mixture;
  readonly extra: number;
}

const EXTRA = 64;

/** What proves most, in doubles. */
function bestChoice({ extents }: ChainInstance, sizes: Sizes): Choice | undefined {
  const root = Math.sqrt(Number(sizes.room));
  const [sum, element] = [Number(sizes.sum), Number(sizes.element)];
  const rows = (Number(sizes.operand) * Number(extents.k)) / root;
  const columns = (Number(sizes.column) * Number(extents.n)) / root;
  const factors = Number(extents.factors);
  const outputs = Number(extents.batch * extents.m * extents.n) / Number(extents.pairs);
  if (2 * rows < sum) return undefined;
  const found = candidates();
  const firsts = found.firsts.flatMap(({ mixture, least, most }) => {
    const own = Math.min(...mixture.knots.map(({ price, holdingCost }) => rows * price - sum * holdingCost));
    const warm = (least * sum) / element;
    const paid = Math.min(sum * (2 - most), ((2 * rows - sum) * own - sum * sum * most) / (2 * rows)) / element;
    const spare = paid - 1e-9;
    return spare < 0 || warm < 1 + 1e-12
      ? []
      : [{ mixture, warm, own: factors * own, spare, stored: Math.min(element, sum * (2 - most)) }];
  });
  const seconds = found.seconds.map((mixture) => {
    const reload = columns * Math.min(mixture.price, mixture.reloadPrice);
    const free = (mixture.rowCost * sum - Number(sizes.output)) * outputs;
    return { mixture, reload, free };
  });
  firsts.sort((x, y) => y.own + y.stored - x.own - x.stored);
  seconds.sort((x, y) => y.reload - y.free - (x.reload - x.free));
  let best: Choice | undefined;
  let most = 0;
  for (const first of firsts) {
    for (const { mixture: second, reload, free } of seconds) {
      const stored = first.own + reload + first.stored - free;
      if (stored <= most) break;
      const extra = Math.floor(EXTRA * extraHoldingCost(second, columns / element, first));
      const kept = columns * priceAt(second, first.warm + extra / EXTRA) - (extra / EXTRA) * element;
      const value = Math.min(stored, first.own + kept - free);
      if (value > most) [most, best] = [value, { first: first.mixture, second, extra }];
    }
  }
  return best;
}

/** ξ up to where the price stops, where it brings more than it costs. */
function extraHoldingCost(
  { holdingCost, price, reloadPrice }: Mixture,
  columns: number,
  { spare, warm }: { readonly spare: number; readonly warm: number },
): number {
  if (holdingCost <= warm || columns * (price - reloadPrice) <= holdingCost - 1) return 0;
  return Math.min(spare, holdingCost - warm);
}

/** ⌈pairs·V − (rs − o)·batch·mn⌉, the least over the knots of P and over what becomes of an element. 0 where k is too short. */
function provenTraffic({ extents }: ChainInstance, sizes: Sizes, choice: Choice): bigint {
  const { pairs, k, n, batch, m, factors } = extents;
  const { operand, sum, element, column, output, room } = sizes;
  const knots = exactKnots(choice.first.parts);
  const second = exactly(choice.second);
  const extra: Quotient = { top: BigInt(choice.extra), below: BigInt(EXTRA) };
  const most = knots.map(({ holdingCost }) => holdingCost).reduce((x, y) => (less(x, y) ? y : x));
  const warm = knots
    .filter(({ v }) => v.top > 0n)
    .map(({ v, holdingCost }) => ({ top: holdingCost.top * v.below * sum, below: holdingCost.below * v.top * element }))
    .reduce((x, y) => (less(x, y) ? x : y));
  // s(2 − P̄)
  const spared = { top: sum * (2n * most.below - most.top), below: most.below };
  const owed = times(extra, element);
  if (less(warm, ONE) || less(spared, owed) || !longEnough(k, sizes, knots, most, owed)) return 0n;
  const at = plus(warm, extra);
  // (t − 1)/(θ2 − 1), 1 at most.
  const way: Quotient = {
    top: (at.top - at.below) * second.holdingCost.below,
    below: at.below * (second.holdingCost.top - second.holdingCost.below),
  };
  const between = way.top < way.below ? way : ONE;
  const dear = second.price * between.below;
  const kept = minimum(dear, second.reloadPrice * (between.below - between.top) + second.price * between.top);
  const reload = minimum(dear, second.reloadPrice * between.below);
  const whole = { top: element, below: 1n };
  const stored = less(whole, spared) ? whole : spared;
  const unpaid: Quotient = {
    top: batch * m * n * (sum * second.rowCost.top - output * second.rowCost.below),
    below: second.rowCost.below,
  };
  const fewest = knots.flatMap(({ price, holdingCost }) => {
    const first = factors * operand * k * price.top * BOTH * between.below;
    const unit = price.below * BOTH * between.below;
    return [
      { second: kept, charge: owed },
      { second: reload, charge: { top: -stored.top, below: stored.below } },
    ].map((one) => {
      const charge = plus(plus(times(holdingCost, pairs * factors * sum), times(one.charge, pairs)), unpaid);
      return ceilOfCase(pairs * (first + column * n * one.second * price.below), charge, room, unit);
    });
  });
  return maximum(0n, fewest.reduce(minimum));
}

type Knots = ReturnType<typeof exactKnots>;

/**
 * (2wκ1 − s)(wκ1(Λ + ηP(v)) − sP(v)) ≥ s²P̄ + 2wκ1ξh at every knot, κ1 = k/√X: times X,
 * 2w²k²(Λ + ηP) + s²(P − P̄)X ≥ √X·wk(s(Λ + ηP) + 2sP + 2ξh).
 */
function longEnough(k: bigint, { operand, sum, room }: Sizes, knots: Knots, most: Quotient, owed: Quotient): boolean {
  const words = operand * k;
  if (4n * words * words < sum * sum * room) return false;
  return knots.every(({ price, holdingCost }) => {
    const left = plus(
      times(price, 2n * words * words),
      plus(times(holdingCost, sum * sum * room), times(most, -sum * sum * room)),
    );
    const right = plus(times(plus(price, times(holdingCost, 2n)), sum), times(owed, 2n));
    return left.top >= 0n && (left.top * right.below) ** 2n >= room * (words * right.top * left.below) ** 2n;
  });
}

interface FirstMixture {
  readonly mixture: EndsMixture;
  /** The least P(v)/v and the largest P(v). */
  readonly least: number;
  readonly most: number;
}

interface Candidates {
  readonly firsts: readonly FirstMixture[];
  readonly seconds: readonly Mixture[];
}

let known: Candidates | undefined;

/** Mixtures for the first and for the second product; none where the tables are not loaded. */
function candidates(): Candidates {
  if (known !== undefined) return known;
  const found = {
    firsts: endsMixtures().map((mixture) => ({
      mixture,
      least: Math.min(...mixture.knots.flatMap(({ v, holdingCost }) => (v > 0 ? [holdingCost / v] : []))),
      most: Math.max(...mixture.knots.map(({ holdingCost }) => holdingCost)),
    })),
    seconds: mixturesOf(intermediatePotentials()),
  };
  if (found.firsts.length > 0 && found.seconds.length > 0) known = found;
  return found;
}
