import { BYTES_OF } from "../computation/data-types.js";
import type { GemmWorkload } from "../computation/gemm.js";
import type { ClusterShape } from "./cluster-shape.js";
import type { GemmTile } from "./gemm-tile.js";
import type { LaunchOrder } from "./launch-order.js";
import { launchOrder } from "./launch-order.js";
import { layOutProduct } from "./product-layout.js";
import { ScheduleWriter } from "./schedule-writer.js";
import type { TileSchedule } from "./tile-schedule.js";
import { checkReplayable } from "./tiled-array.js";

/** A tiled product; its order goes over clusters. */
interface ClusteredProduct {
  readonly workload: GemmWorkload;
  readonly tile: GemmTile;
  readonly order: LaunchOrder;
  readonly stages: number;
}

/** How many clusters a product's tiles make, down and across. */
export function clusterGrid(
  { workload: w, tile }: ClusteredProduct,
  shape: ClusterShape,
): readonly [down: number, across: number] {
  const [rows, columns] = [Math.ceil(w.m / tile.bm), Math.ceil(w.n / tile.bn)];
  return [Math.ceil(rows / shape.rows), Math.ceil(columns / shape.columns)];
}

/**
 * The tiled product in clusters, each cluster one block of the replay. Per step of k a cluster reads a tile of A for each of its
 * rows, multicast to the CTAs of the row, and a tile of B for each column; or one CTA reads it and the others take it from that
 * CTA's shared memory, which moves the same bytes. The launch order goes over clusters; at ragged edges CTAs without a tile of C
 * read nothing.
 *
 * @param lists places of clusters, numbered over all batches, that each resident cluster walks; left out, each is a block of its own
 * @throws InputError when the product has more tiles or touches than a replay can walk.
 */
export function layOutClusteredGemm(
  schedule: ClusteredProduct,
  shape: ClusterShape,
  lists: readonly (readonly number[])[] = everyPlace(schedule, shape),
): TileSchedule {
  const { workload: w, tile, stages } = schedule;
  const [rows, columns, steps] = [Math.ceil(w.m / tile.bm), Math.ceil(w.n / tile.bn), Math.ceil(w.k / tile.bk)];
  const [down, across] = clusterGrid(schedule, shape);
  const operandStreams = w.batch * (rows * across + columns * down);
  const outputTiles = w.batch * rows * columns;
  const { arrays, tileBytes, firstC, operands } = layOutProduct(w, tile, operandStreams * steps + outputTiles);
  const writer = new ScheduleWriter({
    blocks: lists.length,
    phases: 2 * w.batch * down * across,
    streams: operandStreams + outputTiles,
  });
  for (const list of lists) {
    for (const place of list) {
      const [b, inBatch] = [Math.floor(place / (down * across)), place % (down * across)];
      const [firstRow, firstColumn] = [Math.floor(inBatch / across) * shape.rows, (inBatch % across) * shape.columns];
      const [endRow, endColumn] = [Math.min(firstRow + shape.rows, rows), Math.min(firstColumn + shape.columns, columns)];
      const ctas = (endRow - firstRow) * (endColumn - firstColumn);
      writer.phase(steps, 2 * ctas * tile.bm * tile.bn * tile.bk);
      for (let i = firstRow; i < endRow; i++) writer.read(operands(b, i * columns + firstColumn)[0], 1);
      for (let j = firstColumn; j < endColumn; j++) writer.read(operands(b, firstRow * columns + j)[1], columns);
      writer.phase(1, 0);
      for (let i = firstRow; i < endRow; i++) {
        for (let j = firstColumn; j < endColumn; j++) writer.write(firstC + (b * rows + i) * columns + j, 0);
      }
    }
    writer.endBlock();
  }
  const operandBytes = BYTES_OF[w.dataType] * w.batch * w.k;
  return {
    ...writer.finish(arrays, tileBytes, { kind: "product", operandType: w.dataType, stages }),
    deliveredBytes: [w.m * columns * operandBytes, w.n * rows * operandBytes, 0],
  };
}

function everyPlace(schedule: ClusteredProduct, shape: ClusterShape): readonly (readonly number[])[] {
  const [down, across] = clusterGrid(schedule, shape);
  const order = launchOrder(schedule.order, down, across);
  checkReplayable(schedule.workload.batch * order.length, 0);
  return Array.from({ length: schedule.workload.batch }, (_, b) => [...order].map((place) => [b * down * across + place])).flat();
}
