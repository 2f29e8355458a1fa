import { rateOf } from "../computation/operand-types.js";
import type { Interface } from "../machines/machine.js";
import type { TileSchedule } from "../schedules/tiles/tile-schedule.js";
import { EventQueue } from "./event-driven/event-queue.js";
import type { ExecutionParameters } from "./event-driven/parameters.js";
import type { StepTimes } from "./event-driven/step-times.js";
import { COMPUTE, stepTimes } from "./event-driven/step-times.js";
import type { Traffic } from "./traffic.js";

/** What a cache counted, as far as the duration depends on it. */
type Counted = Pick<ReadonlyMap<Interface, Traffic>, "get">;

/** A launch and the rates that an estimate of its duration presumes. */
interface Launch {
  readonly schedule: TileSchedule;
  /** Blocks that run at once on the whole GPU. */
  readonly slots: number;
  readonly parameters: ExecutionParameters;
}

/** The launch with the seconds of its steps, and of those of other kernels that take turns with each. */
interface TimedLaunch extends Launch {
  readonly times: StepTimes;
  readonly beside: StepTime;
}

/** Seconds of operations, and of bytes at an equal share of the L2's bandwidth. */
interface StepTime {
  readonly operations: number;
  readonly reads: number;
}

const NOTHING: StepTime = { operations: 0, reads: 0 };

/**
 * Estimates the durations of a schedule whose traffic is counted without a clock, in seconds, from the totals of its traffic: blocks take
 * places in launch order as they become free, each for the time of its steps at the rates of the event-driven replay, and DRAM and the
 * ports of dies move the counted bytes meanwhile; the longest, after the launch. Loads that arrive late count with the mean latency. Undefined where the
 * GPU has no rate for the operands.
 */
export function durationsWithoutClock(
  schedule: TileSchedule,
  slots: number,
  parameters: ExecutionParameters,
): ((total: Counted) => number) | undefined {
  const launch = timedLaunch({ schedule, slots, parameters });
  if (launch === undefined) return undefined;
  const ends = new Map<number, number>();
  return (total) => {
    const latency = meanLatency(launch, total);
    const end = ends.get(latency) ?? lastBlockEnds(launch, latency);
    ends.set(latency, end);
    return parameters.launchSeconds + Math.max(end, dramSeconds(total, parameters), portSeconds(total, parameters));
  };
}

/**
 * The same of two kernels that share the SMs, each with places of its own and the totals of its part of the traffic: a step of one waits
 * for a step of each block beside it, as long as that kernel runs; then the other goes on as if it had been alone.
 */
export function secondsSideBySide(
  kernels: readonly [Launch & { readonly total: Counted }, Launch & { readonly total: Counted }],
): number | undefined {
  const [first, second] = kernels.map(timedLaunch);
  if (first === undefined || second === undefined) return undefined;
  const ends = (launch: TimedLaunch, beside: TimedLaunch, total: Counted) => {
    const latency = meanLatency(launch, total);
    return { alone: lastBlockEnds(launch, latency), shared: lastBlockEnds({ ...launch, beside: stepsInTurn(beside) }, latency) };
  };
  const [one, other] = [ends(first, second, kernels[0].total), ends(second, first, kernels[1].total)];
  const [sooner, later] = one.shared <= other.shared ? [one, other] : [other, one];
  const end = sooner.shared + (1 - sooner.shared / later.shared) * later.alone;
  const moving = kernels.reduce((seconds, { total, parameters }) => seconds + dramSeconds(total, parameters), 0);
  return first.parameters.launchSeconds + Math.max(end, moving);
}

/** Undefined where the GPU has no rate for the operands. */
function timedLaunch({ schedule, slots, parameters }: Launch): TimedLaunch | undefined {
  const { work } = schedule;
  if (work !== undefined && rateOf(parameters.peakOperationsPerSecond, work.operandType) === undefined) return undefined;
  return { schedule, slots, parameters, times: stepTimes(schedule, parameters), beside: NOTHING };
}

/** A mean step of each block that a kernel has on an SM. */
function stepsInTurn({ schedule, slots, parameters, times }: TimedLaunch): StepTime {
  let [steps, operations, reads] = [0, 0, 0];
  schedule.phaseSteps.forEach((count, phase) => {
    if (times.phaseKind[phase] !== COMPUTE) return;
    steps += count;
    operations += count * (times.operationSeconds[phase] as number);
    reads += count * (times.readSeconds[phase] as number);
  });
  const blocks = Math.ceil(Math.min(slots, schedule.blockCount) / parameters.sms) / Math.max(1, steps);
  return { operations: blocks * operations, reads: blocks * reads };
}

function dramSeconds(total: Counted, { dramBytesPerSecond }: ExecutionParameters): number {
  const dram = total.get("dram-l2");
  return dram === undefined ? 0 : Number(dram.reads + dram.writes) / dramBytesPerSecond;
}

