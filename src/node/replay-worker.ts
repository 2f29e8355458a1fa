import type { Limits } from "../budget.js";
import { OverLimit, setLimits } from "../budget.js";
import type { ChoiceCost, CostSetting } from "../gap/search/choice-cost.js";
import { leastCost, replayCost } from "../gap/search/choice-cost.js";
import type { ProvenDram } from "../gap/search/optimize.js";
import { planOne } from "../plan/plan-one.js";
import type { PlanOptions } from "../plan/planned.js";

/** One schedule for the thread; plain data. */
export interface ReplayTask extends CostSetting {
  readonly id: string;
  readonly options: PlanOptions;
}

/** With `proven` what the replay comes to at least, else the replay. */
export interface ReplayQuestion {
  readonly task: ReplayTask;
  readonly proven?: ProvenDram;
  readonly limits: Limits;
}

/** An error crosses between threads as plain data. */
export type ReplayAnswer =
  | { readonly cost?: ChoiceCost | undefined; readonly least?: number | undefined }
  | { readonly over: ConstructorParameters<typeof OverLimit> };

/** What the thread does with a task. */
export default function replay({ task, proven, limits }: ReplayQuestion): ReplayAnswer {
  const { id, workload, gpu, resident, options } = task;
  setLimits(limits);
  const plan = () => planOne(id, workload, gpu, { ...options, resident });
  try {
    return proven === undefined ? { cost: replayCost(plan, task) } : { least: leastCost(plan, task, proven) };
  } catch (error) {
    if (!(error instanceof OverLimit)) throw error;
    return { over: [error.subject, error.expected, error.found] };
  }
}
