import type { GemmWorkload } from "../computation/gemm.js";
import { InputError, shown } from "../errors.js";
import { liftablePersistentGemm, liftableTiledGemm } from "../lift/gpu/products.js";
import { liftableSplitK, liftableStationaryGemm, liftableStreamK } from "../lift/gpu/slices.js";
import type { LiftableKernel } from "../lift/liftable-kernel.js";
import type { Gpu } from "../machines/machine.js";
import { tiledLruCurve } from "../replay/curves/tiled-lru-curve.js";
import type { Loads } from "../schedules/gpu/gemm/box-padding.js";
import { withBoxes } from "../schedules/gpu/gemm/box-padding.js";
import { inputStationaryKernel } from "../schedules/gpu/gemm/input-stationary.js";
import { areWholeBytes } from "../schedules/gpu/gemm/layout.js";
import type { KOrder, TileScheduler } from "../schedules/gpu/gemm/persistent-gemm.js";
import { describePersistentGemm, layOutPersistentGemm, persistentGemm } from "../schedules/gpu/gemm/persistent-gemm.js";
import type { SplitReduction } from "../schedules/gpu/gemm/split-k.js";
import { describeSplitK, layOutSplitK, splitK } from "../schedules/gpu/gemm/split-k.js";
import { describeStationaryGemm, layOutStationaryGemm } from "../schedules/gpu/gemm/stationary-gemm.js";
import { describeStreamK, layOutStreamK, streamK } from "../schedules/gpu/gemm/stream-k.js";
import type { ProductKernel, TiledGemmOptions } from "../schedules/gpu/gemm/tiled-gemm.js";
import { describeTiledGemm, layOutTiledGemm, tiledGemm } from "../schedules/gpu/gemm/tiled-gemm.js";
import { weightStationaryGemm } from "../schedules/gpu/gemm/weight-stationary.js";
import type { ClusterShape } from "../schedules/tiles/cluster-shape.js";
import type { LaunchOrder } from "../schedules/tiles/launch-order.js";
import { formatLaunchOrder } from "../schedules/tiles/launch-order.js";
import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";
import { didYouMean } from "../text/nearest-name.js";
import type { PlannedReplay, ScheduleFields } from "./planned-replay.js";
import { inClusters, notInClusters } from "./planned-replay.js";

/** Options of the kernels of a product. */
export interface ProductPlanOptions {
  /** Only this kernel; default: the tiled product, and each other that differs from it. */
  readonly schedule?: string | undefined;
  /** Launch orders; without `schedule` the kernels beside the tiled product take the first. */
  readonly orders?: readonly LaunchOrder[] | undefined;
  /** Tiles of C that a held tile of `weight-stationary` or `input-stationary` makes. */
  readonly bands?: readonly number[] | undefined;
  /** Slices of k of `split-k` and `weight-stationary`. */
  readonly splits?: number | undefined;
  readonly reduction?: SplitReduction | undefined;
  /** How `persistent-gemm` hands out tiles. */
  readonly scheduler?: TileScheduler | undefined;
  /** How the CTAs of `persistent-gemm` walk k. */
  readonly kOrder?: KOrder | undefined;
  /** Clusters of CTAs of `tiled-gemm` and `persistent-gemm` that read together. */
  readonly cluster?: ClusterShape | undefined;
  /** How operand tiles are loaded, `masked` (default) or `bulk`; the stationary kernels are known with masked loads alone. */
  readonly loads?: Loads | undefined;
}

/** The orders a kernel writer meets first. */
export const USUAL_ORDERS: readonly LaunchOrder[] = [
  { kind: "row" },
  { kind: "col" },
  { kind: "group", height: 8 },
  { kind: "group", height: 16 },
  { kind: "hilbert" },
];

/** The order of the kernels beside the tiled product where none is given. */
export const ORDER_OF_OTHERS: LaunchOrder = { kind: "group", height: 8 };

/** Kernels of a product on a GPU. */
const PRODUCT_SCHEDULES: readonly string[] = [
  "tiled-gemm",
  "persistent-gemm",
  "split-k",
  "stream-k",
  "weight-stationary",
  "input-stationary",
];

