import { approximately, guess, ONE } from "../exact/fixed-point.js";
import type { MixedBox, MixedProgram, Multipliers } from "./chain-mixed-segment.js";
import { fullPairs } from "./chain-mixed-segment.js";

/**
 * Good multipliers for a box, in floating point: each pair (λ, v) at which two of the adversary's choices tie, with the crossing
 * price that ties a third. Nothing rests on them: `boxMaximum` is a bound whatever they are.
 */
export function searchMultipliers(program: MixedProgram, box: MixedBox): Multipliers {
  const view = look(program, box);
  const { first, second, stay, rootFirst, middleSecond, perPair, widest } = view;
  const clampSpread = (v: number): number => Math.min(widest, Math.max(1, v));
  let best: Triple = [0, 1, 0];
  let least = Number.POSITIVE_INFINITY;
  const consider = (budget: number, spread: number, crossing: number): void => {
    const value = estimate(view, budget, spread, crossing);
    if (value < least) {
      least = value;
      best = [budget, spread, crossing];
    }
  };
  const considerCrossings = (budget: number, spread: number): void => {
    if (!(budget >= 0 && budget < 64 && spread >= 1 && spread <= widest)) return;
    consider(budget, spread, 0);
    consider(budget, spread, Math.min(stay, budget));
    consider(budget, spread, budget);
    const tie = (2 * budget * spread - second * middleSecond) / perPair;
    if (tie > 0 && tie < budget) consider(budget, spread, tie);
  };
  const gain = second * middleSecond;
  const withStay = gain + stay * perPair;
  const budgets = [(first * rootFirst) / 2, stay];
  for (const v of [1, widest]) budgets.push(gain / 2 / v, withStay / 2 / v, gain / (2 * v - perPair));
  for (const budget of budgets) {
    considerCrossings(budget, 1);
    considerCrossings(budget, widest);
    considerCrossings(budget, clampSpread(Math.sqrt(1 + stay / budget)));
    for (const both of [gain, withStay, gain + budget * perPair]) considerCrossings(budget, clampSpread(both / 2 / budget));
  }
  for (const both of [gain, withStay]) {
    const v = stay / both + Math.sqrt((stay / both) ** 2 + 1);
    considerCrossings(both / 2 / v, v);
  }
  const v = stay / gain + Math.sqrt((stay / gain) ** 2 + 1 - (stay * perPair) / gain);
  considerCrossings(gain / (2 * v - perPair), v);
  return fixed(view, best, program.largestSpread);
}

type Triple = readonly [budget: number, spread: number, crossing: number];

function fixed(
  { slopeFirst, narrow, middleSecond, fewOld, complete }: View,
  [budget, spread, crossing]: Triple,
  largestSpread: bigint,
): Multipliers {
  const [lambda, v, pi] = [guess(budget), guess(spread), guess(crossing)];
  return {
    budget: lambda,
    spread: v < ONE ? ONE : v > largestSpread ? largestSpread : v,
    crossing: pi > lambda ? lambda : pi,
    narrow: narrow === undefined ? undefined : guess(narrow),
    firstSlope: guess(slopeFirst) + 1n,
    secondSlope: guess(0.5 / middleSecond) + 1n,
    fewOld,
    complete,
  };
}

/** The box in doubles, tangents taken at its middle. */
type View = ReturnType<typeof look>;

