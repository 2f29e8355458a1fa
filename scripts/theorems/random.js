// A small seeded generator (mulberry32): the same cases for the same seed on every machine.
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  unit() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from `low` to `high`. */
  whole(low, high) {
    return low + Math.floor(this.unit() * (high - low + 1));
  }

  /** A whole number from `low` to `high`, small ones as likely as large ones. */
  scale(low, high) {
    return Math.min(high, Math.floor(low * ((high + 1) / low) ** this.unit()));
  }

  of(list) {
    return list[this.whole(0, list.length - 1)];
  }
}
