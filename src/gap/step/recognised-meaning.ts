import type { GemmWorkload } from "../../computation/gemm.js";
import { InputError } from "../../errors.js";
import { quotientAsNumber } from "../../exact/rational.js";
import type { Gpu } from "../../machines/machine.js";
import type { KernelCounters, ProfiledKernel, RecognisedWork } from "../../measured/index.js";
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
 * open the one whose replay reads about as much from DRAM as was counted. The meaning itself where no rule knows the name, the
 * kernel does not fit, or DRAM reads were not counted.
 */
export function withNamedSchedule(
  meaning: KernelMeaning,
  kernel: ProfiledKernel,
  counters: KernelCounters,
  gpu: Gpu,
  cache: L2Model,
): KernelMeaning {
  const named = namedProduct(kernel.name);
  const counted = counters.traffic.get("dram-l2")?.reads?.most;
  if (named === undefined || counted === undefined || counted === 0n || meaning.workload.kind !== "gemm") return meaning;
  const workload: GemmWorkload = meaning.workload;
  const threads = [...kernel.block.matchAll(/\d+/g)].reduce((product, [side]) => product * Number(side), 1);
  let nearest: { readonly planned: PlannedReplay; readonly order: string; readonly over: number } | undefined;
  for (const order of RASTERS) {
    try {
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
      if (reads === undefined) continue;
      const over = quotientAsNumber(reads, counted);
      if (nearest === undefined || Math.abs(Math.log(over)) < Math.abs(Math.log(nearest.over)))
        nearest = { planned, order, over };
    } catch (error) {
      // The name's tile fits no kernel here, or the replay is larger than the limits allow.
      if (error instanceof InputError) return meaning;
      throw error;
    }
  }
  if (nearest === undefined) return meaning;
  return {
    ...meaning,
    schedule: nearest.planned,
    scheduleNote:
      `The name tells the tile ${named.tile}${named.cluster === undefined ? "" : ` in clusters of ${named.cluster}`}, not the order: ` +
      `of ${RASTERS.join(", ")}, ${nearest.order} reads ${nearest.over.toFixed(2)}× of what was counted, the nearest.`,
  };
}
