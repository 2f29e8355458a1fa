import { approximately, guess, ONE } from "../../../exact/fixed-point.js";
import type { Line, MixedBox, MixedProgram, Multipliers } from "./segment.js";
import { fullPairs } from "./segment.js";

/** A program in doubles, with room for what its search needs of a box. */
export interface MixedSearch {
  readonly program: MixedProgram;
  readonly x: number;
  readonly k: number;
  readonly n: number;
  readonly side: number;
  readonly usesOfWord: number;
  readonly widest: number;
  readonly first: number;
  readonly second: number;
  readonly birth: number;
  readonly stay: number;
  readonly corners: readonly Corner[];
}

/** A corner of a box: what the multipliers do not change there, then what the crossing price does not. */
interface Corner {
  r: number;
  alpha: number;
  theta: number;
  firstStage: number;
  inH: number;
  inU: number;
  there: number;
  reach: number;
}

export function mixedSearch(program: MixedProgram): MixedSearch {
  const { prices } = program;
  const corner = { r: 0, alpha: 0, theta: 0, firstStage: 0, inH: 0, inU: 0, there: 0, reach: 0 };
  return {
    program,
    x: approximately(program.budget),
    k: approximately(program.k),
    n: approximately(program.n),
    side: approximately(program.side),
    usesOfWord: approximately(program.usesOfWord),
    widest: approximately(program.largestSpread),
    first: approximately(prices.first),
    second: approximately(prices.second),
    birth: approximately(prices.birth),
    stay: approximately(prices.stay),
    corners: Array.from({ length: 6 }, () => ({ ...corner })),
  };
}

/**
 * Good multipliers for a box, in floating point: each pair (λ, v) at which two of the adversary's choices tie, with the crossing
 * price that ties a third. Nothing rests on them: `boxMaximum` is a bound whatever they are.
 */
export function searchMultipliers(search: MixedSearch, box: MixedBox): Multipliers {
  const view = look(search, box);
  const { first, second, stay, widest } = search;
  const { rootFirst, middleSecond, perPair } = view;
  const best: Best = { budget: 0, spread: 1, crossing: 0, value: Number.POSITIVE_INFINITY };
  const gain = second * middleSecond;
  const withStay = gain + stay * perPair;
  const budgets = [(first * rootFirst) / 2, stay];
  for (const v of widest > 1 ? [1, widest] : [1]) budgets.push(gain / 2 / v, withStay / 2 / v, gain / (2 * v - perPair));
  for (const budget of budgets) {
    tryCrossings(search, view, best, budget, 1);
    // Spreads in between: clamped to an end they were tried already.
    if (widest === 1) continue;
    tryCrossings(search, view, best, budget, widest);
    tryBetween(search, view, best, budget, Math.sqrt(1 + stay / budget));
    tryBetween(search, view, best, budget, gain / 2 / budget);
    tryBetween(search, view, best, budget, withStay / 2 / budget);
    tryBetween(search, view, best, budget, (gain + budget * perPair) / 2 / budget);
  }
  if (widest > 1) {
    for (const both of [gain, withStay]) {
      const v = stay / both + Math.sqrt((stay / both) ** 2 + 1);
      tryCrossings(search, view, best, both / 2 / v, v);
    }
    const v = stay / gain + Math.sqrt((stay / gain) ** 2 + 1 - (stay * perPair) / gain);
    tryCrossings(search, view, best, gain / (2 * v - perPair), v);
  }
  return fixed(view, best, search.program.largestSpread);
}

interface Best {
  budget: number;
  spread: number;
  crossing: number;
  value: number;
}

function tryBetween(search: MixedSearch, view: View, best: Best, budget: number, spread: number): void {
  if (spread > 1 && spread < search.widest) tryCrossings(search, view, best, budget, spread);
}

/** `boxMaximum` in doubles, except for rounding, at each crossing price that may be good. */
function tryCrossings(search: MixedSearch, view: View, best: Best, budget: number, spread: number): void {
  if (!(budget >= 0 && budget < 64 && spread >= 1 && spread <= search.widest)) return;
  const { second, stay, corners } = search;
  const { middleH, middleSecond, reachH, fewOld, perPair } = view;
  const saved = budget * (spread * spread - 1);
  const resident = Math.max(0, stay - saved);
  const constant = budget * search.x + saved + (fewOld ? 0 : resident);
  const old = (fewOld ? resident : 0) - budget;
  const perR = second * middleSecond - 2 * budget * spread;
  for (let i = 0; i < view.cornerCount; i++) {
    const corner = corners[i] as Corner;
    corner.there = corner.firstStage - budget * corner.alpha + perR * corner.r + old * middleH;
    corner.reach = Math.abs(corner.inH + old) * reachH;
  }
  const consider = (crossing: number): void => {
    const value = atCrossing(search, view, constant + Math.max(0, crossing - stay), crossing, best.value);
    if (!(value < best.value)) return;
    best.value = value;
    best.budget = budget;
    best.spread = spread;
    best.crossing = crossing;
  };
  consider(0);
  if (stay < budget) consider(stay);
  consider(budget);
  const tie = (2 * budget * spread - second * middleSecond) / perPair;
  if (tie > 0 && tie < budget) consider(tie);
}

