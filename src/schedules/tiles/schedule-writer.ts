import { checkLimit } from "../../budget.js";
import { ADD, type BlockWaits, type BlockWork, READ, type TiledArray, type TileSchedule, WRITE } from "./tile-schedule.js";
import { checkReplayable } from "./tiled-array.js";

/** How many of each a schedule has, where that is known before it is written. */
export interface ScheduleSize {
  readonly blocks: number;
  readonly phases: number;
  readonly streams: number;
}

/** Of the arrays below; waits take as much again. */
const [BYTES_A_PHASE, BYTES_A_STREAM] = [32, 9];

/** Room for a schedule of unknown size, before it grows. */
const FIRST_SIZE: ScheduleSize = { blocks: 1024, phases: 2048, streams: 4096 };

/** @throws OverLimit when a schedule of this size would take more memory than the limits allow. */
export function checkSize(phases: number, streams: number): void {
  checkLimit("memory", BYTES_A_PHASE * phases + BYTES_A_STREAM * streams, "the blocks of a replay");
}

/** Writes a schedule block by block: `phase`, its streams, …, `endBlock`. */
export class ScheduleWriter {
  readonly #size: ScheduleSize | undefined;
  #phaseStart: Int32Array;
  #phaseSteps: Int32Array;
  #phaseOperations: Float64Array;
  #streamStart: Int32Array;
  #streamBase: Int32Array;
  #streamStride: Int32Array;
  #streamWrites: Uint8Array;
  #phaseWaits: { counterCount: number; raises: Int32Array; waitsFor: Int32Array; until: Int32Array } | undefined;
  #blocks = 0;
  #phases = 0;
  #streams = 0;
  #touches = 0;
  /** Steps of the phase that is being written. */
  #steps = 0;

  /**
   * @param size what is going to be written; room is made as it is needed where nobody knows.
   * @throws OverLimit for a size that would take more memory than the limits allow, as writing does.
   */
  constructor(size?: ScheduleSize) {
    if (size !== undefined) checkSize(size.phases, size.streams);
    this.#size = size;
    const { blocks, phases, streams } = size ?? FIRST_SIZE;
    this.#phaseStart = new Int32Array(blocks + 1);
    this.#phaseSteps = new Int32Array(phases);
    this.#phaseOperations = new Float64Array(phases);
    this.#streamStart = new Int32Array(phases + 1);
    this.#streamBase = new Int32Array(streams);
    this.#streamStride = new Int32Array(streams);
    this.#streamWrites = new Uint8Array(streams);
  }

