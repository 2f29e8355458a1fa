// The potentials of proofs/gemm-holding-cost.md. P, what words that fill the memory pay, is sought with them.
import { checkEndsPotential } from "../../build/verify/potentials/accumulators.js";
import { known, plusKnown } from "./polynomials.js";

/** Where P has its knots, in eightieths of the memory, and what the unknowns there are called. */
const SHARES = [0, 40, 60, 80];
const RENTS = SHARES.map((share) => `P(${share})`);
const KNOTS = SHARES.map((share) => share / 80);
const DEEPEST = 4;

// What binds lies where the memory is nearly empty or nearly full of accumulators and few words are there: knots in steps that double.
const FULL = [78, 79, 80, 81, 82, 84, 88, 96, 112, 176];
const SUMS = [0, 1, 2, 3, 4, 6, 8, 11, 14, 17, 20, 25, 30, 35, 40, 45, 50, 55, 60, 63, 66, 69, 72, 74, 76, 77, ...FULL];
const ROWS = [0, 4, 8, 14, 20, 32, 48, 64, 80, 100];
const NEAR = { rows: [...ROWS, 120, 160, 200, 240], sums: SUMS, near: 2.3, reach: 236 };
const FARTHER = { rows: [...ROWS, 120, 160, 208, 260], sums: SUMS, near: 2.6, reach: 264 };
const FARTHEST = { rows: [...ROWS, 130, 176, 236, 300], sums: SUMS, near: 2.9, reach: 308 };
const FEW = { rows: [0, 40, 80, 120, 160, 200, 240], sums: [0, 16, 40, 64, 80, 96, 176], near: 2, reach: 244 };

/** Duals above which boxes are cut, solution by solution. */
export const CUTS = [7e-4, 4e-4, 2.5e-4];
export const WANTED = [
  ...["2/3", "8/13", "4/7"].map((credit) => wanted(credit, FARTHEST)),
  ...["1/2", "2/5"].map((credit) => wanted(credit, FARTHER)),
  ...["1/3", "1/4", "1/6", "1/8", "1/12"].map((credit) => wanted(credit, NEAR)),
];
export const COARSE = wanted("1/4", FEW);
export const check = checkEndsPotential;

function wanted(name, grid) {
  const credit = name.split("/").map(Number);
  const share = credit[0] / credit[1];
  return {
    id: `credit ${name}`,
    credit,
    ...grid,
    knot: 80,
    zero: `0 0 ${2 * grid.sums.indexOf(40)}`,
    shared: { price: [0, 2], ceiling: [], ...Object.fromEntries(RENTS.map((holdingCost) => [holdingCost, [0, 2]])) },
    gains: { price: 1 },
    payments: { event: { deepest: DEEPEST, on: (box, growth, local) => events(share, box, growth, local) } },
    farAway: [...shapeOfHoldingCosts(), ...farAway(share, grid.near, grid.sums.at(-1) / 80)],
  };
}

/** P never falls, P(v)/v falls on its first line alone; a sum of its values at knots, and what it is at least. */
function shapeOfHoldingCosts() {
  return RENTS.slice(1).flatMap((next, j) => {
    const [one, sign] = [RENTS[j], j === 0 ? 1 : -1];
    return [
      [{ [next]: 1, [one]: -1 }, 0],
      [{ [one]: sign * KNOTS[j + 1], [next]: -sign * KNOTS[j] }, 0],
    ];
  });
}

/** Words alone pay, a word's least holding cost each: all that are not near, and those of a slice that has met so much. */
function farAway(credit, near, last) {
  const [first, turn, , most] = RENTS;
  const pay = (words, owed) => [{ [turn]: words / KNOTS[1], [owed]: -credit, price: -1 }, 1e-5];
  return [pay(near, most), pay(2 * Math.sqrt(last - 1), first), pay(2 * Math.sqrt(last - 0.5), most)];
}

/** 1, 2(1 − U) and 2s, each of which is at least the room for words. */
const ROOMS = [{ "": 1 }, { "": 2, s: -2, xy: 2 }, { s: 2 }];

