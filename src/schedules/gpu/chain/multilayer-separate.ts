import { BYTES_OF } from "../../../computation/data-types.js";
import type { MultilayerChainWorkload } from "../../../computation/multilayer-chain.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { launchOrder } from "../../tiles/launch-order.js";
import type { TiledArrays, TiledMatrices, TileGrid } from "../../tiles/tile-arrays.js";
import { kernelAfterKernel, layOutBlocks, tileGrids } from "../../tiles/tile-arrays.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import type { TiledKernel, TiledKernelOptions } from "../gemm/tiled-kernel.js";
import { tiledKernel } from "../gemm/tiled-kernel.js";
import { readPieces, writePieces } from "./tiles.js";
import { pieceOf } from "./two-stages.js";

export { describeTiledKernel as describeMultilayerChainSeparate } from "../gemm/tiled-kernel.js";

export const MULTILAYER_SEPARATE_ENTRY: ScheduleEntry = {
  id: "multilayer-separate",
  workload:
    "chain --widths, three products or more: one kernel a product; or in the two-level memory model every product by its best schedule",
  machine: "GPU, two-level",
  parameters: "--tile, --order, --stages, --threads, --ctas-per-sm",
  source: "the product's schedules",
};

/** Tile, launch order, and the block's resources. */
export type MultilayerChainSeparateOptions = TiledKernelOptions;

/** One tiled product after another, each a kernel of its own, all with one tile and launch order. */
export type MultilayerChainSeparate = TiledKernel<"multilayer-separate", MultilayerChainWorkload>;

/**
 * Plans one kernel a product on a GPU.
 *
 * @throws InputError naming `tile`, `stages`, `threads` or `ctas-per-sm` when the kernel does not fit the GPU.
 */
export function multilayerChainSeparate(
  workload: MultilayerChainWorkload,
  gpu: Gpu,
  options: MultilayerChainSeparateOptions = {},
): MultilayerChainSeparate {
  return tiledKernel("multilayer-separate", workload, gpu, options);
}

/** X0, every W and every X cut into tiles; intermediates as pieces that producers and consumers touch whole. */
export function multilayerChainArrays({
  workload: { m, widths, dataType, outputType },
  tile,
}: MultilayerChainSeparate): TiledArrays {
  const { bm, bn, bk } = tile;
  const last = widths.length - 1;
  const array = (name: string, rows: readonly [number, number], columns: readonly [number, number]): TiledMatrices => ({
    name,
    rows,
    columns,
    wordBytes: BYTES_OF[name === `X${last}` ? outputType : dataType],
  });
  const width = (q: number): number => widths[q] as number;
  const arrays: TiledMatrices[] = [array("X0", [m, bm], [width(0), bk])];
  for (let q = 1; q <= last; q++) {
    arrays.push(array(`W${q}`, [width(q - 1), bk], [width(q), bn]));
    arrays.push(array(`X${q}`, [m, bm], [width(q), q === last ? bn : pieceOf(tile)]));
  }
  return Object.fromEntries(arrays.map((one) => [one.name, one]));
}

/** The schedule as tiles for the replay. @throws InputError when the chain has more tiles or touches than a replay can walk. */
export function layOutMultilayerChainSeparate(schedule: MultilayerChainSeparate): TileSchedule {
  const { workload, tile, order, stages } = schedule;
  const arrays = multilayerChainArrays(schedule);
  const { grids } = tileGrids<TiledArrays>(arrays);
  const grid = (name: string): TileGrid => grids[name] as TileGrid;
  const last = workload.widths.length - 1;
  const rows = Math.ceil(workload.m / tile.bm);
  const columnsOf = (q: number): number => Math.ceil((workload.widths[q] as number) / tile.bn);
  const operations = 2 * tile.bm * tile.bn * tile.bk;
  const [perStep, perTile] = [tile.bk / pieceOf(tile), tile.bn / pieceOf(tile)];
  const products = Array.from({ length: last }, (_, q) => q + 1);
  return layOutBlocks(
    arrays,
    { kind: "product", operandType: workload.dataType, stages },
    (writer) => {
      for (const q of products) {
        const [left, weights, result] = [grid(`X${q - 1}`), grid(`W${q}`), grid(`X${q}`)];
        const columns = columnsOf(q);
        for (const t of launchOrder(order, rows, columns)) {
          const [row, column] = [Math.floor(t / columns), t % columns];
          readPieces(writer, [left, row], [weights, column], q === 1 ? 1 : perStep, operations);
          writer.phase(1, 0);
          writePieces(writer, [result, row], column, q === last ? 1 : perTile);
          writer.endBlock();
        }
      }
    },
    () => kernelAfterKernel(products.map((q) => rows * columnsOf(q))),
  );
}
