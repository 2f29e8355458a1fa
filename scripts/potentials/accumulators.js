// The potentials of proofs/gemm-holding-cost.md, section 6. What words that fill the memory pay, P, is sought with them.
import { checkEndsPotential } from "../../dist/verify/potentials/slice-ends-potential.js";
import { add, known } from "./polynomials.js";
import { UNIT } from "./program.js";

/** Knots are in these parts. */
export const KNOT = 80;
export const check = checkEndsPotential;
/** Of the memory without accumulators, where P has its knots. */
const SHARES = [0, 40, 60, 80];
const RENTS = SHARES.map((share) => `P(${share})`);
const EVENTS_DEEPEST = 4;

// What binds lies where the memory is nearly empty or nearly full of accumulators and few words are there: knots in steps that double.
const ROWS = [0, 4, 8, 14, 20, 32, 48, 64, 80, 100, 120, 160, 200, 240];
const FARTHER_ROWS = [...ROWS.slice(0, -2), 208, 260];
const FARTHEST_ROWS = [...ROWS.slice(0, -4), 130, 176, 236, 300];
const FULL = [78, 79, 80, 81, 82, 84, 88, 96, 112, 176];
const SUMS = [0, 1, 2, 3, 4, 6, 8, 11, 14, 17, 20, 25, 30, 35, 40, 45, 50, 55, 60, 63, 66, 69, 72, 74, 76, 77, ...FULL];
const COARSE_ROWS = [0, 40, 80, 120, 160, 200, 240];
const COARSE_SUMS = [0, 16, 40, 64, 80, 96, 176];

const FARTHEST = { rows: FARTHEST_ROWS, near: 2.9, reach: 308 };
const FARTHER = { rows: FARTHER_ROWS, near: 2.6, reach: 264 };
const NEAR = { rows: ROWS, near: 2.3, reach: 236 };

/** The credit; the grid; duals above which a condition is cut, solution by solution. */
const wanted = ([top, below], grid, cuts) => ({ id: `credit ${top}/${below}`, credit: [top, below], sums: SUMS, ...grid, cuts });

export const WANTED = [
  wanted([2, 3], FARTHEST, [7e-4, 7e-4, 8e-4, 8e-4]),
  wanted([8, 13], FARTHEST, [5e-4, 3e-4]),
  wanted([4, 7], FARTHEST, [5e-4, 3e-4, 2e-4]),
  wanted([1, 2], FARTHER, [7e-4, 4e-4, 2.5e-4]),
  wanted([2, 5], FARTHER, [7e-4, 4e-4, 2.5e-4]),
  wanted([1, 3], NEAR, [7e-4, 4e-4, 2.5e-4]),
  wanted([1, 4], NEAR, [7e-4, 7e-4, 8e-4]),
  wanted([1, 6], NEAR, [1e-3, 5e-4, 2.5e-4]),
  wanted([1, 8], NEAR, [1e-3, 5e-4, 2.5e-4]),
  wanted([1, 12], NEAR, [1e-3, 5e-4, 2.5e-4]),
];

/** For a test: a few boxes. */
export const COARSE = { ...wanted([1, 4], { rows: COARSE_ROWS, near: 2, reach: 244 }, []), sums: COARSE_SUMS };

export function searched({ credit: [top, below], rows, sums, near, reach }) {
  const scaled = (knots) => knots.map((knot) => knot / KNOT);
  const credit = top / below;
  const last = sums.at(-1) / KNOT;
  return {
    rowCost: 1,
    half: true,
    rows: scaled(rows),
    columns: scaled(rows),
    sums: scaled(sums),
    near,
    reach: reach / KNOT,
    zero: `0 0 ${2 * sums.indexOf(KNOT / 2)}`,
    shared: { price: [0, 2], ceiling: [], ...Object.fromEntries(RENTS.map((name) => [name, [0, 2]])) },
    gains: [["price", 1]],
    payments: { event: { deepest: EVENTS_DEEPEST, on: (...part) => events(credit, ...part) } },
    farAway: (program, unknowns) => farAway(program, unknowns, credit, near, last),
  };
}

/** P never falls and is convex, P(v)/v falls on its first line alone; far away words alone pay, a word's least rent each. */
function farAway(program, unknowns, credit, near, last) {
  const rents = RENTS.map((name) => unknowns[name]);
  for (let j = 0; j + 1 < rents.length; j++) {
    const sign = j === 0 ? 1 : -1;
    program.row([[rents[j + 1], 1], [rents[j], -1]], 0); // biome-ignore format: one row
    program.row([[rents[j], (sign * SHARES[j + 1]) / KNOT], [rents[j + 1], (-sign * SHARES[j]) / KNOT]], 0); // biome-ignore format: one row
  }
  const pay = (words, owed) =>
    program.row([[rents[1], (words * KNOT) / SHARES[1]], [owed, -credit], [unknowns.price, -1]], 1e-5); // biome-ignore format: one row
  pay(near, rents.at(-1));
  pay(2 * Math.sqrt(last - 1), rents[0]);
  pay(2 * Math.sqrt(last - 0.5), rents.at(-1));
}

