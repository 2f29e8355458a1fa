import type { PortTraffic, TileSchedule } from "./tile-schedule.js";

/** Steps of all blocks in which the schedule multiplies. */
export function mainLoopSteps({ phaseSteps, work }: TileSchedule): number {
  return phaseSteps.reduce((sum, count, phase) => sum + ((work?.phaseOperations[phase] ?? 0) > 0 ? count : 0), 0);
}

/** The schedule with more bytes through its SMs' ports. */
export function withPortTraffic(schedule: TileSchedule, more: PortTraffic): TileSchedule {
  return { ...schedule, portTraffic: [...(schedule.portTraffic ?? []), more] };
}
