import type { Workload } from "../computation/workload.js";
import { InputError } from "../errors.js";
import type { Gpu } from "../machines/machine.js";
import type { PlannedReplay, PlanOptions } from "../plan/planned.js";
import { planReplays } from "../plan/planned.js";
import type { UsualKernels } from "../plan/usual-kernels.js";
import { usualPlans } from "../plan/usual-kernels.js";
import type { L2Model } from "../replay/l2/l2-model.js";
import { likelyFastest } from "./search/likely-fastest.js";

/** What a replay compares where no one schedule is asked for. */
export interface ConsideredOptions extends PlanOptions {
  /** Also kernels that no user would consider. */
  readonly all?: boolean | undefined;
}

/** Plans to replay, those that are hidden, and those with other parameters than the usual ones that may be faster. */
export interface ConsideredPlans extends UsualKernels<PlannedReplay> {
  readonly likely: readonly PlannedReplay[];
}

/**
 * The plans that the options mean, parted into those to replay and the hidden ones; where no tile, kernel or part is asked for, also
 * those that an estimate finds faster.
 *
 * @throws InputError naming `schedule` where the kernel asked for computes a part of the workload.
 */
export function consideredPlans(workload: Workload, gpu: Gpu, l2: L2Model, options: ConsideredOptions): ConsideredPlans {
  const plans = replaysBesideBounds(workload, gpu, options);
  const { shown, hidden } = usualPlans(plans, workload, gpu, options);
  if (l2.policy !== "partitioned" || namesSchedules(options)) return { shown, hidden, likely: [] };
  const hiddenIds = new Set(hidden.map(({ fields }) => String(fields["id"])));
  const faster = likelyFastest(workload, gpu, l2, { usual: shown, hidden: hiddenIds, given: options });
  return { shown, hidden, likely: faster.map((plan) => ({ ...plan, label: labelOf(plan, shown) })) };
}

/** With the tile, the slices of k where there are several, and what else differs from the usual plan of the kernel. */
function labelOf({ label, fields }: PlannedReplay, usual: readonly PlannedReplay[]): string {
  const { id, tile, splits } = fields;
  const own = usual.find((plan) => plan.fields["id"] === id)?.fields ?? fields;
  const differing = (name: string): readonly string[] => (fields[name] === own[name] ? [] : [String(fields[name])]);
  return [
    `${label} ${tile}`,
    ...(splits === undefined || splits === 1 ? [] : [`${splits} splits`]),
    ...differing("stages").map((stages) => `${stages} stages`),
    ...["queryOrder", "keyOrder", "kOrder"].flatMap(differing),
  ].join(", ");
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
  "loads",
  "orders",
  "queryOrder",
  "spillBytes",
] as const;

/** Whether the options say which kernel or tile is meant. */
export function namesSchedules(options: Omit<ConsideredOptions, "resident">): boolean {
  return NAMING.some((name) => options[name] !== undefined);
}
