import type { SparseGemmWorkload } from "../../computation/sparse/sparse-gemm.js";
import { liftableSparseProduct } from "../../lift/gpu/sparse-product.js";
import type { Gpu } from "../../machines/machine.js";
import { parseTile } from "../../schedules/gpu/gemm/gemm-tile.js";
import { layOutSparseProduct, sparseProduct } from "../../schedules/gpu/gemm/sparse-product.js";
import { describeTiledKernel } from "../../schedules/gpu/gemm/tiled-kernel.js";
import { formatLaunchOrder, type LaunchOrder } from "../../schedules/tiles/launch-order.js";
import { chooseKernels, planOf } from "../kernel-choice.js";
import type { PlannedReplay } from "../planned-replay.js";
import type { NormProductPlanOptions } from "./norm-product.js";

const ORDERS: readonly LaunchOrder[] = [{ kind: "row" }, { kind: "group", height: 8 }];

/** @throws InputError when no kernel fits the GPU, or the one named is not known, does not fit or does not know an option. */
export function planSparseProduct(w: SparseGemmWorkload, gpu: Gpu, options: NormProductPlanOptions): readonly PlannedReplay[] {
  const { schedule, orders = ORDERS, stages, threads, ctasPerSm } = options;
  const tile = options.tile === undefined ? undefined : parseTile(options.tile);
  const block = { tile, stages, threads, ctasPerSm };
  const kernel = { describe: describeTiledKernel, layOut: layOutSparseProduct, lift: liftableSparseProduct };
  const inOrders = (): readonly PlannedReplay[] =>
    orders.map((order) =>
      planOf(sparseProduct(w, gpu, { ...block, order }), gpu, `sparse-tiled ${formatLaunchOrder(order)}`, kernel),
    );
  return chooseKernels({ "sparse-tiled": inOrders }, schedule);
}
