import Tinypool from "tinypool";
import { currentLimits, OverLimit } from "../budget.js";
import type { Cost } from "../gap/schedule-search.js";
import type { ReplayAnswer, ReplayTask } from "./replay-worker.js";

/** Replays on a thread of its own: the signal ends it at once, wherever the replay is. */
export class ReplayThread {
  readonly #signal: AbortSignal;
  readonly #pool: Tinypool;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    const filename = new URL("./replay-worker.js", import.meta.url).href;
    this.#pool = new Tinypool({ filename, runtime: "worker_threads", minThreads: 1, maxThreads: 1 });
  }

  /** The cost of the replay, as `replayCost` counts it. @throws OverLimit as it does. */
  async costOf(task: ReplayTask): Promise<Cost | undefined | "stopped"> {
    if (this.#signal.aborted) return "stopped";
    try {
      const question = { task, limits: currentLimits() };
      const answer: ReplayAnswer = await this.#pool.run(question, { signal: this.#signal });
      if ("over" in answer) throw new OverLimit(...answer.over);
      return answer.cost;
    } catch (error) {
      if (this.#signal.aborted) return "stopped";
      throw error;
    }
  }

  async end(): Promise<void> {
    await this.#pool.destroy();
  }
}
