/** What every potential of a slice's game has to fulfil on a box where U is at most 1: sums, loads and drops. In whole numbers. */

import { type Leaf, nowhereNegative, type Polynomial, type Span } from "./boxes.js";
import type { Cell } from "./grid.js";

const ONE = 2 ** 20;
/** Conditions are in these parts, each of their terms rounded down. */
export const FINE: number = 2 ** 28;
/** How often a box is halved before a condition is given up. */
const HALVINGS = 3;

/** F_s on a box, rounded down, in `FINE`ths; knots in parts of 1/knot. */
export function growth({ s, value }: Cell, knot: number): Polynomial {
  return polynomial([2, 2, 1], (a, b, c) => Math.floor(steep(value(a, b, c + 1) - value(a, b, c), s, knot)));
}

/** Loads: F_x ≥ −rowCost, F_y ≥ −1, F_s ≥ 0. Drops: F_x + y·F_s ≤ 0, F_y + x·F_s ≤ 0. Says which fails. */
export function moves(cell: Cell, rowCost: number, knot: number): string | undefined {
  const { x, y, s, value } = cell;
  const leaf: Leaf = { one: knot, x, y, s };
  const holds = (condition: Polynomial) => nowhereNegative(condition, leaf, HALVINGS);
  const alongX = (a: number, b: number, c: number) => steep(value(a + 1, b, c) - value(a, b, c), x, knot);
  const alongY = (a: number, b: number, c: number) => steep(value(a, b + 1, c) - value(a, b, c), y, knot);
  const upS = (a: number, b: number, c: number) => Math.ceil(steep(value(a, b, c + 1) - value(a, b, c), s, knot));

  if (!holds(growth(cell, knot))) return "a fall with the sums";
  if (!holds(polynomial([1, 2, 2], (a, b, c) => Math.floor(alongX(a, b, c)) + rowCost * FINE)))
    return "a row's word gains more than it costs";
  if (!holds(polynomial([2, 1, 2], (a, b, c) => Math.floor(alongY(a, b, c)) + FINE)))
    return "a column's word gains more than it costs";

  // −F_x − y·F_s in degrees 2, 3, 2, 6·knot times itself; likewise with rows and columns changed.
  const row = polynomial([2, 3, 2], (a, b, c) => {
    const own = doubled(a, (i) => thrice(b, [1, 1], (j) => Math.ceil(alongX(i, j, c))));
    return -knot * own - doubled(c, (k) => thrice(b, y, (j) => upS(a, j, k)));
  });
  const column = polynomial([3, 2, 2], (a, b, c) => {
    const own = doubled(b, (j) => thrice(a, [1, 1], (i) => Math.ceil(alongY(i, j, c))));
    return -knot * own - doubled(c, (k) => thrice(a, x, (i) => upS(i, b, k)));
  });
  return holds(row) && holds(column) ? undefined : "a word dropped gains";
}

/** A slope of degree 1 more, in `FINE`ths. */
function steep(rise: number, [low, high]: Span, knot: number): number {
  return (rise * 2 * knot * (FINE / ONE)) / (high - low);
}

function polynomial(degrees: Polynomial["degrees"], at: (a: number, b: number, c: number) => number): Polynomial {
  const [dx, dy, ds] = degrees;
  const coefficients: number[] = [];
  for (let a = 0; a <= dx; a++) for (let b = 0; b <= dy; b++) for (let c = 0; c <= ds; c++) coefficients.push(at(a, b, c));
  return { degrees, coefficients };
}

/** Twice a polynomial of degree 1, in degree 2. */
function doubled(i: number, of: (i: number) => number): number {
  return i === 0 ? 2 * of(0) : i === 2 ? 2 * of(1) : of(0) + of(1);
}

/** Three times a polynomial of degree 2 and a line from low to high, in degree 3. */
function thrice(i: number, [low, high]: Span, of: (i: number) => number): number {
  return high * i * (i > 0 ? of(i - 1) : 0) + low * (3 - i) * (i < 3 ? of(i) : 0);
}
