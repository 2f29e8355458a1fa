// The potentials of proofs/chain-holding-cost.md, section 6.
import { checkPotential } from "../../dist/verify/potentials/slice-potential.js";
import { add, known } from "./polynomials.js";
import { UNIT } from "./program.js";

/** Knots are in these parts. */
export const KNOT = 20;
export const check = checkPotential;
/** Words that pay every price at holding cost 1. */
const NEAR = 2;
const PAYMENTS_DEEPEST = 5;

// Finer accumulators gain most; where rows that stay are the best play, 1/√θ of them, finer rows.
const SQUARE = [0, 2, 5, 8, 12, 16, 20, 25, 30, 40, 60];
const SQUARE_SUMS = [0, 1, 2, 3, 4, 6, 8, 10, 12, 14, 16, 18, 19, 20, 21, 22, 24, 27, 32, 40];
// With dearer rows boxes that u = 1 cuts have accumulators between 1 and 2.
const WIDE = {
  rows: [0, 2, 4, 7, 10, 13, 15, 17, 20, 25, 30, 40, 50],
  columns: [0, 4, 8, 12, 16, 20, 25, 30, 35, 40, 60, 80],
  sums: [0, 3, 6, 10, 14, 17, 20, 22, 24, 27, 31, 35, 40],
};
const FINER = {
  rows: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 25, 30, 40, 50],
  columns: [0, 2, 4, 7, 10, 13, 16, 20, 25, 30, 35, 40, 60, 80],
  sums: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 21, 22, 23, 24, 26, 28, 30, 32, 35, 40],
};
const COARSE_SQUARE = [0, 8, 16, 25, 40, 60];

/** `weight` of the price at holding cost 1 beside the price; duals above which a condition is cut, solution by solution. */
export const WANTED = [
  { rowCost: 1, holdingCost: [7, 5], weight: 0.02, rows: SQUARE, columns: SQUARE, sums: SQUARE_SUMS, reach: 58, cuts: [1e-3] },
  { rowCost: 1.25, holdingCost: [3, 2], weight: 2, ...WIDE, reach: 78, cuts: [1e-3, 1e-3] },
  { rowCost: 1.5, holdingCost: [3, 2], weight: 1, ...FINER, reach: 78, cuts: [1e-3, 5e-4] },
  { rowCost: 2, holdingCost: [2, 1], weight: 0.1, ...FINER, sums: [...FINER.sums, 48], reach: 78, cuts: [1e-3, 5e-4] },
].map((one) => ({ id: named(one), ...one }));

/** For a test: a few boxes. */
export const COARSE = { ...WANTED[0], rows: COARSE_SQUARE, columns: COARSE_SQUARE, sums: [0, 5, 12, 20, 28, 40], cuts: [] };

function named({ rowCost, holdingCost: [top, below] }) {
  const rows = Number.isInteger(rowCost) ? rowCost : Number.isInteger(2 * rowCost) ? `${2 * rowCost}/2` : `${4 * rowCost}/4`;
  return `row cost ${rows}, holding cost ${below === 1 ? top : `${top}/${below}`}`;
}

export function searched({ rowCost, holdingCost: [top, below], weight, rows, columns, sums, reach }) {
  const scaled = (knots) => knots.map((knot) => knot / KNOT);
  // Words, or what is left to meet, pay every price far away.
  const most = Math.min(NEAR, 2 * Math.sqrt(sums.at(-1) / KNOT - 1));
  const payment = (price, cost) => ({ deepest: PAYMENTS_DEEPEST, on: (...part) => paid(price, cost, ...part) });
  return {
    rowCost,
    half: rowCost === 1,
    rows: scaled(rows),
    columns: scaled(columns),
    sums: scaled(sums),
    near: NEAR,
    reach: reach / KNOT,
    zero: "0 0 0",
    shared: { price: [0, (top / below) * most - 1e-5], reloadPrice: [0, most - 1e-5], ceiling: [] },
    gains: [["price", 1], ["reloadPrice", weight]], // biome-ignore format: by name
    payments: { made: payment("price", top / below), loaded: payment("reloadPrice", 1) },
    farAway: () => {},
  };
}

/** An element of H is made or loaded: F_s + θ(x + y) − Λ ≥ 0. */
function paid(price, cost, box, growth, local) {
  const words = known([[cost, 1, 0, 0], [cost, 0, 1, 0]], box, growth.degrees); // biome-ignore format: one polynomial
  return [add(add(growth, -1, words), local(price), -1)];
}

/** Rounded, prices below what was found. */
export function header({ id, rowCost, holdingCost, rows, columns, sums, reach }, found, given) {
  const price = (name) => Math.floor((1 - given) * (found[name] - 1e-6) * UNIT);
  const ceiling = Math.round((1 - given) * found.ceiling * UNIT);
  return { id, rowCost, price: price("price"), reloadPrice: price("reloadPrice"), rows, columns, sums, reach, ceiling, holdingCost };
}
