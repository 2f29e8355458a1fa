import { type AccumulatorPotential, accumulatorPotentials } from "../../bounds/potentials/accumulators.js";
import { type Leaf, nowhereNegative, type Span } from "./boxes.js";
import { type Cell, edges, Grid, inOrder } from "./grid.js";
import { FINE, growth, moves } from "./moves.js";

/** What a checked potential proves: the price and P(v) at its knots in 2⁻²⁰, knots in eightieths, the credit a fraction. */
export interface CheckedEnds {
  readonly price: bigint;
  readonly holdingCosts: readonly Pair[];
  readonly credit: Pair;
}

type Pair = readonly [bigint, bigint];

const ONE = 2 ** 20;
/** Knots are in these parts. */
const KNOT = 80;
/** A word's holding cost may rise from here on. */
const LEAST_TURN = 8;
/** How often a box is halved before an event is given up. */
const HALVINGS = 4;
const checked = new Map<string, CheckedEnds | string>();

/** The potential of that name once its inequalities hold (proofs/gemm-holding-cost.md, "Certified potentials"), or why not. */
export function endsPotentialNamed(id: string): CheckedEnds | string {
  const potential = accumulatorPotentials().find((candidate) => candidate.id === id);
  if (potential === undefined) return "no such potential, or its table is not loaded (loadPotentials)";
  const known = checked.get(id) ?? checkEndsPotential(potential);
  checked.set(id, known);
  return known;
}

/** Every inequality of "Certified potentials", in whole numbers. Returns what is wrong, if anything. */
export function checkEndsPotential(potential: AccumulatorPotential): CheckedEnds | string {
  const { holdingCosts, credit, price, rows, sums, reach, ceiling } = potential;
  const whole = [...holdingCosts.flat(), ...credit, price, reach, ceiling, ...rows, ...sums];
  if (!whole.every((value) => Number.isSafeInteger(value) && Math.abs(value) < 2 ** 24)) return "not whole numbers";
  // Ranges keep every product below within 2⁵³.
  if (!credit.every((part) => part > 0 && part < 2 ** 8) || credit[0] > credit[1]) return "credit out of range";
  if (price < 0) return "price below 0";
  if (![rows, sums].every((knots) => inOrder(knots) && (knots.at(-1) as number) <= 4 * KNOT)) return "knots out of order";
  const wrong = wrongHoldingCosts(holdingCosts);
  if (wrong !== undefined) return wrong;
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
      holdingCosts: holdingCosts.map(pair),
      credit: pair(credit),
    }
  );
}

const pair = ([top, below]: readonly [number, number]): Pair => [BigInt(top), BigInt(below)];

/** Holding cost of all words there may be, P: convex, never falling, at most 2; a word's holding cost P(v)/v falls on its first line alone. */
function wrongHoldingCosts(holdingCosts: AccumulatorPotential["holdingCosts"]): string | undefined {
  const knots = holdingCosts.map(([at]) => at);
  if (holdingCosts.length < 2 || !inOrder(knots) || knots.at(-1) !== KNOT) return "no holding costs from 0 to 1";
  if ((holdingCosts[1] as Knot)[0] < LEAST_TURN) return "holding cost turns too early";
  if (holdingCosts.some(([, all]) => all < 0 || all > 2 * ONE)) return "holding cost out of range";
  for (let i = 0; i + 1 < holdingCosts.length; i++) {
    const [[v, low], [w, high]] = [holdingCosts[i], holdingCosts[i + 1]] as [Knot, Knot];
    if (high < low) return "holding cost falls";
    if (i === 0 ? low * w < high * v : low * w > high * v) return "a word's holding cost turns twice";
    const next = holdingCosts[i + 2];
    if (next !== undefined && (next[1] - high) * (w - v) < (high - low) * (next[0] - w)) return "holding cost not convex";
  }
  return undefined;
}

/** least·words − η·P(1) ≥ Λ, `least` a word's least holding cost, words in eightieths: do words alone pay for every event? */
function wordsPay(words: number, { holdingCosts, credit, price }: AccumulatorPotential): boolean {
  const [turn, all] = pair(holdingCosts[1] as Knot);
  const [c, cb] = pair(credit);
  const [, most] = pair(holdingCosts.at(-1) as Knot);
  return all * BigInt(words) * cb >= turn * (BigInt(price) * cb + c * most);
}

/** On one box, where U ≤ 1: does an event pay its price? */
function events(cell: Cell, potential: AccumulatorPotential): string | undefined {
  const leaf: Leaf = { one: KNOT, x: cell.x, y: cell.y, s: cell.s };
  const paid = nowhereNegative(growth(cell, KNOT), leaf, HALVINGS, (part) => eventCharges(part, potential));
  return paid ? undefined : "an event gains";
}

