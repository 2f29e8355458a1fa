import type { GemmWorkload } from "../../computation/gemm.js";
import { InputError } from "../../errors.js";
import { quotientAsNumber } from "../../exact/rational.js";
import type { Gpu } from "../../machines/machine.js";
import type { KernelCounters, NamedProduct, ProfiledKernel, RecognisedWork } from "../../measured/index.js";
import { namedProduct } from "../../measured/index.js";
import { planOne } from "../../plan/plan-one.js";
import type { PlannedReplay } from "../../plan/planned.js";
import { replayPlanned } from "../../plan/planned.js";
import type { L2Model } from "../../replay/l2/l2-model.js";
import { parseClusterShape } from "../../schedules/tiles/cluster-shape.js";
import { parseLaunchOrder } from "../../schedules/tiles/launch-order.js";
import type { KernelMeaning, ProfiledRow } from "../profiled.js";

/** Launch orders that a library's raster may be: its name does not say how many rows of tiles it sweeps together. */
const RASTERS = ["row", "group:2", "group:4", "group:8", "group:16", "col"];

/** What recognition says of a kernel, in the terms of a report; undefined for a kernel in no operator's range. */
export function meaningOfWork(work: RecognisedWork | undefined): KernelMeaning | ProfiledRow["unrecognised"] {
  if (work === undefined) return undefined;
  const { workload, operator } = work;
  return workload === undefined ? { operator, reason: work.reason ?? "no workload" } : { workload, recognised: work };
}

/**
 * The meaning of a recognised product with the schedule that its kernel's name tells: of the launch orders that the name leaves
 * open the one whose replay reads about as much from DRAM as was counted, or the least where nothing was. The meaning itself where no
 * rule knows the name, or the kernel does not fit.
 */
export function withNamedSchedule(
  meaning: KernelMeaning,
  kernel: ProfiledKernel,
  counters: KernelCounters,
  gpu: Gpu,
  cache: L2Model,
): KernelMeaning {
  const named = namedProduct(kernel.name);
  if (named === undefined || meaning.workload.kind !== "gemm") return meaning;
  const orders = replayedOrders(named, meaning.workload, kernel, gpu, cache);
  const counted = counters.traffic.get("dram-l2")?.reads?.most ?? 0n;
  const distance = ({ reads }: ReplayedOrder): number =>
    counted === 0n ? Number(reads) : Math.abs(Math.log(quotientAsNumber(reads, counted)));
  const [nearest] = [...orders].sort((a, b) => distance(a) - distance(b));
  if (nearest === undefined) return meaning;
  const most = orders.reduce((bytes, { reads }) => (reads > bytes ? reads : bytes), 0n);
  const found =
    counted === 0n
      ? `${nearest.order} reads least from DRAM, the others up to ${quotientAsNumber(most, nearest.reads).toFixed(2)}× that.`
      : `${nearest.order} reads ${quotientAsNumber(nearest.reads, counted).toFixed(2)}× of what was counted, the nearest.`;
  return {
    ...meaning,
    schedule: nearest.planned,
    scheduleNote:
      `The name tells the tile ${named.tile}${named.cluster === undefined ? "" : ` in clusters of ${named.cluster}`}, not the order: ` +
      `of ${RASTERS.join(", ")}, ${found}`,
  };
}

interface ReplayedOrder {
  readonly planned: PlannedReplay;
  readonly order: string;
  /** From DRAM. */
  readonly reads: bigint;
}

/** The replays of a named product in each order; none where its tile fits no kernel here, or it is larger than the limits allow. */
function replayedOrders(
  named: NamedProduct,
  workload: GemmWorkload,
  kernel: ProfiledKernel,
  gpu: Gpu,
  cache: L2Model,
): readonly ReplayedOrder[] {
  const threads = [...kernel.block.matchAll(/\d+/g)].reduce((product, [side]) => product * Number(side), 1);
  try {
    return RASTERS.flatMap((order) => {
      const planned = planOne("persistent-gemm", workload, gpu, {
        tile: named.tile,
        stages: named.stages,
        threads,
        orders: [parseLaunchOrder(order)],
        ...(named.cluster === undefined ? {} : { cluster: parseClusterShape(named.cluster) }),
        loads: named.loads,
        kernelRate: "library",
      });
      const reads = replayPlanned(planned, cache).total.get("dram-l2")?.reads;
      return reads === undefined ? [] : [{ planned, order, reads }];
    });
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}
