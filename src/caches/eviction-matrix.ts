/** Bytes of each array that left a cache to make room for each array. */
export class EvictionMatrix {
  readonly #arrays: number;
  /** Row: the array that left; column: the one that came. */
  readonly #bytes: Float64Array;

  constructor(arrayCount: number) {
    this.#arrays = arrayCount;
    this.#bytes = new Float64Array(arrayCount * arrayCount);
  }

  count(victim: number, comer: number, bytes: number): void {
    const index = victim * this.#arrays + comer;
    this.#bytes[index] = (this.#bytes[index] as number) + bytes;
  }

  bytes(victim: number, comer: number): number {
    return this.#bytes[victim * this.#arrays + comer] ?? 0;
  }
}