/** The largest corner, or infinity once it is no less than `least`. */
function atCrossing(search: MixedSearch, view: View, constant: number, crossing: number, least: number): number {
  const born = -search.birth - crossing;
  const atMiddle = born * view.middleU;
  let largest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < view.cornerCount; i++) {
    const corner = search.corners[i] as Corner;
    const total = corner.there + crossing * corner.theta + atMiddle + corner.reach + Math.abs(corner.inU + born) * view.reachU;
    if (total <= largest) continue;
    largest = total;
    if (constant + total >= least) return Number.POSITIVE_INFINITY;
  }
  return constant + largest;
}

function fixed(
  { ofFirst, ofSecond, fewOld, complete }: View,
  { budget, spread, crossing }: Best,
  largestSpread: bigint,
): Multipliers {
  const [lambda, v, pi] = [guess(budget), guess(spread), guess(crossing)];
  return {
    budget: lambda,
    spread: v < ONE ? ONE : v > largestSpread ? largestSpread : v,
    crossing: pi > lambda ? lambda : pi,
    first: fixedLine(ofFirst),
    second: fixedLine(ofSecond),
    fewOld,
    complete,
  };
}

/** A line above the root of a number of elements, or above what takes its place where the short side binds: its height and slope there. */
interface LineAt {
  readonly narrow: number | undefined;
  readonly height: number;
  readonly slope: number;
}

function lineAt(elements: number, side: number): LineAt {
  if (elements <= side * side) {
    const height = Math.sqrt(elements);
    return { narrow: undefined, height, slope: 0.5 / height };
  }
  const narrow = (side * side) / (side * side + elements);
  return { narrow, height: 2 * side * (1 - narrow), slope: (2 * narrow * narrow) / side };
}

function fixedLine({ narrow, slope }: LineAt): Line {
  return narrow === undefined ? { slope: guess(slope) + 1n } : { narrow: guess(narrow) };
}

/** A box in doubles, tangents taken at its middle; fills the corners of the search. */
type View = ReturnType<typeof look>;

function look(search: MixedSearch, box: MixedBox) {
  const { program, first, second, side, corners } = search;
  const [h0, h1] = [approximately(box.h[0]), approximately(box.h[1])];
  const [alpha0, alpha1] = [approximately(box.alpha[0]), approximately(box.alpha[1])];
  const [u0, u1] = [approximately(box.u[0]), approximately(box.u[1])];
  const full = approximately(fullPairs(program, box.alpha[1]));
  const [middleH, middleU] = [(h0 + h1) / 2, (u0 + u1) / 2];
  const elements = middleH + middleU;
  const ofFirst = lineAt(elements, side);
  const ofSecond = lineAt(middleH + full, program.evenly ? side : Number.POSITIVE_INFINITY);
  const { height: rootFirst, slope: slopeFirst } = ofFirst;
  const read = h1 + full;
  const fewest = program.evenly && read > side * side ? (side + read / side) / 2 : Math.sqrt(read);
  const transients = Math.min(full, u1);
  const perPair = alpha1 * search.usesOfWord;
  const most = Math.max(0, Math.min((search.x - h0 - alpha0) / 2, search.n * fewest));
  const bend = transients / perPair;
  const complete = alpha0 * rootFirst > 2 * search.k * elements;
  let cornerCount = 0;
  const add = (r: number, alpha: number): void => {
    const corner = corners[cornerCount++] as Corner;
    const slope = complete ? first * search.k : (first * alpha * slopeFirst) / 2;
    corner.r = r;
    corner.alpha = alpha;
    corner.theta = Math.min(transients, r * perPair);
    corner.firstStage = complete ? first * search.k * elements : (first * alpha * rootFirst) / 2;
    corner.inH = slope + second * r * ofSecond.slope;
    corner.inU = slope;
  };
  const addBoth = (r: number): void => {
    if (!complete) add(r, alpha1);
    add(r, alpha0);
  };
  addBoth(most);
  addBoth(bend < most ? bend : 0);
  if (bend < most) addBoth(0);
  return {
    middleH,
    middleU,
    reachH: (h1 - h0) / 2,
    reachU: (u1 - u0) / 2,
    rootFirst,
    ofFirst,
    ofSecond,
    middleSecond: ofSecond.height,
    perPair,
    cornerCount,
    fewOld: middleH < 1,
    complete,
  };
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
