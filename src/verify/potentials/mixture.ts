import { type Fields, list, Refused, record, requireOnly, text } from "../shared/fields.js";
import { potentialNamed } from "./intermediates.js";

/** Holding costs and prices, exactly. */
export interface Mixed {
  readonly rowCost: Quotient;
  readonly holdingCost: Quotient;
  readonly price: Quotient;
  readonly reloadPrice: Quotient;
}

/** top/below, below positive. */
export interface Quotient {
  readonly top: bigint;
  readonly below: bigint;
}

export const ONE: Quotient = { top: 1n, below: 1n };

const UNIT = 2n ** 20n;
/** More parts than potentials there are make no better mixture. */
const MOST_PARTS = 16;

/** A mixture of checked potentials, its shares summing to 1. */
export function mixture(fields: Fields, name: string, path: string): Mixed {
  const none: Quotient = { top: 0n, below: 1n };
  let mixed: Mixed = { rowCost: none, holdingCost: none, price: none, reloadPrice: none };
  for (const { potential, share } of shared(fields, name, potentialNamed, path)) {
    const { holdingCost } = potential;
    const add = (sum: Quotient, top: bigint, below: bigint) => plus(sum, { top: share.top * top, below: share.below * below });
    mixed = {
      rowCost: add(mixed.rowCost, BigInt(4 * potential.rowCost), 4n),
      holdingCost: add(mixed.holdingCost, holdingCost[0], holdingCost[1]),
      price: add(mixed.price, potential.price, UNIT),
      reloadPrice: add(mixed.reloadPrice, potential.reloadPrice, UNIT),
    };
  }
  return mixed;
}

/** Checked potentials by their names, with shares that sum to 1. */
export function shared<Potential extends object>(
  fields: Fields,
  name: string,
  named: (id: string) => Potential | string,
  path: string,
): readonly { readonly potential: Potential; readonly share: Quotient }[] {
  const parts = list(fields[name], `${path}.${name}`);
  if (parts.length < 1 || parts.length > MOST_PARTS) throw new Refused(`${path}.${name}`, `not 1 to ${MOST_PARTS} parts`);
  const read = parts.map((part, i) => {
    const at = `${path}.${name}[${i}]`;
    const entry = record(part, at);
    requireOnly(entry, ["potential", "share"], at);
    const potential = named(text(entry, "potential", at));
    if (typeof potential === "string") throw new Refused(`${at}.potential`, potential);
    return { potential, share: fraction(text(entry, "share", at), `${at}.share`) };
  });
  const all = read.map(({ share }) => share).reduce(plus);
  if (all.top !== all.below) throw new Refused(`${path}.${name}`, "shares do not sum to 1");
  return read;
}

export function fraction(written: string, path: string): Quotient {
  const [, p, q] = /^([1-9]\d{0,8})\/([1-9]\d{0,8})$/.exec(written) ?? [];
  if (p === undefined || q === undefined) throw new Refused(path, "no positive fraction");
  return { top: BigInt(p), below: BigInt(q) };
}

export function plus(p: Quotient, q: Quotient): Quotient {
  return { top: p.top * q.below + q.top * p.below, below: p.below * q.below };
}

export function product(p: Quotient, q: Quotient): Quotient {
  return { top: p.top * q.top, below: p.below * q.below };
}

export function times(p: Quotient, by: bigint): Quotient {
  return { top: p.top * by, below: p.below };
}

export function minus(p: Quotient, q: Quotient): Quotient {
  return plus(p, { top: -q.top, below: q.below });
}

export function less(p: Quotient, q: Quotient): boolean {
  return p.top * q.below < q.top * p.below;
}

/** p·√x ≥ q, for p and q not negative. */
export function rootAtLeast(p: Quotient, q: Quotient, x: bigint): boolean {
  return (p.top * q.below) ** 2n * x >= (q.top * p.below) ** 2n;
}

/** p·√x ≤ q, for p and q not negative. */
export function rootAtMost(p: Quotient, q: Quotient, x: bigint): boolean {
  return (p.top * q.below) ** 2n * x <= (q.top * p.below) ** 2n;
}

/** The price at a holding cost of 1 or more, on the way from the reload price at holding cost 1 to the price at its own holding cost. */
export function priceAt({ holdingCost, price, reloadPrice }: Mixed, at: Quotient): Quotient {
  if (less(price, reloadPrice) || !less(at, holdingCost)) return price;
  // (at − 1)/(holding cost − 1)
  const [reached, all] = [minus(at, ONE), minus(holdingCost, ONE)];
  const share: Quotient = { top: reached.top * all.below, below: reached.below * all.top };
  const gain = minus(price, reloadPrice);
  return plus(reloadPrice, { top: share.top * gain.top, below: share.below * gain.below });
}
