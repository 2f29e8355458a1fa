import { Noise } from "../../../src/replay/event-driven/noise.js";
import type { ExecutionParameters } from "../../../src/replay/event-driven/parameters.js";
import { l2Shares, partitionOfSm } from "../../../src/replay/event-driven/parameters.js";
import { COMPUTE, LOAD, STORE, stepTimes } from "../../../src/replay/event-driven/step-times.js";
import type { BlockWaits, TileSchedule } from "../../../src/schedules/tiles/tile-schedule.js";
import { ADD, READ } from "../../../src/schedules/tiles/tile-schedule.js";
import { PlainCoalescer } from "./coalescer.js";

/** A block on its SM: what it computes next, what it loads next, and when each step loaded ahead is there. */
interface Resident {
  readonly slot: number;
  readonly block: number;
  readonly end: number;
  isStarting: boolean;
  time: number;
  compute: { phase: number; step: number };
  load: { phase: number; step: number };
  /** Steps loaded since the block began. */
  issued: number;
  readonly arrivals: number[];
  /** Of the bytes of each of these steps, the share that left the L2. */
  readonly shares: number[];
}

/** What the plain twins of the L2s have in common. */
export interface PlainTimedL2 {
  now: number;
  arrival: number;
  read(tile: number, side: number): void;
  write(tile: number, side: number): void;
}

