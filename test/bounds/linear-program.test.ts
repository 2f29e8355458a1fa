import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { floatBasis } from "../../src/bounds/linear-program/float.js";
import { simplexOptimum } from "../../src/bounds/linear-program/simplex.js";
import type { CoverProgram } from "../../src/bounds/linear-program/solve.js";
import { isOptimal, solveCover } from "../../src/bounds/linear-program/solve.js";
import { add, compare, formatRational, multiply, rational } from "../../src/exact/rational.js";
import { parameters } from "../properties/arbitraries.js";

const program = (
  costs: readonly number[],
  rows: readonly (readonly number[])[],
  demands: readonly number[] = rows.map(() => 1),
): CoverProgram => ({
  costs: costs.map((cost) => rational(cost)),
  rows: rows.map((row) => row.map((value) => rational(value))),
  demands: demands.map((demand) => rational(demand)),
});

describe("fractional edge covers have the values known for them", () => {
  const triangle = [
    [1, 0, 1],
    [0, 1, 1],
    [1, 1, 0],
  ];
  const cycleOfFive = Array.from({ length: 5 }, (_, i) =>
    Array.from({ length: 5 }, (_, j) => (j === i || j === (i + 1) % 5 ? 1 : 0)),
  );
  test.each([
    ["matrix product", program([1, 1, 1], triangle), "3/2"],
    ["cycle of five", program([1, 1, 1, 1, 1], cycleOfFive), "5/2"],
    [
      "one array with every index",
      program(
        [1, 1],
        [
          [1, 0],
          [1, 1],
        ],
      ),
      "1",
    ],
    ["nothing to cover", program([1, 1], [[1, 1]], [0]), "0"],
    ["a coefficient of 3", program([1], [[3]]), "1/3"],
  ])("%s", (_, cover, value) => {
    const found = solveCover(cover);
    expect(found === undefined ? undefined : formatRational(found.value)).toBe(value);
  });
});

test("an index that nothing covers makes the program infeasible", () => {
  expect(
    solveCover(
      program(
        [1, 1],
        [
          [1, 1],
          [0, 0],
        ],
      ),
    ),
  ).toBeUndefined();
});

test("negative costs and rows of another length are refused", () => {
  expect(() => solveCover(program([-1], [[1]]))).toThrow(RangeError);
  expect(() => solveCover(program([1, 1], [[1]]))).toThrow(RangeError);
});

test("the floating-point solver's tolerance decides nothing: where its basis fails, the exact simplex decides", () => {
  const tiny = rational(1n, 1_000_000_000n);
  const found = solveCover({ costs: [rational(1n)], rows: [[tiny]], demands: [rational(1n)] });
  expect(found === undefined ? undefined : formatRational(found.value)).toBe("1000000000");
  // Costs that no double tells apart: the cheaper one is right, and the dearer basis is no optimum.
  const [cheap, dear] = [rational(10n ** 20n), rational(10n ** 20n + 1n)];
  for (const costs of [
    [cheap, dear],
    [dear, cheap],
  ]) {
    const close = solveCover({ costs, rows: [[rational(1n), rational(1n)]], demands: [rational(1n)] });
    expect(close === undefined ? undefined : formatRational(close.value)).toBe(String(10n ** 20n));
  }
  const wrong = solveCover({ costs: [dear, cheap], rows: [[rational(1n), rational(1n)]], demands: [rational(1n)] });
  const right = solveCover({ costs: [cheap, dear], rows: [[rational(1n), rational(1n)]], demands: [rational(1n)] });
  expect([wrong?.solvedBy, right?.solvedBy]).toContain("exact-simplex");
});

const coverProgram = fc
  .record({ indices: fc.integer({ min: 1, max: 7 }), arrays: fc.integer({ min: 1, max: 7 }) })
  .chain(({ indices, arrays }) =>
    fc.record({
      costs: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: arrays, maxLength: arrays }),
      rows: fc.array(fc.array(fc.constantFrom(0, 1), { minLength: arrays, maxLength: arrays }), {
        minLength: indices,
        maxLength: indices,
      }),
    }),
  )
  .map(({ costs, rows }) => program(costs, rows));

test("500 random covers: the pair found is exactly optimal and the exact simplex has the same value", () => {
  fc.assert(
    fc.property(coverProgram, (cover) => {
      const found = solveCover(cover);
      const exact = simplexOptimum(cover);
      expect(found === undefined).toBe(exact === undefined);
      if (found === undefined || exact === undefined) return;
      expect(isOptimal(cover, found)).toBe(true);
      expect(isOptimal(cover, exact)).toBe(true);
      const value = exact.primal.reduce((sum, x, j) => add(sum, multiply(x, cover.costs[j] ?? rational(0n))), rational(0n));
      expect(compare(found.value, value)).toBe(0);
    }),
    parameters(500),
  );
});

test("the proposed basis is the one used on ordinary covers", () => {
  const cover = program(
    [1, 1, 1],
    [
      [1, 0, 1],
      [0, 1, 1],
      [1, 1, 0],
    ],
  );
  expect([...(floatBasis(cover) ?? [])].sort()).toEqual([0, 1, 2]);
  expect(solveCover(cover)?.solvedBy).toBe("float-basis");
});
