import { TOUCH_STEPS } from "../budget.js";
import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";

/**
 * What a replay of the schedule costs in the steps of a budget. The tiles of a stream count as its first: all but those at an
 * array's edges are of one size.
 *
 * @param entriesOf entries of the cache that a tile takes; one where absent
 */
export function replaySteps(schedule: TileSchedule, entriesOf?: (tile: number) => number): number {
  if (entriesOf === undefined) return (TOUCH_STEPS + 1) * schedule.touches;
  const { streamStart, streamBase, phaseSteps } = schedule;
  let steps = 0;
  phaseSteps.forEach((count, phase) => {
    for (let stream = streamStart[phase] as number; stream < (streamStart[phase + 1] as number); stream++) {
      steps += count * (TOUCH_STEPS + entriesOf(streamBase[stream] as number));
    }
  });
  return steps;
}
