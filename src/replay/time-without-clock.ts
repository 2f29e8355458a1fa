import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";
import { EventQueue } from "./event-driven/event-queue.js";
import type { ExecutionParameters } from "./event-driven/parameters.js";
import type { StepTimes } from "./event-driven/step-times.js";
import { COMPUTE, stepTimes } from "./event-driven/step-times.js";
import type { ReplayedTraffic } from "./traffic.js";

/**
 * Estimates the duration of a schedule whose traffic was counted without a clock, in seconds: blocks take places in launch order
 * as they become free, each for the time of its steps at the rates of the event-driven replay, and DRAM moves the counted bytes
 * meanwhile; the longer of both, after the launch. Loads that arrive late count with the mean latency. Undefined where the GPU has no
 * rate for the operands.
 */
export function secondsWithoutClock(
  schedule: TileSchedule,
  slots: number,
  { total }: ReplayedTraffic,
  parameters: ExecutionParameters,
): number | undefined {
  const { work } = schedule;
  if (work !== undefined && parameters.peakOperationsPerSecond[work.operandType] === undefined) return undefined;
  const [dram, sm] = [total.get("dram-l2"), total.get("l2-cluster") ?? total.get("l2-sm")];
  const dramBytes = dram === undefined ? 0 : Number(dram.reads + dram.writes);
  const missShare = dram === undefined || sm === undefined || sm.reads === 0n ? 0 : Number(dram.reads) / Number(sm.reads);
  const { nearHitSeconds, farHitSeconds, missSeconds } = parameters;
  const hitSeconds = (nearHitSeconds + farHitSeconds) / 2;
  const latency = hitSeconds + Math.min(1, missShare) * (missSeconds - hitSeconds);
  const end = lastBlockEnds(schedule, slots, parameters, latency);
  return parameters.launchSeconds + Math.max(end, dramBytes / parameters.dramBytesPerSecond);
}

function lastBlockEnds(schedule: TileSchedule, slots: number, parameters: ExecutionParameters, latency: number): number {
  const { blockCount, waits } = schedule;
  const times = stepTimes(schedule, parameters);
  const used = Math.min(slots, blockCount);
  const secondsOf = (block: number, running: number): number =>
    blockSeconds(schedule, times, block, Math.ceil(Math.min(used, running) / parameters.sms), latency);
  const queue = new EventQueue(used, secondsOf(0, used) / used);
  const counterSeconds = new Float64Array(waits?.counterCount ?? 0);
  for (let slot = 0; slot < used; slot++) queue.push(slot);
  let [end, waiting] = [0, 0];
  for (let block = 0; block < blockCount; block++) {
    const slot = queue.pop();
    const awaited = waits?.waitsFor[block] ?? -1;
    const opened = awaited < 0 ? 0 : (counterSeconds[awaited] as number) + parameters.missSeconds;
    const free = queue.times[slot] as number;
    // A place that stands idle until a counter opens has only the blocks beside it that wait for the same counter.
    if (awaited < 0 || awaited !== waits?.waitsFor[block - 1]) waiting = awaited < 0 ? 0 : waitingTogether(schedule, block);
    const done = Math.max(free, opened) + secondsOf(block, opened > free ? waiting : used);
    const raised = waits?.raises[block] ?? -1;
    // Others meet a block's results in the L2 before its last writes are out.
    const seen = done - times.epilogueSeconds;
    if (raised >= 0) counterSeconds[raised] = Math.max(counterSeconds[raised] as number, seen);
    end = Math.max(end, done);
    queue.times[slot] = done + Math.max(0, times.turnaroundSeconds - times.epilogueSeconds);
    queue.push(slot);
  }
  return end;
}

/** How many blocks from this one on, next to each other in launch order, wait for its counter. */
function waitingTogether({ blockCount, waits }: TileSchedule, first: number): number {
  let end = first + 1;
  while (end < blockCount && waits?.waitsFor[end] === waits?.waitsFor[first]) end++;
  return end - first;
}

/** A block's first loads, its steps where `together` blocks take turns on the SM, and its stores. */
function blockSeconds(schedule: TileSchedule, times: StepTimes, block: number, together: number, latency: number): number {
  const { phaseStart, phaseSteps, work } = schedule;
  const ahead = Math.max(1, (work?.stages ?? 1) - 1);
  let [steps, stores] = [0, 0];
  for (let phase = phaseStart[block] as number; phase < (phaseStart[block + 1] as number); phase++) {
    stores += times.storeSeconds[phase] as number;
    if (times.phaseKind[phase] !== COMPUTE) continue;
    const held = Math.max(times.operationSeconds[phase] as number, times.readSeconds[phase] as number);
    const [pause, chain] = [times.pauseSeconds[phase] as number, times.chainSeconds[phase] as number];
    const alone = Math.max(held + pause, chain, latency / ahead);
    steps += (phaseSteps[phase] as number) * Math.max(alone, together * held);
  }
  return latency + steps + Math.max(stores, times.epilogueSeconds);
}
