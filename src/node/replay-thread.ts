import Tinypool from "tinypool";
import { currentLimits, OverLimit } from "../budget.js";
import type { Workload } from "../computation/workload.js";
import type { PlanOptions } from "../gap/planned.js";
import type { Cost } from "../gap/schedule-search.js";
import type { Gpu, Interface } from "../machines/machine.js";
import type { L2Model } from "../replay/l2-model.js";
import type { ReplayAnswer } from "./replay-worker.js";

/** One replay for the thread; plain data. */
export interface ReplayTask {
  readonly id: string;
  readonly options: PlanOptions;
  readonly workload: Workload;
  readonly gpu: Gpu;
  readonly l2: L2Model;
  readonly interfaces: readonly Interface[];
}

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
