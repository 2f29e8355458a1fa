import type { SliceShare } from "../certificates/chain.js";
import { type AccumulatorPotential, accumulatorPotentials } from "./accumulators.js";
import { plus, type Quotient } from "./intermediate-mixtures.js";

/** Potentials of proofs/gemm-holding-cost.md with their shares, in sixteenths that sum to 1. */
export type EndsParts = readonly (readonly [AccumulatorPotential, number])[];

/** A convex mixture of potentials at a knot of its holding costs, v from 0 to 1, in doubles: Λ + ηP(v), and P(v). */
export interface EndsKnot {
  readonly v: number;
  readonly price: number;
  readonly holdingCost: number;
}

export interface EndsMixture {
  readonly parts: EndsParts;
  readonly knots: readonly EndsKnot[];
}

const SHARES = 16;
const UNIT = 2 ** 20;
/** Knots of the holding costs are in these parts. */
const KNOT = 80;

/** Λ + ηP(v) and P(v) at every knot v of the holding costs, exactly: between them both are lines. */
export function exactKnots(
  parts: EndsParts,
): readonly { readonly v: Quotient; readonly price: Quotient; readonly holdingCost: Quotient }[] {
  return knotsOf(parts).map((v) => ({
    v: quotient(v, KNOT),
    price: mean(parts, ({ price, credit, holdingCosts }) =>
      plus(quotient(price, UNIT), multiplied(quotient(...credit), holdingCostAt(v, holdingCosts))),
    ),
    holdingCost: mean(parts, ({ holdingCosts }) => holdingCostAt(v, holdingCosts)),
  }));
}

export function endsShares(parts: EndsParts): readonly SliceShare[] {
  return parts.map(([{ id }, share]) => ({ potential: id, share: `${share}/${SHARES}` }));
}

const knotsOf = (parts: EndsParts): number[] => [
  ...new Set(parts.flatMap(([{ holdingCosts }]) => holdingCosts.map(([at]) => at))),
];

/** P(v), v in eightieths. */
function holdingCostAt(v: number, holdingCosts: AccumulatorPotential["holdingCosts"]): Quotient {
  const next = Math.max(
    1,
    holdingCosts.findIndex(([at]) => at >= v),
  );
  const [[from, low], [to, high]] = [holdingCosts[next - 1], holdingCosts[next]] as [
    readonly [number, number],
    readonly [number, number],
  ];
  return quotient(low * (to - v) + high * (v - from), UNIT * (to - from));
}

function mean(parts: EndsParts, of: (potential: AccumulatorPotential) => Quotient): Quotient {
  return parts.map(([one, share]) => multiplied(of(one), quotient(share, SHARES))).reduce(plus);
}

const quotient = (top: number, below: number): Quotient => ({ top: BigInt(top), below: BigInt(below) });
const multiplied = (p: Quotient, q: Quotient): Quotient => ({ top: p.top * q.top, below: p.below * q.below });

function mixture(parts: EndsParts): EndsMixture {
  const ofOne = (of: (potential: AccumulatorPotential) => number) =>
    parts.reduce((sum, [potential, share]) => sum + (of(potential) * share) / SHARES, 0);
  const knots = knotsOf(parts).map((v) => {
    const charged = ({ holdingCosts }: AccumulatorPotential) => {
      const { top, below } = holdingCostAt(v, holdingCosts);
      return Number(top) / Number(below);
    };
    return {
      v: v / KNOT,
      price: ofOne((one) => one.price / UNIT + (one.credit[0] / one.credit[1]) * charged(one)),
      holdingCost: ofOne(charged),
    };
  });
  return { parts, knots };
}

let mixtures: readonly EndsMixture[] = [];

/** One potential, or two of them in sixteenths, with a holding cost of at most 2. None where the table is not loaded. */
export function endsMixtures(): readonly EndsMixture[] {
  if (mixtures.length === 0) mixtures = accumulatorPotentials().flatMap(withLater).filter(isPaidFor);
  return mixtures;
}

/** A potential alone, and its mixtures with those after it. */
function withLater(one: AccumulatorPotential, i: number, all: readonly AccumulatorPotential[]): readonly EndsMixture[] {
  const mixed = all.slice(i + 1).flatMap((other) =>
    Array.from({ length: SHARES - 1 }, (_, share) =>
      mixture([
        [one, share + 1],
        [other, SHARES - 1 - share],
      ]),
    ),
  );
  return [mixture([[one, SHARES]]), ...mixed];
}

const isPaidFor = ({ knots }: EndsMixture): boolean => knots.every(({ holdingCost }) => holdingCost <= 2);
