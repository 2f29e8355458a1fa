import { SLICE_ENDS_POTENTIALS, type SliceEndsPotential } from "../slice-ends-potentials.js";
import { type Leaf, nowhereNegative, type Span } from "./slice-boxes.js";
import { type Cell, edges, Grid, inOrder } from "./slice-grid.js";
import { FINE, growth, moves } from "./slice-moves.js";

/** What a checked potential proves: the price in 2⁻²⁰, the others fractions of whole numbers. */
export interface CheckedEnds {
  readonly price: bigint;
  readonly rent: Pair;
  readonly lift: Pair;
  readonly credit: Pair;
}

type Pair = readonly [bigint, bigint];

const ONE = 2 ** 20;
/** Knots are in these parts. */
const KNOT = 80;
/** How often a box is halved before an event is given up. */
const HALVINGS = 4;
const checked = new Map<string, CheckedEnds | string>();

/** The potential of that name once its inequalities hold (proofs/product-slice-ends.md, section 6), or why not. */
export function endsPotentialNamed(id: string): CheckedEnds | string {
  const potential = SLICE_ENDS_POTENTIALS.find((candidate) => candidate.id === id);
  if (potential === undefined) return "no such potential";
  const known = checked.get(id) ?? checkEndsPotential(potential);
  checked.set(id, known);
  return known;
}

/** Every inequality of section 6, in whole numbers. Returns what is wrong, if anything. */
export function checkEndsPotential(potential: SliceEndsPotential): CheckedEnds | string {
  const { rent, lift, credit, price, rows, sums, reach, ceiling } = potential;
  const whole = [...rent, ...lift, ...credit, price, reach, ceiling, ...rows, ...sums];
  if (!whole.every((value) => Number.isSafeInteger(value) && Math.abs(value) < 2 ** 24)) return "not whole numbers";
  if (![rent, lift, credit].every(([top, below]) => top > 0 && below > 0 && below < 2 ** 8) || price < 0)
    return "rent, lift, credit or price below 0";
  // What keeps every product below within 2⁵³.
  if (lift[0] >= 2 ** 4 || rent[0] * credit[0] >= 2 ** 8) return "rent, lift or credit out of range";
  if (![rows, sums].every((knots) => inOrder(knots) && (knots.at(-1) as number) <= 4 * KNOT)) return "knots out of order";
  const grid = new Grid({ ...potential, rowCost: 1, columns: rows });
  const half = sums.indexOf(KNOT / 2);
  if (half < 0 || grid.at(0, 0, 2 * half) !== 0) return "no zero at the beginning";
  const shape = { rowCost: 1, ceiling, knot: KNOT };
  return (
    farAway(potential) ??
    grid.cells(
      (cell) =>
        moves(cell, 1, KNOT) ?? events(cell, potential) ?? edges(cell, grid, !wordsPay(cell.x[0] + cell.y[0], potential), shape),
    ) ?? {
      price: BigInt(price),
      rent: pair(rent),
      lift: pair(lift),
      credit: pair(credit),
    }
  );
}

const pair = ([top, below]: readonly [number, number]): Pair => [BigInt(top), BigInt(below)];

/** θ·words − η(θ + ε) ≥ Λ, words in eightieths: do words alone pay for every event? */
function wordsPay(words: number, { rent, lift, credit, price }: SliceEndsPotential): boolean {
  const [[r, rb], [l, lb], [c, cb]] = [pair(rent), pair(lift), pair(credit)];
  const scale = BigInt(KNOT) * rb * lb * cb;
  const paid = r * BigInt(words) * lb * cb - c * BigInt(KNOT) * (r * lb + l * rb);
  return paid * BigInt(ONE) >= BigInt(price) * scale;
}

/** On one box, where U ≤ 1: does an event pay its price? */
function events(cell: Cell, potential: SliceEndsPotential): string | undefined {
  const leaf: Leaf = { one: KNOT, x: cell.x, y: cell.y, s: cell.s };
  const paid = nowhereNegative(growth(cell, KNOT), leaf, HALVINGS, (part) => eventCharges(part, potential));
  return paid ? undefined : "an event gains";
}

/**
 * An event, F_s put aside: (x + y)(θ + ε·(a − b·room)) − η(θ·room + ε) − Λ, `room` one of 1, 2(1 − U), 2s, each of which is at least the
 * share v of the memory without sums, and a² ≤ 4b, so that the line is below 1/room; the line is 1 where the room is. Any such
 * choice is sound. Coefficients of degrees 2, 2, 1 in 2⁻²⁸, rounded down.
 */
