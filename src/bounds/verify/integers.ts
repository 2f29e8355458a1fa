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
