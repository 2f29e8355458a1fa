import type { TileSchedule } from "../../schedules/tile-schedule.js";
import type { ExecutionParameters } from "./parameters.js";
import type { EventReplay, EventReplayOptions } from "./replay.js";
import { replayEvents } from "./replay.js";

/** Least and most over several replays of one schedule. */
export interface Range {
  readonly least: bigint;
  readonly most: bigint;
}

/** How far a schedule's traffic depends on the noise of its timing. */
export interface EventSpread {
  readonly dramReads: Range;
  /** Written during the run. */
  readonly dramWrites: Range;
  readonly runs: readonly EventReplay[];
}

/**
 * One replay a seed and one in lock step. Where the range is wide, blocks either stay close enough to meet in the L2 or fall
 * apart, and so may the hardware's from run to run.
 */
export function replaySpread(
  schedule: TileSchedule,
  slots: number,
  parameters: ExecutionParameters,
  seeds: readonly number[],
  options: Omit<EventReplayOptions, "execution"> = {},
): EventSpread {
  const runs = [
    ...seeds.map((seed) => replayEvents(schedule, slots, parameters, { ...options, execution: { kind: "events", seed } })),
    replayEvents(schedule, slots, parameters, { ...options, execution: { kind: "lock-step" } }),
  ];
  const dram = runs.map((run) => run.traffic.total.get("dram-l2") ?? { reads: 0n, writes: 0n });
  return {
    dramReads: range(dram.map((traffic) => traffic.reads)),
    dramWrites: range(dram.map((traffic) => traffic.writes)),
    runs,
  };
}

function range(counts: readonly bigint[]): Range {
  const sorted = [...counts].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0));
  return { least: sorted[0] ?? 0n, most: sorted.at(-1) ?? 0n };
}
