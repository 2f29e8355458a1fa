import { SLICE_POTENTIALS, type SlicePotential } from "../slice-potentials.js";
import { type Cell, edges, Grid, inOrder, KNOT, slopes } from "./slice-grid.js";

/** What a checked potential proves; fractions of whole numbers, prices in 2⁻²⁰. */
export interface CheckedPotential {
  readonly rowCost: 1 | 2;
  readonly rent: readonly [bigint, bigint];
  readonly waiting: readonly [bigint, bigint];
  readonly price: bigint;
  readonly reloadPrice: bigint;
}

const ONE = 2 ** 20;
/** A wait's byte squared is a slope in these parts. */
const WAIT = 4096;
const checked = new WeakMap<SlicePotential, CheckedPotential | string>();

/** The potential of that name once its inequalities hold (proofs/chain-slices.md, section 5), or why not. */
export function potentialNamed(id: string): CheckedPotential | string {
  const potential = SLICE_POTENTIALS.find((candidate) => candidate.id === id);
  if (potential === undefined) return "no such potential";
  const known = checked.get(potential) ?? checkPotential(potential);
  checked.set(potential, known);
  return known;
}

/** Every inequality of section 5, in whole numbers. Returns what is wrong, if anything. */
export function checkPotential(potential: SlicePotential): CheckedPotential | string {
  const { rowCost, rent, waiting, price, reloadPrice, rows, columns, sums } = potential;
  const whole = [...rent, ...waiting, price, reloadPrice, ...rows, ...columns, ...sums, potential.reach, potential.ceiling];
  if (!whole.every((value) => Number.isSafeInteger(value) && Math.abs(value) < 2 ** 24)) return "not whole numbers";
  if (rent[0] < rent[1] || rent[1] < 1 || waiting[0] < 0 || waiting[1] < 1) return "rent below 1";
  if (![rows, columns, sums].every(inOrder)) return "knots out of order";
  if (rowCost === 1 && rows.join() !== columns.join()) return "rows and columns differ";
  const grid = new Grid({ ...potential, bytes: potential.waits });
  if (grid.at(0, 0, 0) !== 0) return "no zero at the beginning";
  return (
    farAway(potential) ??
    grid.cells(
      (cell) => slopes(cell, rowCost) ?? times(cell, potential) ?? edges(cell, grid, near(cell, potential), potential),
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
 * A birth: F_s + θ(x + y) + βu − α ≥ Λ for the rent and, at rent 1, F_s + x + y + (βu − α)/θ ≥ Λ' for the price after a load of H,
 * α the least with βu − α ≤ ρu⁺ for all u of the box up to 1: u⁺ is convex, so at its ends and at 0.
 */
function times({ x, y, s, byte, value }: Cell, { rent, waiting, price, reloadPrice }: SlicePotential): string | undefined {
  // The waiting counted here is a linear function of u with this slope, in 4096ths, below ρu⁺ as far as u = 1.
  const slope = byte ** 2;
  const unit = KNOT * KNOT;
  const [least, most] = [s[0] * KNOT - x[1] * y[1], Math.min(unit, s[1] * KNOT - x[0] * y[0])];
  if (least >= unit) return undefined;
  if (!Number.isSafeInteger(slope)) return "no value";
  const [rentTop, rentBelow, waitTop, waitBelow] = [...rent, ...waiting].map(BigInt) as [bigint, bigint, bigint, bigint];
  const knot = BigInt(KNOT);
  const hs = BigInt(s[1] - s[0]);
  // α, times 4096·20²·waitBelow.
  const intercept = [least, most, ...(least < 0 && most > 0 ? [0] : [])]
    .map((u) => BigInt(slope * u) * waitBelow - BigInt(WAIT * Math.max(0, u)) * waitTop)
    .reduce((p, q) => (p > q ? p : q));
  const scale = 4n * knot * knot * hs * BigInt(WAIT) * rentBelow * rentTop * waitBelow;
  for (const a of [0, 1, 2]) {
    for (const b of [0, 1, 2]) {
      for (const c of [0, 1]) {
        const rise = value(a, b, c + 1) - value(a, b, c);
        if (!Number.isSafeInteger(rise)) return "no value";
        const [twiceX, twiceY] = [BigInt(2 * x[0] + a * (x[1] - x[0])), BigInt(2 * y[0] + b * (y[1] - y[0]))];
        // Times the scale, all in 2⁻²⁰.
        const steep = (2n * knot * BigInt(rise) * scale) / hs;
        const held = 2n * knot * (twiceX + twiceY) * hs * BigInt(WAIT) * waitBelow * BigInt(ONE);
        const waits = BigInt(slope) * (4n * knot * BigInt(s[c] as number) - twiceX * twiceY) * waitBelow - 4n * intercept;
        const late = waits * hs * BigInt(ONE);
        if (steep + held * rentTop * rentTop + late * rentBelow * rentTop < BigInt(price) * scale) return "a birth gains";
        if (steep + held * rentTop * rentBelow + late * rentBelow * rentBelow < BigInt(reloadPrice) * scale) {
          return "a load of H gains";
        }
      }
    }
  }
  return undefined;
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
