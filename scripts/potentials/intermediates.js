// The potentials of proofs/chain-holding-cost.md.
import { checkPotential } from "../../build/verify/potentials/intermediates.js";
import { known, plusKnown } from "./polynomials.js";

/** Words that pay every price at holding cost 1. */
const NEAR = 2;
const DEEPEST = 5;

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
const COARSE_ROWS = [0, 8, 16, 25, 40, 60];

/** Duals above which boxes are cut, solution by solution. */
export const CUTS = [1e-3, 5e-4];
const FIRST = wanted("row cost 1, holding cost 7/5", 1, [7, 5], 0.02, { rows: SQUARE, columns: SQUARE, sums: SQUARE_SUMS });
export const WANTED = [
  FIRST,
  wanted("row cost 5/4, holding cost 3/2", 1.25, [3, 2], 2, WIDE),
  wanted("row cost 3/2, holding cost 3/2", 1.5, [3, 2], 1, FINER),
  wanted("row cost 2, holding cost 2", 2, [2, 1], 0.1, { ...FINER, sums: [...FINER.sums, 48] }),
];
export const COARSE = { ...FIRST, rows: COARSE_ROWS, columns: COARSE_ROWS, sums: [0, 5, 12, 20, 28, 40] };
export const check = checkPotential;

/** `weight` of the price at holding cost 1 beside the price. */
function wanted(id, rowCost, holdingCost, weight, grid) {
  const cost = holdingCost[0] / holdingCost[1];
  // Words, or what is left to meet, pay every price far away.
  const most = Math.min(NEAR, 2 * Math.sqrt(grid.sums.at(-1) / 20 - 1)) - 1e-5;
  return {
    id,
    rowCost,
    holdingCost,
    ...grid,
    reach: rowCost === 1 ? 58 : 78,
    knot: 20,
    near: NEAR,
    zero: "0 0 0",
    shared: { price: [0, cost * most], reloadPrice: [0, most], ceiling: [] },
    gains: { price: 1, reloadPrice: weight },
    farAway: [],
    payments: { made: payment("price", cost), loaded: payment("reloadPrice", 1) },
  };
}

/** An element of H is made, or loaded: F_s + cost·(x + y) − price ≥ 0. */
function payment(price, cost) {
  const on = (box, growth, local) => {
    const words = known({ x: cost, y: cost }, box, growth.degrees);
    return [plusKnown(plusKnown(growth, -1, words), local(price), -1)];
  };
  return { deepest: DEEPEST, on };
}

/** What is proved of one, in whole numbers. */
export const header = ({ rowCost, columns, holdingCost }, { price, reloadPrice }, rounded) => ({
  rowCost,
  columns,
  holdingCost,
  price: rounded(price),
  reloadPrice: rounded(reloadPrice),
});
