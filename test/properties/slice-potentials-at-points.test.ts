import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { accumulatorPotentials } from "../../src/bounds/potentials/accumulators.js";
import { intermediatePotentials } from "../../src/bounds/potentials/intermediates.js";
import { type Cell, Grid, type GridData } from "../../src/verify/potentials/grid.js";
import { counted } from "./arbitraries.js";
import { holdingCostOf, sharesUpTo } from "./holding-costs.js";

/** A point of a box with the slopes of the potential there, by Bernstein's sums. */
interface Point {
  readonly x: number;
  readonly y: number;
  readonly s: number;
  readonly alongX: number;
  readonly alongY: number;
  readonly alongS: number;
}

type Shares = readonly [number, number, number];

function pointOf({ x, y, s, value }: Cell, [a, b, c]: Shares, knot: number): Point {
  const basis = (t: number) => [(1 - t) ** 2, 2 * t * (1 - t), t * t];
  const slope = (t: number) => [-2 * (1 - t), 2 - 4 * t, 2 * t];
  const sum = (p: number[], q: number[], r: number[]) => {
    let total = 0;
    for (const i of [0, 1, 2]) {
      for (const j of [0, 1, 2]) {
        for (const k of [0, 1, 2]) total += (p[i] as number) * (q[j] as number) * (r[k] as number) * value(i, j, k);
      }
    }
    return total / 2 ** 20;
  };
  const [hx, hy, hs] = [x, y, s].map(([low, high]) => (high - low) / knot) as [number, number, number];
  return {
    x: x[0] / knot + a * hx,
    y: y[0] / knot + b * hy,
    s: s[0] / knot + c * hs,
    alongX: sum(slope(a), basis(b), basis(c)) / hx,
    alongY: sum(basis(a), slope(b), basis(c)) / hy,
    alongS: sum(basis(a), basis(b), slope(c)) / hs,
  };
}

function cellsOf(text: GridData): Cell[] {
  const cells: Cell[] = [];
  new Grid(text).cells((cell) => {
    cells.push(cell);
    return undefined;
  });
  return cells;
}

/** Rounding of doubles; the conditions themselves have no slack here. */
const ROUNDING = 1e-9;

/** Growth, loads and drops where U ≤ 1, and what an event or start gets beyond its price. */
function expectConditions(text: GridData, knot: number, gained: (point: Point) => number): void {
  const cells = cellsOf(text);
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const shares = fc.tuple(share, share, share);
  let inside = 0;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: cells.length - 1 }), shares, (at, place) => {
      const point = pointOf(cells[at] as Cell, place, knot);
      const { x, y, s, alongX, alongY, alongS } = point;
      if (s - x * y > 1) return;
      inside++;
      expect(alongS).toBeGreaterThanOrEqual(-ROUNDING);
      expect(alongX).toBeGreaterThanOrEqual(-text.rowCost - ROUNDING);
      expect(alongY).toBeGreaterThanOrEqual(-1 - ROUNDING);
      expect(alongX + y * alongS).toBeLessThanOrEqual(ROUNDING);
      expect(alongY + x * alongS).toBeLessThanOrEqual(ROUNDING);
      expect(gained(point)).toBeGreaterThanOrEqual(-ROUNDING);
    }),
    counted(800),
  );
  expect(inside).toBeGreaterThan(100);
}

describe("conditions of the proofs at points, as they stand there", () => {
  test.each(accumulatorPotentials().map((potential) => [potential.id, potential] as const))("%s", (_, potential) => {
    const { holdingCosts, credit, price } = potential;
    expectConditions({ ...potential, rowCost: 1, columns: potential.rows }, 80, ({ x, y, s, alongS }) => {
      const m = Math.min(1, 2 * (1 - s + x * y), 2 * s);
      if (m <= 0) return 0;
      const paid = (v: number) => holdingCostOf(holdingCosts, v) * ((x + y) / v - credit[0] / credit[1]);
      return alongS + Math.min(...sharesUpTo(holdingCosts, m).map(paid)) - price / 2 ** 20;
    });
  });

  test.each(intermediatePotentials().map((potential) => [potential.id, potential] as const))("%s", (_, potential) => {
    const theta = potential.holdingCost[0] / potential.holdingCost[1];
    expectConditions(potential, 20, ({ x, y, alongS }) => {
      const made = alongS + theta * (x + y) - potential.price / 2 ** 20;
      return Math.min(made, alongS + x + y - potential.reloadPrice / 2 ** 20);
    });
  });
});
