import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  ceilDivide,
  ceilRoot,
  floorDivide,
  floorRoot,
  greatestCommonDivisor,
  integerToJson,
  largestWhere,
} from "../../src/exact/integer.js";
import {
  add,
  ceil,
  compare,
  divide,
  floor,
  formatRational,
  multiply,
  parseRational,
  quotientAsNumber,
  rational,
  subtract,
  toApproximateNumber,
} from "../../src/exact/rational.js";
import { signOfSurd, signOfSurdSum } from "../../src/exact/surd.js";
import { parameters } from "../properties/arbitraries.js";

const big = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
const positive = fc.bigInt({ min: 1n, max: 10n ** 30n });
const ratio = fc.tuple(big, positive).map(([n, d]) => rational(n, d));

test("rationals are a field in lowest terms", () => {
  fc.assert(
    fc.property(ratio, ratio, ratio, (x, y, z) => {
      expect(add(x, y)).toEqual(add(y, x));
      expect(multiply(x, add(y, z))).toEqual(add(multiply(x, y), multiply(x, z)));
      expect(subtract(add(x, y), y)).toEqual(x);
      if (y.numerator !== 0n) expect(multiply(divide(x, y), y)).toEqual(x);
      expect(greatestCommonDivisor(x.numerator, x.denominator)).toBe(1n);
      expect(x.denominator > 0n).toBe(true);
      expect(Math.sign(compare(x, y))).toBe(Math.sign(Number(subtract(x, y).numerator)));
    }),
    parameters(300),
  );
});

test("text is read back exactly, and only exact text is read", () => {
  fc.assert(
    fc.property(ratio, (x) => {
      expect(parseRational(formatRational(x))).toEqual(x);
    }),
    parameters(200),
  );
  for (const bad of ["", "1.5", "1e3", "1/0", "1/-2", "NaN", "one", " 1", "0x10"]) expect(parseRational(bad)).toBeUndefined();
});

test("no float enters: rational() takes whole numbers only", () => {
  for (const bad of [0.5, 1e-8, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) expect(() => rational(bad)).toThrow(RangeError);
  expect(() => rational(1n, 0n)).toThrow(RangeError);
  expect(() => divide(rational(1n), rational(0n))).toThrow(RangeError);
  expect(() => Object.assign(rational(1n), { numerator: 2n })).toThrow(TypeError);
});

test("floor and ceil bracket a rational; division rounds toward minus and plus infinity", () => {
  fc.assert(
    fc.property(big, positive, (n, d) => {
      const x = rational(n, d);
      expect(floor(x)).toBe(floorDivide(n, d));
      expect(ceil(x)).toBe(ceilDivide(n, d));
      expect(floorDivide(n, d) * d <= n && n < (floorDivide(n, d) + 1n) * d).toBe(true);
      expect((ceilDivide(n, d) - 1n) * d < n && n <= ceilDivide(n, d) * d).toBe(true);
    }),
    parameters(500),
  );
});

test("quotients as doubles are right to 15 digits even for huge operands", () => {
  fc.assert(
    fc.property(positive, positive, (n, d) => {
      const exact = quotientAsNumber(n, d);
      const other = toApproximateNumber(rational(n, d));
      expect(Math.abs(exact - other) <= 1e-14 * other).toBe(true);
    }),
    parameters(300),
  );
  expect(quotientAsNumber(1n, 3n)).toBe(1 / 3);
  expect(quotientAsNumber(10n ** 40n, 10n ** 39n)).toBe(10);
});

test("integer roots bracket the root from both sides", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 60n }), fc.integer({ min: 1, max: 7 }), (n, degree) => {
      const [low, high] = [floorRoot(n, degree), ceilRoot(n, degree)];
      const d = BigInt(degree);
      expect(low ** d <= n && n < (low + 1n) ** d).toBe(true);
      expect(high ** d >= n && (high === 0n || (high - 1n) ** d < n)).toBe(true);
    }),
    parameters(500),
  );
  expect(() => floorRoot(-1n, 2)).toThrow(RangeError);
  expect(() => floorRoot(4n, 0)).toThrow(RangeError);
});

test("signs of a + b√p and a + b√p + c√q agree with 40-digit arithmetic away from zero, and are 0 exactly at zero", () => {
  const small = fc.bigInt({ min: -1000n, max: 1000n });
  const radicand = fc.bigInt({ min: 0n, max: 1000n });
  const scale = 10n ** 40n;
  const root = (q: bigint): bigint => floorRoot(q * scale * scale, 2);
  fc.assert(
    fc.property(small, small, radicand, small, radicand, (a, b, p, c, q) => {
      const value = a * scale + b * root(p) + c * root(q);
      const slack = 4000n;
      const sign = signOfSurdSum(a, b, p, c, q);
      if (value > slack) expect(sign).toBe(1);
      else if (value < -slack) expect(sign).toBe(-1);
      else expect(sign).toBe(0);
      expect(signOfSurd(a, b, p)).toBe(signOfSurdSum(a, b, p, 0n, q));
      expect(signOfSurdSum(a, b, p, c, q)).toBe(signOfSurdSum(a, c, q, b, p));
    }),
    parameters(3000),
  );
  expect(signOfSurdSum(0n, 1n, 8n, -2n, 2n)).toBe(0);
  expect(signOfSurdSum(3n, 1n, 4n, -1n, 25n)).toBe(0);
  expect(() => signOfSurd(1n, 1n, -1n)).toThrow(RangeError);
});

test("largestWhere finds the threshold of a monotone predicate", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 1000n }), fc.bigInt({ min: 0n, max: 1000n }), (threshold, high) => {
      expect(largestWhere(0n, high, (x) => x <= threshold)).toBe(threshold < high ? threshold : high);
    }),
    parameters(100),
  );
});

test("counts in JSON: numbers up to 2^53 − 1, digits beyond", () => {
  fc.assert(
    fc.property(big, (x) => {
      expect(BigInt(integerToJson(x))).toBe(x);
    }),
    parameters(200),
  );
  expect(integerToJson(9007199254740991n)).toBe(9007199254740991);
  expect(integerToJson(9007199254740992n)).toBe("9007199254740992");
});
