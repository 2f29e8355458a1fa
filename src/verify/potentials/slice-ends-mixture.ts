import type { Fields } from "../shared/fields.js";
import { type CheckedEnds, endsPotentialNamed } from "./slice-ends-potential.js";
import { plus, product, type Quotient, shared } from "./slice-mixture.js";

const UNIT = 2n ** 20n;
/** Knots of rents are in these parts. */
const KNOT = 80n;

/** A mixture of checked potentials at a knot of its rents: v, Λ + ηP(v) and P(v). Between knots all three are lines. */
export interface MixedEnds {
  readonly v: Quotient;
  readonly price: Quotient;
  readonly rent: Quotient;
}

/** The mixture that a certificate names, at every knot of its rents. */
export function endsMixture(fields: Fields, name: string, path: string): readonly MixedEnds[] {
  const shares = shared(fields, name, endsPotentialNamed, path);
  const knots = [...new Set(shares.flatMap(({ potential }) => potential.rents.map(([at]) => at)))];
  return knots.map((v) => {
    let price: Quotient = { top: 0n, below: 1n };
    let rent = price;
    for (const { potential, share } of shares) {
      const all = rentAt(v, potential.rents);
      const [c, cb] = potential.credit;
      price = plus(
        price,
        product(share, plus({ top: potential.price, below: UNIT }, { top: c * all.top, below: cb * all.below })),
      );
      rent = plus(rent, product(share, all));
    }
    return { v: { top: v, below: KNOT }, price, rent };
  });
}

/** P(v), v in the knots' parts. */
function rentAt(v: bigint, rents: CheckedEnds["rents"]): Quotient {
  const next = Math.max(
    1,
    rents.findIndex(([at]) => at >= v),
  );
  const [[from, low], [to, high]] = [rents[next - 1], rents[next]] as [readonly [bigint, bigint], readonly [bigint, bigint]];
  return { top: low * (to - v) + high * (v - from), below: UNIT * (to - from) };
}
