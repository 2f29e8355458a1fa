import type { ExecutionParameters } from "../../../src/replay/event-driven/parameters.js";
import { COMPUTE, stepTimes } from "../../../src/replay/event-driven/step-times.js";
import type { TileSchedule } from "../../../src/schedules/tiles/tile-schedule.js";

interface Place {
  free: number;
  /** Turn in which it became free: of places that are free at once, the one that was free first comes first. */
  turn: number;
}

/** The plain twin of `durationsWithoutClock`, from bytes of DRAM and of the SMs: places are searched, runs of waiting blocks counted anew. */
export function plainWithoutClock(
  schedule: TileSchedule,
  slots: number,
  bytes: { readonly dramReads: number; readonly dramWrites: number; readonly smReads: number },
  parameters: ExecutionParameters,
): number {
  const { blockCount, phaseStart, phaseSteps, phaseWaits, waits } = schedule;
  const times = stepTimes(schedule, parameters);
  const hit = (parameters.nearHitSeconds + parameters.farHitSeconds) / 2;
  // Where all blocks run at once, all of them wait for DRAM.
  const together = bytes.dramReads > 0 && blockCount <= slots;
  const missShare = together ? 1 : bytes.smReads === 0 ? 0 : Math.min(1, bytes.dramReads / bytes.smReads);
  const latency = hit + missShare * (parameters.missSeconds + parameters.busyMissSeconds / 2 - hit);
  const ahead = Math.max(1, (schedule.work?.stages ?? 1) - 1);
  const used = Math.min(slots, blockCount);

  const phaseRaisedAt = new Map<number, number>();
  /** When a block that starts at a time is done. */
  const blockEnds = (block: number, start: number, running: number): number => {
    const turns = Math.ceil(Math.min(used, running) / parameters.sms);
    let [time, stores] = [start + latency, 0];
    for (let phase = phaseStart[block] ?? 0; phase < (phaseStart[block + 1] ?? 0); phase++) {
      const awaited = phase === phaseStart[block] ? -1 : (phaseWaits?.waitsFor[phase] ?? -1);
      if (awaited >= 0) {
        time = Math.max(time, (phaseRaisedAt.get(awaited) ?? 0) + parameters.visibleSeconds) + parameters.farHitSeconds;
      }
      stores += times.storeSeconds[phase] ?? 0;
      if (times.phaseKind[phase] === COMPUTE) {
        const held = Math.max(times.operationSeconds[phase] ?? 0, times.readSeconds[phase] ?? 0);
        const alone = Math.max(held + (times.pauseSeconds[phase] ?? 0), times.chainSeconds[phase] ?? 0, latency / ahead);
        time += (phaseSteps[phase] ?? 0) * Math.max(alone, turns * held);
      }
      const raised = phaseWaits?.raises[phase] ?? -1;
      if (raised >= 0) phaseRaisedAt.set(raised, Math.max(phaseRaisedAt.get(raised) ?? 0, time + stores));
    }
    return time + Math.max(stores, times.epilogueSeconds);
  };
  /** Blocks next to each other, this one among them, that wait for one counter. */
  const beside = (block: number): number => {
    const counter = waits?.waitsFor[block] ?? -1;
    if (counter < 0) return 0;
    let [first, end] = [block, block + 1];
    while (first > 0 && waits?.waitsFor[first - 1] === counter) first--;
    while (end < blockCount && waits?.waitsFor[end] === counter) end++;
    return end - first;
  };

  const places: Place[] = Array.from({ length: used }, (_, turn) => ({ free: 0, turn }));
  const raisedAt = new Map<number, number>();
  let last = 0;
  for (let block = 0; block < blockCount; block++) {
    const place = places.reduce((one, other) =>
      other.free < one.free || (other.free === one.free && other.turn < one.turn) ? other : one,
    );
    const counter = waits?.waitsFor[block] ?? -1;
    const opened = counter < 0 ? 0 : (raisedAt.get(counter) ?? 0) + parameters.visibleSeconds;
    const isIdle = opened > place.free;
    const done = blockEnds(block, Math.max(place.free, opened), isIdle ? beside(block) : used);
    const raises = waits?.raises[block] ?? -1;
    if (raises >= 0) raisedAt.set(raises, Math.max(raisedAt.get(raises) ?? 0, done - times.epilogueSeconds));
    last = Math.max(last, done);
    place.free = done + Math.max(0, times.turnaroundSeconds - times.epilogueSeconds);
    place.turn = used + block;
  }
  return parameters.launchSeconds + Math.max(last, (bytes.dramReads + bytes.dramWrites) / parameters.dramBytesPerSecond);
}
