import { spendSteps } from "../../budget.js";
import type { TileSchedule } from "../../schedules/tiles/tile-schedule.js";
import { BlockGates } from "../block-gates.js";
import { BlockQueue } from "../block-queue.js";
import type { TimedL2 } from "../l2/timed-l2.js";
import type { PrefetchQueue } from "../prefetch-queue.js";
import { stepAfter } from "../prefetch-queue.js";
import { replaySteps } from "../replay-steps.js";
import { BlockPipelines } from "./block-pipeline.js";
import { Coalescer } from "./coalescer.js";
import { EventQueue } from "./event-queue.js";
import { Noise } from "./noise.js";
import type { ExecutionParameters } from "./parameters.js";
import { gpcOfSms, l2Shares, machineOf, sidesOfSlots, smsOfSlots } from "./parameters.js";
import type { StepTimes } from "./step-times.js";
import { COMPUTE, stepTimes } from "./step-times.js";

/** Beyond all phases: no prefetch is to begin. A small integer, as phases are: every step is compared with it. */
const NEVER = 2 ** 30;

/**
 * Runs a schedule through the L2 in time and returns when it ends, in seconds.
 *
 * `slots` blocks run at once, dealt to the SMs in turn. A block's loads run a fixed number of steps ahead of its arithmetic; a step starts when its
 * operands have arrived and the SM is free, and holds the SM alone. So a block that misses falls behind, and one that follows
 * it through the L2 catches up: the drift that decides whether neighbours still meet in the cache. A finished block hands its
 * place to the next in launch order, or on a machine of dies to the next of its die.
 *
 * @param prefetches asked for from the last block's step on until the next kernel, launched when all blocks have ended, may load
 * @throws OverLimit where it would take too long; RangeError when blocks wait for counters that nobody raises.
 */
export function runEvents(
  schedule: TileSchedule,
  slots: number,
  parameters: ExecutionParameters,
  l2: TimedL2,
  seed: number,
  prefetches?: PrefetchQueue,
): number {
  spendSteps(
    replaySteps(schedule, (tile) => l2.entriesOf(tile)),
    "a replay",
  );
  return new EventRun(schedule, slots, parameters, l2, seed, prefetches).run();
}

/** One run. Its parts are methods: what is inlined of a closure is compiled anew for each run. */
class EventRun {
  readonly #used: number;
  readonly #smOf: Int32Array;
  readonly #launchSeconds: number;
  readonly #launchSpacingSeconds: number;
  readonly #visibleSeconds: number;
  readonly #stepNoise: number;
  readonly #readNoise: number;
  readonly #epilogueSeconds: number;
  readonly #turnaroundSeconds: number;
  readonly #operationSeconds: Float64Array;
  readonly #readSeconds: Float64Array;
  readonly #storeSeconds: Float64Array;
  readonly #pauseSeconds: Float64Array;
  readonly #chainSeconds: Float64Array;
  /** Steps that a block's loads run ahead. */
  readonly #ahead: number;
  readonly #coalescer: Coalescer;
  readonly #pipelines: BlockPipelines;
  readonly #queue: EventQueue;
  readonly #blocks: BlockQueue;
  readonly #noise: Noise;
  readonly #shares: Float64Array;
  readonly #gates: BlockGates;
  readonly #phaseGates: BlockGates;
  /** When each SM is free, and the `times` of the L2. */
  readonly #smFree: Float64Array;
  readonly #now: Float64Array;
  readonly #starting: Uint8Array;
  readonly #waiting: Set<number> = new Set();
  readonly #prefetches: PrefetchQueue | undefined;
  /** Where the last block stands when prefetches begin, at the latest: its phases are the last ones. */
  #prefetchPhase: number;
  readonly #prefetchStep: number;
  #end = 0;

