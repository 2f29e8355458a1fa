import { approximately, guess, ONE } from "../exact/fixed-point.js";
import type { MixedBox, MixedProgram, Multipliers } from "./chain-mixed-segment.js";

/**
 * Good multipliers for a box, in floating point: each pair (λ, v) at which two of the adversary's choices tie, with the crossing
 * price that ties a third. Nothing rests on them: `boxMaximum` is a bound whatever they are.
 */
export function searchMultipliers(program: MixedProgram, box: MixedBox): Multipliers {
  const view = look(program, box);
  const { first, second, stay, middleFirst, middleSecond, perPair } = view;
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
    if (!(budget >= 0 && budget < 64 && spread >= 1 && spread <= Math.SQRT2)) return;
    consider(budget, spread, 0);
    consider(budget, spread, Math.min(stay, budget));
    consider(budget, spread, budget);
    const tie = (2 * budget * spread - second * middleSecond) / perPair;
    if (tie > 0 && tie < budget) consider(budget, spread, tie);
  };
  const gain = second * middleSecond;
  const withStay = gain + stay * perPair;
  const budgets = [(first * middleFirst) / 2, stay];
  for (const v of [1, Math.SQRT2]) budgets.push(gain / 2 / v, withStay / 2 / v, gain / (2 * v - perPair));
  for (const budget of budgets) {
    considerCrossings(budget, 1);
    considerCrossings(budget, Math.SQRT2);
    considerCrossings(budget, clampSpread(Math.sqrt(1 + stay / budget)));
    for (const both of [gain, withStay, gain + budget * perPair]) considerCrossings(budget, clampSpread(both / 2 / budget));
  }
  for (const both of [gain, withStay]) {
    const v = stay / both + Math.sqrt((stay / both) ** 2 + 1);
    considerCrossings(both / 2 / v, v);
  }
  const v = stay / gain + Math.sqrt((stay / gain) ** 2 + 1 - (stay * perPair) / gain);
  considerCrossings(gain / (2 * v - perPair), v);
  return fixed(view, best);
}

type Triple = readonly [budget: number, spread: number, crossing: number];

const LARGEST_SPREAD = guess(Math.SQRT2) - 1n;

function fixed({ middleFirst, middleSecond, fewOld, complete }: View, [budget, spread, crossing]: Triple): Multipliers {
  const [lambda, v, pi] = [guess(budget), guess(spread), guess(crossing)];
  return {
    budget: lambda,
    spread: v < ONE ? ONE : v > LARGEST_SPREAD ? LARGEST_SPREAD : v,
    crossing: pi > lambda ? lambda : pi,
    firstSlope: guess(0.5 / middleFirst) + 1n,
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
  const full = alpha1 * alpha1 * approximately(program.fullOfSquare);
  const [middleH, middleU] = [(h0 + h1) / 2, (u0 + u1) / 2];
  const middleFirst = Math.sqrt(middleH + middleU);
  const middleSecond = Math.sqrt(middleH + full);
  return {
    x,
    k,
    first,
    second,
    birth,
    stay,
    alpha0,
    alpha1,
    middleH,
    middleU,
    reachH: (h1 - h0) / 2,
    reachU: (u1 - u0) / 2,
    middleFirst,
    middleSecond,
    transients: Math.min(full, u1),
    perPair: alpha1 * approximately(program.usesOfWord),
    most: Math.max(0, Math.min((x - h0 - alpha0) / 2, n * Math.sqrt(h1 + full))),
    fewOld: middleH < 1,
    complete: alpha0 > 2 * k * middleFirst,
  };
}

/** `boxMaximum` in doubles, except for rounding. */
function estimate(view: View, budget: number, spread: number, crossing: number): number {
  const { first, second, stay, middleH, middleU, middleFirst, middleSecond, transients, perPair, most } = view;
  const saved = budget * (spread * spread - 1);
  const resident = Math.max(0, stay - saved);
  const constant = budget * view.x + saved + (view.fewOld ? 0 : resident) + Math.max(0, crossing - stay);
  const old = (view.fewOld ? resident : 0) - budget;
  const born = -view.birth - crossing;
  const bend = transients / perPair;
  let largest = Number.NEGATIVE_INFINITY;
  for (let corner = 0; corner < (bend < most ? 3 : 2); corner++) {
    const r = corner === 0 ? 0 : corner === 1 ? Math.min(bend, most) : most;
    const theta = Math.min(transients, r * perPair);
    const secondStage = second * r * middleSecond - 2 * budget * spread * r + crossing * theta;
    const secondSlope = (second * r) / (2 * middleSecond);
    for (let side = view.complete ? 1 : 0; side < 2; side++) {
      const alpha = side === 1 ? view.alpha0 : view.alpha1;
      const slope = view.complete ? first * view.k : (first * alpha) / (4 * middleFirst);
      const firstStage = view.complete ? first * view.k * (middleH + middleU) : (first * alpha * middleFirst) / 2;
      const [inH, inU] = [slope + secondSlope + old, slope + born];
      const total =
        firstStage -
        budget * alpha +
        secondStage +
        old * middleH +
        born * middleU +
        Math.abs(inH) * view.reachH +
        Math.abs(inU) * view.reachU;
      if (total > largest) largest = total;
    }
  }
  return constant + largest;
}

function clampSpread(v: number): number {
  return Math.min(Math.SQRT2, Math.max(1, v));
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
  const perSquare = approximately(program.fullOfSquare);
  const [full0, full1] = [alpha0 * alpha0 * perSquare, alpha1 * alpha1 * perSquare];
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
