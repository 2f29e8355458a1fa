import type { Fields } from "./fields.js";
import { count, Refused, requireOnly } from "./fields.js";
import type { CheckedTraffic } from "./product-instance.js";
import { readInstance, sumsAndOne } from "./product-instance.js";
import { endsPotentialNamed } from "./slice-ends-potential.js";
import { less, plus, type Quotient, rootAtLeast, shared, times } from "./slice-mixture.js";

const UNIT = 2n ** 20n;

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
  const { operand, own } = sumsAndOne(instance);
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

/** The mixture at v = 0 and v = 1. */
function mixed(fields: Fields, path: string): readonly [Case, Case] {
  const shares = shared(fields, "potentials", endsPotentialNamed, path);
  const none: Quotient = { top: 0n, below: 1n };
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
