import type { GemmWorkload } from "../../../computation/gemm.js";
import { productTypeOf } from "../../../computation/operand-types.js";
import type { Gpu } from "../../../machines/machine.js";
import type { ScheduleEntry } from "../../schedule-entry.js";
import { type ClusterShape, clustersOfGpu } from "../../tiles/cluster-shape.js";
import { launchOrder, settledOrder } from "../../tiles/launch-order.js";
import { residency } from "../../tiles/residency.js";
import { ScheduleWriter } from "../../tiles/schedule-writer.js";
import type { TileSchedule } from "../../tiles/tile-schedule.js";
import { firstTileThatFits, productBlock } from "./block.js";
import { layOutClusteredGemm } from "./clustered-gemm.js";
import { formatTile, type GemmTile, USUAL_TILES } from "./gemm-tile.js";
import { layOutProduct } from "./layout.js";
import { scaleBytesOfStep } from "./scale-tiles.js";
import { stepsSize, writeSteps } from "./steps.js";
import type { TiledKernel, TiledKernelOptions } from "./tiled-kernel.js";

export const TILED_GEMM_ENTRY: ScheduleEntry = {
  id: "tiled-gemm",
  workload: "gemm: one CTA a tile of C, k in steps",
  machine: "GPU",
  parameters:
    "--tile BMxBNxBK, --order (redblue replay --help lists them), --cluster RxC, --loads, --stages, --threads, --ctas-per-sm",
  source:
    "Triton tutorial 03 for group:G; CUTLASS 2 for identity:N and horizontal; CUTLASS 3 for raster:S; DeepGEMM; " +
    "ThunderKittens for serpentine:G; fast.cu kernel 11 for hilbert; bit interleaving for morton",
};

export { formatTile, type GemmTile, parseTile } from "./gemm-tile.js";
export { describeTiledKernel as describeTiledGemm } from "./tiled-kernel.js";

/** Tile, launch order, and the block's resources. */
export interface TiledGemmOptions extends TiledKernelOptions {
  /** CTAs that read together, of the tiled and the persistent product. */
  readonly cluster?: ClusterShape | undefined;
}

/** A kernel of one product with every parameter resolved: its CTAs compute BM×BN of C, or a part of the sums. */
export type ProductKernel = TiledKernel<string, GemmWorkload>;

/** A tiled product with every parameter resolved. */
export interface TiledGemm extends ProductKernel {
  readonly id: "tiled-gemm";
  readonly cluster?: ClusterShape;
}

/**
 * The tiled product: one CTA a tile of C, k in steps, sums in registers, operand tiles in shared memory.
 *
 * @throws InputError naming `tile`, `stages`, `threads`, `ctas-per-sm` or `cluster` when the kernel does not fit the GPU.
 */
export function tiledGemm(workload: GemmWorkload, gpu: Gpu, options: TiledGemmOptions = {}): TiledGemm {
  return options.tile === undefined
    ? firstTileThatFits(USUAL_TILES, (tile) => tiling(workload, gpu, tile, options))
    : tiling(workload, gpu, options.tile, options);
}

function tiling(workload: GemmWorkload, gpu: Gpu, tile: GemmTile, options: TiledGemmOptions): TiledGemm {
  const { block: unscaled, stages } = productBlock(tile, 1, workload, gpu, options);
  const { cluster } = options;
  const scaleBytes = stages * scaleBytesOfStep(workload, tile);
  const block = { ...unscaled, sharedMemoryBytes: unscaled.sharedMemoryBytes + scaleBytes };
  const together = cluster === undefined ? tile : { ...tile, bm: cluster.rows * tile.bm, bn: cluster.columns * tile.bn };
  return {
    id: "tiled-gemm",
    ...(cluster === undefined ? {} : { cluster }),
    workload,
    tile,
    order: settledOrder(
      options.order ?? { kind: "row" },
      together,
      cluster === undefined ? gpu.sms : clustersOfGpu(gpu, cluster),
    ),
    stages,
    block,
    residency: residency(block, gpu, formatTile(tile), options.ctasPerSm),
  };
}

/**
 * The blocks of the tiled product for the replay. Per k step a block reads a tile of A and one of B, and their scales where they
 * are new, after the last it writes
 * its tile of C; batches run one after another.
 *
 * @throws InputError when the product has more tiles or touches than a replay can walk.
 */
export function layOutTiledGemm(schedule: Pick<TiledGemm, "workload" | "tile" | "order" | "stages" | "cluster">): TileSchedule {
  const { workload: w, tile, stages, cluster } = schedule;
  if (cluster !== undefined) return layOutClusteredGemm(schedule, cluster);
  const { batch } = w;
  const [rows, columns, steps] = [Math.ceil(w.m / tile.bm), Math.ceil(w.n / tile.bn), Math.ceil(w.k / tile.bk)];
  const blocks = batch * rows * columns;
  const layout = layOutProduct(w, tile, blocks * (2 * steps + 1));
  const { arrays, tileBytes, firstC } = layout;
  const { phases, streams } = stepsSize(layout, 0, steps);
  const writer = new ScheduleWriter({ blocks, phases: (phases + 1) * blocks, streams: (streams + 1) * blocks });
  const order = launchOrder(schedule.order, rows, columns);
  for (let b = 0; b < batch; b++) {
    for (const t of order) {
      writeSteps(writer, layout, b, t, { first: 0, end: steps }, 2 * tile.bm * tile.bn * tile.bk);
      writer.phase(1, 0).write(firstC + b * rows * columns + t, 0);
      writer.endBlock();
    }
  }
  return writer.finish(arrays, tileBytes, { kind: "product", operandType: productTypeOf(w), stages });
}
