/** Buckets in the ring, a power of two; more events than one a bucket are rare at a few hundred slots. */
const BUCKETS = 4096;

/**
 * The slots of a replay in order of their next event: a calendar queue. Time is cut into buckets of equal width that follow
 * each other on a ring; each bucket is a list sorted by time, so the order is exact. Pushing and popping take constant time
 * while events are spread over the ring; later laps only cost a longer list. Equal times come out in order of pushing, which a
 * heap does not promise.
 */
export class EventQueue {
  /** Time of each slot's event, in seconds. Set it, then `push` the slot. */
  readonly times: Float64Array;
  readonly #width: number;
  readonly #head: Int32Array = new Int32Array(BUCKETS).fill(-1);
  readonly #next: Int32Array;
  /** Last of a bucket's list, where there is one: many slots wait for one arrival, and the times of all of them are equal. */
  readonly #tail: Int32Array = new Int32Array(BUCKETS);
  /** Bucket under the hand, counted from time 0 without wrapping. */
  #bucket = 0;
  #size = 0;

  /** @param spacingSeconds expected time between events */
  constructor(slots: number, spacingSeconds: number) {
    this.times = new Float64Array(slots);
    this.#next = new Int32Array(slots);
    this.#width = spacingSeconds;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** No event may be pushed before the last one popped. */
  push(slot: number): void {
    const times = this.times;
    const next = this.#next;
    const time = times[slot] as number;
    const place = Math.floor(time / this.#width) & (BUCKETS - 1);
    let after = this.#head[place] as number;
    if (after < 0 || time >= (times[this.#tail[place] as number] as number)) {
      if (after < 0) this.#head[place] = slot;
      else next[this.#tail[place] as number] = slot;
      next[slot] = -1;
      this.#tail[place] = slot;
    } else if (time < (times[after] as number)) {
      next[slot] = after;
      this.#head[place] = slot;
    } else {
      let before = after;
      after = next[before] as number;
      while ((times[after] as number) <= time) {
        before = after;
        after = next[before] as number;
      }
      next[slot] = after;
      next[before] = slot;
    }
    this.#size++;
  }

  /** The slot of the earliest event, or −1 when there is none. */
  pop(): number {
    if (this.#size === 0) return -1;
    for (;;) {
      const place = this.#bucket & (BUCKETS - 1);
      const slot = this.#head[place] as number;
      // An event of a later lap lies in the same place but not in this bucket.
      if (slot >= 0 && Math.floor((this.times[slot] as number) / this.#width) <= this.#bucket) {
        this.#head[place] = this.#next[slot] as number;
        this.#size--;
        return slot;
      }
      this.#bucket++;
    }
  }
}
