import type { Workload } from "../computation/workload.js";
import { InputError } from "../errors.js";
import type { Gpu } from "../machines/machine.js";
import { clusteredL2, clusteredParameters } from "../replay/clustered-l2.js";
import type { ReadRange } from "../replay/event-driven/read-range.js";
import { replayReadRange } from "../replay/event-driven/read-range.js";
import type { ReplayExplanation } from "../replay/explain.js";
import { explainReplay } from "../replay/explain.js";
import type { L2Model } from "../replay/l2-model.js";
import { isLruInLockStep } from "../replay/l2-model.js";
import { liftableFlashAttention2 } from "../replay/lift-flash-attention-2.js";
import { liftableChain, liftableDualGemm } from "../replay/lift-products.js";
import type { LruCurve } from "../replay/lru-curve.js";
import { lruTrafficAt } from "../replay/lru-curve.js";
import { replayTileSchedule } from "../replay/replay.js";
import type { ReplayedTraffic } from "../replay/traffic.js";
import { walkedLruCurve } from "../replay/walked-lru-curve.js";
import {
  chainBands,
  chainSeparate,
  describeChainBands,
  describeChainSeparate,
  describeDualGemm,
  describeFlashAttention2,
  describeImplicitGemm,
  dualGemm,
  flashAttention2,
  implicitGemm,
  layOutChainBands,
  layOutChainSeparate,
  layOutDualGemm,
  layOutFlashAttention2,
  layOutImplicitGemm,
  parseFlashTile,
} from "../schedules/index.js";
import type { LaunchOrder } from "../schedules/launch-order.js";
import { formatLaunchOrder } from "../schedules/launch-order.js";
import { parseTile } from "../schedules/tiled-gemm.js";
import type { ProductPlanOptions } from "./planned-products.js";
import { PRODUCT_OPTIONS, planProducts } from "./planned-products.js";
import type { PlannedReplay } from "./planned-replay.js";

export type { PlannedReplay, ScheduleFields } from "./planned-replay.js";

/** Options of every kernel schedule; those that a schedule has no use for are an error. */
export interface PlanOptions extends ProductPlanOptions {
  /** `BMxBNxBK` of products, `BMxBN` of attention. */
  readonly tile?: string | undefined;
  /** Tile rows of a band of `chain-bands`. */
  readonly bands?: readonly number[] | undefined;
  readonly stages?: number | undefined;
  readonly threads?: number | undefined;
  readonly ctasPerSm?: number | undefined;
}

const CHAIN_ORDERS: readonly LaunchOrder[] = [{ kind: "row" }, { kind: "col" }, { kind: "group", height: 8 }];
const USUAL_BANDS: readonly number[] = [1, 2, 4, 8, 16];

/**
 * Every kernel schedule that fits the workload, with the orders or bands asked for.
 *
 * @throws InputError when a kernel does not fit the GPU, or no schedule of the workload is known.
 */