  constructor(
    schedule: TileSchedule,
    slots: number,
    parameters: ExecutionParameters,
    l2: TimedL2,
    seed: number,
    prefetches: PrefetchQueue | undefined,
  ) {
    const { sms } = parameters;
    const used = Math.min(slots, schedule.blockCount);
    const times = stepTimes(schedule, parameters);
    this.#used = used;
    this.#smOf = smsOfSlots(parameters, used);
    this.#blocks = new BlockQueue(schedule.blockCount, used, machineOf(parameters));
    this.#launchSeconds = parameters.launchSeconds;
    this.#launchSpacingSeconds = parameters.launchSpacingSeconds;
    this.#visibleSeconds = parameters.visibleSeconds;
    this.#stepNoise = parameters.stepNoise;
    this.#readNoise = parameters.coalescing?.readNoise ?? parameters.stepNoise;
    this.#epilogueSeconds = times.epilogueSeconds;
    this.#turnaroundSeconds = times.turnaroundSeconds;
    this.#operationSeconds = times.operationSeconds;
    this.#readSeconds = times.readSeconds;
    this.#storeSeconds = times.storeSeconds;
    // Another block of the SM covers what a block pauses between its steps.
    this.#pauseSeconds = used <= sms ? times.pauseSeconds : new Float64Array(times.pauseSeconds.length);
    this.#chainSeconds = times.chainSeconds;
    // A single buffer is treated as two: parts of a step free theirs early (as V follows K in attention).
    this.#ahead = Math.max(1, (schedule.work?.stages ?? 1) - 1);
    const gpcs = gpcOfSms(parameters);
    const gpc = Uint8Array.from(this.#smOf, (sm) => gpcs[sm] as number);
    this.#coalescer = new Coalescer((gpcs.at(-1) as number) + 1, parameters);
    const places = { smOf: this.#smOf, side: sidesOfSlots(parameters, used), gpc };
    this.#pipelines = new BlockPipelines(schedule, times, l2, places, this.#coalescer, { ahead: this.#ahead, sms });
    // An SM takes a step a time, a block at most `ahead` in the time of a hit: whichever is slower is the pace of events.
    const pace = Math.max(longestStep(times) / sms, parameters.nearHitSeconds / (used * this.#ahead));
    // Prefetches have a place of their own behind the slots.
    this.#queue = new EventQueue(used + 1, pace);
    this.#prefetches = prefetches;
    const begin = prefetches === undefined ? { phase: NEVER, step: 0 } : stepAfter(schedule, prefetches.after);
    this.#prefetchPhase = begin.phase;
    this.#prefetchStep = begin.step;
    this.#noise = new Noise(seed);
    this.#smFree = new Float64Array(sms);
    this.#shares = l2Shares(parameters);
    this.#starting = new Uint8Array(used);
    this.#gates = new BlockGates(schedule);
    this.#phaseGates = BlockGates.ofPhases(schedule);
    this.#now = l2.times;
  }

  run(): number {
    const queue = this.#queue;
    for (let slot = 0; slot < this.#used; slot++) this.#launch(slot, this.#launchSeconds + slot * this.#launchSpacingSeconds);
    for (let slot = queue.pop(); slot >= 0; slot = queue.pop()) {
      this.#now[0] = queue.times[slot] as number;
      if (slot === this.#used) this.#prefetch();
      else if (this.#starting[slot] === 1) this.#start(slot);
      else if (this.#pipelines.step[slot] !== 0 || this.#beginPhase(slot)) this.#compute(slot);
    }
    if (this.#waiting.size > 0) throw new RangeError("runEvents: blocks wait for a counter that no earlier block raises");
    return this.#end;
  }

  /** Starts the next block in a slot, where there is one. */
  #launch(slot: number, time: number): void {
    const block = this.#blocks.take(slot);
    if (block < 0) return;
    this.#pipelines.place(slot, block);
    this.#starting[slot] = 1;
    this.#queue.times[slot] = time;
    if (this.#gates.isOpen(block)) this.#queue.push(slot);
    else this.#waiting.add(slot);
  }

  #beginPrefetch(slot: number, phase: number): void {
    if (phase === this.#prefetchPhase && (this.#pipelines.step[slot] as number) < this.#prefetchStep) return;
    this.#prefetchPhase = NEVER;
    this.#queue.times[this.#used] = this.#queue.times[slot] as number;
    this.#queue.push(this.#used);
  }

  #prefetch(): void {
    const queue = this.#queue;
    const now = queue.times[this.#used] as number;
    if (queue.isEmpty && now > this.#end + this.#launchSeconds) return;
    const next = this.#prefetches?.next() ?? Number.POSITIVE_INFINITY;
    if (next === Number.POSITIVE_INFINITY) return;
    queue.times[this.#used] = Math.max(now, next);
    queue.push(this.#used);
  }

  /** The first loads of a block. */
  #start(slot: number): void {
    this.#starting[slot] = 0;
    for (let step = 0; step < this.#ahead; step++) this.#pipelines.load(slot);
    this.#queue.times[slot] = Math.max(this.#queue.times[slot] as number, this.#pipelines.arrival(slot));
    this.#queue.push(slot);
  }

  /** What comes before the first step of a phase; false where the step does not start now. */
  #beginPhase(slot: number): boolean {
    const [queue, pipelines] = [this.#queue, this.#pipelines];
    const time = queue.times[slot] as number;
    const first = pipelines.phase[slot] as number;
    const more = pipelines.store(slot);
    const end = pipelines.phase[slot] as number;
    let storing = 0;
    for (let phase = first; phase < end; phase++) storing += this.#storeSeconds[phase] as number;
    const stored = time + storing;
    this.#passed(first, end, stored);
    if (!more) {
      const written = Math.max(stored, time + this.#epilogueSeconds);
      this.#end = Math.max(this.#end, written);
      this.#finish(slot, time, written);
      return false;
    }
    if (pipelines.atGate(slot)) {
      if (!this.#isOpen(slot)) {
        this.#waiting.add(slot);
        return false;
      }
      for (let step = 0; step < this.#ahead; step++) pipelines.load(slot);
    }
    // What a block does next, it loads when its stores are out.
    const ready = Math.max(stored > time ? stored + this.#visibleSeconds : time, pipelines.arrival(slot));
    if (ready <= time) return true;
    queue.times[slot] = ready;
    queue.push(slot);
    return false;
  }

  #compute(slot: number): void {
    const [queue, pipelines] = [this.#queue, this.#pipelines];
    const share = pipelines.takeShare(slot);
    pipelines.load(slot);
    pipelines.storeStep(slot);
    const sm = this.#smOf[slot] as number;
    const phase = pipelines.phase[slot] as number;
    if (phase >= this.#prefetchPhase) this.#beginPrefetch(slot, phase);
    const reads = ((this.#readSeconds[phase] as number) * this.#coalescer.readFactor(share)) / (this.#shares[sm] as number);
    const noise = this.#noise.next();
    const operates = (this.#operationSeconds[phase] as number) * (1 + this.#stepNoise * noise);
    const start = Math.max(queue.times[slot] as number, this.#smFree[sm] as number);
    const done = start + Math.max(operates, reads * (1 + this.#readNoise * noise));
    this.#smFree[sm] = done;
    if (pipelines.advance(slot)) {
      const next = Math.max(done + (this.#pauseSeconds[phase] as number), start + (this.#chainSeconds[phase] as number));
      queue.times[slot] = Math.max(next, pipelines.arrival(slot));
    } else {
      this.#passed(phase, phase + 1, done);
      queue.times[slot] = done;
    }
    queue.push(slot);
  }

  #finish(slot: number, time: number, written: number): void {
    if (this.#gates.finished(this.#pipelines.block[slot] as number)) this.#wake(time);
    this.#launch(slot, Math.max(written, time + this.#turnaroundSeconds));
  }

  #isOpen(slot: number): boolean {
    if (this.#starting[slot] === 1) return this.#gates.isOpen(this.#pipelines.block[slot] as number);
    return this.#phaseGates.isOpen(this.#pipelines.phase[slot] as number);
  }

  #passed(first: number, end: number, time: number): void {
    for (let phase = first; phase < end; phase++) if (this.#phaseGates.finished(phase)) this.#wake(time);
  }

  #wake(time: number): void {
    for (const other of this.#waiting) {
      if (!this.#isOpen(other)) continue;
      this.#waiting.delete(other);
      this.#queue.times[other] = Math.max(this.#queue.times[other] as number, time + this.#visibleSeconds);
      this.#queue.push(other);
    }
  }
}

/** Seconds of the longest step of all phases. */
function longestStep({ operationSeconds, readSeconds, phaseKind }: StepTimes): number {
  return operationSeconds.reduce(
    (most, seconds, phase) => (phaseKind[phase] === COMPUTE ? Math.max(most, seconds, readSeconds[phase] as number) : most),
    0,
  );
}
