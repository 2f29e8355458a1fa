import { floorSquareRoot, maximum, minimum } from "../../exact/integer.js";
import { formatRational, rational } from "../../exact/rational.js";
import type { MultilayerInstance } from "../certificates/multilayer.js";
import { searchCut } from "../shared/cut-search.js";
import { productWords } from "./shape.js";

/** Sizes that words count as. */
export interface ChainSizes {
  /** Of a word of X0 and of the W, of a complete and of an unfinished element of an intermediate, of a stored element of Xr. */
  readonly operand: bigint;
  readonly complete: bigint;
  readonly sum: bigint;
  readonly output: bigint;
  /** What a segment may cost beyond T. */
  readonly excess: bigint;
}

/** Prices are odd/DENOMINATOR and, where even intermediates occur, what makes the product 1/12. */
export const DENOMINATOR = 8192n;

export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/**
 * The first p products, and charged accumulator starts in X1, …, X(born): born is p, with the last stores of Xr beside the events; or r − 1 for
 * p = r, with these among them.
 */
export interface Counted {
  readonly p: number;
  readonly born: number;
}

export interface Choice extends Counted {
  /** Of even and of odd intermediates. */
  readonly prices: readonly [even: Fraction, odd: Fraction];
  /** Σ w(q−1)wq over the first p products, times m. */
  readonly products: bigint;
  /** The square of what a product counts: the sizes of what it reads and adds to, multiplied. */
  readonly weight: bigint;
  /** Σ a·ws over starts, times m and the size of an accumulator, as a fraction. */
  readonly charged: Fraction;
  /** The longest T for which w(s−1)² ≥ 3a²X; undefined without such a condition. */
  readonly longest: bigint | undefined;
  /** Words of the other W, and of the last stores of Xr where these are no events. */
  readonly rest: bigint;
}

export function bornWidths(
  { extents: { widths } }: MultilayerInstance,
  last: number,
): { readonly odd: bigint; readonly even: bigint } {
  let [odd, even] = [0n, 0n];
  for (let s = 1; s <= last; s++) {
    if (s % 2 === 1) odd += widths[s] as bigint;
    else even += widths[s] as bigint;
  }
  return { odd, even };
}

export function choiceOf(
  instance: MultilayerInstance,
  counted: Counted,
  odd: bigint,
  capacity: bigint,
  sizes: ChainSizes,
): Choice | undefined {
  const even = { numerator: DENOMINATOR, denominator: 12n * odd };
  return choiceAt(instance, counted, [even, { numerator: odd, denominator: DENOMINATOR }], capacity, sizes);
}

export function choiceAt(
  instance: MultilayerInstance,
  { p, born: last }: Counted,
  prices: readonly [even: Fraction, odd: Fraction],
  capacity: bigint,
  sizes: ChainSizes,
): Choice | undefined {
  const { m, widths } = instance.extents;
  const r = widths.length - 1;
  const words = productWords(widths);
  const sum = (parts: readonly bigint[]): bigint => parts.reduce((x, y) => x + y, 0n);
  const born = bornWidths(instance, last);
  const [even, odd] = prices;
  const denominator = even.denominator * odd.denominator;
  const numerator = sizes.sum * m * (born.odd * odd.numerator * even.denominator + born.even * even.numerator * odd.denominator);
  let longest: bigint | undefined;
  for (let s = 1; s < p; s++) {
    const price = s % 2 === 1 ? odd : even;
    const most = sizes.operand * sizes.complete * ((widths[s - 1] as bigint) * price.denominator) ** 2n;
    const limit = most / (3n * sizes.sum * price.numerator ** 2n) - capacity - sizes.excess;
    longest = longest === undefined ? limit : minimum(longest, limit);
  }
  if (longest !== undefined && longest < 1n) return undefined;
  const rest = last === p ? sizes.operand * sum(words.slice(p)) + sizes.output * m * (widths[r] as bigint) : 0n;
  const weight = sizes.operand * sizes.complete * sizes.sum;
  return {
    p,
    born: last,
    prices,
    products: m * sum(words.slice(0, p)),
    weight,
    charged: { numerator, denominator },
    longest,
    rest,
  };
}

function approximateSegments({ products, weight, charged }: Choice, capacity: number): (cut: number) => number {
  const [n, c] = [Number(products) * Math.sqrt(Number(weight)), Number(charged.numerator) / Number(charged.denominator)];
  return (cut) => {
    const x = capacity + cut;
    return (n - Math.sqrt(3 * x) * c) / (x / 3) ** 1.5;
  };
}

/** The best T for a choice, as the grids of `searchCut` find it; clock in the units of the sizes. */
export function bestCut(instance: MultilayerInstance, choice: Choice, capacity: bigint, grain: bigint, excess: bigint): Cut {
  const { memories } = instance;
  const { longest } = choice;
  const evaluate = (cut: bigint): Cut => {
    const segments = longest !== undefined && cut > longest ? 0n : segmentsNeeded(choice, capacity + cut + excess);
    const laterSegments = maximum(0n, segments - memories);
    return { cut, laterSegments, clock: cut * laterSegments };
  };
  const needed = approximateSegments(choice, Number(capacity + excess));
  const last = longest === undefined ? Number.POSITIVE_INFINITY : Number(longest);
  return searchCut({
    evaluate,
    clockOf: (cut) => cut.clock,
    countOf: (cut) => cut.laterSegments,
    grain,
    capacity,
    leftRoughly: (cut, count) => (cut <= last ? needed(cut) - Number(memories) - (count - 1) : Number.NEGATIVE_INFINITY),
  });
}

/** T, segments of all memories less one each, and their product. */
export interface Cut {
  readonly cut: bigint;
  readonly laterSegments: bigint;
  readonly clock: bigint;
}

/** ceil( (N·√(27X·weight) − 9·R·X) / X² ), N products, R = Σ a·ws·m, exactly; 0 where it is not positive. */
export function segmentsNeeded({ products, weight, charged }: Choice, x: bigint): bigint {
  const radicand = (charged.denominator * products) ** 2n * 27n * x * weight;
  const denominator = charged.denominator * x * x;
  const root = floorSquareRoot(radicand);
  const numerator = root - 9n * charged.numerator * x;
  if (numerator < 0n) return 0n;
  return root * root === radicand ? (numerator + denominator - 1n) / denominator : numerator / denominator + 1n;
}

/** The prices of the starts that are charged, as certificates give them. */
export function shownPrices(
  instance: MultilayerInstance,
  { born, prices: [even, odd] }: Choice,
): { readonly odd: string; readonly even?: string } {
  const shown = ({ numerator, denominator }: Fraction): string => formatRational(rational(numerator, denominator));
  return { odd: shown(odd), ...(bornWidths(instance, born).even === 0n ? {} : { even: shown(even) }) };
}
