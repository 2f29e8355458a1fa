import type { TileSchedule } from "../../schedules/tiles/tile-schedule.js";
import { ADD, READ } from "../../schedules/tiles/tile-schedule.js";
import type { TimedL2 } from "../l2/timed-l2.js";
import type { Coalescer } from "./coalescer.js";
import type { StepTimes } from "./step-times.js";
import { COMPUTE, LOAD, STORE } from "./step-times.js";

const NO_WAITS = new Int32Array();

/**
 * The blocks resident in each slot: where each loads and where each computes, a few steps behind. A slot's touches go to the
 * L2 from its SM's side at the time set in `l2.times[0]`.
 */
export class BlockPipelines {
  /** Phase and step that each slot computes next. */
  readonly phase: Int32Array;
  readonly step: Int32Array;
  readonly block: Int32Array;
  // Fields of their own: those of schedules of several shapes are slow to find.
  readonly #phaseStart: Int32Array;
  readonly #phaseSteps: Int32Array;
  readonly #streamStart: Int32Array;
  readonly #streamBase: Int32Array;
  readonly #streamStride: Int32Array;
  readonly #streamWrites: Uint8Array;
  /** Counters that phases wait for; empty where none does. */
  readonly #waitsFor: Int32Array;
  readonly #kinds: Uint8Array;
  readonly #writes: Uint8Array;
  readonly #l2: TimedL2;
  readonly #side: Uint16Array;
  readonly #smOf: Int32Array;
  readonly #gpc: Uint8Array;
  readonly #coalescer: Coalescer;
  readonly #tileBytes: Int32Array;
  readonly #portSeconds: Float64Array;
  readonly #bufferSeconds: Float64Array;
  /** When each SM's port is free. */
  readonly #portFree: Float64Array;
  readonly #loadPhase: Int32Array;
  readonly #loadStep: Int32Array;
  /** Arrival times of steps loaded and not yet computed, a ring for each slot. */
  readonly #arrivals: Float64Array;
  readonly #ring: number;
  readonly #ahead: number;
  /** Of the bytes of these steps, the share that left the L2. */
  readonly #shares: Float64Array;
  readonly #loaded: Int32Array;
  readonly #computed: Int32Array;

  /** @param places each slot's SM, what it asks (the partition next to it, or the L2 of its die), and its GPC */
  constructor(
    schedule: TileSchedule,
    times: StepTimes,
    l2: TimedL2,
    { smOf, side, gpc }: { readonly smOf: Int32Array; readonly side: Uint16Array; readonly gpc: Uint8Array },
    coalescer: Coalescer,
    { ahead, sms }: { readonly ahead: number; readonly sms: number },
  ) {
    const slots = side.length;
    this.#phaseStart = schedule.phaseStart;
    this.#phaseSteps = schedule.phaseSteps;
    this.#streamStart = schedule.streamStart;
    this.#streamBase = schedule.streamBase;
    this.#streamStride = schedule.streamStride;
    this.#streamWrites = schedule.streamWrites;
    this.#waitsFor = schedule.phaseWaits?.waitsFor ?? NO_WAITS;
    this.#kinds = times.phaseKind;
    this.#writes = times.phaseWrites;
    this.#l2 = l2;
    this.#side = side;
    this.#smOf = smOf;
    this.#gpc = gpc;
    this.#coalescer = coalescer;
    this.#tileBytes = schedule.tileBytes;
    this.#portSeconds = times.portSeconds;
    this.#bufferSeconds = times.bufferSeconds;
    this.#portFree = new Float64Array(sms);
    this.block = new Int32Array(slots);
    this.phase = new Int32Array(slots);
    this.step = new Int32Array(slots);
    this.#loadPhase = new Int32Array(slots);
    this.#loadStep = new Int32Array(slots);
    this.#ahead = ahead;
    this.#ring = 2 ** Math.ceil(Math.log2(ahead + 1));
    this.#arrivals = new Float64Array(slots * this.#ring);
    this.#shares = new Float64Array(slots * this.#ring).fill(1);
    this.#loaded = new Int32Array(slots);
    this.#computed = new Int32Array(slots);
  }

  /** Puts a block into a slot; nothing is loaded yet. */
  place(slot: number, block: number): void {
    const first = this.#phaseStart[block] as number;
    this.block[slot] = block;
    this.phase[slot] = first;
    this.step[slot] = 0;
    this.#loadPhase[slot] = first;
    this.#loadStep[slot] = 0;
    this.#loaded[slot] = 0;
    this.#computed[slot] = 0;
    this.#arrivals[slot * this.#ring] = 0;
  }

  /** Whether the slot stands at a phase that waits for others and has not been loaded. */
  atGate(slot: number): boolean {
    const phase = this.phase[slot] as number;
    return this.#waits(phase) && this.#loadPhase[slot] === phase && this.#loadStep[slot] === 0;
  }

