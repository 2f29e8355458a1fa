import type { Rational } from "../exact/rational.js";
import { add, formatRational, multiply, rational, toApproximateNumber } from "../exact/rational.js";
import type { ProjectiveInstance } from "./bound.js";
import type { CoverProgram } from "./linear-program.js";
import { solveCover } from "./linear-program.js";
import type { RoughInequality } from "./projective-segment.js";
import { roughSegment } from "./projective-segment.js";
import type { ProjectedArray } from "./projective-shape.js";
import { pointsOf } from "./projective-shape.js";

/** An exponent for every access of every array, then one for every index; feasible: every index is covered. */
export type ExponentVector = readonly Rational[];

/** The columns of the exponent program, in the order of a vector. */
export interface ExponentColumns {
  readonly arrays: readonly ProjectedArray[];
  readonly accesses: readonly { readonly array: number; readonly indices: readonly string[] }[];
  readonly indices: readonly { readonly index: string; readonly extent: bigint }[];
}

export function exponentColumns(instance: ProjectiveInstance, arrays: readonly ProjectedArray[]): ExponentColumns {
  const accesses = arrays.flatMap((array, number) => array.accesses.map((indices) => ({ array: number, indices })));
  return { arrays, accesses, indices: instance.indices };
}

/** Steps of the descent at one budget, and the resolution of the costs handed to the linear program. */
const STEPS = 24;
const COST_UNITS = 256;
/** Convex combinations of vertices are rounded to these denominators; larger common denominators are left out. */
const PARTS: readonly number[] = [1, 2, 3, 4, 6, 12];
const LARGEST_DENOMINATOR = 120n;

/**
 * Feasible exponent vectors worth trying at the given budgets: at each, the vertices that the linear program offers and
 * their mixture that makes V(X) least, rounded. ln V is convex in the exponents, so a descent with the program as its oracle finds it.
 * Every vector returned is feasible; which ones are returned decides how good the bound is, not whether it holds.
 */
export function candidateExponents(
  instance: ProjectiveInstance,
  columns: ExponentColumns,
  budgets: readonly number[],
): readonly ExponentVector[] {
  const candidates = new Map<string, ExponentVector>();
  const keep = (found: ExponentVector): void => {
    // An index of extent 1 is covered for nothing by its own exponent.
    const covered = columns.indices.map(({ extent }, i) => (extent === 1n ? rational(1) : found[columns.accesses.length + i]));
    const vector = [...found.slice(0, columns.accesses.length), ...covered.map((exponent) => exponent ?? rational(0))];
    if (commonDenominator(vector) <= LARGEST_DENOMINATOR) candidates.set(vector.map(formatRational).join(), vector);
  };
  for (const budget of budgets) {
    const mixture = descend(instance, columns, budget);
    for (const { vertex } of mixture) keep(vertex);
    for (const parts of PARTS) keep(rounded(mixture, parts));
  }
  return [...candidates.values()];
}

export function commonDenominator(vector: ExponentVector): bigint {
  const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));
  return vector.reduce((common, { denominator }) => (common / gcd(common, denominator)) * denominator, 1n);
}

/** Sum of the exponents of each array's accesses. */
export function powersOf<Exponent>(
  columns: ExponentColumns,
  vector: readonly Exponent[],
  zero: Exponent,
  plus: (a: Exponent, b: Exponent) => Exponent,
): readonly Exponent[] {
  const sums = columns.arrays.map(() => zero);
  columns.accesses.forEach(({ array }, a) => {
    sums[array] = plus(sums[array] ?? zero, vector[a] ?? zero);
  });
  return sums;
}

/** An exponent vector as doubles with the sizes it acts on. */
export function roughInequality(
  instance: ProjectiveInstance,
  columns: ExponentColumns,
  vector: readonly number[],
): RoughInequality {
  const exponents = powersOf(columns, vector, 0, (a, b) => a + b);
  const onExtents = vector.slice(columns.accesses.length);
  return {
    arrays: columns.arrays.map((array, a) => ({
      weight: Number(array.weight),
      words: Number(array.words),
      exponent: exponents[a] ?? 0,
    })),
    logConstant: columns.indices.reduce((sum, { extent }, i) => sum + (onExtents[i] ?? 0) * Math.log(Number(extent)), 0),
    logPoints: Math.log(Number(pointsOf(instance))),
  };
}

