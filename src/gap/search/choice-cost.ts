import { OverLimit } from "../../budget.js";
import type { DataType } from "../../computation/data-types.js";
import { rateOf } from "../../computation/operand-types.js";
import type { Resident } from "../../computation/resident.js";
import type { Workload } from "../../computation/workload.js";
import { InputError, shown } from "../../errors.js";
import type { Gpu } from "../../machines/machine.js";
import type { PlannedReplay } from "../../plan/planned.js";
import { executionOf, replayPlanned } from "../../plan/planned.js";
import { leastDuration } from "../../replay/event-driven/least-duration.js";
import type { L2Model } from "../../replay/l2/l2-model.js";
import { issued } from "../../replay/longest-first.js";
import { durationsWithoutClock } from "../../replay/time-without-clock.js";
import { totalTraffic } from "../../replay/traffic.js";
import { bytesIntoSms } from "../attainable.js";
import { joulesOf } from "../joules.js";
import type { ScheduleTime } from "../schedule-time.js";
import { scheduleTime } from "../schedule-time.js";

/** What a search makes least: estimated seconds, bytes over an interface, or joules of the bytes over both. */
export type SearchObjective = "time" | "dram-l2" | "l2-sm" | "energy";

export const SEARCH_OBJECTIVES: readonly SearchObjective[] = ["time", "dram-l2", "l2-sm", "energy"];

/** What a schedule takes and moves by replay. */
export interface ChoiceCost {
  /** Bytes over each interface, with what is dirty in the L2 at the end. */
  readonly dram: bigint;
  readonly sm: bigint;
  /** Absent where the replay keeps no time. */
  readonly time?: Omit<ScheduleTime, "loads">;
}

/** What all choices of a search have in common; plain data. */
export interface CostSetting {
  readonly workload: Workload;
  readonly gpu: Gpu;
  readonly l2: L2Model;
  readonly objective: SearchObjective;
  /** What the kernel before left in the L2, which the plans that are handed over know too. */
  readonly resident?: readonly Resident[] | undefined;
}

/**
 * Reads an objective; without one time, or DRAM bytes where the GPU has no rate for the operands.
 *
 * @throws InputError naming `objective`.
 */
export function searchObjective(text: string | undefined, gpu: Gpu, operand: DataType): SearchObjective {
  const timed = rateOf(gpu.peakOperationsPerSecond, operand) !== undefined;
  if (text === undefined) return timed ? "time" : "dram-l2";
  const objective = SEARCH_OBJECTIVES.find((one) => one === text);
  if (objective === undefined) throw new InputError("objective", `one of ${SEARCH_OBJECTIVES.join(", ")}`, shown(text));
  if (objective === "time" && !timed) throw new InputError("objective", `a GPU with a known rate for ${operand} for it`, gpu.id);
  return objective;
}

/** The objective first, then what decides between equals. */
export function rankOf({ dram, sm, time }: ChoiceCost, objective: SearchObjective, gpu: Gpu): readonly (number | bigint)[] {
  const seconds = time?.seconds ?? 0;
  switch (objective) {
    case "time":
      return [seconds, dram, sm];
    case "dram-l2":
      return [dram, seconds, sm];
    case "l2-sm":
      return [sm, seconds, dram];
    case "energy":
      return [joulesOf(gpu, Number(dram), Number(sm), "objective"), seconds, dram];
  }
}

/** The replay of a choice; undefined where the kernel does not fit. @throws OverLimit where its replay is beyond the limits. */
export function replayCost(plan: () => PlannedReplay, { workload, gpu, l2 }: CostSetting): ChoiceCost | undefined {
  return whereItFits(() => {
    const planned = plan();
    const traffic = replayPlanned(planned, l2);
    const bytes = (id: "dram-l2" | "l2-sm"): bigint => {
      const one = traffic.total.get(id);
      return one === undefined ? 0n : totalTraffic(one);
    };
    const time = scheduleTime(workload, gpu, planned, traffic);
    if (time === undefined) return { dram: bytes("dram-l2"), sm: bytes("l2-sm") };
    const { loads: _, ...kept } = time;
    return { dram: bytes("dram-l2"), sm: bytes("l2-sm"), time: kept };
  });
}

/**
 * What the replay of a choice comes to at least in its objective, without replaying it; undefined where the kernel does not fit.
 *
 * @param proven bytes over DRAM that every kernel moves, and those that it reads
 */
export function leastCost(
  plan: () => PlannedReplay,
  { gpu, l2, objective }: CostSetting,
  proven: { readonly bytes: bigint; readonly reads: bigint },
): number | undefined {
  return whereItFits(() => {
    const planned = plan();
    switch (objective) {
      case "time":
        return leastSeconds(planned, l2, proven.reads);
      case "dram-l2":
        return Number(proven.bytes);
      case "l2-sm":
        return Number(bytesIntoSms(planned));
      case "energy":
        return joulesOf(gpu, Number(proven.bytes), Number(bytesIntoSms(planned)), "objective");
    }
  });
}

/** Seconds that the replay of a plan takes at least, by its steps and by the bytes that every kernel reads; 0 where no rate is known. */
export function leastSeconds(planned: PlannedReplay, l2: L2Model, dramReads: bigint): number {
  const parameters = executionOf(planned, l2);
  if (parameters === undefined) return 0;
  const { slots } = planned;
  if (l2.policy === "partitioned" && l2.execution.kind !== "lock-step" && l2.execution.kind !== "drift")
    return Math.max(leastDuration(planned.layOut(), slots, parameters), Number(dramReads) / parameters.dramBytesPerSecond);
  const layout = planned.layOut();
  // Of fewer bytes into the SMs a greater share would come from DRAM, and wait for it.
  const into = bytesIntoSms({ ...planned, layOut: () => layout });
  const moved = new Map([
    ["dram-l2", { reads: dramReads, writes: 0n }],
    ["l2-sm", { reads: into, writes: 0n }],
  ]);
  return durationsWithoutClock(issued(layout, l2.execution), slots, parameters)?.(moved) ?? 0;
}

function whereItFits<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof InputError && !(error instanceof OverLimit)) return undefined;
    throw error;
  }
}
