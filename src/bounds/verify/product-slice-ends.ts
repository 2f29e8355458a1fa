import type { Fields } from "./fields.js";
import { count, list, Refused, record, requireOnly, text } from "./fields.js";
import { divisor } from "./integers.js";
import type { CheckedTraffic } from "./product-instance.js";
import { readInstance } from "./product-instance.js";
import { endsPotentialNamed } from "./slice-ends-potential.js";
import { fraction, less, plus, type Quotient, rootAtLeast, times } from "./slice-mixture.js";

const UNIT = 2n ** 20n;
/** More parts than potentials there are make no better mixture. */
const MOST_PARTS = 16;

/** At a share v of the memory without sums, 0 or 1: Λ + η(θv + ε) and θv + ε. */
interface Case {
  readonly price: Quotient;
  readonly charge: Quotient;
}

/** Potentials checked inequality by inequality, their mixture, θ + ε ≤ 2 and the less of ⌈mn·(wk(Λ + η(θv + ε))/√X − wC(θv + ε) + wO)⌉, v = 0, 1. */
export function checkSliceEnds(fields: Fields, path: string): CheckedTraffic {
  requireOnly(fields, ["schema", "theorem", "instance", "room", "potentials", "value"], path);
  const instance = readInstance(fields, path);
  const { k, batch, m, n, partial, output } = instance;
  const operand = instance.a < instance.b ? instance.a : instance.b;
  // Bytes in a memory are a multiple of the grain; a step has one sum more.
  const used = instance.capacity - (instance.capacity % divisor(operand, partial));
  const own = (used + partial - 1n) / partial + 1n;
  const x = count(fields, "room", path, own);
  if (x !== own) throw new Refused(`${path}.room`, "not the sums of a memory and one more");
  const cases = mixed(fields, path);
  const [, emptiest] = cases;
  if (less({ top: 2n, below: 1n }, emptiest.charge)) throw new Refused(`${path}.potentials`, "rent above what an interval costs");
  const groups = batch * m * n;
  const value = count(fields, "value", path);
  /** groups·(wk·price/√x − wC·charge + wO) > least, at both? */
  const above = (least: bigint): boolean =>
    cases.every(({ price, charge }) => {
      const owed = { top: least * charge.below + groups * (partial * charge.top - output * charge.below), below: charge.below };
      return owed.top < 0n || !rootAtLeast(owed, times(price, groups * operand * k), x);
    });
  if (value > 0n && !above(value - 1n)) throw new Refused(`${path}.value`, "more than the theorem proves");
  if (above(value)) throw new Refused(`${path}.value`, "fewer than the theorem proves");
  return { instance, value };
}

/** The mixture at v = 0 and v = 1, shares summing to 1. */
function mixed(fields: Fields, path: string): readonly [Case, Case] {
  const parts = list(fields["potentials"], `${path}.potentials`);
  if (parts.length < 1 || parts.length > MOST_PARTS) throw new Refused(`${path}.potentials`, `not 1 to ${MOST_PARTS} parts`);
  const none: Quotient = { top: 0n, below: 1n };
  const all: Quotient[] = [];
  const shares = parts.map((part, i) => {
    const at = `${path}.potentials[${i}]`;
    const entry = record(part, at);
    requireOnly(entry, ["potential", "share"], at);
    const potential = endsPotentialNamed(text(entry, "potential", at));
    if (typeof potential === "string") throw new Refused(`${at}.potential`, potential);
    const share = fraction(text(entry, "share", at), `${at}.share`);
    all.push(share);
    return { potential, share };
  });
  const sum = all.reduce(plus, none);
  if (sum.top !== sum.below) throw new Refused(`${path}.potentials`, "shares do not sum to 1");
  const product = (p: Quotient, [top, below]: readonly [bigint, bigint]): Quotient => ({
    top: p.top * top,
    below: p.below * below,
  });
  const at = (v: 0n | 1n): Case => {
    let [price, charge] = [none, none];
    for (const { potential, share } of shares) {
      const { rent, lift, credit } = potential;
      const charged = plus({ top: v * rent[0], below: rent[1] }, { top: lift[0], below: lift[1] });
      const own = plus({ top: potential.price, below: UNIT }, product(charged, credit));
      price = plus(price, product(share, [own.top, own.below]));
      charge = plus(charge, product(share, [charged.top, charged.below]));
    }
    return { price, charge };
  };
  return [at(0n), at(1n)];
}
