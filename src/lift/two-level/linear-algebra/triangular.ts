import type { TriangularWorkload } from "../../../computation/linear-algebra/triangular.js";
import { triangularProducts } from "../../../computation/linear-algebra/triangular.js";
import { expandTriangular } from "../../../pebble/expand-triangular.js";
import type { TriangularWords } from "../../../schedules/two-level/triangular.js";
import { isLower, triangularTotal } from "../../../schedules/two-level/triangular.js";
import { type Cell, checkListed, type LiftedReplay, MAXIMUM_LIFTED_VERTICES, range, runs, vertexNamed } from "../../lifted.js";
import { twoLevelReplay } from "../listing.js";
import { FastMemory } from "./fast-memory.js";
import { listLazyTiles } from "./floyd-warshall.js";
import { listPanels, listPasses } from "./gram-schmidt.js";
import { listTile, sumAt } from "./sums.js";
import { listTriangleBlocks, setsOf, termsOfRows } from "./triangle-blocks.js";

/** The moves of a schedule of a triangle or a factorization. @throws InputError when there are too many products to list. */
export function liftTriangular(schedule: TriangularWords, fastWords: number): LiftedReplay {
  const { workload: w, rows, columns } = schedule;
  checkListed(triangularProducts(w), "products to lift");
  const sets = schedule.id === "triangle-blocks" ? setsOf(schedule) : [];
  const order = w.kind === "symm" && sets.length > 0 ? termsOfRows(sets, w.n) : undefined;
  const graph = expandTriangular(w, { maximumVertices: MAXIMUM_LIFTED_VERTICES }, order);
  const memory = new FastMemory(vertexNamed(graph));
  switch (schedule.id) {
    case "gram-schmidt-panels":
      listPanels(memory, w, columns);
      break;
    case "gram-schmidt-passes":
      listPasses(memory, w, columns);
      break;
    case "floyd-warshall-lazy":
      listLazyTiles(memory, w.n, rows);
      break;
    case "triangle-blocks":
      listTriangleBlocks(memory, schedule, sets);
      break;
    case "result-tiles":
      listTiles(memory, w, rows, columns);
  }
  return twoLevelReplay(graph, fastWords, memory.moves, triangularTotal(schedule));
}

/** Tile by tile: a slice of terms after the other, its left words beside the tile, its right ones passing. */
function listTiles(memory: FastMemory, w: TriangularWorkload, rows: number, columns: number): void {
  const hasColumns = w.kind === "symm" || w.kind === "trmm" || w.kind === "trsm";
  for (const [top, below] of runs(w.n, rows)) {
    for (const [left, beyond] of runs(hasColumns ? w.m : w.n, columns)) {
      const cells = range(top, below).flatMap((i) => range(left, beyond).map((j): Cell => [i, j]));
      const sums = cells.filter(([i, j]) => !isLower(w.kind) || j <= i).map((cell) => sumAt(w, cell));
      if (sums.some(({ slices, result }) => slices > 0 || result !== undefined)) listTile(memory, sums);
    }
  }
}
