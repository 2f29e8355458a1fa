import type { CheckedChain } from "./chain.js";
import { readChain } from "./chain.js";
import type { Fields } from "./fields.js";
import { count, Refused, requireEqual, requireOnly } from "./fields.js";
import { less, mixture, plus, type Quotient, rootAtLeast, rootAtMost, times } from "./slice-mixture.js";

/** Potentials checked inequality by inequality, their mixtures, the hypotheses and the least of the three cases of the proof. */
export function checkChainSlices(fields: Fields, path: string): { chain: CheckedChain; value: bigint } {
  requireOnly(fields, ["schema", "theorem", "instance", "wordSize", "capacityWords", "first", "second", "words", "value"], path);
  const chain = readChain(fields, path);
  if (chain.factors !== 1n) throw new Refused(`${path}.instance.extents.factors`, "the theorem is about plain chains");
  const word = [chain.a, chain.b, chain.h, chain.d, chain.partial, chain.output].reduce((x, y) => (x < y ? x : y));
  requireEqual(count(fields, "wordSize", path), word, `${path}.wordSize`, "the smallest size");
  // What holds in a larger memory holds in this one; the waiting may need one.
  const capacity = count(fields, "capacityWords", path, chain.capacity / word);
  const first = mixture(fields, "first", 1, path);
  const second = mixture(fields, "second", 2, path);
  if (second.waiting.top !== 0n) throw new Refused(`${path}.second`, "elements of the second stage wait for nothing");
  const x = capacity + 1n;
  const { k, n, pairs } = chain;
  const rent = less(first.rent, second.rent) ? second.rent : first.rent;
  const lessReload = less(second.price, second.reloadPrice) ? second.price : second.reloadPrice;
  const firstReload = less(first.price, first.reloadPrice) ? first.price : first.reloadPrice;
  const waits = (room: bigint): boolean =>
    rootAtLeast(rent, times(first.waiting, k), room) && rootAtLeast({ top: 1n, below: 1n }, times(first.reloadWaiting, k), room);
  if (!waits(x)) throw new Refused(`${path}.first`, "more waiting than rent");
  if (capacity > chain.capacity / word && waits(x - 1n))
    throw new Refused(`${path}.capacityWords`, "more than the waiting asks for");
  const doubleRent = { top: 2n * rent.top, below: rent.below };
  if (!rootAtMost(plus(doubleRent, first.price), times(first.price, 2n * k), x))
    throw new Refused(`${path}.first`, "k too short for recomputation");
  // An element pays prices/√x − charge, whatever becomes of it.
  const cases: readonly (readonly [prices: Quotient, charge: Quotient])[] = [
    [plus(times(first.price, k), times(second.price, n)), rent],
    [plus(times(first.price, k), times(lessReload, n)), { top: rent.top - rent.below, below: rent.below }],
    [plus(times(firstReload, k), times(lessReload, n)), { top: 0n, below: 1n }],
  ];
  const unpaid = chain.batch * chain.m * chain.n;
  const words = count(fields, "words", path);
  /** Does every case give more than `least` words, stores of E's last sums put back? */
  const above = (least: bigint): boolean =>
    cases.every(([prices, charge]) => {
      // pairs·(prices/√x − charge) > least + unpaid, times √x
      const whole = { top: (least + unpaid) * charge.below + pairs * charge.top, below: charge.below };
      return whole.top < 0n || !rootAtLeast(whole, times(prices, pairs), x);
    });
  if (words > 0n && !above(words - 1n)) throw new Refused(`${path}.words`, "more than the theorem proves");
  if (above(words)) throw new Refused(`${path}.words`, "fewer than the theorem proves");
  const value = count(fields, "value", path);
  requireEqual(value, word * words, `${path}.value`, "value");
  return { chain, value };
}
