import { describe, expect, test } from "vitest";
import type { AccumulatorPotential } from "../../src/bounds/potentials/accumulators.js";
import { type IntermediatePotential, intermediatePotentials } from "../../src/bounds/potentials/intermediates.js";
import { checkEndsPotential } from "../../src/verify/potentials/accumulators.js";
import { checkPotential } from "../../src/verify/potentials/intermediates.js";

/** Tables small enough to see which condition they break: functions of degree 1 in every variable, which are their own coefficients between knots. */

const UNIT = 2 ** 20;

type Grown = (x: number, y: number, s: number) => number;

/** Knots and the places halfway between them. */
const places = (knots: readonly number[]): readonly number[] =>
  knots.flatMap((knot, i) => (i === 0 ? [knot] : [((knots[i - 1] as number) + knot) / 2, knot]));

/** By rows, columns, sums; of a symmetric one rows ≤ columns alone. */
function valuesOf(
  grown: Grown,
  knot: number,
  grid: Pick<IntermediatePotential, "rows" | "columns" | "sums">,
  half: boolean,
): Int32Array {
  const [xs, ys, sums] = [places(grid.rows), places(grid.columns), places(grid.sums)];
  const values = xs.flatMap((x, i) =>
    ys.slice(half ? i : 0).flatMap((y) => sums.map((s) => Math.round(UNIT * grown(x / knot, y / knot, s / knot)))),
  );
  return Int32Array.from(values);
}

/** Nothing is paid and nothing promised: every condition holds. */
function intermediate(grown: Grown, changes: Partial<IntermediatePotential> = {}): IntermediatePotential {
  const plain = {
    ...{ id: "small", rowCost: 2, holdingCost: [1, 1], price: 0, reloadPrice: 0 },
    ...{ rows: [0, 10, 20], columns: [0, 10, 20], sums: [0, 10, 20, 40], reach: 100, ceiling: -8 * UNIT },
    ...changes,
  } as Omit<IntermediatePotential, "values">;
  return { ...plain, values: changes.values ?? valuesOf(grown, 20, plain, plain.rowCost === 1) };
}

const none: Grown = () => 0;

describe("a table that breaks one condition of the intermediate's potentials is refused for that", () => {
  test.each<[string, IntermediatePotential]>([
    ["nothing anywhere", intermediate(none)],
    ["the same of rows as of columns", intermediate(none, { rowCost: 1 })],
    ["what a row's word costs", intermediate((x) => -2 * x)],
    ["what a column's word costs", intermediate((_, y) => -y)],
  ])("holds: %s", (_, potential) => {
    expect(checkPotential(potential)).toMatchObject({ price: 0n, reloadPrice: 0n });
  });

  test.each<[string, IntermediatePotential, string]>([
    [
      "a row's word that gains more than it costs",
      intermediate((x) => -2.001 * x),
      "a row's word gains more than it costs in cell 0, 0, 0",
    ],
    ["a column's word that does", intermediate((_, y) => -1.001 * y), "a column's word gains more than it costs in cell 0, 0, 0"],
    [
      "such a word beyond the first box alone",
      intermediate((x) => -2 * x - 0.001 * Math.max(0, x - 0.5)),
      "a row's word gains more than it costs in cell 1, 0, 0",
    ],
    ["less with more sums", intermediate((x, y, s) => -0.1 * s * (x + y)), "a fall with the sums in cell 0, 0, 0"],
    ["a row's word that is worth something", intermediate((x) => 0.001 * x), "a word dropped gains in cell 0, 0, 0"],
    ["a column's word that is", intermediate((_, y) => 0.001 * y), "a word dropped gains in cell 0, 0, 0"],
    [
      "sums that a row's word brings, dropped for nothing",
      intermediate((_, y, s) => 0.1 * s - 0.2 * y),
      "a word dropped gains in cell 0, 0, 0",
    ],
    ["sums that a column's word brings", intermediate((x, _, s) => 0.1 * s - 0.2 * x), "a word dropped gains in cell 0, 0, 0"],
    [
      "less than the ceiling at the last row",
      intermediate(none, { rows: [0, 2, 4], ceiling: UNIT / 2 }),
      "below the ceiling at the edge in cell 1, 0, 0",
    ],
    [
      "less than the ceiling at the last column",
      intermediate(none, { ceiling: 1.5 * UNIT }),
      "below the ceiling at the edge in cell 0, 1, 0",
    ],
    ["a first value", intermediate((x) => 1 - x), "no zero at the beginning"],
  ])("refused: %s", (_, potential, reason) => {
    expect(checkPotential(potential)).toBe(reason);
  });

  // The first box alone is near: there x + y is below a tenth.
  const near = { rows: [0, 2, 20], columns: [0, 2, 20], ceiling: Math.round(0.4 * UNIT) };
  const tenth = Math.round(UNIT / 10);
  const paying: Grown = (x, y, s) => 0.1 * s - 0.11 * (x + y);

  test.each<[string, Partial<IntermediatePotential>, string]>([
    ["an element made for less than the price", { ...near, price: tenth }, "an element made gains in cell 0, 0, 0"],
    ["an element made after a load for less", { ...near, reloadPrice: tenth }, "a load of H gains in cell 0, 0, 0"],
  ])("refused: %s", (_, changes, reason) => {
    expect(checkPotential(intermediate(none, changes))).toBe(reason);
    expect(checkPotential(intermediate(none, near))).toMatchObject({ price: 0n });
  });

  test("the ceiling near the beginning, which words alone do not reach", () => {
    const own = { ...near, price: 100_000, reloadPrice: 100_000 };
    const over = (ceiling: number) => checkPotential(intermediate(paying, { ...own, ceiling: Math.round(ceiling * UNIT) }));
    expect(over(0.5)).toMatchObject({ price: 100_000n });
    expect(over(0.1)).toBe("above the ceiling in cell 0, 0, 0");
  });

  test.each<[string, Partial<IntermediatePotential>, string]>([
    ["a price in parts", { price: 0.5 }, "not whole numbers"],
    ["a knot beyond what is exact", { sums: [0, 20, 2 ** 24] }, "not whole numbers"],
    ["a holding cost below 1", { holdingCost: [1, 2] }, "holding cost below 1"],
    ["a holding cost over nothing", { holdingCost: [1, 0] }, "holding cost below 1"],
    ["a price below 0", { price: -1 }, "price below 0"],
    ["a reload price below 0", { reloadPrice: -1 }, "price below 0"],
    ["a holding cost of many parts", { holdingCost: [256, 1] }, "holding cost out of range"],
    ["rows that do not begin at 0", { rows: [5, 10, 20] }, "knots out of order"],
    ["columns that fall", { columns: [0, 20, 10] }, "knots out of order"],
    ["sums beyond four memories", { sums: [0, 20, 81] }, "knots out of order"],
    ["rows unlike columns where both cost the same", { rowCost: 1, rows: [0, 5, 20] }, "rows and columns differ"],
    ["a row that costs three words", { rowCost: 3 as 2 }, "no row cost from 1 to 2 in quarters"],
    ["rows that end before words pay", { price: 2 * UNIT }, "reach too short"],
    ["rows that end before words pay for what is loaded", { reloadPrice: 2 * UNIT }, "reach too short"],
    ["a reach that ends before words pay", { price: Math.round(0.9 * UNIT), reach: 10 }, "reach too short"],
    ["sums that end within a memory", { sums: [0, 10, 19] }, "too few sums"],
    ["sums that end before words pay", { price: UNIT, sums: [0, 10, 20, 24] }, "too few sums"],
    ["sums that end before words pay for what is loaded", { reloadPrice: UNIT, sums: [0, 10, 20, 24] }, "too few sums"],
  ])("refused: %s", (_, changes, reason) => {
    expect(checkPotential(intermediate(none, changes))).toBe(reason);
  });

  test("of the tables that are used, every ceiling is the least and the most there is", () => {
    for (const potential of intermediatePotentials()) {
      const moved = (by: number) => checkPotential({ ...potential, ceiling: potential.ceiling + by });
      expect(moved(-UNIT / 64)).toMatch(/^above the ceiling in cell \d+, \d+, \d+$/);
      expect(moved(UNIT / 64)).toMatch(/^below the ceiling at the edge in cell \d+, \d+, \d+$/);
    }
  });
});

