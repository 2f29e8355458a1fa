import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GridShape } from "../../src/bounds/potentials/coefficients.js";
import { CoefficientReader, writeCoefficients } from "../../src/bounds/potentials/coefficients.js";
import { type IntermediatePotential, intermediatePotentials } from "../../src/bounds/potentials/intermediates.js";
import { checkPotential } from "../../src/verify/potentials/intermediates.js";
import { parameters } from "../properties/arbitraries.js";

const UNIT = 2 ** 20;
const POTENTIALS = intermediatePotentials();

describe("potentials of the intermediate", () => {
  test.each(POTENTIALS.map((potential) => [potential.id, potential] as const))("%s holds", (_, potential) => {
    expect(checkPotential(potential)).toMatchObject({ price: BigInt(potential.price) });
  });

  test("the proof's table lists them", () => {
    const proof = readFileSync(new URL("../../proofs/chain-holding-cost.md", import.meta.url), "utf8");
    const fraction = ([top, below]: readonly [number, number]) => (below === 1 ? `${top}` : `${top}/${below}`);
    const down = (price: number) => (Math.floor((price / UNIT) * 1e4) / 1e4).toFixed(4);
    const rows = POTENTIALS.map(
      ({ rowCost, holdingCost, price, reloadPrice }) =>
        `| ${rowCost} | ${fraction(holdingCost)} | ${down(price)} | ${down(reloadPrice)} |`,
    );
    expect(proof).toContain(rows.join("\n"));
  });

  test("names are different", () => {
    expect(new Set(POTENTIALS.map(({ id }) => id)).size).toBe(POTENTIALS.length);
  });

  test("no potential holds at a price a hundredth higher, a holding cost lower, or for cheaper words", () => {
    for (const potential of POTENTIALS) {
      const { price, reloadPrice, holdingCost } = potential;
      const changed: readonly Partial<IntermediatePotential>[] = [
        { price: price + Math.round(UNIT / 100) },
        { reloadPrice: reloadPrice + Math.round(UNIT / 20) },
        { holdingCost: [holdingCost[0] * 9, holdingCost[1] * 10] as const },
        { ceiling: potential.ceiling - Math.round(UNIT / 2) },
        { rowCost: potential.rowCost === 1 ? 2 : 1 },
        { sums: potential.sums.slice(0, -2) },
        { rows: [...potential.rows].reverse() },
        { values: potential.values.slice(0, 400) },
      ];
      for (const change of changed)
        expect(checkPotential({ ...potential, ...change }), Object.keys(change).join()).toBeTypeOf("string");
    }
  });

  test.each([1, 2])("row cost %i: a coefficient moved by a tenth breaks an inequality", (rowCost) => {
    const own = POTENTIALS.find((potential) => potential.rowCost === rowCost) as IntermediatePotential;
    // Rows and columns up to about half √S, from no sums to at most S of them: U is at most 1 there.
    const width = 2 * own.columns.length - 1;
    const places = fc.record({
      row: fc.integer({ min: 0, max: 8 }),
      more: fc.integer({ min: 0, max: 4 }),
      sum: fc.integer({ min: 1, max: 12 }),
      down: fc.boolean(),
    });
    fc.assert(
      fc.property(places, ({ row, more, sum, down }) => {
        const line = rowCost === 1 ? row * width - (row * (row - 1)) / 2 : row * width;
        const values = own.values.slice();
        const at = (line + more) * (2 * own.sums.length - 1) + sum;
        values[at] = (values[at] as number) + Math.round(UNIT / 10) * (down ? -1 : 1);
        expect(checkPotential({ ...own, values })).toBeTypeOf("string");
      }),
      parameters(40),
    );
  });
});

describe("coefficients in a file", () => {
  const shapes: fc.Arbitrary<GridShape> = fc
    .record({ rows: fc.integer({ min: 1, max: 5 }), sums: fc.integer({ min: 1, max: 5 }), isHalf: fc.boolean() })
    .chain((shape) =>
      fc.integer({ min: 1, max: 5 }).map((columns) => ({ ...shape, columns: shape.isHalf ? shape.rows : columns })),
    );
  const countOf = ({ rows, columns, sums, isHalf }: GridShape): number =>
    (isHalf ? (rows * (rows + 1)) / 2 : rows * columns) * sums;
  const grids = shapes.chain((shape) =>
    fc
      .array(fc.integer({ min: 1 - 2 ** 23, max: 2 ** 23 - 1 }), { minLength: countOf(shape), maxLength: countOf(shape) })
      .map((values) => ({ shape, values: Int32Array.from(values) })),
  );

  test("are read as they were written, one grid after the other", () => {
    fc.assert(
      fc.property(fc.array(grids, { minLength: 1, maxLength: 3 }), (all) => {
        const reader = new CoefficientReader(
          Uint8Array.from(all.flatMap(({ shape, values }) => [...writeCoefficients(values, shape)])),
        );
        for (const { shape, values } of all) expect(reader.grid(shape)).toEqual(values);
        expect(reader.isAtEnd()).toBe(true);
      }),
      parameters(200),
    );
  });

  test("that end within a grid are refused", () => {
    const shape = { rows: 2, columns: 2, sums: 2, isHalf: false };
    const written = writeCoefficients(Int32Array.from([1, 2, 3, 4, 5, 6, 7, 2 ** 22]), shape);
    expect(() => new CoefficientReader(written.slice(0, -1)).grid(shape)).toThrow(/ends within a grid/);
  });
});