/** The room for the words of a slice: 1, 2(1 − U) or 2s, as terms of `known`. */
const ROOMS = [
  [[1, 0, 0, 0]],
  [[2, 0, 0, 0], [-2, 0, 0, 1], [2, 1, 1, 0]], // biome-ignore format: one polynomial
  [[2, 0, 0, 1]],
];

/** An event: F_s + (x + y)·P(v)/v − ηP(v) − Λ ≥ 0 for every v up to the room, by what the checker asks for on the part. */
function events(credit, box, growth, local) {
  const [[x0, x1], [y0, y1], [s0, s1]] = box;
  const [x, y, s] = box.map(([low, high]) => (low + high) / 2);
  const centres = [1, 2 * (1 - s + x * y), 2 * s];
  // As the checker takes the first of equals.
  const which = [0, 1, 2].reduce((best, one) => (centres[one] < centres[best] - 1e-12 ? one : best));
  const low = [1, Math.max(0, 2 * (1 - s1 + x0 * y0)), 2 * s0][which];
  const high = [1, 2 * (1 - s0 + x1 * y1), 2 * s1][which];
  const times = (terms, dx, dy) => terms.map(([factor, i, j, k]) => [factor, i + dx, j + dy, k]);
  const numbers = (terms) => known(terms, box, growth.degrees);
  const room = ROOMS[which];
  const [allRoom, words] = [numbers(room), numbers(WORDS)];
  const wordsRoom = numbers([...times(room, 1, 0), ...times(room, 0, 1)]);
  return asked(which, { low, high, centre: centres[which] }, x0 + y0 >= credit - 1e-9).map((line) =>
    line.reduce(
      (sum, { rent, all }, j) => {
        const charged = words.map((own, i) => own * rent[0] + wordsRoom[i] * rent[1] - credit * (all[0] + allRoom[i] * all[1]));
        return add(sum, local(RENTS[j]), charged);
      },
      add(growth, local("price"), -1),
    ),
  );
}

const WORDS = [[1, 1, 0, 0], [1, 0, 1, 0]]; // biome-ignore format: one polynomial

/** Lines in the room: what each knot of P gives to P(v)/v, `rent`, and to P(v), `all`, constant and slope. */
function asked(which, { low, high, centre }, enoughWords) {
  const knots = SHARES.map((share) => share / KNOT);
  if (which > 0 && (high <= knots[1] + 1e-9 || (centre <= knots[1] && enoughWords))) {
    const a = 2 / Math.max(centre, 0.6 * high, 0.01);
    return [straight(0, knots, ([flat, steep]) => ({ rent: [steep + flat * a, (-flat * a * a) / 4], all: [flat, steep] }))];
  }
  const inner = knots.slice(1, -1).filter((knot) => knot < high - 1e-9);
  const at = (v) => {
    const j = knots.findLastIndex((knot, i) => i + 1 < knots.length && knot <= v + 1e-12);
    return straight(j, knots, ([flat, steep]) => ({ rent: [flat / v + steep, 0], all: [flat + steep * v, 0] }));
  };
  const lines = inner.map(at);
  const within = which > 0 && low >= (inner.at(-1) ?? 1) - 1e-9 && high <= 1 + 1e-9;
  const chord = ([flat, steep]) => ({ rent: [steep + flat * (1 / low + 1 / high), -flat / (low * high)], all: [flat, steep] });
  return [...lines, within ? straight(inner.length, knots, chord) : at(Math.min(high, 1))];
}

/** A line of P between two knots, flat + steep·v, by what the value at each knot gives to the two. */
function straight(j, knots, of) {
  const [v, w] = [knots[j], knots[j + 1]];
  const share = [[w, -1], [-v, 1]]; // biome-ignore format: by knot
  return knots.map((_, i) => of((share[i - j] ?? [0, 0]).map((part) => part / (w - v))));
}

/** Rounded: rents with the lines where a word's rent does not fall kept so, and all of them convex; the price below what was found. */
export function header({ id, credit, rows, sums, reach }, found, given) {
  const rents = RENTS.map((name) => Math.round(found[name] * UNIT));
  for (let j = 1; j + 1 < rents.length; j++) {
    const straightOn = rents[j] + Math.ceil(((rents[j] - rents[j - 1]) * (SHARES[j + 1] - SHARES[j])) / (SHARES[j] - SHARES[j - 1]));
    rents[j + 1] = Math.max(rents[j + 1], Math.ceil((rents[j] * SHARES[j + 1]) / SHARES[j]), straightOn);
  }
  return {
    id,
    rents: SHARES.map((share, j) => [share, rents[j]]),
    credit,
    price: Math.floor((found.price - 1e-6 - 2.6 * given) * UNIT),
    rows,
    sums,
    reach,
    ceiling: Math.round((1 - given) * found.ceiling * UNIT),
  };
}