function eventCharges({ one, x, y, s }: Leaf, { rent, lift, credit, price }: SliceEndsPotential): number[] {
  const { which, a, b } = roomLine(x, y, s, one);
  const [[r, rb], [l, lb], [c, cb]] = [rent, lift, credit];
  const flat = Math.ceil((l * c * FINE) / (lb * cb)) + price * (FINE / ONE);
  // Twice a coordinate's and once a square's coefficients of degree 2.
  const twice = ([low, high]: Span) => [2 * low, low + high, 2 * high];
  const square = ([low, high]: Span) => [low * low, low * high, high * high];
  const charges: number[] = [];
  for (const i of [0, 1, 2]) {
    for (const j of [0, 1, 2]) {
      const [x1, y1, x2, y2] = [twice(x)[i], twice(y)[j], square(x)[i], square(y)[j]] as [number, number, number, number];
      const words = x1 + y1; // in half knots
      const rented = Math.floor((words * r * (FINE / 2)) / (one * rb));
      for (const sum of s) {
        const room = [2 * one * one, 4 * one * one - 4 * one * sum + x1 * y1, 4 * one * sum][which] as number; // 1/(2·one²)
        const credited = Math.ceil((room * r * c * (ONE / 2)) / (one * one * rb * cb)) * (FINE / ONE);
        let lifted: number;
        if (which === 0) lifted = Math.floor((words * l * (FINE / 2)) / (one * lb));
        else {
          const times = which === 1 ? words * 4 * one * (one - sum) + 4 * (x2 * y1 + x1 * y2) : words * room; // 1/(4·one³)
          lifted = Math.floor((words * a * l * (FINE / 2 / LINE[0])) / (one * lb)) - upTo(times, b * l, one, lb);
        }
        charges.push(rented + lifted - credited - flat);
      }
    }
  }
  return charges;
}

/** Parts of a and of b in a − b·room. */
const LINE = [2 ** 10, 2 ** 8] as const;

/** times·bl / (4·one³·lb), b in its parts, in 2⁻²⁸, rounded up. */
function upTo(times: number, bl: number, one: number, lb: number): number {
  const below = 4n * BigInt(one) ** 3n * BigInt(lb);
  const above = BigInt(times) * BigInt(bl) * BigInt(FINE / LINE[1]);
  return Number((above + below - 1n) / below);
}

/**
 * Which of 1, 2(1 − U), 2s is least at the leaf's centre, and the line a − b·room that touches 1/room: there, or at three fifths of the
 * room's largest.
 */
function roomLine(
  [x0, x1]: Span,
  [y0, y1]: Span,
  [s0, s1]: Span,
  one: number,
): { readonly which: number; readonly a: number; readonly b: number } {
  const full = 2 * one * one;
  const centre = [full, 2 * full - 2 * one * (s0 + s1) + (x0 + x1) * (y0 + y1), 2 * one * (s0 + s1)];
  const which = centre.indexOf(Math.min(...centre));
  const most = [full, Math.min(1.5 * full, 2 * full - 4 * one * s0 + 4 * x1 * y1), 4 * one * s1];
  const touch = Math.max(centre[which] as number, Math.ceil((3 * (most[which] as number)) / 5), full / 100);
  const a = Math.floor((2 * LINE[0] * full) / touch);
  return { which, a, b: Math.ceil((a * a * LINE[1]) / (4 * LINE[0] * LINE[0])) };
}

/** Beyond the last knots words alone pay the price of every event. */
function farAway(potential: SliceEndsPotential): string | undefined {
  const { rent, lift, credit, price, rows, sums, reach } = potential;
  if (!wordsPay(Math.min(rows.at(-1) as number, reach), potential)) return "reach too short";
  const last = sums.at(-1) as number;
  const [[r, rb], [l, lb], [c, cb]] = [pair(rent), pair(lift), pair(credit)];
  /** 2θ·√(sums/80) ≥ Λ + owed, by squaring. */
  const pays = (above: number, top: bigint, below: bigint): boolean => {
    const due = BigInt(price) * below + top * BigInt(ONE);
    return above > 0 && (2n * r * below * BigInt(ONE)) ** 2n * BigInt(above) >= (due * rb) ** 2n * BigInt(KNOT);
  };
  const enough = pays(last - KNOT, c * l, cb * lb) && pays(last - KNOT / 2, c * (r * lb + l * rb), cb * lb * rb);
  return enough ? undefined : "too few sums";
}
