/** Positions before the first renumbering at least; a power of two times 32. */
const SMALLEST_WINDOW = 1024;

/**
 * LRU stack depths: how many distinct units were accessed since the last access to a unit, itself included.
 *
 * Each unit stands at the time of its last access as one bit; a depth is a count of bits from there to the present. A Fenwick
 * tree over 32-bit words counts the words before, so an access costs O(log idCount). When the times run out, the units are
 * renumbered in order.
 */
export class RecencyCounter {
  readonly #window: number;
  readonly #bits: Int32Array;
  /** Fenwick tree (from 1) over the bit counts of the words before the present one. */
  readonly #tree: Int32Array;
  readonly #unitAt: Int32Array;
  /** −1 for a unit not seen yet. */
  readonly #timeOf: Int32Array;
  #now = 0;
  /** Bits in the words before the present one. */
  #counted = 0;

  constructor(idCount: number) {
    let window = SMALLEST_WINDOW;
    while (window < 2 * idCount) window *= 2;
    this.#window = window;
    this.#bits = new Int32Array(window >> 5);
    this.#tree = new Int32Array((window >> 5) + 1);
    this.#unitAt = new Int32Array(window);
    this.#timeOf = new Int32Array(idCount).fill(-1);
  }

  /** Depth of the unit from 1, or 0 on its first access; then moves it to the top. */
  access(id: number): number {
    if (this.#now === this.#window) this.#renumber();
    const time = this.#timeOf[id] as number;
    const depth = time < 0 ? 0 : this.#remove(time);
    const now = this.#now;
    const word = now >> 5;
    const bits = (this.#bits[word] as number) | (1 << (now & 31));
    this.#bits[word] = bits;
    this.#unitAt[now] = id;
    this.#timeOf[id] = now;
    this.#now = now + 1;
    if ((now & 31) === 31) this.#countWord(word, bits);
    return depth;
  }

  /** The units seen, the most recent first. */
  stack(): Int32Array {
    const stack: number[] = [];
    for (let time = this.#now - 1; time >= 0; time--) if (this.#isLast(time)) stack.push(this.#unitAt[time] as number);
    return Int32Array.from(stack);
  }

  /** Takes the unit at `time` out of the count and returns its depth. */
  #remove(time: number): number {
    const word = time >> 5;
    const present = this.#now >> 5;
    const bits = this.#bits[word] as number;
    // The unit's own bit makes the count a depth.
    let depth = bitCount(bits >>> (time & 31));
    this.#bits[word] = bits & ~(1 << (time & 31));
    if (word !== present) {
      const tree = this.#tree;
      let before = 0;
      for (let node = word + 1; node > 0; node &= node - 1) before += tree[node] as number;
      depth += this.#counted - before + bitCount(this.#bits[present] as number);
      for (let node = word + 1; node < tree.length; node += node & -node) tree[node] = (tree[node] as number) - 1;
      this.#counted--;
    }
    return depth;
  }

  #countWord(word: number, bits: number): void {
    const tree = this.#tree;
    const count = bitCount(bits);
    this.#counted += count;
    for (let node = word + 1; node < tree.length; node += node & -node) tree[node] = (tree[node] as number) + count;
  }

  #isLast(time: number): boolean {
    return (((this.#bits[time >> 5] as number) >>> (time & 31)) & 1) !== 0;
  }

  /** Closes the gaps; at most half of the window stays in use. */
  #renumber(): void {
    let live = 0;
    for (let time = 0; time < this.#window; time++) {
      if (!this.#isLast(time)) continue;
      const id = this.#unitAt[time] as number;
      this.#unitAt[live] = id;
      this.#timeOf[id] = live++;
    }
    this.#bits.fill(0);
    this.#tree.fill(0);
    this.#counted = 0;
    this.#now = live;
    const words = live >> 5;
    for (let word = 0; word < words; word++) {
      this.#bits[word] = -1;
      this.#countWord(word, -1);
    }
    this.#bits[words] = (1 << (live & 31)) - 1;
  }
}

/** Ones among 32 bits. */
function bitCount(bits: number): number {
  let sums = bits - ((bits >>> 1) & 0x55555555);
  sums = (sums & 0x33333333) + ((sums >>> 2) & 0x33333333);
  return Math.imul((sums + (sums >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
