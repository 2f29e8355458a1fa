import type { MoeWorkload } from "../computation/experts/moe.js";
import { liftableMoe } from "../lift/gpu/moe.js";
import type { Gpu } from "../machines/machine.js";
import { describeMoe, type MoeId, moe } from "../schedules/gpu/experts/moe.js";
import { layOutMoe } from "../schedules/gpu/experts/moe-layout.js";
import { parseTile } from "../schedules/gpu/gemm/gemm-tile.js";
import type { LaunchOrder } from "../schedules/tiles/launch-order.js";
import { formatLaunchOrder } from "../schedules/tiles/launch-order.js";
import { chooseKernels, planOf } from "./kernel-choice.js";
import type { PlannedReplay } from "./planned-replay.js";
import type { NormProductPlanOptions } from "./product-kinds/norm-product.js";

/** Of an expert, along a row of tiles or down a column. */
const ORDERS: readonly LaunchOrder[] = [{ kind: "row" }, { kind: "col" }];

const ORDERED: readonly MoeId[] = ["moe-permuted", "moe-gathered", "moe-scattered"];

/** @throws InputError when no kernel fits the GPU, or the one named is not known, does not fit or does not know an option. */
export function planMoe(w: MoeWorkload, gpu: Gpu, options: NormProductPlanOptions): readonly PlannedReplay[] {
  const { schedule, stages, threads, ctasPerSm } = options;
  const tile = options.tile === undefined ? undefined : parseTile(options.tile);
  const block = { tile, stages, threads, ctasPerSm };
  const kernel = { describe: describeMoe, layOut: layOutMoe, lift: liftableMoe };
  // Where experts have one row of tiles each, all orders are one.
  const ordersOf = (bm: number): readonly LaunchOrder[] =>
    options.orders ?? (w.rows.every((rows) => rows <= bm) ? ORDERS.slice(0, 1) : ORDERS);
  const inOrders = (id: MoeId) => (): readonly PlannedReplay[] =>
    ordersOf(moe(id, w, gpu, block).tile.bm).map((order) =>
      planOf(moe(id, w, gpu, { ...block, order }), gpu, `${id} ${formatLaunchOrder(order)}`, kernel),
    );
  const kernels = {
    ...Object.fromEntries(ORDERED.map((id) => [id, inOrders(id)])),
    "moe-fused": () => [planOf(moe("moe-fused", w, gpu, block), gpu, "moe-fused", kernel)],
  };
  return chooseKernels(kernels, schedule, [{ name: "order", given: options.orders !== undefined, kernels: ORDERED }]);
}
