import { checkLimit, checkSteps, OverLimit, TOUCH_STEPS } from "../../budget.js";
import type { ArrayGrid, TiledArray } from "./tile-schedule.js";
import { MAXIMUM_TILES } from "./tile-schedule.js";

/** Its size, its place, its array, and what the smallest model of a cache keeps of it. */
const BYTES_A_TILE = 24;

/**
 * Before anything of a schedule is laid out.
 *
 * @throws OverLimit when it has more tiles or touches than the limits allow.
 */
export function checkReplayable(tileCount: number, touches: number): void {
  checkSteps((TOUCH_STEPS + 1) * touches, "the tile touches of a replay");
  checkLimit("memory", BYTES_A_TILE * tileCount, "the tiles of a replay");
  if (tileCount > MAXIMUM_TILES)
    throw new OverLimit("workload", `at most ${MAXIMUM_TILES} tiles for a replay (bounds have no such limit)`, `${tileCount}`);
}

/** Row-major tiles of a `rows` × `columns` array, `batch` of them, ragged at the edges, each of whole bytes. Sizes are `[extent, tile side]`. */
export function fillTileBytes(
  tileBytes: Int32Array,
  first: number,
  batch: number,
  [rows, tileRows]: readonly [number, number],
  [columns, tileColumns]: readonly [number, number],
  wordBytes: number,
): void {
  let tile = first;
  for (let b = 0; b < batch; b++) {
    for (let row = 0; row < rows; row += tileRows) {
      const height = Math.min(tileRows, rows - row);
      for (let column = 0; column < columns; column += tileColumns) {
        tileBytes[tile++] = Math.ceil(height * Math.min(tileColumns, columns - column) * wordBytes);
      }
    }
  }
}

/** The array with the places of its tiles, where rows of tiles are whole bytes. */
export function withGrid(array: TiledArray, grid: ArrayGrid): TiledArray {
  return grid.columns.every(Number.isInteger) ? { ...array, grid } : array;
}
