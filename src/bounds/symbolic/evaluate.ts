import { ceilDivide, floorDivide, floorRoot } from "../../exact/integer.js";
import type { Expression } from "./expression.js";

/** A number between two multiples of 2^−PLACES, both exact. */
interface Between {
  readonly low: bigint;
  readonly high: bigint;
}

const PLACES = 128n;
const ONE = 1n << PLACES;

/** Values of the symbols, whole numbers of at least 0. */
export type SymbolValues = Readonly<Record<string, bigint>>;

/** The largest whole number that is surely no larger than the formula's value. */
export function floorOf(expression: Expression, values: SymbolValues): bigint {
  return floorDivide(between(expression, values).low, ONE);
}

/** Whether the value is surely at most a whole number. */
export function isAtMost(expression: Expression, values: SymbolValues, most: bigint): boolean {
  return between(expression, values).high <= most * ONE;
}

/** Whether one value is surely at most another. */
export function isOrdered(smaller: Expression, larger: Expression, values: SymbolValues): boolean {
  return between(smaller, values).high <= between(larger, values).low;
}

/** Interval arithmetic over exact integers; roots and quotients are rounded outwards. @throws RangeError for a symbol without value */
function between(expression: Expression, values: SymbolValues): Between {
  switch (expression.kind) {
    case "number":
      return exactly(expression.value);
    case "symbol": {
      const value = values[expression.name];
      if (value === undefined) throw new RangeError(`no value for ${expression.name}`);
      return exactly(value);
    }
    case "min": {
      const all = expression.of.map((one) => between(one, values));
      return all.reduce((x, y) => ({ low: x.low < y.low ? x.low : y.low, high: x.high < y.high ? x.high : y.high }));
    }
    case "sum":
      return expression.terms
        .map(({ minus, of }) => [minus, between(of, values)] as const)
        .reduce(
          (sum, [minus, { low, high }]) =>
            minus ? { low: sum.low - high, high: sum.high - low } : { low: sum.low + low, high: sum.high + high },
          exactly(0n),
        );
    case "product": {
      const over = expression.over.map((one) => between(one, values)).reduce(times, exactly(1n));
      const under = expression.under.map((one) => between(one, values)).reduce(times, exactly(1n));
      if (under.low <= 0n) throw new RangeError("a quotient by what may be zero");
      return { low: floorDivide(over.low * ONE, under.high), high: ceilDivide(over.high * ONE, under.low) };
    }
    case "power": {
      const { numerator, denominator } = expression.exponent;
      const base = between(expression.base, values);
      const power = Array.from({ length: numerator }, () => base).reduce(times, exactly(1n));
      const scale = ONE ** BigInt(denominator - 1);
      const high = floorRoot(power.high * scale, denominator);
      const isExact = high ** BigInt(denominator) === power.high * scale;
      return { low: floorRoot(power.low * scale, denominator), high: isExact ? high : high + 1n };
    }
  }
}

function exactly(value: bigint): Between {
  return { low: value * ONE, high: value * ONE };
}

/** Of numbers that are not negative. */
function times(x: Between, y: Between): Between {
  return { low: floorDivide(x.low * y.low, ONE), high: ceilDivide(x.high * y.high, ONE) };
}
