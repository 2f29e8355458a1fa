import { checkInteger } from "../errors.js";

/**
 * Kernels that share the SMs: kernel q has blocks `blockStart[q] .. blockStart[q+1])` and slots `slotStart[q] .. slotStart[q+1])`
 * of its own.
 */
export interface SharedMachine {
  readonly blockStart: readonly number[];
  readonly slotStart: readonly number[];
}

/** A machine of dies, to which the blocks are handed by turns: block i, like slot i, belongs to die i mod `dies`. */
export interface DealtMachine {
  readonly dies: number;
}

/** Hands out blocks in launch order, each kernel's, or each die's, to its own slots. */
export class BlockQueue {
  readonly #queueOfSlot: Uint16Array;
  readonly #next: number[];
  readonly #end: readonly number[];
  /** From one block of a queue to the next. */
  readonly #stride: number;

  /**
   * @param machine skipped, one kernel has all blocks and slots
   * @throws InputError naming `slots` where a die has blocks and no slot
   */
  constructor(blocks: number, slots: number, machine: SharedMachine | DealtMachine = { dies: 1 }) {
    this.#queueOfSlot = new Uint16Array(slots);
    if ("dies" in machine) {
      const { dies } = machine;
      checkInteger("slots", slots, Math.min(dies, blocks));
      this.#stride = dies;
      this.#next = Array.from({ length: dies }, (_, die) => die);
      this.#end = this.#next.map(() => blocks);
      for (let slot = 0; slot < slots; slot++) this.#queueOfSlot[slot] = slot % dies;
      return;
    }
    const { blockStart, slotStart } = machine;
    this.#stride = 1;
    this.#next = blockStart.slice(0, -1);
    this.#end = blockStart.slice(1);
    this.#next.forEach((_, kernel) => {
      this.#queueOfSlot.fill(kernel, slotStart[kernel], slotStart[kernel + 1]);
    });
  }

  /** The next block for a slot, or −1 when its queue has none left. */
  take(slot: number): number {
    const queue = this.#queueOfSlot[slot] as number;
    const block = this.#next[queue] as number;
    if (block >= (this.#end[queue] as number)) return -1;
    this.#next[queue] = block + this.#stride;
    return block;
  }
}
