import { ceilDivide, floorSquareRoot } from "../../exact/integer.js";
import type { SliceShare } from "../certificates/chain.js";
import type { IntermediatePotential } from "./intermediates.js";

/** A convex mixture of potentials: shares in `SHARES`ths, of at most two. */
export interface Mixture {
  readonly parts: readonly (readonly [IntermediatePotential, number])[];
  readonly rowCost: number;
  readonly holdingCost: number;
  readonly price: number;
  readonly reloadPrice: number;
}

const SHARES = 16;
const UNIT = 2 ** 20;
/** Prices of mixtures are in these parts. */
export const BOTH: bigint = BigInt(UNIT) * BigInt(SHARES);

/** ⌈prices/(unit·√x) − charge⌉ = ⌈(√(x·a²) − b)/c⌉, a = prices·below, b = top·unit·x, c = unit·below·x. */
export function ceilOfCase(prices: bigint, charge: Quotient, x: bigint, unit: bigint = BOTH): bigint {
  const radicand = x * (prices * charge.below) ** 2n;
  const charged = charge.top * unit * x;
  const root = floorSquareRoot(radicand);
  const up = root * root === radicand ? root : root + 1n;
  // A whole number is at or above (√r − b)/c where it is at or above (⌈√r⌉ − b)/c.
  return ceilDivide(up - charged, unit * charge.below * x);
}

/** top/below, below positive, never reduced. */
export interface Quotient {
  readonly top: bigint;
  readonly below: bigint;
}

export const ONE: Quotient = { top: 1n, below: 1n };

export function less(p: Quotient, q: Quotient): boolean {
  return p.top * q.below < q.top * p.below;
}

export function plus(p: Quotient, q: Quotient): Quotient {
  return { top: p.top * q.below + q.top * p.below, below: p.below * q.below };
}

export function times(p: Quotient, by: bigint): Quotient {
  return { top: p.top * by, below: p.below };
}

/** The price at a holding cost of 1 or more, in doubles: on the way from the reload price to the price at its own holding cost. */
export function priceAt({ holdingCost, price, reloadPrice }: Mixture, at: number): number {
  const way = holdingCost > 1 ? Math.min(1, (at - 1) / (holdingCost - 1)) : 1;
  return Math.min(price, reloadPrice + way * (price - reloadPrice));
}

/** A mixture's numbers exactly, prices in `BOTH`ths. */
export function exactly({ parts }: Mixture): {
  readonly rowCost: Quotient;
  readonly holdingCost: Quotient;
  readonly price: bigint;
  readonly reloadPrice: bigint;
} {
  const mean = (of: (potential: IntermediatePotential) => readonly [number, number]): Quotient =>
    parts
      .map(([potential, share]): Quotient => {
        const [top, below] = of(potential);
        return { top: BigInt(top * share), below: BigInt(below * SHARES) };
      })
      .reduce(plus);
  const price = (of: (potential: IntermediatePotential) => number) =>
    parts.reduce((sum, [potential, share]) => sum + BigInt(of(potential) * share), 0n);
  return {
    rowCost: mean(({ rowCost }) => [4 * rowCost, 4]),
    holdingCost: mean(({ holdingCost }) => holdingCost),
    price: price((potential) => potential.price),
    reloadPrice: price((potential) => potential.reloadPrice),
  };
}

/** All mixtures of at most two of the potentials. */
export function mixturesOf(own: readonly IntermediatePotential[]): readonly Mixture[] {
  const pairs = own.flatMap((a, i) => own.slice(i + 1).map((b) => [a, b] as const));
  const mixed = pairs.flatMap(([a, b]) =>
    Array.from({ length: SHARES - 1 }, (_, i) =>
      mixture([
        [a, i + 1],
        [b, SHARES - 1 - i],
      ]),
    ),
  );
  return [...own.map((one) => mixture([[one, SHARES]])), ...mixed];
}

function mixture(parts: Mixture["parts"]): Mixture {
  const mean = (of: (potential: IntermediatePotential) => number) =>
    parts.reduce((sum, [potential, share]) => sum + (of(potential) * share) / SHARES, 0);
  return {
    parts,
    rowCost: mean(({ rowCost }) => rowCost),
    holdingCost: mean(({ holdingCost }) => holdingCost[0] / holdingCost[1]),
    price: mean(({ price }) => price) / UNIT,
    reloadPrice: mean(({ reloadPrice }) => reloadPrice) / UNIT,
  };
}

export function sharesOf({ parts }: Mixture): readonly SliceShare[] {
  return parts.map(([{ id }, share]) => ({ potential: id, share: `${share}/${SHARES}` }));
}
