import { divideUp, multiplyDown, multiplyUp, ONE } from "../../../exact/fixed-point.js";

/**
 * What a segment of a fused chain can bring in at most, when H may be stored, transient and anything between
 * (proofs/chain-mixed.md, sections 4 and 5). Lengths are in units of S, k and n of √S, all in fixed point rounded towards a larger maximum.
 */
export interface MixedProgram {
  /** (S + T) / S where an interval of E costs 1, (S + T + 1) / S where it costs 2; less 1 in a first segment. */
  readonly budget: bigint;
  /** At most √(what an interval of E costs). */
  readonly largestSpread: bigint;
  /** The most old elements of H: the budget, or none in the first segment of an only memory. */
  readonly mostOld: bigint;
  /** An interval of E costs 1: words of D and E count alike, and the short side binds second-stage products too. */
  readonly evenly: boolean;
  readonly prices: MixedPrices;
  /** k/√S and n/√S, rounded up. */
  readonly k: bigint;
  readonly n: bigint;
  /** s, the shorter of m and l, in √S, rounded up and down; 2ks/S and s/k rounded up, s²/S rounded down. */
  readonly side: bigint;
  readonly sideBelow: bigint;
  readonly shortFrom: bigint;
  readonly shortOfWord: bigint;
  readonly shortSquare: bigint;
  /** S/(4k²) and S/(2kn), rounded up. */
  readonly fullOfSquare: bigint;
  readonly usesOfWord: bigint;
}

/** What the proof pays for a product of each stage, takes for a birth of H, and pays for an element of H that stays. */
export interface MixedPrices {
  readonly first: bigint;
  readonly second: bigint;
  readonly birth: bigint;
  readonly stay: bigint;
}

/** Segments with h, α and u in these ranges: old elements of H, words of A and B, births. */
export interface MixedBox {
  readonly h: readonly [bigint, bigint];
  readonly alpha: readonly [bigint, bigint];
  readonly u: readonly [bigint, bigint];
}

/** Any multipliers with 0 ≤ crossing ≤ budget, 1 ≤ spread ≤ the program's largest, slopes > 0 give a bound; good ones give a good one. */
export interface Multipliers {
  /** λ, of the budget. */
  readonly budget: bigint;
  /** v, between groups of E that were there and groups that entered. */
  readonly spread: bigint;
  /** π, of a birth that outlives its segment. */
  readonly crossing: bigint;
  /** Lines above √(h+u) for words of A and B, and above √(h+τ) for those of D and E. */
  readonly first: Line;
  readonly second: Line;
  /** Residents are bounded by h, not by S. */
  readonly fewOld: boolean;
  /** First-stage products are bounded by k·(h+u), not by Loomis-Whitney. */
  readonly complete: boolean;
}

/**
 * A tangent to √v by its slope; or x where a word meets no more than the short side, 0 < x ≤ 1/2: 2s(1−x)² + (2x²/s)·v is above what
 * takes the place of √v there.
 */
export type Line = { readonly slope: bigint } | { readonly narrow: bigint };

/** An upper bound of the program on a box, exactly; negative where no segment is in the box. */
export function boxMaximum(program: MixedProgram, box: MixedBox, x: Multipliers): bigint {
  const { prices, k, n } = program;
  const [[h0, h1], [alpha0, alpha1], [u0, u1]] = [box.h, box.alpha, box.u];
  const left = program.budget - h0 - alpha0;
  if (left < 0n) return -1n;
  const full = fullPairs(program, alpha1);
  const { constant: firstConstant, slope: firstSlope } = lineOf(program, x.first);
  const { constant: secondConstant, slope: secondSlope } = lineOf(program, x.second);
  const second = secondConstant + multiplyUp(secondSlope, full);
  // λ(v² − 1), rounded both ways: what a group of E that was there at the start saves.
  const square = x.spread * x.spread - ONE * ONE;
  const [savedDown, savedUp] = [(x.budget * square) >> 48n, -((-x.budget * square) >> 48n)];
  const stay = prices.stay > savedDown ? prices.stay - savedDown : 0n;
  const fixed =
    multiplyUp(x.budget, program.budget) +
    savedUp +
    (x.fewOld ? 0n : stay) +
    (x.crossing > prices.stay ? x.crossing - prices.stay : 0n);
  const old = (x.fewOld ? stay : 0n) - x.budget;
  const born = -prices.birth - x.crossing;
  const perPair = multiplyDown(2n * x.budget, x.spread);
  let largest = -1n << 64n;
  const most = smaller((left + 1n) / 2n, multiplyUp(n, fewestWords(program, h1 + full, second + multiplyUp(secondSlope, h1))));
  for (const [r, theta] of corners(most, smaller(full, u1), multiplyUp(alpha1, program.usesOfWord))) {
    const use = multiplyUp(prices.second, r);
    const secondStage = multiplyUp(use, second) - multiplyDown(perPair, r) + multiplyUp(x.crossing, theta);
    const oldInSecond = old + multiplyUp(use, secondSlope);
    for (const alpha of x.complete ? [alpha0] : [alpha0, alpha1]) {
      const half = (multiplyUp(prices.first, alpha) + 1n) / 2n;
      const slope = x.complete ? multiplyUp(prices.first, k) : multiplyUp(half, firstSlope);
      const firstStage = (x.complete ? 0n : multiplyUp(half, firstConstant)) - multiplyDown(x.budget, alpha);
      const total = firstStage + secondStage + largestOf(slope + oldInSecond, h0, h1) + largestOf(slope + born, u0, u1);
      if (total > largest) largest = total;
    }
  }
  return fixed + largest;
}

