import { BYTES_OF } from "../../../computation/data-types.js";
import { type SparseGemmWorkload, sparseArrays } from "../../../computation/sparse/sparse-gemm.js";
import { InputError } from "../../../errors.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { launchOrder } from "../../tiles/launch-order.js";
import { arraysByName, gridsByName, layOutBlocks, type TiledArrays, tileAt } from "../../tiles/tile-arrays.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import { stepBytes } from "./block.js";
import type { GemmTile } from "./gemm-tile.js";
import { type TiledKernel, type TiledKernelOptions, tiledKernel } from "./tiled-kernel.js";

export const SPARSE_PRODUCT_ENTRY: ScheduleEntry = {
  id: "sparse-tiled",
  workload: "gemm --sparse: one CTA a tile of C, kept words and metadata of one operand in k steps, the other operand whole",
  machine: "GPU",
  parameters: "--tile BMxBNxBK, BK a multiple of 8, --order, --stages, --threads, --ctas-per-sm",
  source: "cuSPARSELt; PTX, mma.sp and wgmma.mma_async.sp",
};

/** A tiled product with a sparse operand. */
export type SparseProduct = TiledKernel<"sparse-tiled", SparseGemmWorkload>;

/**
 * Plans it on a GPU.
 *
 * @throws InputError naming `sparse`, `tile`, `stages`, `threads` or `ctas-per-sm` when the product does not fit the GPU.
 */
export function sparseProduct(w: SparseGemmWorkload, gpu: Gpu, options: TiledKernelOptions = {}): SparseProduct {
  if (!takesSparse(gpu))
    throw new InputError("sparse", "a GPU whose matrix units take 2:4 sparsity, such as a100 or h100", gpu.id);
  if (options.tile !== undefined && options.tile.bk % 8 !== 0)
    throw new InputError("tile BK", "a multiple of 8, a byte of metadata", String(options.tile.bk));
  // Beside two whole operands, which a block counts: less than nothing.
  const besideOfStep = (tile: GemmTile): number => sparseStepBytes(w, tile) - stepBytes(tile, 1, w);
  return tiledKernel("sparse-tiled", w, gpu, options, { besideOfStep });
}

/** NVIDIA's from compute capability 8.0 on (PTX ISA, mma.sp), AMD's from gfx942 on (CDNA 3 ISA, V_SMFMAC). */
function takesSparse({ computeCapability }: Gpu): boolean {
  return computeCapability.startsWith("gfx") ? computeCapability >= "gfx942" : Number.parseFloat(computeCapability) >= 8;
}

/** Bytes of a step's tiles of A, B and metadata. */
export function sparseStepBytes(w: SparseGemmWorkload, { bm, bn, bk }: GemmTile): number {
  return sparseArrays(w, { m: bm, n: bn, k: bk }).reduce(
    (bytes, { rows, columns, dataType }) => bytes + rows * columns * BYTES_OF[dataType],
    0,
  );
}

/** Its arrays by name, in the order of their tiles. */
export function sparseProductArrays({ workload: w, tile: { bm, bn, bk } }: SparseProduct): TiledArrays {
  const sides = sparseArrays(w, { m: bm, n: bn, k: bk });
  const operands = sparseArrays(w, w).map(({ name, rows, columns, dataType }, at) => ({
    name,
    rows: [rows, sides[at]?.rows ?? rows] as const,
    columns: [columns, sides[at]?.columns ?? columns] as const,
    wordBytes: BYTES_OF[dataType],
  }));
  return arraysByName([...operands, { name: "C", rows: [w.m, bm], columns: [w.n, bn], wordBytes: BYTES_OF[w.outputType] }]);
}

/** The schedule as tiles for the replay. @throws InputError when there are more tiles or touches than a replay can walk. */
export function layOutSparseProduct(schedule: SparseProduct): TileSchedule {
  const { workload: w, tile, order, stages } = schedule;
  const arrays = sparseProductArrays(schedule);
  const grid = gridsByName(arrays);
  const [a, b, metadata, c] = [grid("A"), grid("B"), grid("metadata"), grid("C")];
  const ofA = w.sparse === "a:2:4";
  return layOutBlocks(arrays, { kind: "product", operandType: w.dataType, stages }, (writer) => {
    for (const at of launchOrder(order, c.rows, c.columns)) {
      const [row, column] = [Math.floor(at / c.columns), at % c.columns];
      // Half of the products of a dense step.
      writer.phase(a.columns, tile.bm * tile.bn * tile.bk).read(tileAt(a, 0, row, 0), 1);
      writer.read(tileAt(b, 0, 0, column), b.columns);
      writer.read(ofA ? tileAt(metadata, 0, row, 0) : tileAt(metadata, 0, 0, column), ofA ? 1 : metadata.columns);
      writer
        .phase(1, 0)
        .write(tileAt(c, 0, row, column), 0)
        .endBlock();
    }
  });
}
