import type { WordTypes } from "../../../computation/word-types.js";
import type { Gpu } from "../../../machines/machine.js";
import { type ClusterShape, formatClusterShape } from "../../tiles/cluster-shape.js";
import { formatLaunchOrder, type LaunchOrder, settledOrder } from "../../tiles/launch-order.js";
import { residency } from "../../tiles/residency.js";
import { type FittedKernel, firstTileThatFits, type KernelOptions, productBlock } from "./block.js";
import { formatTile, type GemmTile, USUAL_TILES } from "./gemm-tile.js";

/** Tile, launch order, and the block's resources. */
export interface TiledKernelOptions extends KernelOptions {
  readonly order?: LaunchOrder | undefined;
}

/** A kernel whose CTAs compute BM×BN of a product, or a part of the sums, with every parameter resolved. */
export interface TiledKernel<Id extends string, Workload> extends FittedKernel {
  readonly id: Id;
  readonly workload: Workload;
  readonly order: LaunchOrder;
}

/** What a block has of a product: tiles of sums, and bytes beside the operands in each stage of the pipeline. */
export interface BlockContents {
  readonly sumTiles?: number;
  readonly besideOfStep?: (tile: GemmTile) => number;
}

/**
 * The tile given, or the first usual one whose block fits.
 *
 * @throws InputError naming `tile`, `stages`, `threads` or `ctas-per-sm`.
 */
export function fittedProduct(types: WordTypes, gpu: Gpu, options: KernelOptions, contents: BlockContents = {}): FittedKernel {
  const { sumTiles = 1, besideOfStep } = contents;
  return firstTileThatFits(options.tile === undefined ? USUAL_TILES : [options.tile], (tile) => {
    const { block: own, stages } = productBlock(tile, sumTiles, types, gpu, options);
    const beside = besideOfStep === undefined ? 0 : stages * besideOfStep(tile);
    const block = { ...own, sharedMemoryBytes: own.sharedMemoryBytes + beside };
    return { tile, stages, block, residency: residency(block, gpu, formatTile(tile), options.ctasPerSm) };
  });
}

/** The same with a launch order. */
export function tiledKernel<Id extends string, Workload extends WordTypes>(
  id: Id,
  workload: Workload,
  gpu: Gpu,
  options: TiledKernelOptions,
  contents: BlockContents = {},
): TiledKernel<Id, Workload> {
  const fitted = fittedProduct(workload, gpu, options, contents);
  return { id, workload, ...fitted, order: settledOrder(options.order ?? { kind: "row" }, fitted.tile, gpu.sms) };
}

/** The parameters as a traffic document prints them. */
export function describeTiledKernel(
  schedule: TiledKernel<string, unknown> & { readonly cluster?: ClusterShape },
): Readonly<Record<string, string | number>> {
  const { id, tile, cluster, order, stages, block, residency: resident } = schedule;
  return {
    id,
    tile: formatTile(tile),
    ...(cluster === undefined ? {} : { cluster: formatClusterShape(cluster) }),
    order: formatLaunchOrder(order),
    stages,
    ...block,
    ...resident,
  };
}
