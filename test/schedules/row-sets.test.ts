import * as fc from "fast-check";
import { expect, test } from "vitest";
import { range } from "../../src/lift/lifted.js";
import { rowSets } from "../../src/lift/two-level/row-sets.js";
import { RowDealer, type SetMemory } from "../../src/schedules/two-level/row-sets.js";
import { parameters } from "../properties/arbitraries.js";

/** Deals, and checks that every pair is in one set, that sets fit, and that they load what the dealer counts. */
function checkDealt(size: number, memory: SetMemory): void {
  const dealer = new RowDealer(memory);
  const sets = rowSets(range(0, size), dealer);
  const met = sets.flatMap(({ pairs }) => pairs.map(([i, j]) => i * size + j)).sort((x, y) => x - y);
  expect(met).toEqual(range(0, size).flatMap((i) => range(0, i + 1).map((j) => i * size + j)));
  for (const { rows, pairs } of sets) {
    const sums = pairs.reduce((all, [i, j]) => all + (i === j ? 1 : memory.orders), 0);
    expect(sums + rows.length + memory.beside).toBeLessThanOrEqual(memory.fastWords);
    const own = new Set(pairs.flat());
    expect([...own].sort((x, y) => x - y)).toEqual([...rows].sort((x, y) => x - y));
  }
  const { loaded, largest } = dealer.deal(size);
  expect(sets.reduce((all, { rows }) => all + rows.length, 0)).toBe(Number(loaded));
  expect(Math.max(...sets.map(({ rows }) => rows.length))).toBeLessThanOrEqual(largest);
}

test("every pair of rows is in one set that fits, and the sets load what is counted", () => {
  const memories = fc.record({
    fastWords: fc.integer({ min: 5, max: 2000 }),
    orders: fc.constantFrom(1 as const, 2 as const),
    beside: fc.constantFrom(0 as const, 1 as const),
  });
  fc.assert(fc.property(fc.integer({ min: 1, max: 160 }), memories, checkDealt), parameters(60, 1000));
});

test.each([
  [3, 7, "plane"],
  [4, 13, "plane"],
  [5, 21, "plane"],
  [6, 31, "plane"],
  [8, 57, "plane"],
  [9, 73, "plane"],
  [10, 91, "plane"],
])("sets of %d blocks deal out %d rows as a projective plane", (inSet, rows, kind) => {
  // Memory for the pairs of a set, one row's own, and a word of each row.
  const fastWords = (inSet * (inSet - 1)) / 2 + 1 + inSet;
  checkDealt(rows, { fastWords, orders: 1, beside: 0 });
  expect(new RowDealer({ fastWords, orders: 1, beside: 0 }).deal(rows).cut.kind).toBe(kind);
});