/** Words are held for nothing, and nothing is promised. */
function ends(grown: Grown, changes: Partial<AccumulatorPotential> = {}): AccumulatorPotential {
  const plain = {
    ...{ id: "small", credit: [1, 255] as const, price: 0, reach: 400, ceiling: -8 * UNIT },
    ...{ holdingCosts: [[0, 0] as const, [80, 0] as const], rows: [0, 40, 80], sums: [0, 40, 80, 160] },
    ...changes,
  };
  const grid = { rows: plain.rows, columns: plain.rows, sums: plain.sums };
  return { ...plain, values: changes.values ?? valuesOf(grown, 80, grid, true) };
}

describe("a table that breaks one condition of the accumulators' potentials is refused for that", () => {
  test.each<[string, AccumulatorPotential]>([
    ["nothing anywhere", ends(none)],
    ["what words cost", ends((x, y) => -x - y)],
  ])("holds: %s", (_, potential) => expect(checkEndsPotential(potential)).toMatchObject({ price: 0n }));

  test.each<[string, AccumulatorPotential, string]>([
    [
      "a word that gains more than it costs",
      ends((x, y) => -1.001 * (x + y)),
      "a row's word gains more than it costs in cell 0, 0, 0",
    ],
    ["less with more sums", ends((x, y, s) => -0.1 * (s - 0.5) * (x + y)), "a fall with the sums in cell 0, 0, 0"],
    ["a word that is worth something", ends((x, y) => 0.001 * (x + y)), "a word dropped gains in cell 0, 0, 0"],
    ["sums dropped for nothing", ends((_, __, s) => 0.1 * (s - 0.5)), "a word dropped gains in cell 0, 0, 0"],
    [
      "an event that is promised",
      ends(none, {
        price: 1,
        holdingCosts: [
          [0, 0],
          [80, UNIT],
        ],
        ceiling: UNIT,
      }),
      "an event gains in cell 0, 0, 0",
    ],
    ["less than the ceiling at the edge", ends(none, { ceiling: 1.5 * UNIT }), "below the ceiling at the edge in cell 0, 1, 0"],
    ["a value at half the sums", ends((_, __, s) => s), "no zero at the beginning"],
    ["no knot at half the sums", ends(none, { sums: [0, 80, 160] }), "no zero at the beginning"],
    ["a price in parts", ends(none, { price: 0.5 }), "not whole numbers"],
    ["a price below 0", ends(none, { price: -1 }), "price below 0"],
    ["no credit", ends(none, { credit: [0, 1] }), "credit out of range"],
    ["rows that fall", ends(none, { rows: [0, 80, 40] }), "knots out of order"],
    ["sums beyond four memories", ends(none, { sums: [0, 40, 321] }), "knots out of order"],
    ["sums within a memory", ends(none, { sums: [0, 40, 80] }), "too few sums"],
  ])("refused: %s", (_, potential, reason) => {
    expect(checkEndsPotential(potential)).toBe(reason);
  });
});
