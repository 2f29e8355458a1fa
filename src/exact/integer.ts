/** Whole-number arithmetic with a stated rounding direction. All arguments and results are bigint. */

/** The same numbers as bigints. @throws RangeError for one that is not whole. */
export function bigints<const Numbers extends readonly number[]>(...numbers: Numbers): { [At in keyof Numbers]: bigint } {
  return numbers.map(BigInt) as { [At in keyof Numbers]: bigint };
}

export function minimum(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function maximum(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** `floor(a / b)` for `b > 0` and any `a`. */
export function floorDivide(a: bigint, b: bigint): bigint {
  if (b <= 0n) throw new RangeError("floorDivide: the divisor must be positive");
  const quotient = a / b;
  return a % b < 0n ? quotient - 1n : quotient;
}

/** `ceil(a / b)` for `b > 0` and any `a`. */
export function ceilDivide(a: bigint, b: bigint): bigint {
  return -floorDivide(-a, b);
}

export function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y > 0n) [x, y] = [y, x % y];
  return x;
}

/** `floor(n^(1/degree))` for `n >= 0`, `degree >= 1`, by Newton's iteration from above. */
export function floorRoot(n: bigint, degree: number): bigint {
  if (n < 0n) throw new RangeError("floorRoot: the radicand must not be negative");
  if (!Number.isSafeInteger(degree) || degree < 1) throw new RangeError("floorRoot: the degree must be a positive whole number");
  if (n < 2n || degree === 1) return n;
  const d = BigInt(degree);
  let x = rootFromAbove(n, degree);
  for (;;) {
    const next = ((d - 1n) * x + n / x ** (d - 1n)) / d;
    if (next >= x) return x;
    x = next;
  }
}

/** A whole number no smaller than the root, and close to it: a hair above what doubles say of the leading digits. */
function rootFromAbove(n: bigint, degree: number): bigint {
  const places = Number(n) < 1e300 ? 0 : Math.ceil((4 * n.toString(16).length - 960) / degree);
  const leading = Number(n >> BigInt(places * degree));
  return BigInt(Math.ceil(leading ** (1 / degree) * (1 + 1e-12)) + 1) << BigInt(places);
}

/** `ceil(n^(1/degree))` for `n >= 0`. */
export function ceilRoot(n: bigint, degree: number): bigint {
  const root = floorRoot(n, degree);
  return root ** BigInt(degree) === n ? root : root + 1n;
}

export function floorSquareRoot(n: bigint): bigint {
  return floorRoot(n, 2);
}

/** Largest integer in `[low, high]` for which the monotone (true, then false) `holds`; `holds(low)` must be true. */
export function largestWhere(low: bigint, high: bigint, holds: (value: bigint) => boolean): bigint {
  let [good, bad] = [low, high + 1n];
  while (bad - good > 1n) {
    const middle = (good + bad) >> 1n;
    if (holds(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** JSON carries a count as a number while it is a safe integer and as a decimal string beyond that. */
export function integerToJson(value: bigint): number | string {
  return value >= -MAXIMUM_SAFE && value <= MAXIMUM_SAFE ? Number(value) : value.toString();
}

const MAXIMUM_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
