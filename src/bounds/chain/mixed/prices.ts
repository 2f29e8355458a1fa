import { guess } from "../../../exact/fixed-point.js";
import type { MixedPrices } from "./segment.js";
import { ENTRIES_TWICE } from "./tables.js";
import { ENTRIES_ONCE, ENTRIES_ONCE_SHORT } from "./tables-once.js";

/** What an interval of E costs: a load or store, or one of each. */
export type Entry = 1 | 2;

/** Prices and a cut for a chain, guessed: good for most shapes, and sound whatever they are. */
export interface GuessedPrices {
  readonly entry: Entry;
  readonly prices: MixedPrices;
  /** T/S. */
  readonly cut: number;
  /** About what they prove for an element of H: words moved, once lower order is left out. */
  readonly wordsPerPair: number;
}

/**
 * Prices for k/√S, n/√S and the shorter of m and l over √S, between those of a table; undefined outside it, where
 * `chain-transients` and `chain-births` are as good.
 */
export function guessPrices(k: number, n: number, side: number, entry: Entry): GuessedPrices | undefined {
  const table = entry === 2 ? ENTRIES_TWICE : side < SHORT ? ENTRIES_ONCE_SHORT : ENTRIES_ONCE;
  const row = position(table.ratios, n / k);
  const column = position(table.sums, k + n);
  if (row === undefined || column === undefined) return undefined;
  const at = (i: number, j: number): readonly number[] => table.prices[row.index + i]?.[column.index + j] ?? [];
  const between = (price: number): number => {
    const [low, high] = [0, 1].map((i) => mix(at(i, 0)[price] ?? 0, at(i, 1)[price] ?? 0, column.part)) as [number, number];
    return mix(low, high, row.part) / 10_000;
  };
  const [first, second, birth, stay] = [between(0), between(1), between(2), between(3)];
  const cut = between(4);
  const prices = { first: guess(first), second: guess(second), birth: guess(birth), stay: guess(stay) };
  return { entry, prices, cut, wordsPerPair: first * k + second * n - birth };
}

/** Sides that count as short, in √S. */
const SHORT = 1.5;

/** The interval of a rising list that a value lies in, and how far in it, on a logarithmic scale. */
function position(grid: readonly number[], value: number): { readonly index: number; readonly part: number } | undefined {
  for (let index = 0; index + 1 < grid.length; index++) {
    const [low, high] = [grid[index] ?? 0, grid[index + 1] ?? 0];
    if (value >= low && value <= high) return { index, part: Math.log(value / low) / Math.log(high / low) };
  }
  return undefined;
}

function mix(x: number, y: number, part: number): number {
  return x + (y - x) * part;
}
