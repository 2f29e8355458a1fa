import { InputError } from "../../errors.js";
import { mixBits } from "../random-source.js";
import { MAXIMUM_IDS } from "../trace.js";

const FIRST_SLOTS = 1024;

/**
 * Dense ids from 0 for whole numbers below 2^53, in the order in which they first come: a hash table with linear probing, at most
 * half full.
 */
export class DenseIds {
  #originals: Float64Array = new Float64Array(FIRST_SLOTS / 2);
  /** Dense id in each slot, −1 where empty. */
  #slots: Int32Array = new Int32Array(FIRST_SLOTS).fill(-1);
  #count = 0;

  /** @throws InputError naming `trace` when there are too many different numbers. */
  of(original: number): number {
    const slot = this.#slotOf(original);
    const known = this.#slots[slot] as number;
    if (known >= 0) return known;
    if (this.#count === MAXIMUM_IDS) throw new InputError("trace", `at most ${MAXIMUM_IDS} different ids`);
    const id = this.#count++;
    this.#slots[slot] = id;
    this.#originals[id] = original;
    if (this.#count === this.#originals.length) this.#grow();
    return id;
  }

  /** The numbers by dense id. */
  originals(): Float64Array {
    return this.#originals.slice(0, this.#count);
  }

  /** The slot that holds the number, or the empty one where it belongs. */
  #slotOf(original: number): number {
    const last = this.#slots.length - 1;
    let slot = mixBits(original ^ Math.imul(Math.floor(original / 2 ** 32), 0x9e3779b9)) & last;
    for (;;) {
      const id = this.#slots[slot] as number;
      if (id < 0 || this.#originals[id] === original) return slot;
      slot = (slot + 1) & last;
    }
  }

  #grow(): void {
    const originals = new Float64Array(2 * this.#originals.length);
    originals.set(this.#originals);
    this.#originals = originals;
    this.#slots = new Int32Array(2 * this.#slots.length).fill(-1);
    for (let id = 0; id < this.#count; id++) this.#slots[this.#slotOf(originals[id] as number)] = id;
  }
}
