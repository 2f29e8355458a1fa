import { type IntermediatePotential, intermediatePotentials } from "../../bounds/potentials/intermediates.js";
import { type Leaf, nowhereNegative, type Span } from "./boxes.js";
import { type Cell, edges, Grid, inOrder, KNOT } from "./grid.js";
import { FINE, growth, moves } from "./moves.js";

/** What a checked potential proves; fractions of whole numbers, prices in 2⁻²⁰. */
export interface CheckedPotential {
  readonly rowCost: number;
  readonly holdingCost: readonly [bigint, bigint];
  readonly price: bigint;
  readonly reloadPrice: bigint;
}

const ONE = 2 ** 20;
/** How often a box is halved before a start is given up. */
const HALVINGS = 5;
const checked = new WeakMap<IntermediatePotential, CheckedPotential | string>();

/** The potential of that name once its inequalities hold (proofs/chain-holding-cost.md), or why not. */
export function potentialNamed(id: string): CheckedPotential | string {
  const potential = intermediatePotentials().find((candidate) => candidate.id === id);
  if (potential === undefined) return "no such potential, or its table is not loaded (loadPotentials)";
  const known = checked.get(potential) ?? checkPotential(potential);
  checked.set(potential, known);
  return known;
}

/** Every inequality of section 6, in whole numbers. Returns what is wrong, if anything. */
export function checkPotential(potential: IntermediatePotential): CheckedPotential | string {
  const { rowCost, holdingCost, price, reloadPrice, rows, columns, sums } = potential;
  const whole = [...holdingCost, price, reloadPrice, ...rows, ...columns, ...sums, potential.reach, potential.ceiling];
  if (!whole.every((value) => Number.isSafeInteger(value) && Math.abs(value) < 2 ** 24)) return "not whole numbers";
  if (holdingCost[0] < holdingCost[1] || holdingCost[1] < 1) return "holding cost below 1";
  if (price < 0 || reloadPrice < 0) return "price below 0";
  // What keeps every product below within 2⁵³.
  if (!holdingCost.every((part) => part < 2 ** 8)) return "holding cost out of range";
  if (![rows, columns, sums].every((knots) => inOrder(knots) && (knots.at(-1) as number) <= 4 * KNOT))
    return "knots out of order";
  if (rowCost === 1 && rows.join() !== columns.join()) return "rows and columns differ";
  if (![1, 1.25, 1.5, 2].includes(rowCost)) return "no row cost from 1 to 2 in quarters";
  const grid = new Grid(potential);
  if (grid.at(0, 0, 0) !== 0) return "no zero at the beginning";
  return (
    farAway(potential) ??
    grid.cells(
      (cell) => moves(cell, rowCost, KNOT) ?? starts(cell, potential) ?? edges(cell, grid, near(cell, potential), potential),
    ) ?? {
      rowCost,
      holdingCost: [BigInt(holdingCost[0]), BigInt(holdingCost[1])],
      price: BigInt(price),
      reloadPrice: BigInt(reloadPrice),
    }
  );
}

/** An element is made: F_s + θ(x + y) ≥ Λ for the holding cost θ and, at holding cost 1, F_s + x + y ≥ Λ' for the price after a load of H. */
function starts(cell: Cell, { holdingCost: [top, below], price, reloadPrice }: IntermediatePotential): string | undefined {
  const leaf: Leaf = { one: KNOT, x: cell.x, y: cell.y, s: cell.s };
  const steep = growth(cell, KNOT);
  const pays = (cost: readonly [number, number], owed: number) =>
    nowhereNegative(steep, leaf, HALVINGS, (part) => charges(part, cost, owed));
  if (!pays([top, below], price)) return "an element made gains";
  return pays([1, 1], reloadPrice) ? undefined : "a load of H gains";
}

/** θ(x + y) − Λ, θ = top/below: coefficients of degrees 2, 2, 1 in 2⁻²⁸, rounded down. */
function charges({ one, x, y }: Leaf, [top, below]: readonly [number, number], owed: number): number[] {
  const twice = ([low, high]: Span) => [2 * low, low + high, 2 * high];
  return twice(x).flatMap((x1) =>
    twice(y).flatMap((y1) => {
      const words = Math.floor(((x1 + y1) * top * (FINE / 2)) / (one * below)) - owed * (FINE / ONE);
      return [words, words];
    }),
  );
}

/** Has the box a corner in which words alone do not pay for every start? */
function near({ x, y }: Cell, { holdingCost, price, reloadPrice }: IntermediatePotential): boolean {
  const corner = x[0] + y[0];
  return holdingCost[0] * corner * ONE < price * KNOT * holdingCost[1] || corner * ONE < reloadPrice * KNOT;
}

/** Beyond the last knots words alone pay the price of every element. */
function farAway({ holdingCost, price, reloadPrice, rows, columns, sums, reach }: IntermediatePotential): string | undefined {
  const far = Math.min(rows.at(-1) as number, columns.at(-1) as number, reach);
  if (holdingCost[0] * far * ONE < price * KNOT * holdingCost[1] || far * ONE < reloadPrice * KNOT) return "reach too short";
  const last = sums.at(-1) as number;
  if (last < KNOT) return "too few sums";
  const [top, below] = holdingCost.map(BigInt) as [bigint, bigint];
  /** 2·(top/below)·√((sums − 20)/20) ≥ owed, of 2⁻²⁰, by squaring. */
  const pays = (cost: bigint, per: bigint, owed: bigint): boolean =>
    4n * cost * cost * BigInt(last - KNOT) * BigInt(ONE) ** 2n >= owed * owed * per * per * BigInt(KNOT);
  return pays(top, below, BigInt(price)) && pays(1n, 1n, BigInt(reloadPrice)) ? undefined : "too few sums";
}
