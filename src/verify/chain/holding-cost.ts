import { endsMixture, type MixedEnds } from "../potentials/accumulator-mixture.js";
import {
  fraction,
  less,
  minus,
  mixture,
  ONE,
  plus,
  priceAt,
  type Quotient,
  rootAtLeast,
  rootAtMost,
  times,
} from "../potentials/mixture.js";
import { count, type Fields, Refused, requireEqual, requireOnly, text } from "../shared/fields.js";
import { divisor } from "../shared/integers.js";
import { type CheckedChain, readChain } from "./chain.js";

/** Potentials checked inequality by inequality, their mixtures, the hypotheses and the least of the two cases of the proof at every knot of P. */
export function checkChainHoldingCost(fields: Fields, path: string): { chain: CheckedChain; value: bigint } {
  requireOnly(fields, ["schema", "theorem", "instance", "room", "first", "second", "extraHoldingCost", "value"], path);
  const chain = readChain(fields, path);
  const { k, n, pairs, factors, partial: s } = chain;
  const w = chain.a < chain.b ? chain.a : chain.b;
  const h = chain.h < s ? chain.h : s;
  const d = chain.d < h ? chain.d : h;
  const used = chain.capacity - (chain.capacity % [chain.a, chain.b, chain.h, chain.d, s].reduce(divisor));
  const x = count(fields, "room", path);
  requireEqual(x, (used + s - 1n) / s + 1n, `${path}.room`, "the sums of a memory and one more");
  const knots = endsMixture(fields, "first", path);
  const second = mixture(fields, "second", path);
  const extra = extraHoldingCost(text(fields, "extraHoldingCost", path), `${path}.extraHoldingCost`);
  const owed = times(extra, h);
  // P is convex: P(v)/v is least and P largest at a knot.
  const most = knots.map(({ holdingCost }) => holdingCost).reduce((p, q) => (less(p, q) ? q : p));
  const spared = minus({ top: 2n * s, below: 1n }, times(most, s));
  if (less(spared, owed)) throw new Refused(`${path}.extraHoldingCost`, "holding cost above what an interval costs");
  const warm = knots
    .filter(({ v }) => v.top > 0n)
    .map(({ v, holdingCost }): Quotient => ({ top: holdingCost.top * v.below * s, below: holdingCost.below * v.top * h }))
    .reduce((p, q) => (less(q, p) ? q : p));
  if (less(warm, ONE)) throw new Refused(`${path}.first`, "holding cost below that at a load of H");
  if (!longEnough(w * k, s, x, knots, most, owed)) throw new Refused(`${path}.extraHoldingCost`, "k too short for recomputation");
  const stored = less({ top: h, below: 1n }, spared) ? { top: h, below: 1n } : spared;
  const unpaid = times(minus(times(second.rowCost, s), { top: chain.output, below: 1n }), chain.batch * chain.m * n);
  // An element pays factors·(wk·(Λ + ηP(v))/√x − s·P(v)) + dn·(a price of the second stage)/√x − charge, whatever becomes of it.
  const ends: readonly (readonly [price: Quotient, charge: Quotient])[] = [
    [priceAt(second, plus(warm, extra)), owed],
    [priceAt(second, ONE), minus({ top: 0n, below: 1n }, stored)],
  ];
  const cases = ends.flatMap(([price, charge]) =>
    knots.map((knot) => ({
      prices: plus(times(knot.price, factors * w * k), times(price, d * n)),
      charge: plus(times(knot.holdingCost, factors * s), charge),
    })),
  );
  const value = count(fields, "value", path);
  /** Does every case give more than `least`? */
  const above = (least: bigint): boolean =>
    cases.every(({ prices, charge }) => {
      // pairs·(prices/√x − charge) > least + unpaid, times √x
      const whole = plus(plus({ top: least, below: 1n }, unpaid), times(charge, pairs));
      return whole.top < 0n || !rootAtLeast(whole, times(prices, pairs), x);
    });
  if (value > 0n && !above(value - 1n)) throw new Refused(`${path}.value`, "more than the theorem proves");
  if (above(value)) throw new Refused(`${path}.value`, "fewer than the theorem proves");
  return { chain, value };
}

/** 2wk ≥ s√x, and (2wk/√x − s)(wk(Λ + ηP(v))/√x − sP(v)) ≥ s²P̄ + 2wkξh/√x at every knot. */
function longEnough(words: bigint, s: bigint, x: bigint, knots: readonly MixedEnds[], most: Quotient, owed: Quotient): boolean {
  if (!rootAtMost({ top: s, below: 1n }, { top: 2n * words, below: 1n }, x)) return false;
  return knots.every(({ price, holdingCost }) => {
    // Times x: 2w²k²(Λ + ηP) + s²x(P − P̄) ≥ √x·wk(s(Λ + ηP) + 2sP + 2ξh).
    const left = plus(times(price, 2n * words * words), times(minus(holdingCost, most), s * s * x));
    const right = times(plus(times(plus(price, times(holdingCost, 2n)), s), times(owed, 2n)), words);
    return left.top >= 0n && rootAtMost(right, left, x);
  });
}

/** `"0/1"` or a positive fraction. */
function extraHoldingCost(written: string, path: string): Quotient {
  return written === "0/1" ? { top: 0n, below: 1n } : fraction(written, path);
}
