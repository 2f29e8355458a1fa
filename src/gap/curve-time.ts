import { productTypeOf } from "../computation/operand-types.js";
import type { Workload } from "../computation/workload.js";
import type { Gpu } from "../machines/machine.js";
import type { PlannedReplay } from "../plan/planned.js";
import { replayPlanned } from "../plan/planned.js";
import { defaultL2 } from "../replay/l2/l2-model.js";
import { replaySteps } from "../replay/replay-steps.js";
import type { ReplayedTraffic } from "../replay/traffic.js";
import { totalTraffic } from "../replay/traffic.js";
import type { ScheduleTime } from "./schedule-time.js";
import { scheduleTime, sustainedSeconds } from "./schedule-time.js";

/** Steps of a replay that take about half a second. */
const MOST_STEPS = 2 ** 22;

/** One schedule of a curve in time, at the GPU's own L2. */
export interface CurveTime {
  readonly label: string;
  readonly time: ScheduleTime;
}

/**
 * Plain caches have no clock, so a curve has a time at one size alone: the GPU's own, by a replay in time of the schedule whose work
 * takes least at sustained rates. Undefined where that replay is long, or the GPU's default replay keeps no time.
 */
export function timeAtOwnSize(
  workload: Workload,
  gpu: Gpu,
  schedules: readonly { readonly plan: PlannedReplay; readonly atOwn: ReplayedTraffic }[],
): CurveTime | undefined {
  const l2 = defaultL2(gpu, productTypeOf(workload));
  if (l2.policy !== "partitioned") return undefined;
  const byWork = schedules
    .map(({ plan, atOwn }) => ({
      plan,
      seconds: sustainedSeconds(workload, gpu, plan, atOwn),
      bytes: [...atOwn.total.values()].reduce((sum, traffic) => sum + totalTraffic(traffic), 0n),
    }))
    .sort((one, other) => one.seconds - other.seconds || Number(one.bytes - other.bytes));
  const [least] = byWork;
  if (least === undefined || replaySteps(least.plan.layOut()) > MOST_STEPS) return undefined;
  const time = scheduleTime(workload, gpu, least.plan, replayPlanned(least.plan, l2));
  return time === undefined ? undefined : { label: least.plan.label, time };
}