function look(program: MixedProgram, { h, alpha, u }: MixedBox) {
  const [x, k, n] = [program.budget, program.k, program.n].map(approximately) as [number, number, number];
  const { prices } = program;
  const [first, second, birth, stay] = [prices.first, prices.second, prices.birth, prices.stay].map(approximately) as [
    number,
    number,
    number,
    number,
  ];
  const [h0, h1, alpha0, alpha1, u0, u1] = [...h, ...alpha, ...u].map(approximately) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const full = approximately(fullPairs(program, alpha[1]));
  const [middleH, middleU] = [(h0 + h1) / 2, (u0 + u1) / 2];
  const [elements, side] = [middleH + middleU, approximately(program.side)];
  const narrow = elements > side * side ? (side * side) / (side * side + elements) : undefined;
  const rootFirst = narrow === undefined ? Math.sqrt(elements) : 2 * side * (1 - narrow);
  const slopeFirst = narrow === undefined ? 0.5 / rootFirst : (2 * narrow * narrow) / side;
  const middleSecond = Math.sqrt(middleH + full);
  const transients = Math.min(full, u1);
  const perPair = alpha1 * approximately(program.usesOfWord);
  const most = Math.max(0, Math.min((x - h0 - alpha0) / 2, n * Math.sqrt(h1 + full)));
  const bend = transients / perPair;
  const complete = alpha0 * rootFirst > 2 * k * elements;
  // What the multipliers do not change at each corner.
  const corners = (bend < most ? [0, bend, most] : [0, Math.min(bend, most)]).flatMap((r) =>
    (complete ? [alpha0] : [alpha1, alpha0]).map((alpha) => {
      const slope = complete ? first * k : (first * alpha * slopeFirst) / 2;
      return {
        r,
        alpha,
        theta: Math.min(transients, r * perPair),
        firstStage: complete ? first * k * elements : (first * alpha * rootFirst) / 2,
        inH: slope + (second * r) / (2 * middleSecond),
        inU: slope,
      };
    }),
  );
  return {
    x,
    widest: approximately(program.largestSpread),
    first,
    second,
    birth,
    stay,
    middleH,
    middleU,
    reachH: (h1 - h0) / 2,
    reachU: (u1 - u0) / 2,
    rootFirst,
    slopeFirst,
    narrow,
    middleSecond,
    perPair,
    corners,
    fewOld: middleH < 1,
    complete,
  };
}

/** `boxMaximum` in doubles, except for rounding. */
function estimate(view: View, budget: number, spread: number, crossing: number): number {
  const { second, stay, middleH, middleU, middleSecond, reachH, reachU } = view;
  const saved = budget * (spread * spread - 1);
  const resident = Math.max(0, stay - saved);
  const constant = budget * view.x + saved + (view.fewOld ? 0 : resident) + Math.max(0, crossing - stay);
  const old = (view.fewOld ? resident : 0) - budget;
  const born = -view.birth - crossing;
  const perR = second * middleSecond - 2 * budget * spread;
  let largest = Number.NEGATIVE_INFINITY;
  for (const { r, alpha, theta, firstStage, inH, inU } of view.corners) {
    const there = firstStage - budget * alpha + perR * r + crossing * theta + old * middleH + born * middleU;
    const total = there + Math.abs(inH + old) * reachH + Math.abs(inU + born) * reachU;
    if (total > largest) largest = total;
  }
  return constant + largest;
}

/** The axis along which halving a box should gain most: where its maximum is steep or curved, in the units of the payoff. */
export function axisToSplit(program: MixedProgram, { h, alpha, u }: MixedBox): keyof MixedBox {
  const [h0, h1, alpha0, alpha1, u0, u1] = [...h, ...alpha, ...u].map(approximately) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const { first, second, birth, stay } = program.prices;
  const [perFirst, perSecond] = [0.6 * approximately(first), 0.8 * approximately(second)];
  const [full0, full1] = alpha.map((words) => approximately(fullPairs(program, words))) as [number, number];
  const [middleH, middleU] = [(h0 + h1) / 2, (u0 + u1) / 2];
  const kink = h0 < 1 && h1 > 1 ? approximately(stay) * Math.min(1 - h0, h1 - 1) : 0;
  const rise = (x: number, y: number): number => Math.sqrt(y) - Math.sqrt(x);
  const gains = {
    h: 0.3 * (perFirst * rise(h0 + middleU, h1 + middleU) + perSecond * rise(h0 + full1, h1 + full1)) + kink,
    alpha: 0.6 * (alpha1 - alpha0) + perSecond * rise(h1 + full0, h1 + full1) + approximately(stay) * rise(full0, full1),
    u: 0.3 * (approximately(birth + stay) * (u1 - u0) + perFirst * rise(middleH + u0, middleH + u1)),
  };
  if (gains.h >= gains.alpha && gains.h >= gains.u) return "h";
  return gains.alpha >= gains.u ? "alpha" : "u";
}
