/**
 * Kernels that share the SMs: kernel q has blocks `blockStart[q] .. blockStart[q+1])` and slots `slotStart[q] .. slotStart[q+1])`
 * of its own.
 */
export interface SharedMachine {
  readonly blockStart: readonly number[];
  readonly slotStart: readonly number[];
}

/** Hands out blocks in launch order, each kernel's to its own slots. */
export class BlockQueue {
  readonly #kernelOfSlot: Uint8Array;
  readonly #next: number[];
  readonly #end: readonly number[];

  /** @param machine skipped, one kernel has all blocks and slots */
  constructor(blocks: number, slots: number, machine: SharedMachine = { blockStart: [0, blocks], slotStart: [0, slots] }) {
    const { blockStart, slotStart } = machine;
    this.#next = blockStart.slice(0, -1);
    this.#end = blockStart.slice(1);
    this.#kernelOfSlot = new Uint8Array(slots);
    this.#next.forEach((_, kernel) => {
      this.#kernelOfSlot.fill(kernel, slotStart[kernel], slotStart[kernel + 1]);
    });
  }

  /** The next block for a slot, or −1 when its kernel has none left. */
  take(slot: number): number {
    const kernel = this.#kernelOfSlot[slot] as number;
    const block = this.#next[kernel] as number;
    if (block >= (this.#end[kernel] as number)) return -1;
    this.#next[kernel] = block + 1;
    return block;
  }
}
