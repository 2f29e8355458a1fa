import type { CheckedChain } from "./chain.js";
import { readChain } from "./chain.js";
import type { Fields } from "./fields.js";
import { count, list, Refused, record, requireEqual, requireOnly, text } from "./fields.js";
import { potentialNamed } from "./slice-potential.js";

/** Rents and waitings over `below`, prices in 2⁻²⁰ over `shares`. */
interface Mixed {
  readonly rent: Quotient;
  readonly waiting: Quotient;
  readonly reloadWaiting: Quotient;
  readonly price: Quotient;
  readonly reloadPrice: Quotient;
}

/** top/below, below positive. */
interface Quotient {
  readonly top: bigint;
  readonly below: bigint;
}

const UNIT = 2n ** 20n;
/** More parts than potentials there are make no better mixture. */
const MOST_PARTS = 16;

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

function mixture(fields: Fields, name: string, rowCost: 1 | 2, path: string): Mixed {
  const parts = list(fields[name], `${path}.${name}`);
  if (parts.length < 1 || parts.length > MOST_PARTS) throw new Refused(`${path}.${name}`, `not 1 to ${MOST_PARTS} parts`);
  const none: Quotient = { top: 0n, below: 1n };
  let mixed: Mixed = { rent: none, waiting: none, reloadWaiting: none, price: none, reloadPrice: none };
  let all = none;
  parts.forEach((part, i) => {
    const at = `${path}.${name}[${i}]`;
    const entry = record(part, at);
    requireOnly(entry, ["potential", "share"], at);
    const potential = potentialNamed(text(entry, "potential", at));
    if (typeof potential === "string") throw new Refused(`${at}.potential`, potential);
    if (potential.rowCost !== rowCost) throw new Refused(`${at}.potential`, "of the other product");
    const share = fraction(text(entry, "share", at), `${at}.share`);
    const { rent, waiting } = potential;
    const add = (sum: Quotient, top: bigint, below: bigint) => plus(sum, { top: share.top * top, below: share.below * below });
    mixed = {
      rent: add(mixed.rent, rent[0], rent[1]),
      waiting: add(mixed.waiting, waiting[0], waiting[1]),
      reloadWaiting: add(mixed.reloadWaiting, waiting[0] * rent[1], waiting[1] * rent[0]),
      price: add(mixed.price, potential.price, UNIT),
      reloadPrice: add(mixed.reloadPrice, potential.reloadPrice, UNIT),
    };
    all = plus(all, share);
  });
  if (all.top !== all.below) throw new Refused(`${path}.${name}`, "shares do not sum to 1");
  return mixed;
}

function fraction(written: string, path: string): Quotient {
  const [, p, q] = /^([1-9]\d{0,8})\/([1-9]\d{0,8})$/.exec(written) ?? [];
  if (p === undefined || q === undefined) throw new Refused(path, "no positive fraction");
  return { top: BigInt(p), below: BigInt(q) };
}

function plus(p: Quotient, q: Quotient): Quotient {
  return { top: p.top * q.below + q.top * p.below, below: p.below * q.below };
}

function times(p: Quotient, by: bigint): Quotient {
  return { top: p.top * by, below: p.below };
}

function less(p: Quotient, q: Quotient): boolean {
  return p.top * q.below < q.top * p.below;
}

/** p·√x ≥ q, for p and q not negative. */
function rootAtLeast(p: Quotient, q: Quotient, x: bigint): boolean {
  return (p.top * q.below) ** 2n * x >= (q.top * p.below) ** 2n;
}

/** p·√x ≤ q, for p and q not negative. */
function rootAtMost(p: Quotient, q: Quotient, x: bigint): boolean {
  return (p.top * q.below) ** 2n * x <= (q.top * p.below) ** 2n;
}
