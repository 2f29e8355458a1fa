/** Fixed-point numbers with 24 binary digits after the point, as bigint; every operation rounds in a stated direction. */

const FRACTION_BITS = 24n;
export const ONE: bigint = 1n << FRACTION_BITS;

/** The least fixed-point number at or above `x·y`; either may be negative. */
export function multiplyUp(x: bigint, y: bigint): bigint {
  return -((-x * y) >> FRACTION_BITS);
}

/** The largest fixed-point number at or below `x·y`. */
export function multiplyDown(x: bigint, y: bigint): bigint {
  return (x * y) >> FRACTION_BITS;
}

/** The least fixed-point number at or above `x/y`, for fixed-point `x ≥ 0`, `y > 0`. */
export function divideUp(x: bigint, y: bigint): bigint {
  return ((x << FRACTION_BITS) + y - 1n) / y;
}

/** A double as a fixed-point number, rounded to nearest: for guesses of a search only. */
export function guess(value: number): bigint {
  return BigInt(Math.round(value * GUESS_SCALE));
}

export function approximately(value: bigint): number {
  return Number(value) / GUESS_SCALE;
}

const GUESS_SCALE = Number(ONE);
