import type { GroupedGemmWorkload } from "../../computation/experts/grouped-gemm.js";
import { liftableGroupedGemm } from "../../lift/gpu/grouped-gemm.js";
import type { Gpu } from "../../machines/machine.js";
import { parseTile } from "../../schedules/gpu/gemm/gemm-tile.js";
import type { GroupedGemmId } from "../../schedules/gpu/gemm/grouped-gemm.js";
import { describeGroupedGemm, groupedGemm, isPadded, layOutGroupedGemm } from "../../schedules/gpu/gemm/grouped-gemm.js";
import type { LaunchOrder } from "../../schedules/tiles/launch-order.js";
import { formatLaunchOrder } from "../../schedules/tiles/launch-order.js";
import { chooseKernels, planOf } from "../kernel-choice.js";
import type { PlannedReplay } from "../planned-replay.js";
import type { NormProductPlanOptions } from "./norm-product.js";

/** Of a group, or over the rows of all groups, what shares a tile of B and what shares rows of A. */
const ORDERS: readonly LaunchOrder[] = [{ kind: "row" }, { kind: "col" }, { kind: "group", height: 8 }];

const IDS: readonly GroupedGemmId[] = [
  "grouped-gemm-persistent",
  "grouped-gemm-contiguous",
  "grouped-gemm-masked",
  "grouped-gemm-separate",
];

/** @throws InputError when no kernel fits the GPU, or the one named is not known or does not fit. */
export function planGroupedGemm(w: GroupedGemmWorkload, gpu: Gpu, options: NormProductPlanOptions): readonly PlannedReplay[] {
  const { schedule, orders = ORDERS, stages, threads, ctasPerSm } = options;
  const tile = options.tile === undefined ? undefined : parseTile(options.tile);
  const kernel = { describe: describeGroupedGemm, layOut: layOutGroupedGemm, lift: liftableGroupedGemm };
  // Launches as small as a group: their order matters little.
  const ordersOf = (id: GroupedGemmId): readonly LaunchOrder[] =>
    id === "grouped-gemm-separate" && options.orders === undefined ? orders.slice(0, 1) : orders;
  // DeepGEMM's layouts are of permuted copies.
  const ids = w.topK === 1 ? IDS : IDS.filter((id) => !isPadded({ id }));
  const plans = (id: GroupedGemmId) => (): readonly PlannedReplay[] =>
    ordersOf(id).map((order) =>
      planOf(
        groupedGemm(id, w, gpu, { tile, stages, threads, ctasPerSm, order }),
        gpu,
        `${id} ${formatLaunchOrder(order)}`,
        kernel,
      ),
    );
  return chooseKernels(Object.fromEntries(ids.map((id) => [id, plans(id)])), schedule);
}
