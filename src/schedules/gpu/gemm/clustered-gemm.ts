import { checkLimit } from "../../../budget.js";
import type { GemmWorkload } from "../../../computation/gemm.js";
import { productTypeOf, rightTypeOf } from "../../../computation/operand-types.js";
import type { ClusterShape } from "../../tiles/cluster-shape.js";
import { type LaunchOrder, launchOrder } from "../../tiles/launch-order.js";
import { ScheduleWriter } from "../../tiles/schedule-writer.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import type { GemmTile } from "./gemm-tile.js";
import { alongK, BYTES_A_SEGMENT, layOutProduct, type ProductLayout } from "./layout.js";
import type { StepsRun } from "./scale-tiles.js";
import { scaleTileOf } from "./steps.js";

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
 * rows, multicast to the CTAs of the row, and a tile of B for each column. (A kernel in which one CTA reads a tile and passes it on
 * through shared memory brings the same bytes into the SMs, but sends them out of one as well.) Each tile of scales that CTAs of the
 * cluster need is read once too, in the step that needs it first. The launch order goes over clusters; at ragged edges CTAs without
 * a tile of C read nothing.
 *
 * @param lists places of clusters, numbered over all batches, that each resident cluster walks; absent, each is a block of its own
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
  const layout = layOutProduct(w, tile, operandStreams * steps + outputTiles);
  const { arrays, tileBytes, firstC, operands, scales } = layout;
  const runs = layout.runs(0, steps);
  const ends = (first: number, size: number, all: number): number => Math.min(first + size, all);
  /** Tiles of scales that a run reads for a cluster, each once. */
  const scaleReads = (run: StepsRun, batch: number, firstRow: number, firstColumn: number): readonly ScaleRead[] =>
    scales.flatMap(({ tiles, firstTile }) => {
      if (!run.scales.includes(tiles)) return [];
      const read = new Set<number>();
      for (let i = firstRow; i < ends(firstRow, shape.rows, rows); i++) {
        for (let j = firstColumn; j < ends(firstColumn, shape.columns, columns); j++) {
          read.add(firstTile + scaleTileOf(tiles, batch, i, j, run.first));
        }
      }
      return [...read].map((first) => ({ first, stride: tiles.stride }));
    });
  let scaleStreams = 0;
  for (const run of scales.length === 0 ? [] : runs) {
    for (let i = 0; i < rows; i += shape.rows) {
      for (let j = 0; j < columns; j += shape.columns) scaleStreams += w.batch * scaleReads(run, 0, i, j).length;
    }
  }
  const writer = new ScheduleWriter({
    blocks: lists.length,
    phases: (runs.length + 1) * w.batch * down * across,
    streams: runs.length * operandStreams + scaleStreams + outputTiles,
  });
  for (const list of lists) {
    for (const place of list) {
      const [b, inBatch] = [Math.floor(place / (down * across)), place % (down * across)];
      const [firstRow, firstColumn] = [Math.floor(inBatch / across) * shape.rows, (inBatch % across) * shape.columns];
      const [endRow, endColumn] = [ends(firstRow, shape.rows, rows), ends(firstColumn, shape.columns, columns)];
      const ctas = (endRow - firstRow) * (endColumn - firstColumn);
      for (const run of runs) {
        writer.phase(run.steps, 2 * ctas * tile.bm * tile.bn * tile.bk);
        for (let i = firstRow; i < endRow; i++) writer.read(operands(b, i * columns + firstColumn)[0] + run.first, 1);
        for (let j = firstColumn; j < endColumn; j++) {
          writer.read(operands(b, firstRow * columns + j)[1] + run.first * columns, columns);
        }
        for (const { first, stride } of scaleReads(run, b, firstRow, firstColumn)) writer.read(first, stride);
      }
      writer.phase(1, 0);
      for (let i = firstRow; i < endRow; i++) {
        for (let j = firstColumn; j < endColumn; j++) writer.write(firstC + (b * rows + i) * columns + j, 0);
      }
    }
    writer.endBlock();
  }
  const [ofA, ofB] = [w.dataType, rightTypeOf(w)].map((type) => w.batch * alongK(w, tile, type)[0]) as [number, number];
  return {
    ...writer.finish(arrays, tileBytes, { kind: "product", operandType: productTypeOf(w), stages }),
    deliveredBytes: [w.m * columns * ofA, w.n * rows * ofB, 0, ...deliveredScales(layout, w.batch)],
  };
}

interface ScaleRead {
  readonly first: number;
  readonly stride: number;
}

/** Bytes of each array of scales that reach CTAs: every CTA gets the tiles of its own rows, or columns, once. */
function deliveredScales({ rows, columns, steps, scales, tileBytes }: ProductLayout, batch: number): readonly number[] {
  return scales.map(({ tiles, firstTile }) => {
    const [own, others] = tiles.operand === "a" ? [rows, columns] : [columns, rows];
    let bytes = 0;
    for (let b = 0; b < batch; b++) {
      for (let at = 0; at < own; at++) {
        for (let step = 0; step < steps; step += tiles.period) {
          bytes += tileBytes[firstTile + scaleTileOf(tiles, b, at, at, step)] ?? 0;
        }
      }
    }
    return bytes * others;
  });
}

function everyPlace(schedule: ClusteredProduct, shape: ClusterShape): readonly (readonly number[])[] {
  const [down, across] = clusterGrid(schedule, shape);
  checkLimit("memory", BYTES_A_SEGMENT * schedule.workload.batch * down * across, "the clusters of a kernel");
  const order = launchOrder(schedule.order, down, across, shape);
  return Array.from({ length: schedule.workload.batch }, (_, b) => [...order].map((place) => [b * down * across + place])).flat();
}
