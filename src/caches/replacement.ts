import type { RandomSource } from "./random-source.js";
import { randomSource } from "./random-source.js";

/** Which of a full set's lines leaves. */
export type ReplacementKind = "lru" | "fifo" | "random";

export const REPLACEMENTS: readonly ReplacementKind[] = ["lru", "fifo", "random"];

/** Replacement state of a cache of sets × ways slots; slot = set · ways + way. Ways of a set are filled from 0 on. */
export interface Replacement {
  /** The slot was hit, or has just been filled. */
  touch(slot: number): void;
  /** The slot of a full set to empty. */
  victim(set: number): number;
}

/** @param seed used by `random` only */
export function replacement(kind: ReplacementKind, sets: number, ways: number, seed: number): Replacement {
  switch (kind) {
    case "lru":
      return new LruReplacement(sets, ways);
    case "fifo":
      return new FifoReplacement(sets, ways);
    case "random":
      return new RandomReplacement(ways, randomSource(seed));
  }
}

/** Least recently touched slot, by time stamps (doubles: they cannot overflow). */
class LruReplacement implements Replacement {
  readonly #lastTouch: Float64Array;
  readonly #ways: number;
  #now = 0;

  constructor(sets: number, ways: number) {
    this.#lastTouch = new Float64Array(sets * ways);
    this.#ways = ways;
  }

  touch(slot: number): void {
    this.#lastTouch[slot] = ++this.#now;
  }

  victim(set: number): number {
    const first = set * this.#ways;
    let oldest = first;
    let time = this.#lastTouch[first] as number;
    for (let slot = first + 1; slot < first + this.#ways; slot++) {
      const other = this.#lastTouch[slot] as number;
      if (other < time) {
        time = other;
        oldest = slot;
      }
    }
    return oldest;
  }
}

/** The slots of a set in turn, which is the order in which they were filled. */
class FifoReplacement implements Replacement {
  readonly #turn: Int32Array;
  readonly #ways: number;

  constructor(sets: number, ways: number) {
    this.#turn = new Int32Array(sets);
    this.#ways = ways;
  }

  touch(): void {}

  victim(set: number): number {
    const way = this.#turn[set] as number;
    this.#turn[set] = way + 1 === this.#ways ? 0 : way + 1;
    return set * this.#ways + way;
  }
}

/** Any slot of the set with equal chance. */
class RandomReplacement implements Replacement {
  readonly #ways: number;
  readonly #random: RandomSource;

  constructor(ways: number, random: RandomSource) {
    this.#ways = ways;
    this.#random = random;
  }

  touch(): void {}

  victim(set: number): number {
    return set * this.#ways + this.#random(this.#ways);
  }
}