/** The plain twin of `runEvents`: objects, lists that are searched, no rings. When the schedule ends, in seconds. */
export function plainEvents(
  schedule: TileSchedule,
  slots: number,
  parameters: ExecutionParameters,
  l2: PlainTimedL2,
  seed: number,
): number {
  const { phaseStart, phaseSteps, phaseWaits, waits } = schedule;
  const { sms, dies } = parameters;
  /** SMs, each with the slots that it has: slots are dealt to dies in turn, and on each die to its SMs. */
  const smOf = (slot: number): number => {
    const count = dies?.count ?? 1;
    const own = Array.from({ length: sms }, (_, sm) => sm).filter((sm) => sm % count === slot % count);
    return own[Math.floor(slot / count) % own.length] ?? 0;
  };
  const times = stepTimes(schedule, parameters);
  const used = Math.min(slots, schedule.blockCount);
  const ahead = Math.max(1, (schedule.work?.stages ?? 1) - 1);
  const noise = new Noise(seed);
  const coalescer = new PlainCoalescer(parameters);
  const portFree = new Array<number>(sms).fill(0);
  const smFree = new Array<number>(sms).fill(0);
  const raised: Record<"blocks" | "phases", Map<number, number>> = { blocks: new Map(), phases: new Map() };
  const events: Resident[] = [];
  const waiting: Resident[] = [];
  const unlaunched = Array.from({ length: schedule.blockCount }, (_, block) => block);
  let end = 0;

  const isReached = (given: BlockWaits | undefined, counts: Map<number, number>, index: number): boolean => {
    const counter = given?.waitsFor[index] ?? -1;
    return counter < 0 || (counts.get(counter) ?? 0) >= (given?.until[index] ?? 0);
  };
  const isOpen = ({ isStarting, block, compute }: Resident): boolean =>
    isStarting ? isReached(waits, raised.blocks, block) : isReached(phaseWaits, raised.phases, compute.phase);
  const raise = (given: BlockWaits | undefined, counts: Map<number, number>, index: number, time: number): void => {
    const counter = given?.raises[index] ?? -1;
    if (counter < 0) return;
    counts.set(counter, (counts.get(counter) ?? 0) + 1);
    for (const other of [...waiting]) {
      if (!isOpen(other)) continue;
      waiting.splice(waiting.indexOf(other), 1);
      other.time = Math.max(other.time, time + parameters.visibleSeconds);
      events.push(other);
    }
  };
  const launch = (slot: number, time: number): void => {
    const at = unlaunched.findIndex((one) => dies === undefined || one % dies.count === slot % dies.count);
    const [block] = at < 0 ? [] : unlaunched.splice(at, 1);
    if (block === undefined) return;
    const [phase = 0, next = 0] = phaseStart.subarray(block, block + 2);
    const resident: Resident = {
      ...{ slot, time, block, end: next, isStarting: true, arrivals: [], shares: [] },
      ...{ compute: { phase, step: 0 }, load: { phase, step: 0 }, issued: 0 },
    };
    (isOpen(resident) ? events : waiting).push(resident);
  };
  const streams = (phase: number): number[] => {
    const [from = 0, to = 0] = schedule.streamStart.subarray(phase, phase + 2);
    return Array.from({ length: to - from }, (_, i) => from + i);
  };
  const touch = (resident: Resident, phase: number, step: number, reads: boolean): void => {
    const side = dies === undefined ? partitionOfSm(parameters, smOf(resident.slot)) : resident.slot % dies.count;
    for (const stream of streams(phase)) {
      const does = schedule.streamWrites[stream];
      if ((does === READ) !== reads) continue;
      const tile = (schedule.streamBase[stream] ?? 0) + step * (schedule.streamStride[stream] ?? 0);
      if (reads) {
        const before = l2.arrival;
        l2.arrival = 0;
        l2.read(tile, side);
        coalescer.ask(smOf(resident.slot), tile, schedule.tileBytes[tile] ?? 0, l2.now, l2.arrival);
        l2.arrival = Math.max(before, l2.arrival);
      }
      if (does === ADD) l2.read(tile, side);
      if (!reads) l2.write(tile, side);
    }
  };
  const waitsAt = (phase: number): boolean => (phaseWaits?.waitsFor[phase] ?? -1) >= 0;
  const loadStep = (resident: Resident): void => {
    l2.arrival = 0;
    const at = resident.load;
    for (; at.phase < resident.end && (at.phase === resident.compute.phase || !waitsAt(at.phase)); at.phase++) {
      const steps = phaseSteps[at.phase] ?? 0;
      if (times.phaseKind[at.phase] === LOAD) for (let step = 0; step < steps; step++) touch(resident, at.phase, step, true);
      if (times.phaseKind[at.phase] !== COMPUTE) continue;
      coalescer.takeShare();
      touch(resident, at.phase, at.step, true);
      const sm = smOf(resident.slot);
      portFree[sm] = Math.max(l2.now, portFree[sm] ?? 0) + (times.portSeconds[at.phase] ?? 0);
      const waits = resident.issued < ahead ? 0 : (times.bufferSeconds[at.phase] ?? 0);
      resident.issued++;
      resident.arrivals.push(l2.arrival + ((portFree[sm] ?? 0) - l2.now) + waits);
      resident.shares.push(coalescer.takeShare());
      at.step++;
      if (at.step === steps) resident.load = { phase: at.phase + 1, step: 0 };
      return;
    }
  };
  const loadAhead = (resident: Resident): void => {
    for (let step = 0; step < ahead; step++) loadStep(resident);
  };
  /** Writes what comes before the next step that computes, and says when it is out. */
  const store = (resident: Resident): number => {
    const first = resident.compute.phase;
    let seconds = 0;
    for (; resident.compute.phase < resident.end; resident.compute.phase++) {
      const { phase } = resident.compute;
      if (times.phaseKind[phase] === COMPUTE) break;
      if (times.phaseKind[phase] === STORE) {
        for (let step = 0; step < (phaseSteps[phase] ?? 0); step++) touch(resident, phase, step, false);
      }
      seconds += times.storeSeconds[phase] ?? 0;
    }
    for (let phase = first; phase < resident.compute.phase; phase++) {
      raise(phaseWaits, raised.phases, phase, resident.time + seconds);
    }
    return resident.time + seconds;
  };
  const again = (resident: Resident, time: number): void => {
    resident.time = time;
    events.push(resident);
  };

  for (let slot = 0; slot < used; slot++) launch(slot, parameters.launchSeconds + slot * parameters.launchSpacingSeconds);
  for (;;) {
    const resident = earliest(events);
    if (resident === undefined) break;
    const { slot, time, arrivals, shares } = resident;
    l2.now = time;
    if (resident.isStarting) {
      resident.isStarting = false;
      loadAhead(resident);
      again(resident, Math.max(time, arrivals[0] ?? 0));
      continue;
    }
    if (resident.compute.step === 0) {
      const stored = store(resident);
      if (resident.compute.phase === resident.end) {
        const written = Math.max(stored, time + times.epilogueSeconds);
        end = Math.max(end, written);
        raise(waits, raised.blocks, resident.block, time);
        launch(slot, Math.max(written, time + times.turnaroundSeconds));
        continue;
      }
      const { phase } = resident.compute;
      if (waitsAt(phase) && resident.load.phase === phase && resident.load.step === 0) {
        if (!isOpen(resident)) {
          waiting.push(resident);
          continue;
        }
        loadAhead(resident);
      }
      const ready = Math.max(stored > time ? stored + parameters.visibleSeconds : time, arrivals[0] ?? 0);
      if (ready > time) {
        again(resident, ready);
        continue;
      }
    }
    loadStep(resident);
    const { phase, step } = resident.compute;
    touch(resident, phase, step, false);
    const [sm, share] = [smOf(slot), l2Shares(parameters)[smOf(slot)] ?? 1];
    const own = shares.shift() ?? 1;
    const reads = ((times.readSeconds[phase] ?? 0) * coalescer.readFactor(own)) / share;
    const drawn = noise.next();
    const operates = (times.operationSeconds[phase] ?? 0) * (1 + parameters.stepNoise * drawn);
    const holds = Math.max(operates, reads * (1 + (parameters.coalescing?.readNoise ?? parameters.stepNoise) * drawn));
    const start = Math.max(time, smFree[sm] ?? 0);
    const done = start + holds;
    smFree[sm] = done;
    arrivals.shift();
    const more = step + 1 < (phaseSteps[phase] ?? 0);
    resident.compute = more ? { phase, step: step + 1 } : { phase: phase + 1, step: 0 };
    if (!more) raise(phaseWaits, raised.phases, phase, done);
    const pause = used <= sms ? (times.pauseSeconds[phase] ?? 0) : 0;
    const next = Math.max(done + pause, start + (times.chainSeconds[phase] ?? 0));
    again(resident, more ? Math.max(next, arrivals[0] ?? 0) : done);
  }
  if (waiting.length > 0) throw new RangeError("blocks wait for ever");
  return end;
}

/** Takes the first of the earliest out of a list. */
function earliest(events: Resident[]): Resident | undefined {
  let first = 0;
  events.forEach(({ time }, i) => {
    if (time < (events[first]?.time ?? 0)) first = i;
  });
  return events.splice(first, 1)[0];
}