export function planReplays(workload: Workload, gpu: Gpu, options: PlanOptions = {}): readonly PlannedReplay[] {
  const { stages, threads, ctasPerSm } = options;
  const common = { stages, threads, ctasPerSm };
  if (!["gemm", "ffn", "conv"].includes(workload.kind) && options.orders !== undefined)
    throw new InputError("order", "a matrix product or convolution for it", workload.kind);
  for (const option of PRODUCT_OPTIONS) {
    if (workload.kind !== "gemm" && options[option] !== undefined)
      throw new InputError(option, "a matrix product for it", workload.kind);
  }
  if (workload.kind !== "chain" && options.bands !== undefined) throw new InputError("band", "a chain for it", workload.kind);
  switch (workload.kind) {
    case "gemm": {
      const tile = options.tile === undefined ? undefined : parseTile(options.tile);
      return planProducts(workload, gpu, options, { ...common, tile });
    }
    case "chain": {
      const tile = options.tile === undefined ? undefined : parseTile(options.tile);
      const orders = options.orders ?? CHAIN_ORDERS;
      const separate = orders.map((order) => chainSeparate(workload, gpu, { ...common, tile, order }));
      const rows = Math.ceil(workload.m / (separate[0]?.tile.bm ?? 1));
      const bands = options.bands ?? USUAL_BANDS.filter((band) => band < rows);
      return [
        ...separate.map((schedule) => ({
          label: `${schedule.id} ${formatLaunchOrder(schedule.order)}`,
          fields: describeChainSeparate(schedule),
          block: schedule.block,
          slots: gpu.sms * schedule.residency.ctasPerSm,
          layOut: () => layOutChainSeparate(schedule),
          lift: () => liftableChain(schedule),
        })),
        ...bands.map((band) => {
          const schedule = chainBands(workload, gpu, { ...common, tile, band });
          return {
            label: `${schedule.id} ${band}`,
            fields: describeChainBands(schedule),
            block: schedule.block,
            slots: gpu.sms * schedule.residency.ctasPerSm,
            layOut: () => layOutChainBands(schedule),
            lift: () => liftableChain(schedule),
          };
        }),
      ];
    }
    case "ffn": {
      const tile = options.tile === undefined ? undefined : parseTile(options.tile);
      return (options.orders ?? CHAIN_ORDERS).map((order) => {
        const schedule = dualGemm(workload, gpu, { ...common, tile, order });
        return {
          label: `${schedule.id} ${formatLaunchOrder(order)}`,
          fields: { ...describeDualGemm(schedule), computes: "H = silu(X·Wg) ⊙ (X·Wu)" },
          block: schedule.block,
          slots: gpu.sms * schedule.residency.ctasPerSm,
          layOut: () => layOutDualGemm(schedule),
          lift: () => liftableDualGemm(schedule),
        };
      });
    }
    case "attention": {
      const tile = options.tile === undefined ? undefined : parseFlashTile(options.tile);
      const schedule = flashAttention2(workload, gpu, { ...common, tile });
      const slots = gpu.sms * schedule.residency.ctasPerSm;
      return [
        {
          label: schedule.id,
          fields: describeFlashAttention2(schedule),
          block: schedule.block,
          slots,
          layOut: () => layOutFlashAttention2(schedule),
          lift: () => liftableFlashAttention2(schedule),
        },
      ];
    }
    case "conv": {
      const tile = options.tile === undefined ? undefined : parseTile(options.tile);
      return (options.orders ?? CHAIN_ORDERS).map((order) => {
        const schedule = implicitGemm(workload, gpu, { ...common, tile, order });
        const label = `${schedule.id} ${formatLaunchOrder(order)}`;
        const slots = gpu.sms * schedule.residency.ctasPerSm;
        const { block } = schedule;
        return { label, fields: describeImplicitGemm(schedule), block, slots, layOut: () => layOutImplicitGemm(schedule) };
      });
    }
    default:
      throw new InputError(
        "workload",
        "gemm, chain, ffn, conv or attention for a replay (bounds are: redblue bound)",
        workload.kind,
      );
  }
}

export function replayPlanned(planned: PlannedReplay, l2: L2Model): ReplayedTraffic {
  const closed = isLruInLockStep(l2) ? planned.closedForm : undefined;
  const traffic = closed === undefined ? undefined : lruTrafficAt(closed(), [l2.bytes])[0];
  return traffic ?? replayTileSchedule(planned.layOut(), planned.slots, clusteredL2(l2, planned.clusterSize ?? 1));
}

/** DRAM reads over the variants of the model; @throws InputError naming `cache` for models other than the partitioned one. */
export function rangeOfPlanned(planned: PlannedReplay, l2: L2Model): ReadRange {
  if (l2.policy !== "partitioned") {
    throw new InputError("cache", "partitioned for a range, which was held against counters", l2.policy);
  }
  const parameters = clusteredParameters(l2.parameters, planned.clusterSize ?? 1);
  return replayReadRange(planned.layOut(), planned.slots, parameters);
}

/** What the steps of a replay saw; @throws InputError naming `cache` for models other than plain online caches. */
export function explainPlanned(planned: PlannedReplay, l2: L2Model): ReplayExplanation {
  if (l2.policy === "partitioned") throw new InputError("cache", "a plain cache to explain, such as lru", l2.policy);
  if (l2.execution?.kind === "drift") throw new InputError("execution", "lock-step to explain", "drift");
  return explainReplay(planned.layOut(), planned.slots, l2);
}

/** Traffic in lock step through an LRU at every capacity. */
export function lruCurveOf(planned: PlannedReplay): LruCurve {
  return planned.closedForm?.() ?? walkedLruCurve(planned.layOut(), planned.slots);
}
