import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SLICE_POTENTIALS, type SlicePotential } from "../../../src/bounds/potentials/slice-potentials.js";
import { checkPotential } from "../../../src/verify/potentials/slice-potential.js";
import { parameters } from "../../properties/arbitraries.js";

const UNIT = 2 ** 20;

describe("potentials of slices", () => {
  test.each(SLICE_POTENTIALS.map((potential) => [potential.id, potential] as const))("%s holds", (_, potential) => {
    expect(checkPotential(potential)).toMatchObject({ price: BigInt(potential.price) });
  });

  test("the proof's table lists them", () => {
    const proof = readFileSync(new URL("../../../proofs/chain-holding-cost.md", import.meta.url), "utf8");
    const fraction = ([top, below]: readonly [number, number]) => (below === 1 ? `${top}` : `${top}/${below}`);
    const down = (price: number) => (Math.floor((price / UNIT) * 1e4) / 1e4).toFixed(4);
    const rows = SLICE_POTENTIALS.map(
      ({ rowCost, rent, waiting, price, reloadPrice }) =>
        `| ${rowCost} | ${fraction(rent)} | ${fraction(waiting)} | ${down(price)} | ${down(reloadPrice)} |`,
    );
    expect(proof).toContain(rows.join("\n"));
  });

  test("names are different", () => {
    expect(new Set(SLICE_POTENTIALS.map(({ id }) => id)).size).toBe(SLICE_POTENTIALS.length);
  });

  test("no potential holds at a price a hundredth higher, a rent lower, or for cheaper words", () => {
    for (const potential of SLICE_POTENTIALS) {
      const { price, reloadPrice, rent } = potential;
      const changed: readonly Partial<SlicePotential>[] = [
        { price: price + Math.round(UNIT / 100) },
        { reloadPrice: reloadPrice + Math.round(UNIT / 20) },
        { rent: [rent[0] * 9, rent[1] * 10] },
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
    const own = SLICE_POTENTIALS.find((potential) => potential.rowCost === rowCost) as SlicePotential;
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
        const at = 3 * ((line + more) * (2 * own.sums.length - 1) + sum);
        const bytes = Uint8Array.from(atob(own.values), (letter) => letter.charCodeAt(0));
        const [low, middle, high] = [bytes[at], bytes[at + 1], bytes[at + 2]] as [number, number, number];
        const value = (((high << 24) >> 8) | (middle << 8) | low) + Math.round(UNIT / 10) * (down ? -1 : 1);
        bytes.set([value & 255, (value >> 8) & 255, (value >> 16) & 255], at);
        const values = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
        expect(checkPotential({ ...own, values })).toBeTypeOf("string");
      }),
      parameters(40),
    );
  });
});
