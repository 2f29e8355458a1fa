import type { Limits } from "../budget.js";
import { OverLimit, setLimits } from "../budget.js";
import { replayCost } from "../gap/optimize.js";
import { planOne } from "../gap/plan-one.js";
import type { Cost } from "../gap/schedule-search.js";
import type { ReplayTask } from "./replay-thread.js";

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
