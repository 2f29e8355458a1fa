import { minimum } from "../../exact/integer.js";
import type { MultilayerInstance } from "../certificates/multilayer.js";
import { bornWidths, type ChainSizes, type Counted, DENOMINATOR } from "./recomputation-choice.js";
import { productWords } from "./shape.js";

/** The first p products with the price of odd starts, as a numerator, that suits them, and about what they prove. */
export interface PricedProducts extends Counted {
  readonly odd: bigint;
  readonly value: number;
}

/** Prices of odd starts: 3/16 to what leaves 3/16 to even ones; first in steps of this ratio, then each. */
const [LEAST, MOST] = [Number((3n * DENOMINATOR) / 16n), Number((4n * DENOMINATOR) / 9n)];
const COARSE = 1.015;
/** Ratio of the lengths T that are tried. */
const LENGTHS = 1.05;

/**
 * The price that suits each number of products, in doubles, best first. Every price is tried on fixed grids: where the condition on
 * widths limits T the best one lies between 3/16, equal prices and what would suit the widths alone, and a few guesses would
 * let a wider chain find less by luck.
 */
export function pricedProducts(instance: MultilayerInstance, capacity: number, sizes: ChainSizes): readonly PricedProducts[] {
  const products = instance.extents.widths.length - 1;
  const lengths = lengthsAbout(capacity, Number(sizes.excess));
  const first = Array.from({ length: products }, (_, q) => ({ p: q + 1, born: q + 1 }));
  return [...first, { p: products, born: products - 1 }]
    .map((counted) => bestPrice(figuresOf(instance, counted, capacity, sizes), lengths))
    .filter(({ value }) => value > 0)
    .sort((x, y) => y.value - x.value);
}

/** What the first p products come to, in doubles. */
interface Figures extends Counted {
  readonly memories: number;
  /** Products, each as what it counts. */
  readonly worth: number;
  /** Odd and even born elements, each as the size of a sum. */
  readonly odd: number;
  readonly even: number;
  /** S + T times the square of a price is at most this, for odd and for even starts. */
  readonly oddLimit: number;
  readonly evenLimit: number;
  /** What a segment holds beside T. */
  readonly held: number;
  readonly rest: number;
}

function figuresOf(instance: MultilayerInstance, { p, born: last }: Counted, capacity: number, sizes: ChainSizes): Figures {
  const { m, widths } = instance.extents;
  const r = widths.length - 1;
  const words = productWords(widths).map(Number);
  const sum = (parts: readonly number[]): number => parts.reduce((x, y) => x + y, 0);
  const [rows, operand, complete, size] = [Number(m), Number(sizes.operand), Number(sizes.complete), Number(sizes.sum)];
  const born = bornWidths(instance, last);
  const limit = (parity: number): number => {
    const read = widths.filter((_, q) => q + 1 < p && (q + 1) % 2 === parity);
    const narrowest = read.reduce<bigint | undefined>((x, y) => (x === undefined ? y : minimum(x, y)), undefined);
    return narrowest === undefined ? Number.POSITIVE_INFINITY : (operand * complete * Number(narrowest) ** 2) / (3 * size);
  };
  return {
    p,
    born: last,
    memories: Number(instance.memories),
    worth: rows * sum(words.slice(0, p)) * Math.sqrt(operand * complete * size),
    odd: rows * size * Number(born.odd),
    even: rows * size * Number(born.even),
    oddLimit: limit(1),
    evenLimit: limit(0),
    held: capacity + Number(sizes.excess),
    rest: last === p ? operand * sum(words.slice(p)) + Number(sizes.output) * rows * Number(widths[r]) : 0,
  };
}

function bestPrice(figures: Figures, lengths: readonly Length[]): PricedProducts {
  let best = { p: figures.p, born: figures.born, odd: LEAST, value: 0 };
  const consider = (odd: number): void => {
    const value = valueAt(figures, odd / Number(DENOMINATOR), lengths);
    if (value > best.value) best = { ...best, odd, value };
  };
  consider(LEAST);
  if (figures.even > 0) {
    for (let power = 0; LEAST * COARSE ** power < MOST; power++) consider(Math.round(LEAST * COARSE ** power));
    const [from, to] = [Math.max(LEAST, best.odd / COARSE), Math.min(MOST, best.odd * COARSE)];
    for (let odd = Math.ceil(from); odd <= to; odd++) consider(odd);
  }
  return { ...best, odd: BigInt(best.odd) };
}

/** A length T with what its segments hold: (X/3)^(3/2) and √(3X). */
interface Length {
  readonly cut: number;
  readonly most: number;
  readonly root: number;
}

function lengthAt(cut: number, held: number): Length {
  const x = held + cut;
  return { cut, most: (x / 3) ** 1.5, root: Math.sqrt(3 * x) };
}

function lengthsAbout(capacity: number, excess: number): readonly Length[] {
  const lengths: Length[] = [];
  for (let cut = Math.max(1, capacity / 64); cut <= 16 * capacity; cut *= LENGTHS) {
    lengths.push(lengthAt(cut, capacity + excess));
  }
  return lengths;
}

/** The most that a price of odd starts, and what makes the product 1/12 of even ones, prove over the lengths that are allowed. */
function valueAt(figures: Figures, odd: number, lengths: readonly Length[]): number {
  const { worth, memories, held, rest, oddLimit, evenLimit } = figures;
  const even = 1 / (12 * odd);
  const charged = odd * figures.odd + even * figures.even;
  const last = Math.floor(Math.min(oddLimit / odd ** 2, evenLimit / even ** 2) - held);
  if (last < 1) return 0;
  const clock = ({ cut, most, root }: Length): number => cut * (Math.ceil((worth - root * charged) / most) - memories);
  let best = Number.isFinite(last) ? clock(lengthAt(last, held)) : 0;
  for (const length of lengths) {
    if (length.cut > last) break;
    best = Math.max(best, clock(length));
  }
  return best > 0 ? best + rest : 0;
}
