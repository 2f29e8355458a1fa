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
    return mix(low, high, row.part);
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
/** Prices of a first-stage product, a second-stage product, a birth, an element that stays. */
const TABLE: readonly (readonly (readonly number[])[])[] = [
  [
    [0.965, 1.3928, 0.1355, 0.3238],
    [1.0046, 1.8663, 0.1333, 0.2947],
    [1.5406, 1.6914, 0.4668, 0.1646],
    [1.5514, 1.7953, 0.426, 0.197],
    [1.6544, 1.9141, 0.5288, 0.1605],
    [1.67, 2.0012, 0.5326, 0.1554],
    [1.7138, 1.9943, 0.5636, 0.155],
    [1.7749, 1.9955, 0.6414, 0.1566],
    [1.9658, 1.988, 1.0265, 0],
    [1.9824, 1.9816, 1.0521, 0],
    [1.9896, 1.9849, 1.0631, 0],
  ],
  [
    [0.7232, 1.3741, 0.0362, 0.217],
    [0.6485, 1.853, 0, 0.3137],
    [1.1886, 1.8086, 0.2386, 0.2196],
    [1.3187, 1.9734, 0.303, 0.1779],
    [1.3429, 2.0178, 0.2593, 0.214],
    [1.4274, 2.015, 0.277, 0.221],
    [1.5717, 2.004, 0.399, 0.1909],
    [1.6733, 2.0006, 0.4858, 0.2015],
    [1.81, 1.9946, 0.7076, 0.1292],
    [1.9558, 2, 1.0107, 0],
    [1.9709, 1.9997, 1.0322, 0],
  ],
  [
    [0.6833, 1.2982, 0.0342, 0.205],
    [0.7895, 1.4782, 0.026, 0.3819],
    [0.8202, 1.7304, 0, 0.325],
    [1.1047, 1.8784, 0.129, 0.255],
    [1.2592, 1.9306, 0.2001, 0.2413],
    [1.2997, 1.9346, 0.1566, 0.2701],
    [1.4279, 1.9484, 0.2337, 0.2568],
    [1.5851, 1.9809, 0.3697, 0.2446],
    [1.7369, 1.9888, 0.5664, 0.1858],
    [1.8901, 1.999, 0.8753, 0.0535],
    [1.9618, 2, 1.0203, 0],
  ],
  [
    [0.7949, 1.0051, 0, 0.3983],
    [0.4791, 1.6209, 0, 0.3232],
    [0.6759, 1.7023, 0, 0.2967],
    [0.8679, 1.7881, 0, 0.3146],
    [0.9754, 1.8622, 0, 0.3179],
    [1.0769, 1.8998, 0, 0.3338],
    [1.1916, 1.9237, 0.029, 0.3329],
    [1.4318, 1.9726, 0.2146, 0.2933],
    [1.6253, 1.9806, 0.3932, 0.2466],
    [1.7336, 1.988, 0.5575, 0.1932],
    [1.9403, 2, 0.9789, 0],
  ],
  [
    [0.2601, 1.3073, 0, 0.339],
    [0.2003, 1.5981, 0, 0.2344],
    [0.4208, 1.6862, 0, 0.2618],
    [0.6321, 1.7926, 0, 0.2993],
    [0.786, 1.8581, 0, 0.3264],
    [0.909, 1.9006, 0, 0.3315],
    [1.023, 1.9194, 0, 0.346],
    [1.1726, 1.9591, 0.0089, 0.3607],
    [1.4908, 1.9739, 0.2509, 0.287],
    [1.6393, 1.9814, 0.4098, 0.2405],
    [1.7806, 1.9931, 0.6533, 0.1463],
  ],
  [
    [0.259, 1.0921, 0.0129, 0.0777],
    [0.4242, 1.1879, 0, 0.3],
    [0.3008, 1.5513, 0.0842, 0.3545],
    [0.3096, 1.6857, 0.0052, 0.2315],
    [0.3454, 1.8808, 0.0059, 0.2583],
    [0.5936, 1.911, 0, 0.3033],
    [0.7512, 1.9258, 0, 0.3263],
    [0.9683, 1.9571, 0, 0.3698],
    [1.2475, 1.9621, 0.0564, 0.3472],
    [1.5148, 1.9763, 0.2873, 0.273],
    [1.6714, 1.9856, 0.4663, 0.2119],
  ],
  [
    [0.173, 0.6888, 0.0087, 0.0519],
    [0.2014, 0.8016, 0.0101, 0.0604],
    [0.6126, 0.8047, 0, 0.3229],
    [0.7042, 0.9249, 0, 0.3712],
    [0.7859, 1.0323, 0, 0.4143],
    [0.8656, 1.137, 0, 0.4563],
    [0.4773, 1.374, 0.0197, 0.2977],
    [0.399, 1.6069, 0, 0.3085],
    [0.5836, 1.9657, 0, 0.3298],
    [0.9023, 1.9595, 0, 0.3593],
    [1.1167, 1.9658, 0, 0.3296],
  ],
];
