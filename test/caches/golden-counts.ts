/**
 * Counts of the reference traces from implementations that share no code with this one: capacity, read misses, then dirty
 * evictions and dirty units left at the end. Every write is a miss.
 */
export type GoldenRow = readonly [capacity: number, readMisses: number, dirtyEvictions: number, dirtyAtEnd: number];

export const WRITES_T = 16_384;
export const WRITES_L = 262_144;

export const LRU_T: readonly GoldenRow[] = [
  [16, 980_704, 16_368, 16],
  [128, 980_704, 16_368, 16],
  [1024, 980_704, 16_368, 16],
  [2560, 980_704, 16_368, 16],
  [3200, 980_688, 16_236, 148],
  [4096, 980_208, 16_236, 148],
  [8192, 721_964, 16_236, 148],
  [16_384, 661_504, 15_972, 412],
];

/** With the victim among units never used again left to a binary heap: see heap-opt.ts. */
export const OPT_T: readonly GoldenRow[] = [
  [16, 979_829, 16_382, 2],
  [128, 965_829, 16_382, 2],
  [1024, 854_134, 16_382, 2],
  [2560, 672_301, 16_382, 2],
  [3200, 652_403, 16_382, 2],
  [4096, 636_273, 16_382, 2],
  [8192, 566_641, 16_382, 2],
  [16_384, 438_315, 16_382, 2],
];

export const LRU_L: readonly GoldenRow[] = [
  [16_384, 1_070_080, 245_760, 16_384],
  [65_536, 1_070_080, 236_544, 25_600],
  [131_072, 1_070_080, 233_216, 28_928],
  [327_680, 311_296, 167_936, 94_208],
  [409_600, 311_296, 101_376, 160_768],
];

export const OPT_L: readonly GoldenRow[] = [
  [16_384, 956_160, 262_142, 2],
  [65_536, 684_161, 262_142, 2],
  [131_072, 487_553, 262_142, 2],
  [327_680, 311_296, 200_569, 61_575],
  [409_600, 311_296, 156_321, 105_823],
];
