/** Whole numbers for the checkers, which share no code with the theorems. */

/** √value ≤ bound */
export function rootAtMost(value: bigint, bound: bigint): boolean {
  return bound >= 0n && value <= bound * bound;
}

/** The greatest common divisor. */
export function divisor(x: bigint, y: bigint): bigint {
  return y === 0n ? x : divisor(y, x % y);
}

export function atLeastZero(value: bigint): bigint {
  return value > 0n ? value : 0n;
}

/** The largest whole number whose square is at most the given one. */
export function floorOfRoot(value: bigint): bigint {
  if (value < 1n) return 0n;
  // From a power of two above, x ↦ (x + value/x)/2 falls until it is there.
  let root = 1n << BigInt(2 * value.toString(16).length);
  while (root * root > value) root = (root + value / root) >> 1n;
  return root;
}
