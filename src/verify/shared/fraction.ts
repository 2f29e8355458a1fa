import { type Fields, Refused, record, requireEqual, text } from "./fields.js";
import { divisor } from "./integers.js";

/** Exact quotients for the checkers, which share no code with what they check. The denominator is positive. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

export const NONE: Fraction = { over: 0n, under: 1n };

export const whole = (over: bigint): Fraction => ({ over, under: 1n });
export const times = (x: Fraction, y: Fraction): Fraction => lowest(x.over * y.over, x.under * y.under);
export const plus = (x: Fraction, y: Fraction): Fraction => lowest(x.over * y.under + y.over * x.under, x.under * y.under);
export const isLess = (x: Fraction, y: Fraction): boolean => x.over * y.under < y.over * x.under;

/** The quotient by a positive fraction. */
export const by = (x: Fraction, y: Fraction): Fraction => lowest(x.over * y.under, x.under * y.over);

function lowest(over: bigint, under: bigint): Fraction {
  const common = divisor(over < 0n ? -over : over, under);
  return { over: over / common, under: under / common };
}

/** As documents print it: `p/q` in lowest terms, `p` where it is whole. */
function written({ over, under }: Fraction): string {
  return under === 1n ? `${over}` : `${over}/${under}`;
}

/** The named field must be exactly this fraction, as a text. */
export function requireFraction(fields: Fields, name: string, right: Fraction, path: string, what: string = name): void {
  requireEqual(text(fields, name, path), written(right), `${path}.${name}`, what);
}

/** A positive figure of a machine, which is a double, exactly; undefined where the machine lacks it. `name` may lead inwards: `a.b`. */
export function figure(machine: Fields, name: string): Fraction | undefined {
  const [outer = "", inner] = name.split(".");
  const fields = inner === undefined ? machine : record(machine[outer], `machine.${outer}`);
  const last = inner ?? outer;
  return Object.hasOwn(fields, last) ? positive(fields[last], `machine.${name}`) : undefined;
}

/** Beyond these a figure is no rate or size of a machine, and its exact form would be long. */
const [LEAST, MOST] = [2 ** -60, 2 ** 120];

export function positive(value: unknown, path: string): Fraction {
  if (typeof value !== "number" || !(value >= LEAST && value <= MOST)) throw new Refused(path, "not a positive figure");
  let [scaled, under] = [value, 1n];
  while (!Number.isInteger(scaled)) [scaled, under] = [2 * scaled, 2n * under];
  return lowest(BigInt(scaled), under);
}
