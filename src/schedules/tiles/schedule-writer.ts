import { checkLimit } from "../../budget.js";
import { ADD, type BlockWaits, type BlockWork, READ, type TiledArray, type TileSchedule, WRITE } from "./tile-schedule.js";

/** How many of each a schedule has; known before it is written. */
export interface ScheduleSize {
  readonly blocks: number;
  readonly phases: number;
  readonly streams: number;
}

/** Of the arrays below; waits take as much again. */
const [BYTES_A_PHASE, BYTES_A_STREAM] = [32, 9];

/** @throws OverLimit when a schedule of this size would take more memory than the limits allow. */
export function checkSize({ phases, streams }: ScheduleSize): void {
  checkLimit("memory", BYTES_A_PHASE * phases + BYTES_A_STREAM * streams, "the blocks of a replay");
}

/** Writes a schedule block by block: `phase`, its streams, …, `endBlock`. */
export class ScheduleWriter {
  readonly #size: ScheduleSize;
  readonly #phaseStart: Int32Array;
  readonly #phaseSteps: Int32Array;
  readonly #phaseOperations: Float64Array;
  readonly #streamStart: Int32Array;
  readonly #streamBase: Int32Array;
  readonly #streamStride: Int32Array;
  readonly #streamWrites: Uint8Array;
  #phaseWaits: BlockWaits | undefined;
  #blocks = 0;
  #phases = 0;
  #streams = 0;
  #touches = 0;

  /** @throws OverLimit as `checkSize`. */
  constructor(size: ScheduleSize) {
    checkSize(size);
    this.#size = size;
    this.#phaseStart = new Int32Array(size.blocks + 1);
    this.#phaseSteps = new Int32Array(size.phases);
    this.#phaseOperations = new Float64Array(size.phases);
    this.#streamStart = new Int32Array(size.phases + 1);
    this.#streamBase = new Int32Array(size.streams);
    this.#streamStride = new Int32Array(size.streams);
    this.#streamWrites = new Uint8Array(size.streams);
  }

  /** A new phase of `steps` ≥ 1 steps of `operations` each. */
  phase(steps: number, operations: number): this {
    this.#phaseSteps[this.#phases] = steps;
    this.#phaseOperations[this.#phases] = operations;
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
    this.#blocks++;
    this.#phaseStart[this.#blocks] = this.#phases;
  }

  /** @throws RangeError when less or more was written than announced. */
  finish(
    arrays: readonly TiledArray[],
    tileBytes: Int32Array,
    work: Omit<BlockWork, "phaseOperations"> | undefined,
    waits?: BlockWaits,
  ): TileSchedule {
    const { blocks, phases, streams } = this.#size;
    if (this.#blocks !== blocks || this.#phases !== phases || this.#streams !== streams) {
      throw new RangeError("ScheduleWriter: the schedule is not of the size announced");
    }
    return {
      arrays,
      tileBytes,
      blockCount: blocks,
      phaseStart: this.#phaseStart,
      phaseSteps: this.#phaseSteps,
      streamStart: this.#streamStart,
      streamBase: this.#streamBase,
      streamStride: this.#streamStride,
      streamWrites: this.#streamWrites,
      touches: this.#touches,
      ...(work === undefined ? {} : { work: { ...work, phaseOperations: this.#phaseOperations } }),
      ...(waits === undefined ? {} : { waits }),
      ...(this.#phaseWaits === undefined ? {} : { phaseWaits: this.#phaseWaits }),
    };
  }

  #waits(counter: number): BlockWaits {
    const { phases } = this.#size;
    const known = this.#phaseWaits ?? {
      raises: new Int32Array(phases).fill(-1),
      waitsFor: new Int32Array(phases).fill(-1),
      until: new Int32Array(phases),
    };
    const waits = { ...known, counterCount: Math.max(this.#phaseWaits?.counterCount ?? 0, counter + 1) };
    this.#phaseWaits = waits;
    return waits;
  }

  #stream(base: number, stride: number, writes: number): this {
    this.#streamBase[this.#streams] = base;
    this.#streamStride[this.#streams] = stride;
    this.#streamWrites[this.#streams] = writes;
    this.#streams++;
    this.#streamStart[this.#phases] = this.#streams;
    this.#touches += this.#phaseSteps[this.#phases - 1] ?? 0;
    return this;
  }
}
