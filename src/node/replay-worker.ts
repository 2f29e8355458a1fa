import type { Limits } from "../budget.js";
import { OverLimit, setLimits } from "../budget.js";
import type { Workload } from "../computation/workload.js";
import { replayCost } from "../gap/optimize.js";
import type { Cost } from "../gap/schedule-search.js";
import type { Gpu, Interface } from "../machines/machine.js";
import { planOne } from "../plan/plan-one.js";
import type { PlanOptions } from "../plan/planned.js";
import type { L2Model } from "../replay/l2/l2-model.js";

/** One replay for the thread; plain data. */
export interface ReplayTask {
  readonly id: string;
  readonly options: PlanOptions;
  readonly workload: Workload;
  readonly gpu: Gpu;
  readonly l2: L2Model;
  readonly interfaces: readonly Interface[];
}

/** An error crosses between threads as plain data. */
export type ReplayAnswer = { readonly cost: Cost | undefined } | { readonly over: ConstructorParameters<typeof OverLimit> };

/** What the thread does with a task. */
export default function replay({ task, limits }: { readonly task: ReplayTask; readonly limits: Limits }): ReplayAnswer {
  const { id, workload, gpu, options, l2, interfaces } = task;
  setLimits(limits);
  try {
    return { cost: replayCost(() => planOne(id, workload, gpu, options), l2, interfaces) };
  } catch (error) {
    if (!(error instanceof OverLimit)) throw error;
    return { over: [error.subject, error.expected, error.found] };
  }
}
