import type { Fields } from "../shared/fields.js";
import { type CheckedEnds, endsPotentialNamed } from "./accumulators.js";
import { plus, product, type Quotient, shared } from "./mixture.js";

const UNIT = 2n ** 20n;
/** Knots of holding costs are in these parts. */
const KNOT = 80n;

/** A mixture of checked potentials at a knot of its holding costs: v, Λ + ηP(v) and P(v). Between knots all three are lines. */
export interface MixedEnds {
  readonly v: Quotient;
  readonly price: Quotient;
  readonly holdingCost: Quotient;
}

/** The mixture that a certificate names, at every knot of its holding costs. */
export function endsMixture(fields: Fields, name: string, path: string): readonly MixedEnds[] {
  const shares = shared(fields, name, endsPotentialNamed, path);
  const knots = [...new Set(shares.flatMap(({ potential }) => potential.holdingCosts.map(([at]) => at)))];
  return knots.map((v) => {
    let price: Quotient = { top: 0n, below: 1n };
    let holdingCost = price;
    for (const { potential, share } of shares) {
      const all = holdingCostAt(v, potential.holdingCosts);
      const [c, cb] = potential.credit;
      price = plus(
        price,
        product(share, plus({ top: potential.price, below: UNIT }, { top: c * all.top, below: cb * all.below })),
      );
      holdingCost = plus(holdingCost, product(share, all));
    }
    return { v: { top: v, below: KNOT }, price, holdingCost };
  });
}

/** P(v), v in the knots' parts. */
function holdingCostAt(v: bigint, holdingCosts: CheckedEnds["holdingCosts"]): Quotient {
  const next = Math.max(
    1,
    holdingCosts.findIndex(([at]) => at >= v),
  );
  const [[from, low], [to, high]] = [holdingCosts[next - 1], holdingCosts[next]] as [
    readonly [bigint, bigint],
    readonly [bigint, bigint],
  ];
  return { top: low * (to - v) + high * (v - from), below: UNIT * (to - from) };
}