/**
 * An event, F_s put aside: (x + y)·P(v)/v − η·P(v) − Λ for every v up to m, the least over what the proof asks for on the
 * leaf: the first line of P at the room, or P at its knots and at the room or its largest value. The room is one of 1, 2(1 − U), 2s,
 * each of which is at least m. Coefficients of degrees 2, 2, 1 in 2⁻²⁸, rounded down.
 */
function eventCharges(leaf: Leaf, { holdingCosts, credit, price }: AccumulatorPotential): number[] {
  const charges = asked(roomOf(leaf), leaf, holdingCosts, credit).map((line) => charged(line, leaf, credit, price));
  return (charges[0] as number[]).map((_, i) => Math.min(...charges.map((own) => own[i] as number)));
}

type Knot = readonly [number, number];

/** One of 1, 2(1 − U), 2s and what it is between on a leaf, in 1/(2·one²), and at the centre. */
interface Room {
  readonly which: number;
  readonly low: number;
  readonly high: number;
  readonly centre: number;
}

/** That which is least at the leaf's centre. */
function roomOf({ one, x, y, s }: Leaf): Room {
  const full = 2 * one * one;
  const centre = [full, 2 * full - 2 * one * (s[0] + s[1]) + (x[0] + x[1]) * (y[0] + y[1]), 2 * one * (s[0] + s[1])];
  const which = centre.indexOf(Math.min(...centre));
  const low = [full, Math.max(0, 2 * full - 4 * one * s[1] + 4 * x[0] * y[0]), 4 * one * s[0]][which] as number;
  const high = [full, 2 * full - 4 * one * s[0] + 4 * x[1] * y[1], 4 * one * s[1]][which] as number;
  return { which, low, high, centre: centre[which] as number };
}

/** A word's holding cost `holding cost[0] + holding cost[1]·room` and all words' `all[0] + all[1]·room`, in 2⁻²⁸; without a room they are numbers. */
interface Line {
  readonly which: number;
  readonly holdingCost: readonly [bigint, bigint];
  readonly all: readonly [bigint, bigint];
}

const SCALE = BigInt(FINE / ONE);

/** What is asked for on a leaf; each of it is no more than what an event gets, where it counts (section 6). */
function asked(room: Room, { one, x, y }: Leaf, holdingCosts: AccumulatorPotential["holdingCosts"], [c, cb]: Knot): Line[] {
  const full = 2 * one * one;
  const shares = holdingCosts.map(([at]) => (at * full) / KNOT);
  const turn = shares[1] as number;
  // P is at least its first line, and so is what is left of it where words pay more than the slice is credited.
  const firstLine = holdingCosts.length === 2 || (room.centre <= turn && (x[0] + y[0]) * cb >= c * one);
  if (room.which > 0 && (room.high <= turn || firstLine)) return [falling(room, full, holdingCosts)];
  const inner = holdingCosts.slice(1, -1).filter((_, i) => (shares[i + 1] as number) < room.high);
  const lines = inner.map((knot) => at(BigInt(knot[0]), BigInt(KNOT), holdingCosts));
  const last = inner.length === 0 ? full : (shares[inner.length] as number);
  const within = room.which > 0 && room.low >= last && room.high <= full;
  lines.push(
    within ? rising(room, full, holdingCosts, inner.length) : at(BigInt(Math.min(room.high, full)), BigInt(full), holdingCosts),
  );
  return lines;
}

/** P(v)/v, rounded down, and P(v), rounded up, at v = top/below. */
function at(top: bigint, below: bigint, holdingCosts: AccumulatorPotential["holdingCosts"]): Line {
  const [[v, low], [w, high]] = lineAt(
    holdingCosts.findIndex(([knot]) => BigInt(knot) * below >= top * BigInt(KNOT)) - 1,
    holdingCosts,
  );
  // (low·(w − v) + (high − low)·(80·top/below − v))/(w − v)
  const all = low * (w - v) * below + (high - low) * (BigInt(KNOT) * top - v * below);
  const parts = (w - v) * below;
  return { which: 0, holdingCost: [(SCALE * all * below) / (parts * top), 0n], all: [up(SCALE * all, parts), 0n] };
}

