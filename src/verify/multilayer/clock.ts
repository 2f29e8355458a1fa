import type { Fields } from "../shared/fields.js";
import { count, exactly, Refused, requireOnly } from "../shared/fields.js";
import type { Checked, CheckedLongChain } from "./chain.js";
import { products, readInWords, width } from "./chain.js";

const FIGURES = ["wordSize", "capacityWords", "cut", "most", "clockWords", "bornWords", "restWords", "value"];

/** Pairs of products: M is what a segment is worth at most, what recomputation asks of T, clock, births, rest, value. */
export function checkLongChainPairs(fields: Fields, path: string): Checked {
  requireOnly(fields, ["schema", "theorem", "instance", "pairs", ...FIGURES], path);
  const { chain, word, capacity } = readInWords(fields, path);
  const pairs = count(fields, "pairs", path, 1n);
  if (2n * pairs > BigInt(chain.widths.length - 1)) throw new Refused(`${path}.pairs`, "more than the products have");
  const last = 2 * Number(pairs);
  const { cut, x, most } = segment(fields, path, capacity);
  let [row, worth] = [0n, 0n];
  for (let q = 2; q <= last; q += 2) {
    const k = width(chain.widths, q - 2);
    // Each product counts as many times as a row of its pair has words.
    const element = k * width(chain.widths, q - 1);
    if (k > row) row = k;
    worth += chain.m * width(chain.widths, q) * element;
    if (q < last) requireWorth(cut * element >= most, q, path);
  }
  // M ≥ k·(X/3)^{3/2} and M ≥ X²/16, rounded down: a segment is worth a whole number.
  requireLeast(most, path, (value) => {
    const more = value + 1n;
    return 16n * more > x * x && 27n * more * more > row * row * x * x * x;
  });
  const between = Array.from({ length: Number(pairs) }, (_, t) => 2 * t + 2);
  return closing(fields, path, { chain, word, last, cut, most }, worth, between);
}

/** The first p products: the same with one for each product and M = (X/3)^{3/2}. */
export function checkLongChainStages(fields: Fields, path: string): Checked {
  requireOnly(fields, ["schema", "theorem", "instance", "products", ...FIGURES], path);
  const { chain, word, capacity } = readInWords(fields, path);
  const counted = count(fields, "products", path, 1n);
  if (counted >= BigInt(chain.widths.length)) throw new Refused(`${path}.products`, "more than the chain has");
  const last = Number(counted);
  const { cut, x, most } = segment(fields, path, capacity);
  for (let s = 1; s < last; s++) requireWorth(cut * width(chain.widths, s - 1) >= most, s, path);
  requireLeast(most, path, (value) => 27n * (value + 1n) * (value + 1n) > x * x * x);
  const born = Array.from({ length: last }, (_, s) => s + 1);
  return closing(fields, path, { chain, word, last, cut, most }, chain.m * products(chain, 1, last), born);
}

function segment(fields: Fields, path: string, capacity: bigint): { cut: bigint; x: bigint; most: bigint } {
  const cut = count(fields, "cut", path, 1n);
  return { cut, x: capacity + cut, most: count(fields, "most", path, 1n) };
}

function requireWorth(enough: boolean, s: number, path: string): void {
  if (!enough) throw new Refused(`${path}.cut`, `to make an element of X${s} again costs less than its products are worth`);
}

function requireLeast(most: bigint, path: string, enough: (value: bigint) => boolean): void {
  if (!enough(most)) throw new Refused(`${path}.most`, "a segment may be worth more");
  if (most > 1n && enough(most - 1n)) throw new Refused(`${path}.most`, "no segment is worth so much");
}

interface Segments {
  readonly chain: CheckedLongChain;
  readonly word: bigint;
  /** The last product that is counted. */
  readonly last: number;
  readonly cut: bigint;
  readonly most: bigint;
}

/** Clock, births in the arrays `born` but Xr, the rest, the value. */
function closing(
  fields: Fields,
  path: string,
  { chain, word, last, cut, most }: Segments,
  worth: bigint,
  born: number[],
): Checked {
  const { m, widths, memories } = chain;
  const r = widths.length - 1;
  const clock = exactly(fields, "clockWords", (cut * worth + most - 1n) / most - cut * memories, path);
  const begun = born.filter((s) => s < r).reduce((sum, s) => sum + m * width(widths, s), 0n);
  const births = exactly(fields, "bornWords", begun, path);
  const others = last < r ? products(chain, last + 1, r) + m * width(widths, r) : 0n;
  const rest = exactly(fields, "restWords", others, path);
  if (clock <= births) throw new Refused(`${path}.clockWords`, "no more than the births");
  return { longChain: chain, value: exactly(fields, "value", word * (clock - births + rest), path) };
}
