import type { NormGemmWorkload } from "../../computation/norm-gemm.js";
import { liftableNormProduct } from "../../lift/gpu/norm-product.js";
import type { Gpu } from "../../machines/machine.js";
import { parseTile } from "../../schedules/gpu/gemm/gemm-tile.js";
import type { NormProductId } from "../../schedules/gpu/gemm/norm-product.js";
import { describeNormProduct, layOutNormProduct, normProduct } from "../../schedules/gpu/gemm/norm-product.js";
import type { LaunchOrder } from "../../schedules/tiles/launch-order.js";
import { formatLaunchOrder } from "../../schedules/tiles/launch-order.js";
import { chooseKernels, planOf } from "../kernel-choice.js";
import type { PlannedReplay } from "../planned-replay.js";
import type { RowPlanOptions } from "../rows.js";

/** Options of the kernels of normalised products; the tile is `BMxBNxBK`. */
export interface NormProductPlanOptions extends RowPlanOptions {
  readonly orders?: readonly LaunchOrder[] | undefined;
  readonly stages?: number | undefined;
}

/** The row block of A that L2 neighbours share, without and with its own height. */
const ORDERS: readonly LaunchOrder[] = [{ kind: "row" }, { kind: "group", height: 8 }];

/** @throws InputError when no kernel fits the GPU, or the one named is not known, does not fit or does not know an option. */
export function planNormProduct(w: NormGemmWorkload, gpu: Gpu, options: NormProductPlanOptions): readonly PlannedReplay[] {
  const { schedule, orders = ORDERS, stages, threads, ctasPerSm } = options;
  const tile = options.tile === undefined ? undefined : parseTile(options.tile);
  const block = { tile, stages, threads, ctasPerSm };
  const kernel = { describe: describeNormProduct, layOut: layOutNormProduct, lift: liftableNormProduct };
  const ordered: readonly NormProductId[] = [
    "norm-gemm-fused",
    "norm-gemm-statistics",
    "norm-gemm-prologue",
    "norm-gemm-separate",
  ];
  const inOrders = (id: NormProductId) => (): readonly PlannedReplay[] =>
    orders.map((order) => planOf(normProduct(id, w, gpu, { ...block, order }), gpu, `${id} ${formatLaunchOrder(order)}`, kernel));
  const kernels = {
    ...Object.fromEntries(ordered.map((id) => [id, inOrders(id)])),
    "norm-gemm-strip": () => [planOf(normProduct("norm-gemm-strip", w, gpu, block), gpu, "norm-gemm-strip", kernel)],
  };
  return chooseKernels(kernels, schedule, [{ name: "order", given: options.orders !== undefined, kernels: ordered }]);
}
