import { add, formatRational, multiply, type Rational, rational, toApproximateNumber } from "../../exact/rational.js";
import type { ProjectiveInstance } from "../certificates/einsum.js";
import { type CoverProgram, solveCover } from "../linear-program/solve.js";
import { type RoughInequality, roughSegment } from "./segment.js";
import type { ProjectedArray } from "./shape.js";

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
/** Convex combinations of vertices are rounded to these denominators; larger common denominators are skipped. */
const PARTS: readonly number[] = [1, 2, 3, 4, 6, 12];
const LARGEST_DENOMINATOR = 120n;

/**
 * Feasible exponent vectors worth trying at the given budgets: at each, the vertices that the linear program offers and
 * their mixture that makes V(X) least, rounded. ln V is convex in the exponents, so a descent with the program as its oracle finds it.
 * Every vector returned is feasible; which ones are returned decides how good the bound is, not whether it holds.
 */
export function candidateExponents(
  columns: ExponentColumns,
  sizes: RoughSizes,
  budgets: readonly number[],
): readonly ExponentVector[] {
  const candidates = new Map<string, ExponentVector>();
  const keep = (found: ExponentVector): void => {
    // An index of extent 1 is covered for nothing by its own exponent.
    const covered = columns.indices.map(({ extent }, i) => (extent === 1n ? rational(1) : found[columns.accesses.length + i]));
    const vector = [...found.slice(0, columns.accesses.length), ...covered.map((exponent) => exponent ?? rational(0))];
    if (commonDenominator(vector) <= LARGEST_DENOMINATOR) candidates.set(vector.map(formatRational).join(), vector);
  };
  const vertices = new Map<string, ExponentVector>();
  for (const budget of budgets) {
    const mixture = descend(columns, sizes, budget, vertices);
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

/** The sizes that exponents act on, as doubles: of the arrays, and of the indices as logarithms. */
export interface RoughSizes {
  readonly weights: readonly number[];
  readonly words: readonly number[];
  /** The array of each access. */
  readonly arrayOf: readonly number[];
  readonly logExtents: readonly number[];
  readonly logPoints: number;
}

export function roughSizes({ arrays, accesses, indices }: ExponentColumns): RoughSizes {
  return {
    weights: arrays.map(({ weight }) => Number(weight)),
    words: arrays.map(({ words }) => Number(words)),
    arrayOf: accesses.map(({ array }) => array),
    logExtents: indices.map(({ extent }) => Math.log(Number(extent))),
    logPoints: Math.log(Number(indices.reduce((product, { extent }) => product * extent, 1n))),
  };
}

/** An exponent vector as doubles with the sizes it acts on. */
export function roughInequality(sizes: RoughSizes, vector: readonly number[]): RoughInequality {
  const { weights, words, arrayOf, logExtents, logPoints } = sizes;
  const exponents = weights.map(() => 0);
  arrayOf.forEach((array, access) => {
    exponents[array] = (exponents[array] ?? 0) + (vector[access] ?? 0);
  });
  const used = weights.map((weight, array) => ({ array, weight, words: words[array] ?? 0, exponent: exponents[array] ?? 0 }));
  const rising = used.filter(({ exponent }) => exponent > 1e-12);
  rising.sort((a, b) => (a.words * a.weight) / a.exponent - (b.words * b.weight) / b.exponent);
  const logConstant = logExtents.reduce((sum, log, i) => sum + (vector[arrayOf.length + i] ?? 0) * log, 0);
  return { rising, logConstant, logPoints };
}

interface Share {
  readonly vertex: ExponentVector;
  readonly numbers: readonly number[];
  share: number;
}

/** Frank and Wolfe's method on ln V over the feasible exponents: a mixture of vertices, of which `vertices` knows some by their costs. */
function descend(
  columns: ExponentColumns,
  sizes: RoughSizes,
  budget: number,
  vertices: Map<string, ExponentVector>,
): readonly Share[] {
  const shares = new Map<string, Share>();
  const even = sizes.words.map((words, a) => Math.min(words, budget / sizes.words.length / (sizes.weights[a] ?? 1)));
  const at = (vector: readonly number[], filled?: number[]): number =>
    roughSegment(roughInequality(sizes, vector), budget, filled);
  const offer = (words: readonly number[]): Share => {
    const costs = vertexCosts(columns, words);
    const vertex = vertices.get(costs.join()) ?? bestVertex(columns, costs);
    vertices.set(costs.join(), vertex);
    const key = vertex.map(formatRational).join();
    const known = shares.get(key) ?? { vertex, numbers: vertex.map(toApproximateNumber), share: 0 };
    shares.set(key, known);
    return known;
  };
  const first = offer(even);
  first.share = 1;
  let current = first.numbers;
  for (let step = 0; step < STEPS; step++) {
    const words = sizes.words.map(() => 0);
    at(current, words);
    const towards = offer(words);
    const between = (part: number): readonly number[] =>
      current.map((value, i) => value + part * ((towards.numbers[i] ?? 0) - value));
    const part = leastOnUnit((t) => at(between(t)));
    if (part < 1e-6) break;
    for (const share of shares.values()) share.share *= 1 - part;
    towards.share += part;
    current = between(part);
  }
  return [...shares.values()];
}

/** What an access and an index cost at the given words of each array, in units of 1/`COST_UNITS` of a bit. */
function vertexCosts({ accesses, indices }: ExponentColumns, words: readonly number[]): readonly number[] {
  const cost = (size: number): number => Math.round(COST_UNITS * Math.log2(Math.max(1, Math.min(size, 1e300))));
  return [...accesses.map(({ array }) => cost(words[array] ?? 1)), ...indices.map(({ extent }) => cost(Number(extent)))];
}

/** The exponents that make Σ exponent · ln(words) least: one linear program. */
function bestVertex({ accesses, indices }: ExponentColumns, costs: readonly number[]): ExponentVector {
  const program: CoverProgram = {
    costs: costs.map((cost) => rational(cost)),
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
