import Tinypool from "tinypool";
import { currentLimits, OverLimit } from "../budget.js";
import type { ChoiceCost } from "../gap/search/choice-cost.js";
import type { ProvenDram } from "../gap/search/optimize.js";
import type { ReplayAnswer, ReplayQuestion, ReplayTask } from "./replay-worker.js";

/** Replays on a thread of its own: the signal ends it at once, wherever the replay is. */
export class ReplayThread {
  readonly #signal: AbortSignal;
  readonly #pool: Tinypool;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    const filename = new URL("./replay-worker.js", import.meta.url).href;
    this.#pool = new Tinypool({ filename, runtime: "worker_threads", minThreads: 1, maxThreads: 1 });
  }

  /** The replay of a choice, as `replayCost` does it. @throws OverLimit as it does. */
  async costOf(task: ReplayTask): Promise<ChoiceCost | undefined | "stopped"> {
    const answer = await this.#ask({ task, limits: currentLimits() });
    return answer === "stopped" ? answer : answer.cost;
  }

  /** What the replay comes to at least, as `leastCost` tells it. @throws OverLimit as it does. */
  async leastOf(task: ReplayTask, proven: ProvenDram): Promise<number | undefined | "stopped"> {
    const answer = await this.#ask({ task, proven, limits: currentLimits() });
    return answer === "stopped" ? answer : answer.least;
  }

  async #ask(question: ReplayQuestion): Promise<Exclude<ReplayAnswer, { readonly over: unknown }> | "stopped"> {
    if (this.#signal.aborted) return "stopped";
    try {
      const answer: ReplayAnswer = await this.#pool.run(question, { signal: this.#signal });
      if ("over" in answer) throw new OverLimit(...answer.over);
      return answer;
    } catch (error) {
      if (this.#signal.aborted) return "stopped";
      throw error;
    }
  }

  async end(): Promise<void> {
    await this.#pool.destroy();
  }
}
