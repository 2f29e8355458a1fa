import type { CheckedChain } from "./chain.js";
import { readChain } from "./chain.js";
import type { Fields } from "./fields.js";
import { count, Refused, requireEqual, requireOnly, text } from "./fields.js";
import { endsMixture, type MixedEnds } from "./slice-ends-mixture.js";
import { fraction, less, type Mixed, mixture, plus, type Quotient, rootAtLeast, rootAtMost, times } from "./slice-mixture.js";

const ONE: Quotient = { top: 1n, below: 1n };
const TWO: Quotient = { top: 2n, below: 1n };

/** Potentials checked inequality by inequality, their mixtures, the hypotheses and the least of the two cases of the proof at every knot of P. */
export function checkChainSliceEnds(fields: Fields, path: string): { chain: CheckedChain; value: bigint } {
  const known = ["instance", "wordSize", "capacityWords", "first", "second", "extraRent", "words", "value"];
  requireOnly(fields, ["schema", "theorem", ...known], path);
  const chain = readChain(fields, path);
  const word = [chain.a, chain.b, chain.h, chain.d, chain.partial, chain.output].reduce((x, y) => (x < y ? x : y));
  requireEqual(count(fields, "wordSize", path), word, `${path}.wordSize`, "the smallest size");
  const capacity = count(fields, "capacityWords", path);
  requireEqual(capacity, chain.capacity / word, `${path}.capacityWords`, "the capacity in words");
  const x = capacity + 1n;
  const knots = endsMixture(fields, "first", path);
  const second = mixture(fields, "second", undefined, path);
  if (second.waiting.top !== 0n) throw new Refused(`${path}.second`, "elements of the second stage wait for nothing");
  const extra = extraRent(text(fields, "extraRent", path), `${path}.extraRent`);
  // P is convex: P(v)/v is least and P largest at a knot.
  const most = knots.map(({ rent }) => rent).reduce((p, q) => (less(p, q) ? q : p));
  if (less(TWO, plus(most, extra))) throw new Refused(`${path}.extraRent`, "rent above what an interval costs");
  const least = knots
    .filter(({ v }) => v.top > 0n)
    .map(({ v, rent }): Quotient => ({ top: rent.top * v.below, below: rent.below * v.top }))
    .reduce((p, q) => (less(q, p) ? q : p));
  if (less(least, ONE)) throw new Refused(`${path}.first`, "rent below that at a load of H");
  if (!longEnough(chain.k, x, knots, most, extra)) throw new Refused(`${path}.extraRent`, "k too short for recomputation");
  const spared = minus(TWO, most);
  const stored = less(ONE, spared) ? ONE : spared;
  const { k, n, pairs, factors } = chain;
  const unpaid = times(minus(second.rowCost, ONE), chain.batch * chain.m * n);
  // An element pays factors·(k·(Λ + ηP(v))/√x − P(v)) + n·(what its second stage costs)/√x − charge, whatever becomes of it.
  const ends: readonly (readonly [price: Quotient, charge: Quotient])[] = [
    [priceAt(second, plus(least, extra)), extra],
    [priceAt(second, ONE), minus(zero, stored)],
  ];
  const cases = ends.flatMap(([price, charge]) =>
    knots.map((knot) => ({
      prices: plus(times(knot.price, factors * k), times(price, n)),
      charge: plus(times(knot.rent, factors), charge),
    })),
  );
  const words = count(fields, "words", path);
  /** Does every case give more than `least` words? */
  const above = (few: bigint): boolean =>
    cases.every(({ prices, charge }) => {
      // pairs·(prices/√x − charge) > few + unpaid, times √x
      const whole = plus(plus({ top: few, below: 1n }, unpaid), times(charge, pairs));
      return whole.top < 0n || !rootAtLeast(whole, times(prices, pairs), x);
    });
  if (words > 0n && !above(words - 1n)) throw new Refused(`${path}.words`, "more than the theorem proves");
  if (above(words)) throw new Refused(`${path}.words`, "fewer than the theorem proves");
  const value = count(fields, "value", path);
  requireEqual(value, word * words, `${path}.value`, "value");
  return { chain, value };
}

/** 2k ≥ √x, and (2k/√x − 1)(k(Λ + ηP(v))/√x − P(v)) ≥ P̄ + 2kε/√x at every knot. */
function longEnough(k: bigint, x: bigint, knots: readonly MixedEnds[], most: Quotient, extra: Quotient): boolean {
  if (!rootAtMost(ONE, { top: 2n * k, below: 1n }, x)) return false;
  return knots.every(({ price, rent }) => {
    // Times x: 2k²(Λ + ηP) + x(P − P̄) ≥ √x·k(Λ + ηP + 2P + 2ε).
    const left = plus(times(price, 2n * k * k), times(minus(rent, most), x));
    const right = times(plus(price, times(plus(rent, extra), 2n)), k);
    return left.top >= 0n && rootAtMost(right, left, x);
  });
}

/** The price at a rent of 1 or more, on the way from the reload price at rent 1 to the price at its own rent. */
function priceAt({ rent, price, reloadPrice }: Mixed, at: Quotient): Quotient {
  if (less(price, reloadPrice) || !less(at, rent)) return price;
  // (at − 1)/(rent − 1)
  const [reached, all] = [minus(at, ONE), minus(rent, ONE)];
  const share: Quotient = { top: reached.top * all.below, below: reached.below * all.top };
  const gain = minus(price, reloadPrice);
  return plus(reloadPrice, { top: share.top * gain.top, below: share.below * gain.below });
}

/** `"0/q"` or a positive fraction. */
function extraRent(written: string, path: string): Quotient {
  return /^0\/[1-9]\d{0,8}$/.test(written) ? { top: 0n, below: 1n } : fraction(written, path);
}

const zero: Quotient = { top: 0n, below: 1n };

function minus(p: Quotient, q: Quotient): Quotient {
  return plus(p, { top: -q.top, below: q.below });
}
