import * as fc from "fast-check";
import { expect, test } from "vitest";
import { InputError } from "../../src/errors.js";
import {
  formatLaunchOrder,
  type LaunchOrder,
  launchOrder,
  paddedLaunchOrder,
  parseLaunchOrder,
  settledOrder,
} from "../../src/schedules/tiles/launch-order.js";
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
  ["serpentine", 3, 3, [0, 1, 2, 5, 4, 3, 6, 7, 8]],
  ["serpentine:2", 3, 3, [0, 3, 1, 4, 2, 5, 8, 7, 6]],
  ["horizontal", 2, 3, [0, 1, 2, 3, 4, 5]],
  ["identity", 2, 3, [0, 3, 1, 4, 2, 5]],
  ["identity:2", 2, 3, [0, 1, 3, 4, 2, 5]],
  ["raster-n:2", 3, 2, [0, 2, 1, 3, 4, 5]],
  ["raster-m:2", 2, 3, [0, 1, 3, 4, 2, 5]],
])("%s on a %i×%i grid", (name, rows, columns, expected) => {
  expect([...launchOrder(parseLaunchOrder(name), rows, columns)]).toEqual(expected);
});

const side = fc.integer({ min: 1, max: 40 });
const swizzle = fc.integer({ min: 1, max: 10 });

function logOfWidth(most: number, tiles: number): number {
  return most >= 8 && tiles >= 6 ? 3 : most >= 4 && tiles >= 3 ? 2 : most >= 2 && tiles >= 2 ? 1 : 0;
}

test("identity:N is what CUTLASS 2 computes from its block indices", () => {
  fc.assert(
    fc.property(swizzle, side, side, (most, rows, columns) => {
      const log = logOfWidth(most, columns);
      const width = 1 << log;
      const expected: number[] = [];
      for (let by = 0; by < Math.ceil(columns / width); by++) {
        for (let bx = 0; bx < rows * width; bx++) {
          const [m, n] = [bx >> log, (by << log) + (bx & (width - 1))];
          if (m < rows && n < columns) expected.push(m * columns + n);
        }
      }
      expect([...launchOrder({ kind: "identity", swizzle: most }, rows, columns)]).toEqual(expected);
    }),
    parameters(200),
  );
});

const cluster = fc.constantFrom(
  { rows: 1, columns: 1 },
  { rows: 2, columns: 1 },
  { rows: 1, columns: 2 },
  { rows: 2, columns: 4 },
);

test("rasters are what CUTLASS 3 computes from its linear work ids, blocks outside the grid included", () => {
  const kinds = fc.constantFrom("raster" as const, "raster-m" as const, "raster-n" as const);
  fc.assert(
    fc.property(swizzle, side, side, kinds, cluster, (most, rows, columns, kind, cluster) => {
      // initialize: the width from the CTAs, the heuristic from the CTAs rounded up to swizzles of whole clusters.
      const [ctasM, ctasN] = [rows * cluster.rows, columns * cluster.columns];
      const log = logOfWidth(most, Math.min(ctasM, ctasN));
      const padded = (count: number): number => ((count + (1 << log) - 1) >> log) << log;
      const heuristic = padded(columns) * cluster.columns > padded(rows) * cluster.rows;
      const alongM = kind === "raster-m" || (kind === "raster" && heuristic);
      const major = padded(alongM ? rows : columns);
      const expected = Array.from({ length: padded(rows) * padded(columns) }, (_, id) => {
        const rest = id >> log;
        const minorCell = ((rest / major) | 0) * (1 << log) + (id & ((1 << log) - 1));
        const [m, n] = alongM ? [rest % major, minorCell] : [minorCell, rest % major];
        return m < rows && n < columns ? m * columns + n : -1;
      });
      expect([...paddedLaunchOrder({ kind, swizzle: most }, rows, columns, cluster)]).toEqual(expected);
    }),
    parameters(200),
  );
});

test("a raster's heuristic compares what is launched: 5×8 tiles in swizzles of 4 are 8×8, along N; square products in 2×1 clusters too", () => {
  const launched = (rows: number, columns: number, most: number, cluster?: { rows: number; columns: number }): number[] =>
    [...launchOrder({ kind: "raster", swizzle: most }, rows, columns, cluster)].slice(0, 4);
  expect(launched(5, 8, 4)).toEqual([0, 8, 16, 24]);
  expect(launched(5, 9, 4)).toEqual([0, 1, 2, 3]);
  // 16×16 tiles of C.
  expect(launched(8, 16, 1, { rows: 2, columns: 1 })).toEqual([0, 1, 2, 3]);
  expect(launched(8, 16, 1)).toEqual([0, 16, 32, 48]);
});

test("DeepGEMM takes the group that makes a wave read fewer rows and columns", () => {
  const settled = (bm: number, bn: number): string => formatLaunchOrder(settledOrder({ kind: "deepgemm" }, { bm, bn }, 132));
  // 8·128 + 17·128 = 3200 against 16·128 + 9·128 = 3200: a tie keeps 8. Wide tiles want taller groups.
  expect(settled(128, 128)).toBe("group:8");
  expect(settled(64, 128)).toBe("group:16");
  expect(settled(128, 64)).toBe("group:8");
});

test("skinny grids cost no more than square ones on curves", () => {
  expect(launchOrder({ kind: "hilbert" }, 1, 300_000)).toHaveLength(300_000);
  expect(launchOrder({ kind: "morton" }, 300_000, 1)).toHaveLength(300_000);
});

test("names are read back; anything else is refused", () => {
  fc.assert(
    fc.property(order, (kind) => {
      expect(parseLaunchOrder(formatLaunchOrder(kind))).toEqual(kind);
    }),
    parameters(100),
  );
  expect(parseLaunchOrder("group")).toEqual({ kind: "group", height: 8 });
  expect(parseLaunchOrder("group32")).toEqual({ kind: "group", height: 32 });
  for (const bad of ["", "zig", "group:0", "group:-1", "group:1.5", "Row"])
    expect(() => parseLaunchOrder(bad)).toThrow(InputError);
});

test("an order of groups or panels without its number is refused, not walked as nothing", () => {
  for (const kind of ["group", "serpentine", "identity", "raster", "raster-m", "raster-n"])
    expect(() => launchOrder({ kind, size: 8 } as unknown as LaunchOrder, 4, 4), kind).toThrow(/^order: /);
});
