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
  let [low, high] = [0n, 1n << BigInt((value.toString(2).length >> 1) + 1)];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle * middle <= value) low = middle;
    else high = middle;
  }
  return low;
}
