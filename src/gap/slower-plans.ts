import type { PlannedReplay } from "../plan/planned.js";
import type { L2Model } from "../replay/l2/l2-model.js";
import { replaySteps } from "../replay/replay-steps.js";
import { leastSeconds } from "./search/choice-cost.js";

/** Why a plan that is certainly slower has no row. */
export const SLOWER_REASON = "the steps alone take longer than the fastest kernel shown (--all shows it)";

/** Steps of a budget that replays take before those that are certainly slower are skipped: about two seconds. */
const STEPS_FOR_ALL = 2 ** 25;

/** Which of many plans need no replay, because one that was replayed is certainly faster and replays have already taken their time. */
export class SlowerPlans {
  readonly #l2: L2Model;
  readonly #stepsForAll: number;
  #steps = 0;
  #fastest: number = Number.POSITIVE_INFINITY;

  constructor(l2: L2Model, stepsForAll: number = STEPS_FOR_ALL) {
    this.#l2 = l2;
    this.#stepsForAll = stepsForAll;
  }

  /** Whether to skip the plan, which else is going to be replayed. */
  has(plan: PlannedReplay): boolean {
    const steps = this.#steps + replaySteps(plan.layOut());
    if (steps > this.#stepsForAll && leastSeconds(plan, this.#l2, 0n) > this.#fastest) return true;
    this.#steps = steps;
    return false;
  }

  replayed(seconds: number | undefined): void {
    this.#fastest = Math.min(this.#fastest, seconds ?? Number.POSITIVE_INFINITY);
  }
}

/** The plan, laid out at most once. */
export function laidOutOnce(plan: PlannedReplay): PlannedReplay {
  let layout: ReturnType<PlannedReplay["layOut"]> | undefined;
  return {
    ...plan,
    layOut: () => {
      layout ??= plan.layOut();
      return layout;
    },
  };
}
