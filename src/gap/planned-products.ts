import type { GemmWorkload } from "../computation/gemm.js";
import { InputError, shown } from "../errors.js";
import type { Gpu } from "../machines/machine.js";
import { liftablePersistentGemm, liftableTiledGemm } from "../replay/lift-products.js";
import { liftableSplitK, liftableStreamK } from "../replay/lift-slices.js";
import type { LiftableKernel } from "../replay/liftable-kernel.js";
import { tiledLruCurve } from "../replay/tiled-lru-curve.js";
import type { ClusterShape } from "../schedules/cluster-shape.js";
import { clusterSize, clustersOfGpu, formatClusterShape } from "../schedules/cluster-shape.js";
import type { LaunchOrder } from "../schedules/launch-order.js";
import { formatLaunchOrder } from "../schedules/launch-order.js";
import type { TileScheduler } from "../schedules/persistent-gemm.js";
import { describePersistentGemm, layOutPersistentGemm, persistentGemm } from "../schedules/persistent-gemm.js";
import type { SplitReduction } from "../schedules/split-k.js";
import { describeSplitK, layOutSplitK, splitK } from "../schedules/split-k.js";
import { describeStreamK, layOutStreamK, streamK } from "../schedules/stream-k.js";
import type { TileSchedule } from "../schedules/tile-schedule.js";
import type { ProductKernel, TiledGemmOptions } from "../schedules/tiled-gemm.js";
import { describeTiledGemm, layOutTiledGemm, tiledGemm } from "../schedules/tiled-gemm.js";
import { didYouMean } from "../text/nearest-name.js";
import type { PlannedReplay, ScheduleFields } from "./planned-replay.js";

/** Options of the kernels of a product. */
export interface ProductPlanOptions {
  /** Only this kernel; default: the tiled product, and each other that differs from it. */
  readonly schedule?: string | undefined;
  /** Launch orders; without `schedule` the kernels beside the tiled product take the first. */
  readonly orders?: readonly LaunchOrder[] | undefined;
  /** Slices of k of `split-k`. */
  readonly splits?: number | undefined;
  readonly reduction?: SplitReduction | undefined;
  /** How `persistent-gemm` hands out tiles. */
  readonly scheduler?: TileScheduler | undefined;
  /** Clusters of CTAs of `tiled-gemm` that read together. */
  readonly cluster?: ClusterShape | undefined;
}

/** The orders a kernel writer meets first. */
export const USUAL_ORDERS: readonly LaunchOrder[] = [
  { kind: "row" },
  { kind: "col" },
  { kind: "group", height: 8 },
  { kind: "group", height: 16 },
  { kind: "hilbert" },
];

const ORDER_OF_OTHERS: LaunchOrder = { kind: "group", height: 8 };

/** Kernels of a product on a GPU. */
const PRODUCT_SCHEDULES: readonly string[] = ["tiled-gemm", "persistent-gemm", "split-k", "stream-k"];

/** The option that only one kernel knows, and that kernel. */
const KERNEL_OF = { splits: "split-k", reduction: "split-k", scheduler: "persistent-gemm", cluster: "tiled-gemm" } as const;

const PRODUCT_OPTIONS = ["splits", "reduction", "scheduler", "cluster"] as const;

/**
 * The kernel named with every order asked for; or the tiled product with every order, and the other kernels with one.
 *
 * @throws InputError when a kernel does not fit the GPU, is not known, or does not know an option.
 */
export function planProducts(
  workload: GemmWorkload,
  gpu: Gpu,
  options: ProductPlanOptions,
  block: TiledGemmOptions,
): readonly PlannedReplay[] {
  const { schedule, orders } = options;
  for (const option of PRODUCT_OPTIONS) {
    if (schedule === undefined || options[option] === undefined || schedule === KERNEL_OF[option]) continue;
    throw new InputError(option, `schedule ${KERNEL_OF[option]} for it`, schedule);
  }
  const plan = (id: string, order: LaunchOrder): PlannedReplay => planOne(id, workload, gpu, options, { ...block, order });
  if (schedule !== undefined) return (orders ?? USUAL_ORDERS).map((order) => plan(schedule, order));
  const others = PRODUCT_SCHEDULES.slice(1).map((id) => plan(id, orders?.[0] ?? ORDER_OF_OTHERS));
  return [
    ...(orders ?? USUAL_ORDERS).map((order) => plan("tiled-gemm", order)),
    ...others.filter(({ fields }) => fields["splits"] !== 1 && fields["streamTiles"] !== 0),
  ];
}

function planOne(
  id: string,
  workload: GemmWorkload,
  gpu: Gpu,
  { splits, reduction, scheduler, cluster }: ProductPlanOptions,
  block: TiledGemmOptions,
): PlannedReplay {
  const planned = <Schedule extends ProductKernel>(
    schedule: Schedule,
    describe: (schedule: Schedule) => ScheduleFields,
    layOut: (schedule: Schedule) => TileSchedule,
    lift: (schedule: Schedule) => LiftableKernel,
  ): PlannedReplay => ({
    label: `${schedule.id} ${formatLaunchOrder(block.order ?? schedule.order)}`,
    fields: describe(schedule),
    block: schedule.block,
    slots: gpu.sms * schedule.residency.ctasPerSm,
    layOut: () => layOut(schedule),
    lift: () => lift(schedule),
  });
  switch (id) {
    case "tiled-gemm": {
      const schedule = tiledGemm(workload, gpu, { ...block, cluster });
      const plan = planned(schedule, describeTiledGemm, layOutTiledGemm, liftableTiledGemm);
      if (cluster !== undefined) {
        const slots = clustersOfGpu(gpu, cluster) * schedule.residency.ctasPerSm;
        return { ...plan, label: `${plan.label} ${formatClusterShape(cluster)}`, slots, clusterSize: clusterSize(cluster) };
      }
      return workload.scales === undefined ? { ...plan, closedForm: () => tiledLruCurve(schedule, plan.slots) } : plan;
    }
    case "persistent-gemm":
      return planned(
        persistentGemm(workload, gpu, { ...block, scheduler }),
        describePersistentGemm,
        layOutPersistentGemm,
        liftablePersistentGemm,
      );
    case "split-k":
      return planned(splitK(workload, gpu, { ...block, splits, reduction }), describeSplitK, layOutSplitK, liftableSplitK);
    case "stream-k":
      return planned(streamK(workload, gpu, block), describeStreamK, layOutStreamK, liftableStreamK);
  }
  throw new InputError(
    "schedule",
    `one of ${PRODUCT_SCHEDULES.join(", ")} for this workload and machine${didYouMean(id, PRODUCT_SCHEDULES)}`,
    shown(id),
  );
}
