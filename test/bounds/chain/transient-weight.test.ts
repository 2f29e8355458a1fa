import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type CheckedChain, transientWeighsAtMost } from "../../../src/verify/chain/chain.js";
import { parameters } from "../../properties/arbitraries.js";

/**
 * The least weight s + D + E of v products with H transient, s² ≥ 4k²f·a·b·v/n, D ≥ d·v/m, E ≥ partial·v/l and
 * s²·D·E = 4k²f·a·b·d·partial·v², by search in doubles.
 */
function leastWeight({ m, k, l, n, factors, a, b, d, partial }: Readonly<Record<string, number>>, v: number): number {
  const at = (value: number | undefined): number => value ?? Number.NaN;
  const pairs = 4 * at(k) ** 2 * at(factors) * at(a) * at(b);
  const least = { s: Math.sqrt((pairs * v) / at(n)), d: (at(d) * v) / at(m), e: (at(partial) * v) / at(l) };
  const all = pairs * at(d) * at(partial) * v * v;
  /** The best E beside this D: where the sum is least, but no farther than s falls, and no less than its own least. */
  const weight = (own: number): number => {
    const free = (Math.sqrt(all / own) / 2) ** (2 / 3);
    const e = Math.max(least.e, Math.min(free, all / (own * least.s ** 2)));
    return Math.max(least.s, Math.sqrt(all / (own * e))) + own + e;
  };
  let [low, high] = [Math.log(least.d), Math.log(least.d) + 40];
  for (let step = 0; step < 200; step++) {
    const [one, other] = [low + (high - low) / 3, high - (high - low) / 3];
    if (weight(Math.exp(one)) <= weight(Math.exp(other))) high = other;
    else low = one;
  }
  return Math.min(weight(least.d), weight(Math.exp((low + high) / 2)));
}

const side = fc.integer({ min: 1, max: 60 });
const size = fc.integer({ min: 1, max: 8 });
const chain = fc.record({
  ...{ m: side, k: side, l: side, n: side, factors: fc.integer({ min: 1, max: 2 }) },
  ...{ a: size, b: size, d: size, partial: size },
});
const asChecked = (fields: Readonly<Record<string, number>>): CheckedChain =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, BigInt(value)])) as unknown as CheckedChain;

test("weighs what a search in doubles finds, to the next whole number on either side", () => {
  fc.assert(
    fc.property(chain, fc.double({ min: 0, max: 1, noNaN: true }), (fields, share) => {
      const all = fields.m * fields.l * fields.n;
      const v = Math.max(1, Math.floor(all ** share));
      const weight = leastWeight(fields, v);
      const fits = (x: number): boolean => transientWeighsAtMost(asChecked(fields), BigInt(v), BigInt(x));
      // Roots and quotients are rounded in the checker too.
      expect(fits(Math.ceil(weight * (1 + 1e-7)) + 1)).toBe(true);
      expect(fits(Math.floor(weight * (1 - 1e-7)) - 1)).toBe(false);
    }),
    parameters(4000),
  );
});