  /** A new phase of `steps` ≥ 1 steps of `operations` each. */
  phase(steps: number, operations: number): this {
    if (this.#phases === this.#phaseSteps.length) this.#growPhases();
    this.#phaseSteps[this.#phases] = steps;
    this.#phaseOperations[this.#phases] = operations;
    this.#steps = steps;
    this.#phases++;
    this.#streamStart[this.#phases] = this.#streams;
    return this;
  }

  read(base: number, stride: number): this {
    return this.#stream(base, stride, READ);
  }

  write(base: number, stride: number): this {
    return this.#stream(base, stride, WRITE);
  }

  add(base: number, stride: number): this {
    return this.#stream(base, stride, ADD);
  }

  /** The phase raises a counter by one when it is done. */
  raise(counter: number): this {
    this.#waits(counter).raises[this.#phases - 1] = counter;
    return this;
  }

  /** The phase, not the first of its block, starts when the counter has reached `until`. */
  waitFor(counter: number, until: number): this {
    const waits = this.#waits(counter);
    waits.waitsFor[this.#phases - 1] = counter;
    waits.until[this.#phases - 1] = until;
    return this;
  }

  endBlock(): void {
    if (this.#blocks + 1 === this.#phaseStart.length) this.#phaseStart = longer(this.#phaseStart);
    this.#blocks++;
    this.#phaseStart[this.#blocks] = this.#phases;
  }

  /** @throws RangeError when less or more was written than announced; OverLimit for more touches than a replay may have. */
  finish(
    arrays: readonly TiledArray[],
    tileBytes: Int32Array,
    work: Omit<BlockWork, "phaseOperations"> | undefined,
    waits?: BlockWaits,
  ): TileSchedule {
    const [blocks, phases, streams] = [this.#blocks, this.#phases, this.#streams];
    const size = this.#size ?? { blocks, phases, streams };
    if (blocks !== size.blocks || phases !== size.phases || streams !== size.streams) {
      throw new RangeError("ScheduleWriter: the schedule is not of the size announced");
    }
    checkReplayable(tileBytes.length, this.#touches);
    return {
      arrays,
      tileBytes,
      blockCount: blocks,
      phaseStart: fitted(this.#phaseStart, blocks + 1),
      phaseSteps: fitted(this.#phaseSteps, phases),
      streamStart: fitted(this.#streamStart, phases + 1),
      streamBase: fitted(this.#streamBase, streams),
      streamStride: fitted(this.#streamStride, streams),
      streamWrites: fitted(this.#streamWrites, streams),
      touches: this.#touches,
      ...(work === undefined ? {} : { work: { ...work, phaseOperations: fitted(this.#phaseOperations, phases) } }),
      ...(waits === undefined ? {} : { waits }),
      ...(this.#phaseWaits === undefined ? {} : { phaseWaits: this.#fittedWaits(this.#phaseWaits) }),
    };
  }

  #fittedWaits({ counterCount, ...waits }: BlockWaits): BlockWaits {
    const phases = this.#phases;
    const [raises, waitsFor, until] = [fitted(waits.raises, phases), fitted(waits.waitsFor, phases), fitted(waits.until, phases)];
    return { counterCount, raises, waitsFor, until };
  }

  #waits(counter: number): BlockWaits {
    const length = this.#phaseSteps.length;
    const none = (): Int32Array => new Int32Array(length).fill(-1);
    const waits = this.#phaseWaits ?? { counterCount: 0, raises: none(), waitsFor: none(), until: new Int32Array(length) };
    this.#phaseWaits = waits;
    if (counter >= waits.counterCount) waits.counterCount = counter + 1;
    return waits;
  }

  #stream(base: number, stride: number, writes: number): this {
    if (this.#streams === this.#streamBase.length) this.#growStreams();
    this.#streamBase[this.#streams] = base;
    this.#streamStride[this.#streams] = stride;
    this.#streamWrites[this.#streams] = writes;
    this.#streams++;
    this.#streamStart[this.#phases] = this.#streams;
    this.#touches += this.#steps;
    return this;
  }

  /** @throws OverLimit where what is written needs more memory or touches than the limits allow. */
  #growPhases(): void {
    this.#checkGrowth();
    this.#phaseSteps = longer(this.#phaseSteps);
    this.#phaseOperations = longer(this.#phaseOperations);
    this.#streamStart = longer(this.#streamStart);
    const waits = this.#phaseWaits;
    if (waits === undefined) return;
    waits.raises = longer(waits.raises, -1);
    waits.waitsFor = longer(waits.waitsFor, -1);
    waits.until = longer(waits.until);
  }

  #growStreams(): void {
    this.#checkGrowth();
    this.#streamBase = longer(this.#streamBase);
    this.#streamStride = longer(this.#streamStride);
    this.#streamWrites = longer(this.#streamWrites);
  }

  #checkGrowth(): void {
    checkSize(this.#phases + 1, this.#streams + 1);
    checkReplayable(0, this.#touches);
  }
}

type Entries = Int32Array | Float64Array | Uint8Array;

/** Twice as long, the new entries `filling`. */
function longer<Array extends Entries>(array: Array, filling: number = 0): Array {
  const twice = new (array.constructor as new (length: number) => Array)(2 * array.length);
  twice.set(array);
  if (filling !== 0) twice.fill(filling, array.length);
  return twice;
}

function fitted<Array extends Entries>(array: Array, length: number): Array {
  return array.length === length ? array : (array.slice(0, length) as Array);
}
