import * as fc from "fast-check";
import { expect, test } from "vitest";
import { InputError } from "../../src/errors.js";
import { formatLaunchOrder, launchOrder, parseLaunchOrder } from "../../src/schedules/launch-order.js";
import { order, parameters } from "../properties/arbitraries.js";

test("every order launches every tile exactly once", () => {
  fc.assert(
    fc.property(order, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), (kind, rows, columns) => {
      const tiles = launchOrder(kind, rows, columns);
      expect([...tiles].sort((x, y) => x - y)).toEqual(Array.from({ length: rows * columns }, (_, i) => i));
    }),
    parameters(300),
  );
});

test("neighbours on the Hilbert curve of a full square are neighbours in the grid", () => {
  const tiles = launchOrder({ kind: "hilbert" }, 32, 32);
  for (let i = 1; i < tiles.length; i++) {
    const [a, b] = [tiles[i - 1] ?? 0, tiles[i] ?? 0];
    const distance = Math.abs(Math.floor(a / 32) - Math.floor(b / 32)) + Math.abs((a % 32) - (b % 32));
    expect(distance).toBe(1);
  }
});

// The published order functions, as the measured kernels ran them.
test.each([
  ["row", 2, 3, [0, 1, 2, 3, 4, 5]],
  ["col", 2, 3, [0, 3, 1, 4, 2, 5]],
  ["group:2", 3, 3, [0, 3, 1, 4, 2, 5, 6, 7, 8]],
  ["morton", 2, 4, [0, 1, 4, 5, 2, 3, 6, 7]],
  ["hilbert", 2, 2, [0, 2, 3, 1]],
  ["hilbert", 4, 4, [0, 1, 5, 4, 8, 12, 13, 9, 10, 14, 15, 11, 7, 6, 2, 3]],
])("%s on a %i×%i grid", (name, rows, columns, expected) => {
  expect([...launchOrder(parseLaunchOrder(name), rows, columns)]).toEqual(expected);
});

test("skinny grids cost no more than square ones on curves", () => {
  expect(launchOrder({ kind: "hilbert" }, 1, 1_000_000)).toHaveLength(1_000_000);
  expect(launchOrder({ kind: "morton" }, 1_000_000, 1)).toHaveLength(1_000_000);
});

test("names are read back; anything else is refused", () => {
  fc.assert(
    fc.property(order, (kind) => {
      expect(parseLaunchOrder(formatLaunchOrder(kind))).toEqual(kind);
    }),
  );
  expect(parseLaunchOrder("group")).toEqual({ kind: "group", height: 8 });
  expect(parseLaunchOrder("group32")).toEqual({ kind: "group", height: 32 });
  for (const bad of ["", "zig", "group:0", "group:-1", "group:1.5", "Row"])
    expect(() => parseLaunchOrder(bad)).toThrow(InputError);
});