/** The first line of P, P(0) + slope·room, and slope + P(0)·(a − b·room) below P/room as a² ≤ 4b. */
function falling(room: Room, full: number, holdingCosts: AccumulatorPotential["holdingCosts"]): Line {
  const [[, low], [w, high]] = lineAt(0, holdingCosts);
  const touch = Math.max(room.centre, Math.ceil((3 * room.high) / 5), full / 100);
  const a = BigInt(Math.floor((2 * Number(PARTS) * full) / touch));
  const b = up(a * a, 4n * PARTS); // both in their parts
  const slope = (high - low) * BigInt(KNOT);
  const fall = up(SCALE * low * b, PARTS);
  return {
    which: room.which,
    holdingCost: [(SCALE * slope) / w + (SCALE * low * a) / PARTS, -fall],
    all: [SCALE * low, up(SCALE * slope, w)],
  };
}

/** A later line of P, slope·room − short, and slope − short·(1/low + 1/high − room/(low·high)) below P/room between low and high. */
function rising(room: Room, full: number, holdingCosts: AccumulatorPotential["holdingCosts"], index: number): Line {
  const [[v, low], [w, high]] = lineAt(index, holdingCosts);
  const slope = (high - low) * BigInt(KNOT);
  const short = high * v - low * w; // both over w − v
  const [least, most, one] = [room.low, room.high, full].map(BigInt) as [bigint, bigint, bigint];
  const width = w - v;
  const flat = SCALE * (slope * least * most - short * one * (least + most));
  return {
    which: room.which,
    holdingCost: [-up(-flat, width * least * most), (SCALE * short * one * one) / (width * least * most)],
    all: [-((SCALE * short) / width), up(SCALE * slope, width)],
  };
}

const lineAt = (index: number, holdingCosts: AccumulatorPotential["holdingCosts"]): readonly [Pair, Pair] => [
  pair(holdingCosts[index] as Knot),
  pair(holdingCosts[index + 1] as Knot),
];

/** Parts of a and of b in a − b·room. */
const PARTS = 2n ** 16n;

/** The quotient rounded up, the divisor positive. */
const up = (top: bigint, below: bigint): bigint => (top > 0n ? (top + below - 1n) / below : -(-top / below));

/** (x + y)·holding cost − η·all − Λ in Bernstein coefficients of degrees 2, 2, 1. */
function charged({ which, holdingCost, all }: Line, { one, x, y, s }: Leaf, [c, cb]: Knot, price: number): number[] {
  // Twice a coordinate's and once a square's coefficients of degree 2.
  const twice = ([low, high]: Span) => [2 * low, low + high, 2 * high];
  const square = ([low, high]: Span) => [low * low, low * high, high * high];
  const [wide, below] = [BigInt(one), BigInt(cb)];
  const credit = (part: bigint, times: number, over: bigint) => up(part * BigInt(c) * BigInt(times), below * over);
  const flat = credit(all[0], 1, 1n) + SCALE * BigInt(price);
  const charges: number[] = [];
  for (const i of [0, 1, 2]) {
    for (const j of [0, 1, 2]) {
      const [x1, y1, x2, y2] = [twice(x)[i], twice(y)[j], square(x)[i], square(y)[j]] as [number, number, number, number];
      const words = x1 + y1; // in half knots
      const own = -up(-holdingCost[0] * BigInt(words), 2n * wide) - flat;
      for (const sum of s) {
        if (which === 0) {
          charges.push(Number(own));
          continue;
        }
        const room = which === 1 ? 4 * one * one - 4 * one * sum + x1 * y1 : 4 * one * sum; // 1/(2·one²)
        const times = which === 1 ? words * 4 * one * (one - sum) + 4 * (x2 * y1 + x1 * y2) : words * room; // 1/(4·one³)
        charges.push(Number(own - up(-holdingCost[1] * BigInt(times), 4n * wide ** 3n) - credit(all[1], room, 2n * wide * wide)));
      }
    }
  }
  return charges;
}

/** Beyond the last knots words alone pay the price of every event. */
function farAway(potential: AccumulatorPotential): string | undefined {
  const { holdingCosts, credit, price, rows, sums, reach } = potential;
  if (!wordsPay(Math.min(rows.at(-1) as number, reach), potential)) return "reach too short";
  const last = sums.at(-1) as number;
  const [turn, all] = pair(holdingCosts[1] as Knot);
  const [c, cb] = pair(credit);
  /** 2·least·√(sums/80) ≥ Λ + η·P, by squaring; `least` = 80·all/turn. */
  const pays = (above: number, owed: bigint): boolean =>
    above > 0 &&
    (2n * BigInt(KNOT) * all * cb) ** 2n * BigInt(above) >= (turn * (BigInt(price) * cb + c * owed)) ** 2n * BigInt(KNOT);
  const enough =
    pays(last - KNOT, pair(holdingCosts[0] as Knot)[1]) && pays(last - KNOT / 2, pair(holdingCosts.at(-1) as Knot)[1]);
  return enough ? undefined : "too few sums";
}
