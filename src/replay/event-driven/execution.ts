import { spendSteps } from "../../budget.js";
import type { TileSchedule } from "../../schedules/tiles/tile-schedule.js";
import { BlockGates } from "../block-gates.js";
import type { PartitionedL2 } from "../l2/partitioned-l2.js";
import { replaySteps } from "../replay-steps.js";
import { BlockPipelines } from "./block-pipeline.js";
import { EventQueue } from "./event-queue.js";
import { Noise } from "./noise.js";
import type { ExecutionParameters } from "./parameters.js";
import { l2Shares, partitionOfSm } from "./parameters.js";
import type { StepTimes } from "./step-times.js";
import { COMPUTE, stepTimes } from "./step-times.js";

/**
 * Runs a schedule through the L2 in time and returns when it ends, in seconds.
 *
 * `slots` blocks run at once, dealt to the SMs in turn. A block's loads run a fixed number of steps ahead of its arithmetic; a step starts when its
 * operands have arrived and the SM is free, and holds the SM alone. So a block that misses falls behind, and one that follows
 * it through the L2 catches up: the drift that decides whether neighbours still meet in the cache. A finished block hands its
 * place to the next in launch order.
 *
 * @throws OverLimit where it would take too long; RangeError when blocks wait for counters that nobody raises.
 */
export function runEvents(
  schedule: TileSchedule,
  slots: number,
  parameters: ExecutionParameters,
  l2: PartitionedL2,
  seed: number,
): number {
  spendSteps(
    replaySteps(schedule, (tile) => l2.entriesOf(tile)),
    "a replay",
  );
  const { sms, stepNoise, missSeconds } = parameters;
  const used = Math.min(slots, schedule.blockCount);
  const times = stepTimes(schedule, parameters);
  const { epilogueSeconds, turnaroundSeconds } = times;
  // Another block of the SM covers what a block pauses between its steps.
  const alone = used <= sms;
  // A single buffer is treated as two: parts of a step free theirs early (as V follows K in attention).
  const ahead = Math.max(1, (schedule.work?.stages ?? 1) - 1);
  const side = Uint8Array.from({ length: used }, (_, slot) => partitionOfSm(parameters, slot % sms));
  const pipelines = new BlockPipelines(schedule, times, l2, side, ahead);
  // An SM takes a step a time, a block at most `ahead` in the time of a hit: whichever is slower is the pace of events.
  const queue = new EventQueue(used, Math.max(longestStep(times) / sms, parameters.nearHitSeconds / (used * ahead)));
  const noise = new Noise(seed);
  const smFree = new Float64Array(sms);
  const shares = l2Shares(parameters);
  const starting = new Uint8Array(used);
  const gates = new BlockGates(schedule);
  const phaseGates = BlockGates.ofPhases(schedule);
  const waiting = new Set<number>();
  const now = l2.times;
  let launched = 0;

  const launch = (slot: number, time: number): void => {
    pipelines.place(slot, launched);
    starting[slot] = 1;
    queue.times[slot] = time;
    if (gates.isOpen(launched)) queue.push(slot);
    else waiting.add(slot);
    launched++;
  };
  const isOpen = (slot: number): boolean =>
    starting[slot] === 1 ? gates.isOpen(pipelines.block[slot] as number) : phaseGates.isOpen(pipelines.phase[slot] as number);
  const wake = (time: number): void => {
    for (const other of waiting) {
      if (!isOpen(other)) continue;
      waiting.delete(other);
      queue.times[other] = Math.max(queue.times[other] as number, time + missSeconds);
      queue.push(other);
    }
  };
  const passed = (first: number, end: number, time: number): void => {
    for (let phase = first; phase < end; phase++) if (phaseGates.finished(phase)) wake(time);
  };
  const finish = (slot: number, time: number, written: number): void => {
    if (gates.finished(pipelines.block[slot] as number)) wake(time);
    if (launched < schedule.blockCount) launch(slot, Math.max(written, time + turnaroundSeconds));
  };
  const storing = (first: number, end: number): number => {
    let seconds = 0;
    for (let phase = first; phase < end; phase++) seconds += times.storeSeconds[phase] as number;
    return seconds;
  };

  for (let slot = 0; slot < used; slot++) launch(slot, parameters.launchSeconds + slot * parameters.launchSpacingSeconds);
  let end = 0;
  for (let slot = queue.pop(); slot >= 0; slot = queue.pop()) {
    const time = queue.times[slot] as number;
    now[0] = time;
    if (starting[slot] === 1) {
      starting[slot] = 0;
      for (let step = 0; step < ahead; step++) pipelines.load(slot);
      queue.times[slot] = Math.max(time, pipelines.arrival(slot));
      queue.push(slot);
      continue;
    }
    if (pipelines.step[slot] === 0) {
      const first = pipelines.phase[slot] as number;
      const more = pipelines.store(slot);
      const stored = time + storing(first, pipelines.phase[slot] as number);
      passed(first, pipelines.phase[slot] as number, stored);
      if (!more) {
        const written = Math.max(stored, time + epilogueSeconds);
        end = Math.max(end, written);
        finish(slot, time, written);
        continue;
      }
      if (pipelines.atGate(slot)) {
        if (!isOpen(slot)) {
          waiting.add(slot);
          continue;
        }
        for (let step = 0; step < ahead; step++) pipelines.load(slot);
      }
      // What a block does next, it loads when its stores are out.
      const ready = Math.max(stored > time ? stored + missSeconds : time, pipelines.arrival(slot));
      if (ready > time) {
        queue.times[slot] = ready;
        queue.push(slot);
        continue;
      }
    }
    pipelines.load(slot);
    pipelines.storeStep(slot);
    const sm = slot % sms;
    const phase = pipelines.phase[slot] as number;
    const bound = Math.max(
      times.operationSeconds[phase] as number,
      (times.readSeconds[phase] as number) / (shares[sm] as number),
    );
    const start = Math.max(time, smFree[sm] as number);
    const done = start + bound * (1 + stepNoise * noise.next());
    smFree[sm] = done;
    const more = pipelines.advance(slot);
    if (!more) passed(phase, phase + 1, done);
    const pause = alone ? (times.pauseSeconds[phase] as number) : 0;
    const next = Math.max(done + pause, start + (times.chainSeconds[phase] as number));
    queue.times[slot] = more ? Math.max(next, pipelines.arrival(slot)) : done;
    queue.push(slot);
  }
  if (waiting.size > 0) throw new RangeError("runEvents: blocks wait for a counter that no earlier block raises");
  return end;
}

/** Seconds of the longest step of all phases. */
function longestStep({ operationSeconds, readSeconds, phaseKind }: StepTimes): number {
  return operationSeconds.reduce(
    (most, seconds, phase) => (phaseKind[phase] === COMPUTE ? Math.max(most, seconds, readSeconds[phase] as number) : most),
    0,
  );
}
