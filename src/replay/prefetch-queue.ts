import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";
import { READ } from "../schedules/tiles/tile-schedule.js";
import type { SlotCache } from "./lock-step.js";

/** Tiles that come into the L2 while a kernel runs, and for which none of its blocks waits. */
export interface PrefetchQueue {
  /** Steps of the last block in launch order, as a share of those that read, before the first tile is asked for. */
  readonly after: number;
  /** Asks for the next one, now; returns when the one after it may be asked for, or infinity where none is left. */
  next(): number;
}

/** Phase and step of the last block after a share of its steps that read; its first step at 0, the last one that reads at 1. */
export function stepAfter(schedule: TileSchedule, share: number): { readonly phase: number; readonly step: number } {
  const { phaseStart, phaseSteps, blockCount } = schedule;
  const first = phaseStart[blockCount - 1] as number;
  const steps = Array.from(phaseSteps.subarray(first, phaseStart[blockCount]), (count, at) =>
    reads(schedule, first + at) ? count : 0,
  );
  const all = steps.reduce((sum, count) => sum + count, 0);
  let step = Math.max(0, Math.min(all - 1, Math.floor(share * all)));
  for (const [at, count] of steps.entries()) {
    if (step < count) return { phase: first + at, step };
    step -= count;
  }
  return { phase: first, step: 0 };
}

/** For a replay in turns, which has no clock: all that is prefetched at once. */
export function allAt(schedule: TileSchedule, prefetches: PrefetchQueue | undefined): Pick<SlotCache, "prefetch"> {
  if (prefetches === undefined) return {};
  const run = (): void => {
    while (prefetches.next() < Number.POSITIVE_INFINITY);
  };
  return { prefetch: { ...stepAfter(schedule, prefetches.after), run } };
}

function reads({ streamStart, streamWrites }: TileSchedule, phase: number): boolean {
  return streamWrites.subarray(streamStart[phase], streamStart[phase + 1]).includes(READ);
}
