import { SLICE_POTENTIALS, type SlicePotential } from "../../bounds/potentials/slice-potentials.js";
import { type Leaf, nowhereNegative, type Span } from "./slice-boxes.js";
import { type Cell, edges, Grid, inOrder, KNOT } from "./slice-grid.js";
import { FINE, growth, moves } from "./slice-moves.js";

/** What a checked potential proves; fractions of whole numbers, prices in 2⁻²⁰. */
export interface CheckedPotential {
  readonly rowCost: number;
  readonly rent: readonly [bigint, bigint];
  readonly waiting: readonly [bigint, bigint];
  readonly price: bigint;
  readonly reloadPrice: bigint;
}

const ONE = 2 ** 20;
/** Slopes of the line below ρu⁺ are in these parts. */
const LINE = 2 ** 20;
/** How often a box is halved before a birth is given up. */
const HALVINGS = 5;
const checked = new WeakMap<SlicePotential, CheckedPotential | string>();

/** The potential of that name once its inequalities hold (proofs/chain-holding-cost.md, section 4), or why not. */
export function potentialNamed(id: string): CheckedPotential | string {
  const potential = SLICE_POTENTIALS.find((candidate) => candidate.id === id);
  if (potential === undefined) return "no such potential";
  const known = checked.get(potential) ?? checkPotential(potential);
  checked.set(potential, known);
  return known;
}

/** Every inequality of section 4, in whole numbers. Returns what is wrong, if anything. */
export function checkPotential(potential: SlicePotential): CheckedPotential | string {
  const { rowCost, rent, waiting, price, reloadPrice, rows, columns, sums } = potential;
  const whole = [...rent, ...waiting, price, reloadPrice, ...rows, ...columns, ...sums, potential.reach, potential.ceiling];
  if (!whole.every((value) => Number.isSafeInteger(value) && Math.abs(value) < 2 ** 24)) return "not whole numbers";
  if (rent[0] < rent[1] || rent[1] < 1 || waiting[0] < 0 || waiting[1] < 1) return "rent below 1";
  if (price < 0 || reloadPrice < 0) return "price below 0";
  // What keeps every product below within 2⁵³.
  if (![...rent, ...waiting].every((part) => part < 2 ** 8) || waiting[0] >= 2 * waiting[1])
    return "rent or waiting out of range";
  if (![rows, columns, sums].every((knots) => inOrder(knots) && (knots.at(-1) as number) <= 4 * KNOT))
    return "knots out of order";
  if (rowCost === 1 && rows.join() !== columns.join()) return "rows and columns differ";
  if (![1, 1.25, 1.5, 2].includes(rowCost)) return "no row cost from 1 to 2 in quarters";
  const grid = new Grid(potential);
  if (grid.at(0, 0, 0) !== 0) return "no zero at the beginning";
  return (
    farAway(potential) ??
    grid.cells(
      (cell) => moves(cell, rowCost, KNOT) ?? births(cell, potential) ?? edges(cell, grid, near(cell, potential), potential),
    ) ?? {
      rowCost,
      rent: [BigInt(rent[0]), BigInt(rent[1])],
      waiting: [BigInt(waiting[0]), BigInt(waiting[1])],
      price: BigInt(price),
      reloadPrice: BigInt(reloadPrice),
    }
  );
}

/**
 * A birth: F_s + θ(x + y) + ρu⁺ ≥ Λ for the rent and, at rent 1, F_s + x + y + (ρ/θ)u⁺ ≥ Λ' for the price after a load of H. For ρu⁺
 * each part of the box takes a line through 0 below it.
 */
function births(cell: Cell, { rent, waiting, price, reloadPrice }: SlicePotential): string | undefined {
  const { x, y, s } = cell;
  const leaf: Leaf = { one: KNOT, x, y, s };
  const steep = growth(cell, KNOT);
  const [[r, rb], [w, wb]] = [rent, waiting];
  const pays = (top: number, below: number, wait: number, owed: number) =>
    nowhereNegative(steep, leaf, HALVINGS, (part, own) => charges(part, own, [top, below, wait, owed]));
  if (!pays(r, rb, Math.floor((w * LINE) / wb), price)) return "a birth gains";
  return pays(1, 1, Math.floor((w * rb * LINE) / (wb * r)), reloadPrice) ? undefined : "a load of H gains";
}

