import {
  fraction,
  less,
  mixture,
  plus,
  priceAt,
  type Quotient,
  rootAtLeast,
  rootAtMost,
  times,
} from "../potentials/slice-mixture.js";
import type { Fields } from "../shared/fields.js";
import { count, Refused, requireEqual, requireOnly, text } from "../shared/fields.js";
import type { CheckedChain } from "./chain.js";
import { readChain } from "./chain.js";

/** Potentials checked inequality by inequality, their mixtures, the hypotheses and the least of the three cases of the proof. */
export function checkChainSlices(fields: Fields, path: string): { chain: CheckedChain; value: bigint } {
  requireOnly(
    fields,
    ["schema", "theorem", "instance", "wordSize", "capacityWords", "first", "second", "stretch", "words", "value"],
    path,
  );
  const chain = readChain(fields, path);
  if (chain.factors !== 1n) throw new Refused(`${path}.instance.extents.factors`, "the theorem is about plain chains");
  const word = [chain.a, chain.b, chain.h, chain.d, chain.partial, chain.output].reduce((x, y) => (x < y ? x : y));
  requireEqual(count(fields, "wordSize", path), word, `${path}.wordSize`, "the smallest size");
  // What holds in a larger memory holds in this one; the waiting may need one.
  const capacity = count(fields, "capacityWords", path, chain.capacity / word);
  const first = mixture(fields, "first", 1, path);
  const second = mixture(fields, "second", undefined, path);
  if (second.waiting.top !== 0n) throw new Refused(`${path}.second`, "elements of the second stage wait for nothing");
  const stretch = fraction(text(fields, "stretch", path), `${path}.stretch`);
  if (stretch.top < stretch.below) throw new Refused(`${path}.stretch`, "below 1");
  const x = capacity + 1n;
  const { k, n, pairs } = chain;
  // What τ²X elements pay for a word is τ² times less for X.
  const thinned = divided(divided(second.rent, stretch), stretch);
  const rent = less(first.rent, thinned) ? thinned : first.rent;
  const waits = (room: bigint): boolean =>
    rootAtLeast(rent, times(first.waiting, k), room) && rootAtLeast({ top: 1n, below: 1n }, times(first.reloadWaiting, k), room);
  if (!waits(x)) throw new Refused(`${path}.first`, "more waiting than rent");
  if (capacity > chain.capacity / word && waits(x - 1n))
    throw new Refused(`${path}.capacityWords`, "more than the waiting asks for");
  // k·Λ1/√x ≥ θ + Λ1/(2τ)
  const half = divided({ top: first.price.top, below: 2n * first.price.below }, stretch);
  if (!rootAtMost(plus(rent, half), times(first.price, k), x))
    throw new Refused(`${path}.first`, "k too short for recomputation");
  // An element pays prices/√x − charge, whatever becomes of it.
  const own = divided(times(second.price, n), stretch);
  const reloaded = divided(times(priceAt(second, { top: stretch.top ** 2n, below: stretch.below ** 2n }), n), stretch);
  const firstReload = less(first.price, first.reloadPrice) ? first.price : first.reloadPrice;
  const cases: readonly (readonly [prices: Quotient, charge: Quotient])[] = [
    [plus(times(first.price, k), own), rent],
    [plus(times(first.price, k), reloaded), { top: rent.top - rent.below, below: rent.below }],
    [plus(times(firstReload, k), reloaded), { top: 0n, below: 1n }],
  ];
  // Sums of E move 2R − mn times for R residencies, of which the rows pay rowCost·R.
  const unpaid = times(
    { top: second.rowCost.top - second.rowCost.below, below: second.rowCost.below },
    chain.batch * chain.m * n,
  );
  const words = count(fields, "words", path);
  /** Does every case give more than `least` words? */
  const above = (least: bigint): boolean =>
    cases.every(([prices, charge]) => {
      // pairs·(prices/√x − charge) > least + unpaid, times √x
      const whole = plus(plus({ top: least, below: 1n }, unpaid), times(charge, pairs));
      return whole.top < 0n || !rootAtLeast(whole, times(prices, pairs), x);
    });
  if (words > 0n && !above(words - 1n)) throw new Refused(`${path}.words`, "more than the theorem proves");
  if (above(words)) throw new Refused(`${path}.words`, "fewer than the theorem proves");
  const value = count(fields, "value", path);
  requireEqual(value, word * words, `${path}.value`, "value");
  return { chain, value };
}

function divided(p: Quotient, q: Quotient): Quotient {
  return { top: p.top * q.below, below: p.below * q.top };
}
