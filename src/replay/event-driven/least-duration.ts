import type { TileSchedule } from "../../schedules/tiles/tile-schedule.js";
import { leastReadFactor } from "./coalescer.js";
import type { ExecutionParameters } from "./parameters.js";
import { l2Shares } from "./parameters.js";
import type { StepTimes } from "./step-times.js";
import { COMPUTE, stepTimes } from "./step-times.js";

/** Standard deviations of the noise that a sum of steps stays within. */
const DEVIATIONS = 6;

/** Steps of one block and the seconds that they hold an SM at least. */
interface BlockWorkTime {
  readonly steps: number;
  readonly seconds: number;
}

/**
 * Seconds that the event-driven replay of a schedule takes at least, without replaying it: some SM runs its share of the blocks, one step
 * after another, and some slot its share of them, each block after the turnaround and its first load. Waits for DRAM and for other blocks
 * only add to that.
 *
 * @param slots blocks that run at once on the whole GPU
 * @throws InputError when the GPU has no rate for the schedule's operands.
 */
export function leastDuration(schedule: TileSchedule, slots: number, parameters: ExecutionParameters): number {
  const { sms, missSeconds, nearHitSeconds, stepNoise, coalescing } = parameters;
  const widest = Math.max(stepNoise, coalescing?.readNoise ?? 0);
  const times = stepTimes(schedule, parameters);
  const blocks = blockTimes(schedule, parameters, times).sort((one, other) => one.seconds - other.seconds);
  const shortest = (count: number): number => {
    const some = blocks.slice(0, Math.ceil(count));
    const steps = some.reduce((sum, block) => sum + block.steps, 0);
    // The noise of a step has a standard deviation of 1/2 and is 3/2 at most.
    const noise = widest * Math.min(1.5, DEVIATIONS / 2 / Math.sqrt(steps));
    return steps === 0 ? 0 : (1 - noise) * some.reduce((sum, block) => sum + block.seconds, 0);
  };
  const total = shortest(blocks.length) / sms;
  const ofSlot = Math.ceil(blocks.length / slots);
  const first = total === 0 ? 0 : schedule.resident === undefined ? missSeconds : nearHitSeconds;
  const between = (ofSlot - 1) * (times.turnaroundSeconds + nearHitSeconds);
  return first + Math.max(total, shortest(blocks.length / sms), shortest(ofSlot) + between);
}

function blockTimes(schedule: TileSchedule, parameters: ExecutionParameters, times: StepTimes): BlockWorkTime[] {
  const { blockCount, phaseStart, phaseSteps } = schedule;
  const { phaseKind, operationSeconds, readSeconds } = times;
  const factor = leastReadFactor(parameters) / l2Shares(parameters).reduce((most, one) => Math.max(most, one), 0);
  return Array.from({ length: blockCount }, (_, block) => {
    let [steps, seconds] = [0, 0];
    for (let phase = phaseStart[block] as number; phase < (phaseStart[block + 1] as number); phase++) {
      if (phaseKind[phase] !== COMPUTE) continue;
      const count = phaseSteps[phase] as number;
      steps += count;
      seconds += count * Math.max(operationSeconds[phase] as number, (readSeconds[phase] as number) * factor);
    }
    return { steps, seconds };
  });
}