function portSeconds(total: Counted, { dies }: ExecutionParameters): number {
  const ports = total.get("l3-l2");
  if (ports === undefined || dies === undefined) return 0;
  return Number(ports.reads + ports.writes) / (dies.count * dies.portBytesPerSecond);
}

/** Of the bytes into the SMs those that come from DRAM wait longer. */
function meanLatency({ schedule, slots, parameters, times }: TimedLaunch, total: Counted): number {
  const { nearHitSeconds, farHitSeconds, missSeconds, busyMissSeconds } = parameters;
  const [dram, sm] = [total.get("dram-l2"), total.get("l2-cluster") ?? total.get("l2-sm")];
  const smBytes = sm === undefined ? bytesOfSteps(schedule, times, parameters) : Number(sm.reads);
  // Blocks that all run at once ask for a byte together: all of them wait for DRAM.
  const once = dram !== undefined && dram.reads > 0n && schedule.blockCount <= slots && schedule.resident === undefined;
  const missShare = once ? 1 : dram === undefined || smBytes === 0 ? 0 : Number(dram.reads) / smBytes;
  const hitSeconds = (nearHitSeconds + farHitSeconds) / 2;
  // How busy DRAM is shows only when the duration is known: half.
  return hitSeconds + Math.min(1, missShare) * (missSeconds + busyMissSeconds / 2 - hitSeconds);
}

function bytesOfSteps({ phaseSteps }: TileSchedule, { readSeconds }: StepTimes, parameters: ExecutionParameters): number {
  const seconds = phaseSteps.reduce((sum, steps, phase) => sum + steps * (readSeconds[phase] as number), 0);
  return Math.round((seconds * parameters.l2BytesPerSecond) / parameters.sms);
}

function lastBlockEnds(launch: TimedLaunch, latency: number): number {
  const { schedule, slots, parameters, times } = launch;
  const { blockCount, waits, phaseWaits } = schedule;
  const used = Math.min(slots, blockCount);
  const phaseCounters = new Float64Array(phaseWaits?.counterCount ?? 0);
  const endOf = (block: number, start: number, running: number): number =>
    blockEnds(launch, phaseCounters, block, start, latency, Math.ceil(Math.min(used, running) / parameters.sms));
  const queue = new EventQueue(used, endOf(0, 0, used) / used);
  phaseCounters.fill(0);
  const counterSeconds = new Float64Array(waits?.counterCount ?? 0);
  for (let slot = 0; slot < used; slot++) queue.push(slot);
  let [end, waiting] = [0, 0];
  for (let block = 0; block < blockCount; block++) {
    const slot = queue.pop();
    const awaited = waits?.waitsFor[block] ?? -1;
    const opened = awaited < 0 ? 0 : (counterSeconds[awaited] as number) + parameters.visibleSeconds;
    const free = queue.times[slot] as number;
    // A place that stands idle until a counter opens has only the blocks beside it that wait for the same counter.
    if (awaited < 0 || awaited !== waits?.waitsFor[block - 1]) waiting = awaited < 0 ? 0 : waitingTogether(schedule, block);
    const done = endOf(block, Math.max(free, opened), opened > free ? waiting : used);
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

/**
 * When a block's first loads, its steps and its stores are done; between phases it waits for counters that earlier blocks raised.
 * `together` blocks take turns on the SM.
 */
function blockEnds(
  { schedule, times, beside, parameters }: TimedLaunch,
  counters: Float64Array,
  block: number,
  start: number,
  latency: number,
  together: number,
): number {
  const { phaseStart, phaseSteps, phaseWaits, work } = schedule;
  const ahead = Math.max(1, (work?.stages ?? 1) - 1);
  const first = phaseStart[block] as number;
  const end = phaseStart[block + 1] as number;
  let time = start + latency;
  let stores = 0;
  for (let phase = first; phase < end; phase++) {
    const awaited = phaseWaits === undefined || phase === first ? -1 : (phaseWaits.waitsFor[phase] as number);
    // What it waited for lies in the L2.
    if (awaited >= 0) time = Math.max(time, (counters[awaited] as number) + parameters.visibleSeconds) + parameters.farHitSeconds;
    stores += times.storeSeconds[phase] as number;
    if (times.phaseKind[phase] === COMPUTE) {
      const operations = times.operationSeconds[phase] as number;
      const reads = times.readSeconds[phase] as number;
      const turn = Math.max(together * operations + beside.operations, together * reads + beside.reads);
      const pause = times.pauseSeconds[phase] as number;
      const alone = Math.max(Math.max(operations, reads) + pause, times.chainSeconds[phase] as number, latency / ahead);
      time += (phaseSteps[phase] as number) * Math.max(alone, turn);
    }
    const raised = phaseWaits === undefined ? -1 : (phaseWaits.raises[phase] as number);
    if (raised >= 0) counters[raised] = Math.max(counters[raised] as number, time + stores);
  }
  return time + Math.max(stores, times.epilogueSeconds);
}