interface Share {
  readonly vertex: ExponentVector;
  readonly numbers: readonly number[];
  share: number;
}

/** Frank and Wolfe's method on ln V over the feasible exponents: a mixture of vertices. */
function descend(instance: ProjectiveInstance, columns: ExponentColumns, budget: number): readonly Share[] {
  const shares = new Map<string, Share>();
  const even = columns.arrays.map((array) =>
    Math.min(Number(array.words), budget / columns.arrays.length / Number(array.weight)),
  );
  const at = (vector: readonly number[]): ReturnType<typeof roughSegment> =>
    roughSegment(roughInequality(instance, columns, vector), budget);
  const offer = (words: readonly number[]): Share => {
    const vertex = bestVertex(columns, words);
    const key = vertex.map(formatRational).join();
    const known = shares.get(key) ?? { vertex, numbers: vertex.map(toApproximateNumber), share: 0 };
    shares.set(key, known);
    return known;
  };
  const first = offer(even);
  first.share = 1;
  let current = first.numbers;
  for (let step = 0; step < STEPS; step++) {
    const towards = offer(at(current).words);
    const between = (part: number): readonly number[] =>
      current.map((value, i) => value + part * ((towards.numbers[i] ?? 0) - value));
    const part = leastOnUnit((t) => at(between(t)).log);
    if (part < 1e-6) break;
    for (const share of shares.values()) share.share *= 1 - part;
    towards.share += part;
    current = between(part);
  }
  return [...shares.values()];
}

/** The exponents that make Σ exponent · ln(words) least: one linear program. */
function bestVertex(columns: ExponentColumns, words: readonly number[]): ExponentVector {
  const cost = (size: number): Rational => rational(Math.round(COST_UNITS * Math.log2(Math.max(1, Math.min(size, 1e300)))));
  const { accesses, indices } = columns;
  const program: CoverProgram = {
    costs: [...accesses.map(({ array }) => cost(words[array] ?? 1)), ...indices.map(({ extent }) => cost(Number(extent)))],
    rows: indices.map(({ index }, i) => [
      ...accesses.map((reference) => rational(reference.indices.includes(index) ? 1 : 0)),
      ...indices.map((_, other) => rational(other === i ? 1 : 0)),
    ]),
    demands: indices.map(() => rational(1)),
  };
  const optimum = solveCover(program);
  if (optimum === undefined) throw new RangeError("bestVertex: every index covers itself, yet nothing covers");
  return optimum.primal;
}

/** The mixture with its shares rounded to multiples of 1/parts that sum to 1: feasible because every vertex is. */
function rounded(mixture: readonly Share[], parts: number): ExponentVector {
  const counts = mixture.map(({ share }) => Math.floor(share * parts));
  let missing = parts - counts.reduce((sum, n) => sum + n, 0);
  const byLoss = mixture.map(({ share }, i) => ({ i, loss: share * parts - (counts[i] ?? 0) })).sort((a, b) => b.loss - a.loss);
  for (const { i } of byLoss) {
    if (missing <= 0) break;
    counts[i] = (counts[i] ?? 0) + 1;
    missing--;
  }
  const length = mixture[0]?.vertex.length ?? 0;
  return Array.from({ length }, (_, column) =>
    mixture.reduce(
      (sum, { vertex }, i) => add(sum, multiply(vertex[column] ?? rational(0), rational(counts[i] ?? 0, parts))),
      rational(0),
    ),
  );
}

/** Where a convex function on [0, 1] is least, by thirds. */
function leastOnUnit(f: (t: number) => number): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 40; i++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (f(a) <= f(b)) high = b;
    else low = a;
  }
  return (low + high) / 2;
}
