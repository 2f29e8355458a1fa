import type { ScheduleWriter } from "../../tiles/schedule-writer.js";
import type { ProductLayout } from "./layout.js";
import type { ScaleTiles } from "./scale-tiles.js";

/** Phases and streams that some steps of k take. */
export interface StepsSize {
  readonly phases: number;
  readonly streams: number;
}

/** How much room steps `first .. end)` of one output tile take. */
export function stepsSize(layout: ProductLayout, first: number, end: number): StepsSize {
  const runs = layout.runs(first, end);
  return { phases: runs.length, streams: runs.reduce((sum, run) => sum + 2 + run.scales.length, 0) };
}

/** Steps `first .. end)` of k, or from the last of them down to the first. */
export interface StepsRange {
  readonly first: number;
  readonly end: number;
  readonly backwards?: true;
}

/**
 * Writes some steps of k for one output tile: in each a tile of A and one of B, and their scales where they are new.
 *
 * @throws RangeError for scales backwards: they are read with the first of the steps they serve.
 */
export function writeSteps(
  writer: ScheduleWriter,
  layout: ProductLayout,
  batch: number,
  outputTile: number,
  { first, end, backwards }: StepsRange,
  operations: number,
): void {
  const { columns, scales } = layout;
  const [a, b] = layout.operands(batch, outputTile);
  if (backwards === true) {
    if (scales.length > 0) throw new RangeError("no scales backwards");
    writer
      .phase(end - first, operations)
      .read(a + end - 1, -1)
      .read(b + (end - 1) * columns, -columns);
    return;
  }
  const column = outputTile % columns;
  const row = (outputTile - column) / columns;
  for (const run of layout.runs(first, end)) {
    writer
      .phase(run.steps, operations)
      .read(a + run.first, 1)
      .read(b + run.first * columns, columns);
    for (const { tiles, firstTile } of scales) {
      if (!run.scales.includes(tiles)) continue;
      writer.read(firstTile + scaleTileOf(tiles, batch, row, column, run.first), tiles.stride);
    }
  }
}

/** The tile of scales of a batch element, counted from the array's first, that an output tile reads in a step. */
export function scaleTileOf(tiles: ScaleTiles, batch: number, row: number, column: number, step: number): number {
  return batch * tiles.tileCount + tiles.first(row, column) + Math.floor(step / tiles.period) * tiles.stride;
}
