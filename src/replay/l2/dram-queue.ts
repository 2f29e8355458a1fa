import type { TimedL2 } from "./timed-l2.js";

const NOW = 0;
const [FREE, LOAD, SEEN] = [0, 1, 2] as const;

/** Over which the load of DRAM is averaged: a few times a miss. */
const AVERAGED_SECONDS = 2e-6;

/** What a miss costs beside its place in the queue. */
export interface DramTimes {
  /** From a load's issue to its data where DRAM is idle. */
  readonly missSeconds: number;
  /** What a miss takes longer where DRAM moves all that it can; in proportion where it moves less. */
  readonly busyMissSeconds: number;
  /** Reads and write-backs share it. */
  readonly dramBytesPerSecond: number;
}

/**
 * One queue in front of DRAM, first come, first served, and the share of its bandwidth that was used lately. The more of it is used, the
 * longer a request waits for its bank. Numbers are passed through arrays, because one that is returned might be allocated.
 */
export class DramQueue {
  /** When it is free, the share used lately, and when a request was seen last; times in seconds. */
  readonly #state: Float64Array = new Float64Array(3);
  readonly #times: TimedL2["times"];
  readonly #shape: DramTimes;

  /** @param times of the L2, whose first entry is the time of a request */
  constructor(times: TimedL2["times"], shape: DramTimes) {
    this.#times = times;
    this.#shape = shape;
  }

  /** Bytes are read or written at `times[0]`. */
  take(bytes: number): void {
    const [state, now] = [this.#state, this.#times[NOW] as number];
    const seconds = bytes / this.#shape.dramBytesPerSecond;
    const kept = 1 - Math.max(0, now - (state[SEEN] as number)) / AVERAGED_SECONDS;
    state[LOAD] = Math.min(1, (state[LOAD] as number) * Math.max(0, kept) + seconds / AVERAGED_SECONDS);
    state[SEEN] = Math.max(now, state[SEEN] as number);
    state[FREE] = Math.max(state[FREE] as number, now) + seconds;
  }

  /** When it is through with all that was taken. */
  get free(): number {
    return this.#state[FREE] as number;
  }

  /** When the bytes that were taken last have arrived, if they were read. */
  arrival(): number {
    const { missSeconds, busyMissSeconds } = this.#shape;
    return (this.#state[FREE] as number) + missSeconds + (this.#state[LOAD] as number) * busyMissSeconds;
  }

  /** Times are counted from `seconds` on. */
  restart(seconds: number): void {
    this.#state[FREE] = Math.max(0, (this.#state[FREE] as number) - seconds);
    this.#state[SEEN] = 0;
  }
}
