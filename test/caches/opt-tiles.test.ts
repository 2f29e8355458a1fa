import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { simulateOptByArray } from "../../src/caches/opt/opt.js";
import { simulateOptOfTiles } from "../../src/caches/opt/opt-tiles.js";
import { cutIntoUnits } from "../../src/caches/tiles/tile-units.js";
import type { Trace } from "../../src/caches/trace.js";
import { traceOf } from "../../src/caches/trace.js";
import { parameters } from "../properties/arbitraries.js";
import { longTrace, trace } from "./random-traces.js";

/** Tiles of two arrays, and a capacity beside which nothing fits next to the largest, or all does. */
function sized(touches: Trace, sizes: readonly number[], spare: number): [Int32Array, number, Uint8Array] {
  const tileUnits = Int32Array.from({ length: touches.idCount }, (_, tile) => sizes[tile] as number);
  const largest = tileUnits.reduce((most, units) => Math.max(most, units), 1);
  const all = tileUnits.reduce((sum, units) => sum + units, 0);
  const capacity = largest + Math.floor(spare * Math.max(0, all - largest));
  return [tileUnits, capacity, Uint8Array.from(tileUnits, (_, tile) => tile % 2)];
}

/** The same, touch by touch of every unit. */
function unitByUnit(touches: Trace, tileUnits: Int32Array, capacity: number, arrayOf: Uint8Array): unknown {
  const { trace: cut, unitBytes, tileOfUnit } = cutIntoUnits(touches, tileUnits);
  const arrayOfUnit = Uint8Array.from(tileOfUnit, (tile) => arrayOf[tile] as number);
  const traffic = simulateOptByArray(cut, Math.floor(capacity / unitBytes), arrayOfUnit, 2);
  return Object.values(traffic).map((counts: Float64Array) => [...counts].map((count) => count * unitBytes));
}

function ofTiles(touches: Trace, tileUnits: Int32Array, capacity: number, arrayOf: Uint8Array): unknown {
  return Object.values(simulateOptOfTiles(touches, tileUnits, capacity, arrayOf, 2)).map((counts: Float64Array) => [...counts]);
}

describe("MIN over tiles is MIN over their units", () => {
  const TILES = 8;
  const spare = fc.double({ min: 0, max: 1, noNaN: true });

  test("on short traces", () => {
    const sizes = fc.integer({ min: 1, max: 12 }).chain((most) =>
      // The last is of one unit, so that the greatest common one is.
      fc.tuple(...Array.from({ length: TILES }, (_, tile) => fc.integer({ min: 1, max: tile === 0 ? 1 : most }))),
    );
    fc.assert(
      fc.property(trace(TILES, 80), sizes, spare, (touches, drawn, share) => {
        const [tileUnits, capacity, arrayOf] = sized(touches, drawn, share);
        fc.pre(tileUnits.includes(1));
        expect(ofTiles(touches, tileUnits, capacity, arrayOf)).toEqual(unitByUnit(touches, tileUnits, capacity, arrayOf));
      }),
      parameters(300),
    );
  });

  test("on long ones", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(fc.nat(), sizes, spare, (seed, drawn, share) => {
        const touches = longTrace(seed, 60, 3000);
        const [tileUnits, capacity, arrayOf] = sized(touches, [1, ...drawn.slice(1)], share);
        fc.pre(tileUnits.includes(1));
        expect(ofTiles(touches, tileUnits, capacity, arrayOf)).toEqual(unitByUnit(touches, tileUnits, capacity, arrayOf));
      }),
      parameters(15),
    );
  });
});

test("a tile that misses while nothing else is farther gives up its own units, and holes in it stay apart", () => {
  // Two tiles of 4 in 6 units, in turns: each touch loses the unit before the one that comes, not a prefix.
  const touches = traceOf(Int32Array.of(0, 1, 0, 1, 0, 1, 0));
  const [tileUnits, arrayOf] = [Int32Array.of(4, 5), Uint8Array.of(0, 1)];
  expect(ofTiles(touches, tileUnits, 6, arrayOf)).toEqual(unitByUnit(touches, tileUnits, 6, arrayOf));
});

test("sizes in the billions of units take no longer, and a capacity below the largest tile is refused", () => {
  const touches = traceOf(Int32Array.of(0, 1, 0, 1), Uint8Array.of(1, 0, 0, 0));
  const tileUnits = Int32Array.of(2 ** 31 - 1, 2 ** 31 - 2);
  const whole = 2 ** 32 - 3;
  const run = (capacity: number): unknown => ofTiles(touches, tileUnits, capacity, Uint8Array.of(0, 1));
  expect(run(whole)).toEqual([
    [0, 2 ** 31 - 2],
    [2 ** 31 - 1, 0],
    [0, 0],
    [2 ** 31 - 1, 0],
  ]);
  // One unit short: the last of tile 1 takes the place of the one before it, which is what the next touch lacks.
  expect(run(whole - 1)).toEqual([
    [0, 2 ** 31 - 1],
    [2 ** 31 - 1, 0],
    [0, 0],
    [2 ** 31 - 1, 0],
  ]);
  expect(() => run(2 ** 31 - 2)).toThrow(/^capacity: expected/);
});
