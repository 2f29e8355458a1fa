import { InputError } from "../errors.js";
import { MAXIMUM_TILES, MAXIMUM_TOUCHES } from "./tile-schedule.js";

/** @throws InputError when a schedule has more tiles or touches than a replay can walk. */
export function checkReplayable(tileCount: number, touches: number): void {
  if (tileCount > MAXIMUM_TILES || touches > MAXIMUM_TOUCHES) {
    const size = touches > MAXIMUM_TOUCHES ? `${touches.toExponential(1)} tile touches` : `${tileCount.toExponential(1)} tiles`;
    throw new InputError(
      "workload",
      `at most ${MAXIMUM_TOUCHES.toExponential(1)} tile touches on ${MAXIMUM_TILES.toExponential(1)} tiles for a replay (bounds have no such limit)`,
      size,
    );
  }
}

/** Row-major tiles of a `rows` × `columns` array, `batch` of them, ragged at the edges. Sizes are `[extent, tile side]`. */
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
        tileBytes[tile++] = height * Math.min(tileColumns, columns - column) * wordBytes;
      }
    }
  }
}
