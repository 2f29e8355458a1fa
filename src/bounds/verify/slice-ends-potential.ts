import { SLICE_ENDS_POTENTIALS, type SliceEndsPotential } from "../slice-ends-potentials.js";
import { type Cell, edges, Grid, inOrder, KNOT, slopes } from "./slice-grid.js";

/** What a checked potential proves: the price in 2⁻²⁰, the others fractions of whole numbers. */
export interface CheckedEnds {
  readonly price: bigint;
  readonly rent: Pair;
  readonly lift: Pair;
  readonly credit: Pair;
}

type Pair = readonly [bigint, bigint];

const ONE = 2 ** 20;
/** Where 1/m is touched from below is in these parts, U in a quarter of them. */
const TOUCH = 1600;
/** Largest part of a box's m that is looked at where 1/m is touched. */
const MOST = 2400;
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
  if (![rent, lift, credit].every(([top, below]) => top > 0 && below > 0) || price < 0)
    return "rent, lift, credit or price below 0";
  if (![rows, sums].every(inOrder)) return "knots out of order";
  const grid = new Grid({ ...potential, rowCost: 1, columns: rows, bytes: potential.slopes });
  const half = sums.indexOf(KNOT / 2);
  if (half < 0 || grid.at(0, 0, 2 * half) !== 0) return "no zero at the beginning";
  const shape = { rowCost: 1, ceiling };
  return (
    farAway(potential) ??
    grid.cells(
      (cell) =>
        slopes(cell, 1) ?? events(cell, potential) ?? edges(cell, grid, !wordsPay(cell.x[0] + cell.y[0], potential), shape),
    ) ?? { price: BigInt(price), rent: pair(rent), lift: pair(lift), credit: pair(credit) }
  );
}

const pair = ([top, below]: readonly [number, number]): Pair => [BigInt(top), BigInt(below)];

/** θ·words − η(θ + ε) ≥ Λ, words in twentieths: do words alone pay for every event? */
function wordsPay(words: number, { rent, lift, credit, price }: SliceEndsPotential): boolean {
  const [[r, rb], [l, lb], [c, cb]] = [pair(rent), pair(lift), pair(credit)];
  const scale = BigInt(KNOT) * rb * lb * cb;
  const paid = r * BigInt(words) * lb * cb - c * BigInt(KNOT) * (r * lb + l * rb);
  return paid * BigInt(ONE) >= BigInt(price) * scale;
}

/**
 * An event: F_s + (x + y)(θ + ε·lifted) − η(θ·room + ε) + σ(U − 1) ≥ Λ on the box, `room` one of 1, 2(1 − U), 2s, each of which is at
 * least the share v of the memory without sums; `lifted` a line in `room` below 1/room, touching it at some point; σ ≥ 0 forgives where
 * U > 1, which is not there. Any choice of the three is sound.
 */
function events({ x, y, s, byte, value }: Cell, { rent, lift, credit, price }: SliceEndsPotential): string | undefined {
  if (KNOT * s[0] - x[1] * y[1] >= KNOT * KNOT) return undefined;
  if (!Number.isSafeInteger(byte)) return "no value";
  const [which, touch] = roomLine(x, y, s);
  const [[r, rb], [l, lb], [c, cb]] = [pair(rent), pair(lift), pair(credit)];
  const width = BigInt(s[1] - s[0]);
  const touched = BigInt(touch);
  const squared = touched * touched;
  // Everything times 2²⁰·12800·width·touch²·rb·lb·cb.
  const fractions = rb * lb * cb;
  const scale = BigInt(ONE) * 12800n * width * squared;
  const polar = ([low, high]: readonly [number, number], a: number): readonly [number, number] =>
    a === 0 ? [2 * low, low * low] : a === 1 ? [low + high, low * high] : [2 * high, high * high];
  for (const a of [0, 1, 2]) {
    for (const b of [0, 1, 2]) {
      // Coefficients of x and y in fortieths, of x² and y² in four-hundredths.
      const [[x1, x2], [y1, y2]] = [polar(x, a), polar(y, b)];
      for (const k of [0, 1] as const) {
        const rise = value(a, b, k + 1) - value(a, b, k);
        if (!Number.isSafeInteger(rise)) return "no value";
        const sums = s[k];
        const words = x1 + y1;
        const room = which === 0 ? 800 : which === 1 ? TOUCH - 80 * sums + x1 * y1 : 80 * sums; // 800ths
        const held = which === 1 ? 40 * words * (KNOT - sums) + 2 * (x2 * y1 + x1 * y2) : 40 * words * sums; // (x + y)·room in 16000ths
        const steep = (scale / (width * BigInt(ONE))) * 2n * BigInt(KNOT) * BigInt(rise) * fractions;
        const rents = (scale / 40n) * BigInt(words) * r * lb * cb;
        const lifted =
          which === 0 ? (scale / 40n) * BigInt(words) : (scale / squared) * (80n * BigInt(words) * touched - 160n * BigInt(held));
        const credited = c * ((scale / 800n) * BigInt(room) * r * lb + scale * l * rb);
        const forgiven = (scale / 12800n) * BigInt(byte) * BigInt(80 * sums - x1 * y1 - TOUCH) * fractions;
        const gained = steep + rents + lifted * l * rb * cb - credited + forgiven;
        if (gained * BigInt(ONE) < BigInt(price) * scale * fractions) return "an event gains";
      }
    }
  }
  return undefined;
}

/** Which of 1, 2(1 − U), 2s is least at the box's centre, and where 1/room is touched, in 1600ths: there, or at three fifths of its largest. */
function roomLine(
  [x0, x1]: readonly [number, number],
  [y0, y1]: readonly [number, number],
  [s0, s1]: readonly [number, number],
): readonly [number, number] {
  const centre = [TOUCH, 2 * (TOUCH - 40 * (s0 + s1) + (x0 + x1) * (y0 + y1)), 80 * (s0 + s1)];
  const which = centre.indexOf(Math.min(...centre));
  const most = [TOUCH, Math.min(MOST, 2 * (TOUCH - 4 * (KNOT * s0 - x1 * y1))), 160 * s1];
  return [which, Math.max(centre[which] as number, Math.ceil((3 * (most[which] as number)) / 5), 32)];
}

/** Beyond the last knots words alone pay the price of every event. */
function farAway(potential: SliceEndsPotential): string | undefined {
  const { rent, lift, credit, price, rows, sums, reach } = potential;
  if (!wordsPay(Math.min(rows.at(-1) as number, reach), potential)) return "reach too short";
  const last = sums.at(-1) as number;
  const [[r, rb], [l, lb], [c, cb]] = [pair(rent), pair(lift), pair(credit)];
  /** 2θ·√(sums/20) ≥ Λ + owed, by squaring. */
  const pays = (above: number, top: bigint, below: bigint): boolean => {
    const due = BigInt(price) * below + top * BigInt(ONE);
    return above > 0 && (2n * r * below * BigInt(ONE)) ** 2n * BigInt(above) >= (due * rb) ** 2n * BigInt(KNOT);
  };
  const enough = pays(last - KNOT, c * l, cb * lb) && pays(last - KNOT / 2, c * (r * lb + l * rb), cb * lb * rb);
  return enough ? undefined : "too few sums";
}