/** Options that only some kernels know, as messages name them, and those kernels. */
const KERNELS_OF: readonly (readonly [option: keyof ProductPlanOptions, name: string, kernels: readonly string[]])[] = [
  ["splits", "splits", ["split-k", "weight-stationary"]],
  ["reduction", "reduction", ["split-k", "weight-stationary"]],
  ["scheduler", "scheduler", ["persistent-gemm"]],
  ["kOrder", "k-order", ["persistent-gemm"]],
  ["cluster", "cluster", ["tiled-gemm", "persistent-gemm"]],
  ["bands", "band", ["weight-stationary", "input-stationary"]],
  ["loads", "loads", ["tiled-gemm", "persistent-gemm", "split-k", "stream-k"]],
];

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
  for (const [option, name, kernels] of KERNELS_OF) {
    if (schedule === undefined || options[option] === undefined || kernels.includes(schedule)) continue;
    if (PRODUCT_SCHEDULES.includes(schedule)) throw new InputError(name, `schedule ${kernels.join(" or ")} for it`, schedule);
  }
  const plan = (id: string, order: LaunchOrder, band?: number): PlannedReplay =>
    planOne(id, workload, gpu, { ...options, bands: band === undefined ? undefined : [band] }, { ...block, order });
  const bands = options.bands ?? [undefined];
  if (schedule !== undefined) {
    return (orders ?? USUAL_ORDERS).flatMap((order) => bands.map((band) => plan(schedule, order, band)));
  }
  const order = orders?.[0] ?? ORDER_OF_OTHERS;
  const others = ["persistent-gemm", "split-k", "stream-k"].map((id) => plan(id, order));
  const stationary = STATIONARY.flatMap((id) => bands.flatMap((band) => ifItFits(() => plan(id, order, band))));
  // A band is theirs alone: where none takes it, it is an error, and the first says which.
  if (options.bands !== undefined && stationary.length === 0) plan(STATIONARY[0], order, bands[0]);
  return [
    ...(orders ?? USUAL_ORDERS).map((one) => plan("tiled-gemm", one)),
    ...others.filter(({ fields }) => fields["splits"] !== 1 && fields["streamTiles"] !== 0),
    ...stationary,
  ];
}

const STATIONARY = ["weight-stationary", "input-stationary"] as const;

/** No plan where the kernel does not fit the GPU: it is one among several. */
function ifItFits(plan: () => PlannedReplay): readonly PlannedReplay[] {
  try {
    return [plan()];
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}

function planOne(
  id: string,
  workload: GemmWorkload,
  gpu: Gpu,
  { splits, reduction, scheduler, kOrder, cluster, bands, loads }: ProductPlanOptions,
  block: TiledGemmOptions,
): PlannedReplay {
  const boxed = loads === "bulk" && !STATIONARY.some((one) => one === id);
  const planned = <Schedule extends ProductKernel>(
    schedule: Schedule,
    describe: (schedule: Schedule) => ScheduleFields,
    layOut: (schedule: Schedule) => TileSchedule,
    lift: (schedule: Schedule) => LiftableKernel,
  ): PlannedReplay => ({
    label: `${schedule.id} ${formatLaunchOrder(block.order ?? schedule.order)}`,
    fields: { ...describe(schedule), ...(boxed ? { loads: "bulk" } : {}) },
    block: schedule.block,
    slots: gpu.sms * schedule.residency.ctasPerSm,
    layOut: () => (boxed ? withBoxes(layOut(schedule), workload, schedule.tile, cluster) : layOut(schedule)),
    lift: () => lift(schedule),
  });
  switch (id) {
    case "tiled-gemm": {
      const schedule = tiledGemm(workload, gpu, { ...block, cluster });
      const plan = planned(schedule, describeTiledGemm, layOutTiledGemm, liftableTiledGemm);
      if (cluster !== undefined) return inClusters(plan, gpu, cluster, schedule.residency.ctasPerSm);
      const hasClosedForm = workload.scales === undefined && !boxed && areWholeBytes(workload);
      return hasClosedForm ? { ...plan, closedForm: () => tiledLruCurve(schedule, plan.slots) } : plan;
    }
    case "persistent-gemm": {
      const schedule = persistentGemm(workload, gpu, { ...block, scheduler, kOrder, cluster });
      const plan = planned(schedule, describePersistentGemm, layOutPersistentGemm, liftablePersistentGemm);
      if (cluster === undefined) return plan;
      return inClusters({ ...plan, lift: notInClusters(id) }, gpu, cluster, schedule.residency.ctasPerSm);
    }
    case "split-k":
      return planned(splitK(workload, gpu, { ...block, splits, reduction }), describeSplitK, layOutSplitK, liftableSplitK);
    case "stream-k":
      return planned(streamK(workload, gpu, block), describeStreamK, layOutStreamK, liftableStreamK);
    case "weight-stationary":
    case "input-stationary": {
      if (workload.scales !== undefined) throw new InputError("schedule", "a product without block scales for it", id);
      const make = id === "weight-stationary" ? weightStationaryGemm : inputStationaryKernel;
      const schedule = make(workload, gpu, { ...block, band: bands?.[0], splits, reduction });
      const plan = planned(schedule, describeStationaryGemm, layOutStationaryGemm, liftableStationaryGemm);
      return bands === undefined ? plan : { ...plan, label: `${plan.label} ${schedule.band}` };
    }
  }
  throw new InputError(
    "schedule",
    `one of ${PRODUCT_SCHEDULES.join(", ")} for this workload and machine${didYouMean(id, PRODUCT_SCHEDULES)}`,
    shown(id),
  );
}