/** An event: F_s + (x + y)·P(v)/v − ηP(v) − Λ ≥ 0 for every v up to the room, by what the checker asks for on the part. */
function events(credit, box, growth, local) {
  const numbers = (sum) => known(sum, box, growth.degrees);
  // Of functions straight in each variable coefficients say how far they go, and their mean is in the middle.
  const rooms = ROOMS.map((sum) => {
    const all = numbers(sum);
    return {
      sum,
      all,
      low: Math.max(0, Math.min(...all)),
      high: Math.max(...all),
      centre: all.reduce((a, b) => a + b) / all.length,
    };
  });
  const room = rooms.reduce((best, one) => (one.centre < best.centre - 1e-12 ? one : best));
  const timesWords = Object.entries(room.sum).flatMap(([name, factor]) => [
    [`x${name}`, factor],
    [`y${name}`, factor],
  ]);
  const [words, wordsTimesRoom] = [numbers({ x: 1, y: 1 }), numbers(Object.fromEntries(timesWords))];
  return asked({ ...room, isFixed: room === rooms[0] }, box[0][0] + box[1][0] >= credit - 1e-9).map((line) =>
    line.reduce(
      (sum, { holdingCost, full }, j) => {
        const paid = words.map(
          (own, i) => own * holdingCost[0] + wordsTimesRoom[i] * holdingCost[1] - credit * (full[0] + room.all[i] * full[1]),
        );
        return plusKnown(sum, local(RENTS[j]), paid);
      },
      plusKnown(growth, local("price"), -1),
    ),
  );
}

/** Lines in the room, constant and slope: what P at each knot gives to P(v)/v, `holding cost`, and to P(v), `full`. */
function asked({ isFixed, low, high, centre }, haveWords) {
  const turn = KNOTS[1];
  if (!isFixed && (high <= turn + 1e-9 || (centre <= turn && haveWords))) {
    const a = 2 / Math.max(centre, 0.6 * high, 0.01);
    return [line(0, (flat, steep) => ({ holdingCost: [steep + flat * a, (-flat * a * a) / 4], full: [flat, steep] }))];
  }
  const at = (v) => {
    const j = KNOTS.findIndex((knot) => knot >= v - 1e-12) - 1;
    return line(j, (flat, steep) => ({ holdingCost: [flat / v + steep, 0], full: [flat + steep * v, 0] }));
  };
  const inner = KNOTS.slice(1, -1).filter((knot) => knot < high - 1e-9);
  const isWithin = !isFixed && low >= (inner.at(-1) ?? 1) - 1e-9 && high <= 1 + 1e-9;
  const chord = (flat, steep) => ({
    holdingCost: [steep + flat * (1 / low + 1 / high), -flat / (low * high)],
    full: [flat, steep],
  });
  return [...inner.map(at), isWithin ? line(inner.length, chord) : at(Math.min(high, 1))];
}

/** Of a line of P between two knots, flat + steep·v, by what P at each knot gives to the two. */
function line(j, of) {
  const [v, w] = [KNOTS[j], KNOTS[j + 1]];
  const shares = { [j]: [w, -1], [j + 1]: [-v, 1] };
  return KNOTS.map((_, i) => of(...(shares[i] ?? [0, 0]).map((share) => share / (w - v))));
}

/** What is proved of one, in whole numbers: holding costs rounded so that all are convex and a word's holding cost falls on the first line alone. */
export function header({ credit }, found, rounded) {
  const holdingCosts = RENTS.map((name) => rounded(found[name]));
  for (let j = 1; j + 1 < holdingCosts.length; j++) {
    const straight =
      holdingCosts[j] + ((holdingCosts[j] - holdingCosts[j - 1]) * (SHARES[j + 1] - SHARES[j])) / (SHARES[j] - SHARES[j - 1]);
    holdingCosts[j + 1] = Math.ceil(Math.max(holdingCosts[j + 1], (holdingCosts[j] * SHARES[j + 1]) / SHARES[j], straight));
  }
  return { credit, holdingCosts: SHARES.map((share, j) => [share, holdingCosts[j]]), price: rounded(found.price) };
}