/**
 * θ(x + y) + βu − Λ, θ = top/below, β ≤ wait of 2⁻²⁰, to be added to `steep`: coefficients of degrees 2, 2, 1 in 2⁻²⁸, rounded down.
 */
function charges(
  { one, x, y, s }: Leaf,
  steep: readonly number[],
  [top, below, wait, owed]: readonly [number, number, number, number],
): number[] {
  const twice = ([low, high]: Span) => [2 * low, low + high, 2 * high];
  const rented: number[] = [];
  // u in parts of 1/(4·one²).
  const late: number[] = [];
  for (const x1 of twice(x)) {
    for (const y1 of twice(y)) {
      const words = Math.floor(((x1 + y1) * top * (FINE / 2)) / (one * below)) - owed * (FINE / ONE);
      rented.push(words, words);
      late.push(4 * one * s[0] - x1 * y1, 4 * one * s[1] - x1 * y1);
    }
  }
  if (wait === 0 || s[1] * one <= x[0] * y[0]) return rented;
  const unit = 4 * one * one;
  // βu ≤ ρu⁺ for every β up to ρ where u is on both sides of 0: the least that lifts all that can be lifted.
  let slope = wait;
  if (s[0] * one < x[1] * y[1]) {
    const lifts = late.map((u, i) =>
      u > 0 ? Math.ceil(((-(steep[i] as number) - (rented[i] as number)) * (LINE / FINE) * unit) / u) + 1 : 0,
    );
    slope = Math.min(wait, Math.max(0, ...lifts));
  }
  return rented.map((own, i) => own + Math.floor((slope * (late[i] as number) * 2 ** 6) / unit) * (FINE / (LINE * 2 ** 6)));
}

/** Has the box a corner in which words alone do not pay for every birth? */
function near({ x, y }: Cell, { rent, price, reloadPrice }: SlicePotential): boolean {
  const corner = x[0] + y[0];
  return rent[0] * corner * ONE < price * KNOT * rent[1] || corner * ONE < reloadPrice * KNOT;
}

/** Beyond the last knots: words, or what is left to serve, pay the price of every birth. */
function farAway({ rent, waiting, price, reloadPrice, rows, columns, sums, reach }: SlicePotential): string | undefined {
  const far = Math.min(rows.at(-1) as number, columns.at(-1) as number, reach);
  if (rent[0] * far * ONE < price * KNOT * rent[1] || far * ONE < reloadPrice * KNOT) return "reach too short";
  const last = BigInt(sums.at(-1) as number);
  if (last < BigInt(KNOT)) return "too few sums";
  const [rentTop, rentBelow, waitTop, waitBelow] = [...rent, ...waiting].map(BigInt) as [bigint, bigint, bigint, bigint];
  /** 2·(top/below)·√(sums/20) ≥ paid, of 2⁻²⁰, by squaring. */
  const pays = (top: bigint, below: bigint, elements: bigint, owed: bigint, share: bigint): boolean =>
    owed <= 0n || 4n * top * top * elements * share * share * BigInt(ONE) ** 2n >= owed * owed * below * below * BigInt(KNOT);
  const [own, reload] = [BigInt(price), BigInt(reloadPrice)];
  const knot = BigInt(KNOT);
  const enough =
    pays(rentTop, rentBelow, last, own, 1n) &&
    pays(1n, 1n, last, reload, 1n) &&
    pays(rentTop, rentBelow, last - knot, own * waitBelow - waitTop * BigInt(ONE), waitBelow) &&
    pays(1n, 1n, last - knot, reload * waitBelow * rentTop - waitTop * rentBelow * BigInt(ONE), waitBelow * rentTop);
  return enough ? undefined : "too few sums";
}
