import type { Fields } from "./fields.js";
import { count, Refused, requireOnly } from "./fields.js";
import type { CheckedTraffic } from "./product-instance.js";
import { readInstance, sumsAndOne } from "./product-instance.js";
import { type CheckedEnds, endsPotentialNamed } from "./slice-ends-potential.js";
import { less, plus, type Quotient, rootAtLeast, shared, times } from "./slice-mixture.js";

const UNIT = 2n ** 20n;

/** At a share v of the memory without sums: Λ + ηP(v) and P(v). */
interface Case {
  readonly price: Quotient;
  readonly charge: Quotient;
}

/** Potentials checked inequality by inequality, their mixture, P(1) ≤ 2 and the least of ⌈mn·(wk(Λ + ηP(v))/√X − wC·P(v) + wO)⌉, v a knot of P. */
export function checkSliceEnds(fields: Fields, path: string): CheckedTraffic {
  requireOnly(fields, ["schema", "theorem", "instance", "room", "potentials", "value"], path);
  const instance = readInstance(fields, path);
  const { k, batch, m, n, partial, output } = instance;
  const { operand, own } = sumsAndOne(instance);
  const x = count(fields, "room", path, own);
  if (x !== own) throw new Refused(`${path}.room`, "not the sums of a memory and one more");
  const cases = mixed(fields, path);
  if (cases.some(({ charge }) => less({ top: 2n, below: 1n }, charge)))
    throw new Refused(`${path}.potentials`, "rent above what an interval costs");
  const groups = batch * m * n;
  const value = count(fields, "value", path);
  /** groups·(wk·price/√x − wC·charge + wO) > least, at every knot? */
  const above = (least: bigint): boolean =>
    cases.every(({ price, charge }) => {
      const owed = { top: least * charge.below + groups * (partial * charge.top - output * charge.below), below: charge.below };
      return owed.top < 0n || !rootAtLeast(owed, times(price, groups * operand * k), x);
    });
  if (value > 0n && !above(value - 1n)) throw new Refused(`${path}.value`, "more than the theorem proves");
  if (above(value)) throw new Refused(`${path}.value`, "fewer than the theorem proves");
  return { instance, value };
}

/** The mixture at every knot of its rents: between them both are lines. */
function mixed(fields: Fields, path: string): readonly Case[] {
  const shares = shared(fields, "potentials", endsPotentialNamed, path);
  const knots = [...new Set(shares.flatMap(({ potential }) => potential.rents.map(([at]) => at)))];
  return knots.map((v) => {
    let price: Quotient = { top: 0n, below: 1n };
    let charge = price;
    for (const { potential, share } of shares) {
      const all = rentAt(v, potential.rents);
      const [c, cb] = potential.credit;
      price = plus(
        price,
        product(share, plus({ top: potential.price, below: UNIT }, { top: c * all.top, below: cb * all.below })),
      );
      charge = plus(charge, product(share, all));
    }
    return { price, charge };
  });
}

const product = (p: Quotient, q: Quotient): Quotient => ({ top: p.top * q.top, below: p.below * q.below });

/** P(v), v in the knots' parts. */
function rentAt(v: bigint, rents: CheckedEnds["rents"]): Quotient {
  const next = Math.max(
    1,
    rents.findIndex(([at]) => at >= v),
  );
  const [[from, low], [to, high]] = [rents[next - 1], rents[next]] as [readonly [bigint, bigint], readonly [bigint, bigint]];
  return { top: low * (to - v) + high * (v - from), below: UNIT * (to - from) };
}
