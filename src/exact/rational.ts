import Fraction from "fraction.js";

/**
 * An exact rational in lowest terms, denominator positive. A plain frozen record: it may cross worker borders, be
 * compared by its fields, and cannot be changed. Nothing in this module takes a float.
 */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A rational from whole numbers; a `number` must be a safe integer. */
export function rational(numerator: bigint | number, denominator: bigint | number = 1n): Rational {
  const d = whole(denominator);
  if (d === 0n) throw new RangeError("rational: the denominator is zero");
  return wrap(new Fraction(whole(numerator), d));
}

/** The rational that a finite double is, exactly: figures of machines are doubles. */
export function rationalFromDouble(value: number): Rational {
  if (!Number.isFinite(value)) throw new RangeError(`rationalFromDouble: ${value} is not finite`);
  let [scaled, denominator] = [value, 1n];
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    denominator *= 2n;
  }
  return rational(BigInt(scaled), denominator);
}

/** Reads `"p"` or `"p/q"` in decimal digits; undefined for any other text. */
export function parseRational(text: string): Rational | undefined {
  const match = /^(-?\d+)(?:\/(\d+))?$/.exec(text);
  if (match?.[1] === undefined) return undefined;
  const denominator = BigInt(match[2] ?? "1");
  return denominator === 0n ? undefined : rational(BigInt(match[1]), denominator);
}

/** `"p/q"`, or `"p"` for a whole number; `parseRational` reads it back. */
export function formatRational(value: Rational): string {
  return value.denominator === 1n ? `${value.numerator}` : `${value.numerator}/${value.denominator}`;
}

export function add(a: Rational, b: Rational): Rational {
  return wrap(unwrap(a).add(unwrap(b)));
}

export function subtract(a: Rational, b: Rational): Rational {
  return wrap(unwrap(a).sub(unwrap(b)));
}

export function multiply(a: Rational, b: Rational): Rational {
  return wrap(unwrap(a).mul(unwrap(b)));
}

export function divide(a: Rational, b: Rational): Rational {
  if (b.numerator === 0n) throw new RangeError("divide: division by zero");
  return wrap(unwrap(a).div(unwrap(b)));
}

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export function compare(a: Rational, b: Rational): -1 | 0 | 1 {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function floor(value: Rational): bigint {
  const quotient = value.numerator / value.denominator;
  return value.numerator % value.denominator < 0n ? quotient - 1n : quotient;
}

export function ceil(value: Rational): bigint {
  return -floor({ numerator: -value.numerator, denominator: value.denominator });
}

/** The nearest double, for tables and plots only. */
export function toApproximateNumber(value: Rational): number {
  return quotientAsNumber(value.numerator, value.denominator);
}

/** `numerator / denominator` as a double, correct to about 16 digits even where both are beyond 2^53. */
export function quotientAsNumber(numerator: bigint, denominator: bigint): number {
  if (denominator === 0n) throw new RangeError("quotientAsNumber: division by zero");
  const direct = [Number(numerator), Number(denominator)] as const;
  if (Number.isSafeInteger(direct[0]) && Number.isSafeInteger(direct[1])) return direct[0] / direct[1];
  const shift = BigInt(Math.max(0, denominator.toString(2).length - numerator.toString(2).length + 64));
  return Number((numerator << shift) / denominator) / 2 ** Number(shift);
}

function whole(value: bigint | number): bigint {
  if (typeof value === "bigint") return value;
  if (!Number.isSafeInteger(value)) throw new RangeError(`rational: ${value} is not a safe integer`);
  return BigInt(value);
}

function unwrap(value: Rational): Fraction {
  return new Fraction(value.numerator, value.denominator);
}

function wrap(value: Fraction): Rational {
  return Object.freeze({ numerator: value.s * value.n, denominator: value.d });
}
