import { guess } from "../exact/fixed-point.js";
import type { MixedPrices } from "./chain-mixed-segment.js";

/** Prices and a cut for a chain, guessed: good for most shapes, and sound whatever they are. */
export interface GuessedPrices {
  readonly prices: MixedPrices;
  /** T/S. */
  readonly cut: number;
  /** About what they prove for an element of H: words moved, once lower order is left out. */
  readonly wordsPerPair: number;
}

/**
 * Prices for k/√S and n/√S, between those of a table that `scripts/chain-prices.js` searched; undefined outside the table, where
 * `chain-transients` and `chain-births` are as good.
 */
export function guessPrices(k: number, n: number): GuessedPrices | undefined {
  const row = position(RATIOS, n / k);
  const column = position(SUMS, k + n);
  if (row === undefined || column === undefined) return undefined;
  const at = (i: number, j: number): readonly number[] => TABLE[row.index + i]?.[column.index + j] ?? [];
  const between = (price: number): number => {
    const [low, high] = [0, 1].map((i) => mix(at(i, 0)[price] ?? 0, at(i, 1)[price] ?? 0, column.part)) as [number, number];
    return mix(low, high, row.part) / 1000;
  };
  const [first, second, birth, stay] = [between(0), between(1), between(2), between(3)];
  const cut = mix(CUTS[column.index] ?? 0, CUTS[column.index + 1] ?? 0, column.part);
  const prices = { first: guess(first), second: guess(second), birth: guess(birth), stay: guess(stay) };
  return { prices, cut, wordsPerPair: first * k + second * n - birth };
}

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

/** n/k, a row of the table each. */
const RATIOS = [0.25, 0.5, Math.SQRT1_2, 1, Math.SQRT2, 2, 4];
/** (k + n)/√S, a column each, and its T/S. */
const SUMS = [0.9, 1.05, 1.2, 1.4, 1.6, 1.8, 2, 2.4, 3, 3.6, 4.4];
const CUTS = [1, 1, 1.1, 1.3, 1.5, 1.65, 1.75, 2, 2, 2, 2];
/** Thousandths: prices of a first-stage product, a second-stage product, a birth, an element that stays. */
const TABLE: readonly (readonly (readonly number[])[])[] = [
  [
    [843, 1874, 134, 367],
    [1006, 1867, 135, 295],
    [1538, 1692, 465, 166],
    [1550, 1796, 424, 198],
    [1653, 1910, 526, 162],
    [1685, 1985, 548, 153],
    [1705, 2001, 552, 158],
    [1756, 2004, 608, 167],
    [1966, 1988, 1027, 0],
    [1980, 1986, 1048, 0],
    [1990, 1984, 1063, 0],
  ],
  [
    [900, 900, 0, 496],
    [838, 1593, 42, 252],
    [1175, 1811, 228, 224],
    [1318, 1976, 303, 177],
    [1343, 2017, 259, 214],
    [1457, 2014, 312, 209],
    [1554, 2004, 376, 199],
    [1677, 2001, 492, 199],
    [1801, 1994, 688, 139],
    [1956, 2000, 1011, 0],
    [1971, 2000, 1033, 0],
  ],
  [
    [683, 1298, 34, 205],
    [633, 1640, 0, 363],
    [806, 1750, 0, 310],
    [1106, 1879, 130, 255],
    [1257, 1930, 197, 242],
    [1308, 1936, 166, 267],
    [1430, 1949, 236, 256],
    [1592, 1982, 381, 240],
    [1730, 1988, 554, 191],
    [1895, 1999, 886, 48],
    [1962, 2000, 1020, 0],
  ],
  [
    [350, 1450, 0, 395],
    [429, 1671, 0, 277],
    [676, 1702, 0, 297],
    [868, 1788, 0, 315],
    [975, 1862, 0, 318],
    [1077, 1900, 0, 334],
    [1192, 1924, 29, 333],
    [1432, 1973, 215, 293],
    [1631, 1981, 402, 242],
    [1726, 1987, 541, 202],
    [1913, 2000, 921, 34],
  ],
  [
    [161, 1377, 0, 307],
    [599, 1700, 236, 79],
    [486, 1640, 0, 345],
    [632, 1793, 0, 299],
    [786, 1858, 0, 327],
    [909, 1901, 0, 332],
    [1023, 1919, 0, 346],
    [1171, 1959, 7, 361],
    [1510, 1976, 277, 277],
    [1639, 1982, 410, 240],
    [1770, 1992, 632, 157],
  ],
  [
    [384, 1008, 0, 587],
    [852, 974, 0, 413],
    [419, 1387, 0, 496],
    [193, 1739, 0, 262],
    [434, 1831, 0, 320],
    [594, 1911, 0, 303],
    [751, 1926, 0, 326],
    [968, 1957, 0, 370],
    [1244, 1962, 52, 349],
    [1493, 1974, 257, 284],
    [1676, 1986, 476, 206],
  ],
  [
    [346, 657, 17, 104],
    [402, 763, 20, 120],
    [457, 868, 23, 137],
    [523, 994, 26, 157],
    [654, 1065, 0, 698],
    [287, 1282, 0, 518],
    [314, 1402, 0, 292],
    [393, 1609, 0, 304],
    [584, 1966, 0, 330],
    [902, 1960, 0, 359],
    [1121, 1965, 0, 335],
  ],
];