/** Pairs of a row of A and a column of B that so many words hold: (α/2k)², or s(α/k − s) where the short side has no more. */
export function fullPairs({ fullOfSquare, shortFrom, shortOfWord, shortSquare }: MixedProgram, alpha: bigint): bigint {
  return alpha < shortFrom ? multiplyUp(multiplyUp(alpha, alpha), fullOfSquare) : multiplyUp(alpha, shortOfWord) - shortSquare;
}

/** Of words of both kinds, as many of each, what `v` elements need at most for n uses each: n·√v, or n·(s + v/s)/2 where the short side binds. */
function fewestWords({ evenly, side, sideBelow, shortSquare }: MixedProgram, v: bigint, root: bigint): bigint {
  if (!evenly || v <= shortSquare) return root;
  return sideBelow === 0n ? UNBOUNDED : (side + divideUp(v, sideBelow) + 1n) / 2n;
}

/** More than any budget. */
const UNBOUNDED = 1n << 200n;

function lineOf({ side }: MixedProgram, line: Line): { constant: bigint; slope: bigint } {
  if ("slope" in line) return { constant: tangentConstant(line.slope), slope: line.slope };
  const x = line.narrow;
  return { constant: multiplyUp(2n * side, multiplyUp(ONE - x, ONE - x)), slope: divideUp(multiplyUp(2n * x, x), side) };
}

/** √x ≤ constant + slope·x for every x ≥ 0, as 4·constant·slope ≥ 1. */
function tangentConstant(slope: bigint): bigint {
  return divideUp(ONE, 4n * slope);
}

/** Corners of θ ≤ min(Θ, ρr) on 0 ≤ r ≤ most: r = √(de), or (d + e)/2, and the weight θ of transients that so many uses allow. */
function corners(most: bigint, transients: bigint, perPair: bigint): readonly (readonly [bigint, bigint])[] {
  const bend = perPair === 0n ? most : divideUp(transients, perPair);
  if (bend >= most) return [CORNER, [most, multiplyUp(perPair, most)]];
  const reached = multiplyUp(perPair, bend);
  return [CORNER, [bend, reached > transients ? reached : transients], [most, transients]];
}

const CORNER = [0n, 0n] as const;

/** The larger of slope·low and slope·high, rounded up; 0 ≤ low ≤ high. */
function largestOf(slope: bigint, low: bigint, high: bigint): bigint {
  return multiplyUp(slope, slope > 0n ? high : low);
}

function smaller(x: bigint, y: bigint): bigint {
  return x < y ? x : y;
}

/** All segments there can be: h + α ≤ X, and no births beyond full pairs, S that stay and X that are stored. */
export function wholeBox(program: MixedProgram): MixedBox {
  const { budget, mostOld } = program;
  const full = fullPairs(program, budget);
  return { h: [0n, mostOld], alpha: [0n, budget], u: [0n, full + budget + ONE] };
}

export function halves(box: MixedBox, axis: keyof MixedBox): readonly [MixedBox, MixedBox] {
  const [low, high] = box[axis];
  const middle = (low + high) / 2n;
  return [
    { ...box, [axis]: [low, middle] },
    { ...box, [axis]: [middle, high] },
  ];
}
