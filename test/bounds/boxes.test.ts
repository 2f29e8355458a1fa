import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Leaf, nowhereNegative, type Polynomial, type Span } from "../../src/verify/potentials/boxes.js";
import { counted } from "../properties/arbitraries.js";

const KNOT = 20;
const span = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 20 }))
  .map(([low, wide]): Span => [low, low + wide]);
const box: fc.Arbitrary<Leaf> = fc.record({ one: fc.constant(KNOT), x: span, y: span, s: span });
const share = fc.integer({ min: 0, max: 64 }).map((part) => part / 64);

/** By Bernstein's sum, at shares of the box. */
function valueAt({ degrees, coefficients }: Polynomial, at: readonly [number, number, number]): number {
  const binomial = (n: number, k: number): number => (k === 0 ? 1 : (binomial(n - 1, k - 1) * n) / k);
  const basis = (axis: 0 | 1 | 2, i: number) =>
    binomial(degrees[axis], i) * at[axis] ** i * (1 - at[axis]) ** (degrees[axis] - i);
  const [, dy, ds] = degrees;
  return coefficients.reduce((sum, value, place) => {
    const [c, rest] = [place % (ds + 1), Math.floor(place / (ds + 1))];
    return sum + value * basis(0, Math.floor(rest / (dy + 1))) * basis(1, rest % (dy + 1)) * basis(2, c);
  }, 0);
}

function waits({ one, x, y, s }: Leaf, at: readonly [number, number, number]): number {
  const [a, b, c] = [x, y, s].map(([low, high], axis) => (low + (high - low) * (at[axis] as number)) / one) as [
    number,
    number,
    number,
  ];
  return c - a * b;
}

describe("polynomials nowhere negative where U is at most 1", () => {
  test("what is accepted is not negative at any such point", () => {
    let accepted = 0;
    const coefficients = fc.tuple(
      fc.integer({ min: -300, max: 0 }),
      fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 18, maxLength: 18 }),
    );
    const points = fc.array(fc.tuple(share, share, share), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(box, coefficients, points, fc.integer({ min: 0, max: 4 }), (leaf, [less, own], at, halvings) => {
        const polynomial: Polynomial = { degrees: [2, 2, 1], coefficients: own.map((value) => (value + less) * 2 ** 16) };
        if (!nowhereNegative(polynomial, leaf, halvings)) return;
        accepted++;
        for (const point of at) if (waits(leaf, point) <= 1) expect(valueAt(polynomial, point)).toBeGreaterThanOrEqual(-1e-3);
      }),
      counted(400),
    );
    expect(accepted).toBeGreaterThan(40);
  });

  test("what is added to a part is counted, and sees the part's own coefficients", () => {
    const leaf: Leaf = { one: KNOT, x: [0, 4], y: [0, 4], s: [0, 8] };
    const flat: Polynomial = { degrees: [1, 1, 1], coefficients: new Array(8).fill(100) };
    const less = (by: number) => (_: Leaf, own: readonly number[]) => own.map((value) => -value - by);
    expect(nowhereNegative(flat, leaf, 2, less(0))).toBe(true);
    expect(nowhereNegative(flat, leaf, 2, less(1))).toBe(false);
  });

  test("1 − U is accepted on a box that U = 1 cuts, and refused once it is less", () => {
    const leaf: Leaf = { one: KNOT, x: [10, 20], y: [10, 20], s: [20, 40] };
    // 1 + xy − s by its values at corners, where it is linear in each; 1 is 2²⁰·400.
    const corners = [0, 1].flatMap((a) =>
      [0, 1].flatMap((b) => [0, 1].map((c) => 400 + (leaf.x[a] as number) * (leaf.y[b] as number) - 20 * (leaf.s[c] as number))),
    );
    const polynomial = (less: number): Polynomial => ({
      degrees: [1, 1, 1],
      coefficients: corners.map((value) => (value - less) * 2 ** 20),
    });
    expect(corners.some((value) => value < 0)).toBe(true);
    expect(nowhereNegative(polynomial(-1), leaf, 0)).toBe(true);
    expect(nowhereNegative(polynomial(1), leaf, 5)).toBe(false);
  });

  test("boxes with U above 1 throughout ask for nothing", () => {
    const negative: Polynomial = { degrees: [1, 1, 1], coefficients: new Array(8).fill(-1) };
    expect(nowhereNegative(negative, { one: KNOT, x: [0, 4], y: [0, 5], s: [21, 40] }, 0)).toBe(true);
    expect(nowhereNegative(negative, { one: KNOT, x: [0, 4], y: [0, 6], s: [21, 40] }, 4)).toBe(false);
  });
});