  /** Issues the loads of the next step that computes, and of the phases loaded with it; none beyond a phase that waits. */
  load(slot: number): void {
    const phaseSteps = this.#phaseSteps;
    const end = this.#phaseStart[(this.block[slot] as number) + 1] as number;
    const times = this.#l2.times;
    times[1] = 0;
    let phase = this.#loadPhase[slot] as number;
    while (phase < end && (phase === this.phase[slot] || !this.#waits(phase))) {
      const kind = this.#kinds[phase] as number;
      if (kind === COMPUTE) {
        const step = this.#loadStep[slot] as number;
        this.#coalescer.takeShare();
        this.#read(phase, step, slot);
        const loaded = this.#loaded[slot] as number;
        const place = slot * this.#ring + (loaded & (this.#ring - 1));
        // The first loads of a block find their buffers free.
        const waits = loaded < this.#ahead ? 0 : (this.#bufferSeconds[phase] as number);
        this.#arrivals[place] = (times[1] as number) + this.#pass(slot, phase) + waits;
        this.#shares[place] = this.#coalescer.takeShare();
        this.#loaded[slot] = loaded + 1;
        const more = step + 1 < (phaseSteps[phase] as number);
        this.#loadStep[slot] = more ? step + 1 : 0;
        this.#loadPhase[slot] = more ? phase : phase + 1;
        return;
      }
      if (kind === LOAD) for (let step = 0; step < (phaseSteps[phase] as number); step++) this.#read(phase, step, slot);
      phase++;
    }
    this.#loadPhase[slot] = phase;
  }

  /** Writes what comes before the next step that computes; false when there is no such step. */
  store(slot: number): boolean {
    const phaseSteps = this.#phaseSteps;
    const end = this.#phaseStart[(this.block[slot] as number) + 1] as number;
    let phase = this.phase[slot] as number;
    while (phase < end && this.#kinds[phase] !== COMPUTE) {
      if (this.#kinds[phase] === STORE) {
        for (let step = 0; step < (phaseSteps[phase] as number); step++) this.#write(phase, step, slot);
      }
      phase++;
    }
    this.phase[slot] = phase;
    return phase < end;
  }

  /** When the operands of the slot's next step are all there. */
  arrival(slot: number): number {
    return this.#arrivals[slot * this.#ring + ((this.#computed[slot] as number) & (this.#ring - 1))] as number;
  }

  /** Of the bytes of the slot's next step, the share that left the L2; 1 for a step that loaded nothing. */
  takeShare(slot: number): number {
    const place = slot * this.#ring + ((this.#computed[slot] as number) & (this.#ring - 1));
    const share = this.#shares[place] as number;
    this.#shares[place] = 1;
    return share;
  }

  /** Moves past the step just computed; true while the next step belongs to the same phase. */
  advance(slot: number): boolean {
    const phase = this.phase[slot] as number;
    const step = (this.step[slot] as number) + 1;
    this.#computed[slot] = (this.#computed[slot] as number) + 1;
    if (step < (this.#phaseSteps[phase] as number)) {
      this.step[slot] = step;
      return true;
    }
    this.phase[slot] = phase + 1;
    this.step[slot] = 0;
    return false;
  }

  /** Writes of the step that computes now, where a phase both computes and writes. */
  storeStep(slot: number): void {
    const phase = this.phase[slot] as number;
    if (this.#writes[phase] === 1) this.#write(phase, this.step[slot] as number, slot);
  }

  /** Seconds in which a step's bytes pass its SM's port, after what passes already. */
  #pass(slot: number, phase: number): number {
    const [now, sm] = [this.#l2.times[0] as number, this.#smOf[slot] as number];
    const end = Math.max(now, this.#portFree[sm] as number) + (this.#portSeconds[phase] as number);
    this.#portFree[sm] = end;
    return end - now;
  }

  #waits(phase: number): boolean {
    return this.#waitsFor.length > 0 && (this.#waitsFor[phase] as number) >= 0;
  }

  #read(phase: number, step: number, slot: number): void {
    const [side, gpc, l2] = [this.#side[slot] as number, this.#gpc[slot] as number, this.#l2];
    const end = this.#streamStart[phase + 1] as number;
    let last = l2.times[1] as number;
    for (let stream = this.#streamStart[phase] as number; stream < end; stream++) {
      if (this.#streamWrites[stream] !== READ) continue;
      const tile = (this.#streamBase[stream] as number) + step * (this.#streamStride[stream] as number);
      l2.times[1] = 0;
      l2.read(tile, side);
      const arrival = l2.times[1] as number;
      this.#coalescer.ask(gpc, tile, this.#tileBytes[tile] as number, l2.times[0] as number, arrival);
      if (arrival > last) last = arrival;
    }
    l2.times[1] = last;
  }

  #write(phase: number, step: number, slot: number): void {
    const end = this.#streamStart[phase + 1] as number;
    const side = this.#side[slot] as number;
    for (let stream = this.#streamStart[phase] as number; stream < end; stream++) {
      const kind = this.#streamWrites[stream];
      if (kind === READ) continue;
      const tile = (this.#streamBase[stream] as number) + step * (this.#streamStride[stream] as number);
      if (kind === ADD) this.#l2.read(tile, side);
      this.#l2.write(tile, side);
    }
  }
}
