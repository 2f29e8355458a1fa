import { withinLimits } from "../budget.js";
import type { Workload } from "../computation/workload.js";
import { InputError } from "../errors.js";
import type { Gpu } from "../machines/machine.js";
import type { PlannedReplay, PlanOptions } from "../plan/planned.js";
import { planReplays, plansThatFit } from "../plan/planned.js";
import type { UsualKernels } from "../plan/usual-kernels.js";
import { usualPlans } from "../plan/usual-kernels.js";
import type { L2Model } from "../replay/l2/l2-model.js";
import { spacesOf } from "./attainable.js";
import { leastSeconds } from "./search/choice-cost.js";
import { likelyFastest } from "./search/likely-fastest.js";

/** What a replay compares where no one schedule is asked for. */
export interface ConsideredOptions extends PlanOptions {
  /** Also kernels that no user would consider. */
  readonly all?: boolean | undefined;
}

/** Another tile is shown where its steps alone take less than this share of the time of the usual tiles' steps. */
const WORTH_SHOWING = 0.99;

/** Plans to replay, those that are hidden, and those with other parameters than the usual ones that may be faster. */
export interface ConsideredPlans extends UsualKernels<PlannedReplay> {
  readonly likely: readonly PlannedReplay[];
}

/**
 * The plans that the options mean, parted into those to replay and the hidden ones; where no tile, kernel or part is asked for, also
 * those that an estimate finds faster: products by a closed form, other workloads by the tile whose steps take least.
 *
 * @throws InputError naming `schedule` where the kernel asked for computes a part of the workload.
 */
export function consideredPlans(workload: Workload, gpu: Gpu, l2: L2Model, options: ConsideredOptions): ConsideredPlans {
  const plans = replaysBesideBounds(workload, gpu, options);
  const { shown, hidden } = usualPlans(plans, workload, gpu, options);
  if (l2.policy !== "partitioned" || namesSchedules(options)) return { shown, hidden, likely: [] };
  const faster =
    workload.kind === "gemm"
      ? likelyFastest(workload, gpu, l2, shown, options.kernelRate)
      : (withinLimits(() => fasterTiles(workload, gpu, l2, options, shown)) ?? []);
  return { shown, hidden, likely: faster.map((plan) => ({ ...plan, label: labelOf(plan) })) };
}

/** With the tile, and the slices of k where there are several. */
function labelOf({ label, fields: { tile, splits } }: PlannedReplay): string {
  return `${label} ${tile}${splits === undefined || splits === 1 ? "" : `, ${splits} splits`}`;
}

/** Kernels of the whole workload: bounds say nothing about a part. */
export function replaysBesideBounds(workload: Workload, gpu: Gpu, options: PlanOptions): readonly PlannedReplay[] {
  const planned = planReplays(workload, gpu, options);
  const whole = planned.filter(({ fields }) => fields["computes"] === undefined);
  if (whole.length > 0) return whole;
  const [part] = planned;
  throw new InputError("schedule", "a kernel of the whole block beside its bounds (redblue replay shows it alone)", part?.label);
}

const NAMING = [
  "schedule",
  "tile",
  "bands",
  "splits",
  "reduction",
  "scheduler",
  "kOrder",
  "stages",
  "threads",
  "ctasPerSm",
  "cluster",
  "orders",
  "queryOrder",
] as const;

/** Whether the options say which kernel or tile is meant. */
export function namesSchedules(options: ConsideredOptions): boolean {
  return NAMING.some((name) => options[name] !== undefined);
}

function fasterTiles(
  workload: Workload,
  gpu: Gpu,
  l2: L2Model,
  options: ConsideredOptions,
  shown: readonly PlannedReplay[],
): readonly PlannedReplay[] {
  const ids = new Set(shown.map(({ fields }) => String(fields["id"])));
  const usual = [...ids].flatMap((id) => shown.find(({ fields }) => fields["id"] === id) ?? []);
  const least = usual.reduce((seconds, plan) => Math.min(seconds, leastSeconds(plan, l2, 0n)), Number.POSITIVE_INFINITY);
  const known = new Set(shown.map(({ fields }) => `${fields["id"]} ${fields["tile"]}`));
  const others = spacesOf(workload)
    .filter(({ schedule }) => ids.has(schedule))
    .flatMap(({ schedule, axes }) => (axes["tile"] ?? []).map((tile) => ({ schedule, tile: String(tile) })))
    .filter(({ schedule, tile }) => !known.has(`${schedule} ${tile}`));
  const best = others.reduce<{ readonly plans: readonly PlannedReplay[]; readonly seconds: number }>(
    (leader, { schedule, tile }) => {
      const plans = plansThatFit(workload, gpu, { ...options, schedule, tile });
      const [first] = plans;
      const seconds = first === undefined ? Number.POSITIVE_INFINITY : leastSeconds(first, l2, 0n);
      return seconds < leader.seconds ? { plans, seconds } : leader;
    },
    { plans: [], seconds: WORTH_SHOWING * least },
  );
  return best.plans;
}
