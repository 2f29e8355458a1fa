import type { EpilogueGemmWorkload } from "../../computation/fused/epilogue-gemm.js";
import { liftableEpilogueProduct } from "../../lift/gpu/epilogue-product.js";
import type { Gpu } from "../../machines/machine.js";
import { type EpilogueProductId, epilogueProduct, layOutEpilogueProduct } from "../../schedules/gpu/gemm/epilogue-product.js";
import { parseTile } from "../../schedules/gpu/gemm/gemm-tile.js";
import { describeTiledKernel } from "../../schedules/gpu/gemm/tiled-kernel.js";
import { formatLaunchOrder, type LaunchOrder } from "../../schedules/tiles/launch-order.js";
import { chooseKernels, planOf } from "../kernel-choice.js";
import type { PlannedReplay } from "../planned-replay.js";
import type { NormProductPlanOptions } from "./norm-product.js";

const ORDERS: readonly LaunchOrder[] = [{ kind: "row" }, { kind: "group", height: 8 }];

/** @throws InputError when no kernel fits the GPU, or the one named is not known, does not fit or does not know an option. */
export function planEpilogueProduct(
  w: EpilogueGemmWorkload,
  gpu: Gpu,
  options: NormProductPlanOptions,
): readonly PlannedReplay[] {
  const { schedule, orders = ORDERS, stages, threads, ctasPerSm } = options;
  const tile = options.tile === undefined ? undefined : parseTile(options.tile);
  const block = { tile, stages, threads, ctasPerSm };
  const kernel = { describe: describeTiledKernel, layOut: layOutEpilogueProduct, lift: liftableEpilogueProduct };
  const inOrders = (id: EpilogueProductId) => (): readonly PlannedReplay[] =>
    orders.map((order) =>
      planOf(epilogueProduct(id, w, gpu, { ...block, order }), gpu, `${id} ${formatLaunchOrder(order)}`, kernel),
    );
  const kernels = {
    "epilogue-fused": inOrders("epilogue-fused"),
    "epilogue-separate": inOrders("epilogue-separate"),
  };
  return chooseKernels(kernels, schedule);
}
