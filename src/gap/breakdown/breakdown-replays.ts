import { InputError } from "../../errors.js";
import type { Gpu, Interface } from "../../machines/machine.js";
import type { PlannedReplay } from "../../plan/planned.js";
import { replayPlanned } from "../../plan/planned.js";
import { executionParameters } from "../../replay/event-driven/parameters.js";
import type { L2Model } from "../../replay/l2/l2-model.js";
import type { Traffic } from "../../replay/traffic.js";
import { totalTraffic } from "../../replay/traffic.js";
import type { GapRow } from "../gap.js";
import { leastSeconds } from "../search/choice-cost.js";
import { planKey } from "./breakdown-candidates.js";

/** A schedule that is slower by no more than this share counts as no slower: estimates are not closer. */
const AS_FAST = 1.02;

/** What one schedule moves over each interface, and its seconds where the replay keeps time. */
interface Replayed {
  readonly total: ReadonlyMap<Interface, Traffic>;
  readonly seconds?: number | undefined;
}

/** Replays each plan once; rows of the table are not replayed again. */
export class BreakdownReplays {
  readonly #replayed: Map<string, Replayed | undefined> = new Map();
  readonly #least: Map<string, number> = new Map();
  readonly #gpu: Gpu;
  readonly #l2: L2Model;
  readonly #onReplay: ((label: string) => void) | undefined;

  constructor(gpu: Gpu, l2: L2Model, onReplay: ((label: string) => void) | undefined, rows: readonly GapRow[] = []) {
    this.#gpu = gpu;
    this.#l2 = l2;
    this.#onReplay = onReplay;
    for (const { schedule, time } of rows) {
      const own = rows.filter((row) => row.schedule === schedule);
      const total = new Map(own.map((row) => [row.interface, row.traffic]));
      this.#replayed.set(planKey({ fields: schedule }), { total, seconds: time?.seconds });
    }
  }

  /** Undefined where the cache cannot replay it. */
  of(plan: PlannedReplay, interfaceId: Interface): Traffic | undefined {
    return this.#replayOf(plan)?.total.get(interfaceId);
  }

  /** Estimated seconds; without a clock, what its steps and its bytes over DRAM take at least. */
  secondsOf(plan: PlannedReplay): number | undefined {
    const replayed = this.#replayOf(plan);
    if (replayed === undefined) return undefined;
    const dram = replayed.total.get("dram-l2");
    const bytes = dram === undefined ? 0 : Number(totalTraffic(dram));
    return replayed.seconds ?? Math.max(this.#leastOf(plan), bytes / executionParameters(this.#gpu).dramBytesPerSecond);
  }

  /** Those of the plans that take no longer than `chosen`; those whose steps alone take longer are not replayed. */
  asFastAs(chosen: PlannedReplay, plans: readonly PlannedReplay[]): readonly PlannedReplay[] {
    const most = AS_FAST * (this.secondsOf(chosen) ?? 0);
    return plans.filter(
      (plan) => plan === chosen || (this.#leastOf(plan) <= most && (this.secondsOf(plan) ?? Number.POSITIVE_INFINITY) <= most),
    );
  }

  #replayOf(plan: PlannedReplay): Replayed | undefined {
    const key = planKey(plan);
    if (!this.#replayed.has(key)) {
      this.#onReplay?.(plan.label);
      this.#replayed.set(
        key,
        whereItCan(() => replayPlanned(plan, this.#l2)),
      );
    }
    return this.#replayed.get(key);
  }

  /** 0 where the GPU has no rate for its operands. */
  #leastOf(plan: PlannedReplay): number {
    const key = planKey(plan);
    const known = this.#least.get(key);
    if (known !== undefined) return known;
    const least = whereItCan(() => leastSeconds(plan, this.#l2, 0n)) ?? 0;
    this.#least.set(key, least);
    return least;
  }
}

function whereItCan<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
