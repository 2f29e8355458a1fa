/** Sets of `ways` entries, each in order of use. Entries of set s are numbered from `s * ways`. All start unused. */
export class RecencySets {
  /** Most recently used entry of each set; the one before it in its ring is the least recently used. */
  readonly #newest: Int32Array;
  /** Neighbours in the ring of a set: towards less recent, and back. */
  readonly #older: Int32Array;
  readonly #newer: Int32Array;
  readonly #setOf: Int32Array;

  constructor(sets: number, ways: number) {
    const entries = sets * ways;
    this.#newest = new Int32Array(sets);
    this.#older = new Int32Array(entries);
    this.#newer = new Int32Array(entries);
    this.#setOf = new Int32Array(entries);
    for (let set = 0, entry = 0; set < sets; set++) {
      this.#newest[set] = entry;
      for (let way = 0; way < ways; way++, entry++) {
        this.#setOf[entry] = set;
        this.#older[entry] = way + 1 < ways ? entry + 1 : entry + 1 - ways;
        this.#newer[entry] = way > 0 ? entry - 1 : entry - 1 + ways;
      }
    }
  }

  /** Makes an entry its set's most recent. */
  use(entry: number): void {
    const set = this.#setOf[entry] as number;
    const newest = this.#newest[set] as number;
    if (entry === newest) return;
    this.#moveBefore(entry, newest);
    this.#newest[set] = entry;
  }

  /** The least recently used entry of a set, from now on the most recent. */
  replace(set: number): number {
    const oldest = this.#newer[this.#newest[set] as number] as number;
    this.#newest[set] = oldest;
    return oldest;
  }

  /** Makes an entry its set's least recent, next to be replaced. */
  forget(entry: number): void {
    const set = this.#setOf[entry] as number;
    const newest = this.#newest[set] as number;
    if (entry === newest) this.#newest[set] = this.#older[newest] as number;
    else this.#moveBefore(entry, newest);
  }

  /** On the ring, the place before the most recent entry is that of the least recent. */
  #moveBefore(entry: number, newest: number): void {
    const older = this.#older;
    const newer = this.#newer;
    const oldest = newer[newest] as number;
    if (entry === oldest) return;
    const [after, before] = [older[entry] as number, newer[entry] as number];
    older[before] = after;
    newer[after] = before;
    older[oldest] = entry;
    newer[entry] = oldest;
    older[entry] = newest;
    newer[newest] = entry;
  }
}
