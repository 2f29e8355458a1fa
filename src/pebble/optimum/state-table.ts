import { at } from "./bits.js";

/**
 * The states met so far: an open-addressing hash table over packed words, with cost, parent and queue key of each state in
 * parallel arrays. No object per state; arrays double when full.
 */
export class StateTable {
  count = 0;
  private readonly stateWords: number;
  private states: Int32Array;
  private costs: Float64Array;
  private parents: Int32Array;
  private keys: Float64Array;
  /** State number plus one, or 0; twice as many slots as states. */
  private slots: Int32Array;

  constructor(stateWords: number) {
    const capacity = 1 << 12;
    this.stateWords = stateWords;
    this.states = new Int32Array(capacity * stateWords);
    this.costs = new Float64Array(capacity);
    this.parents = new Int32Array(capacity);
    this.keys = new Float64Array(capacity);
    this.slots = new Int32Array(2 * capacity);
  }

  get bytes(): number {
    return (
      this.states.byteLength + this.costs.byteLength + this.parents.byteLength + this.keys.byteLength + this.slots.byteLength
    );
  }

  /** The number of a state; a new one gets infinite cost and no key. */
  numberOf(state: Int32Array): number {
    const mask = this.slots.length - 1;
    let slot = this.hash(state, 0) & mask;
    for (let id = at(this.slots, slot) - 1; id >= 0; id = at(this.slots, slot) - 1) {
      if (this.isAt(id, state)) return id;
      slot = (slot + 1) & mask;
    }
    if (this.count === this.costs.length) {
      this.grow();
      return this.numberOf(state);
    }
    const id = this.count++;
    this.states.set(state, id * this.stateWords);
    this.costs[id] = Number.POSITIVE_INFINITY;
    this.parents[id] = -1;
    this.keys[id] = -1;
    this.slots[slot] = id + 1;
    return id;
  }

  read(id: number, into: Int32Array): void {
    const offset = id * this.stateWords;
    for (let w = 0; w < this.stateWords; w++) into[w] = at(this.states, offset + w);
  }

  cost(id: number): number {
    return at(this.costs, id);
  }

  parent(id: number): number {
    return at(this.parents, id);
  }

  reach(id: number, cost: number, parent: number): void {
    this.costs[id] = cost;
    this.parents[id] = parent;
  }

  /** The key under which the state waits in the queue, -1 if it does not. */
  key(id: number): number {
    return at(this.keys, id);
  }

  setKey(id: number, key: number): void {
    this.keys[id] = key;
  }

  private isAt(id: number, state: Int32Array): boolean {
    const offset = id * this.stateWords;
    for (let w = 0; w < this.stateWords; w++) if (at(this.states, offset + w) !== at(state, w)) return false;
    return true;
  }

  /** Multiply and xor-shift, a word at a time. */
  private hash(words: Int32Array, offset: number): number {
    let h = -1640531527;
    for (let w = 0; w < this.stateWords; w++) {
      h = Math.imul(h ^ at(words, offset + w), -2048144777);
      h ^= h >>> 15;
    }
    h = Math.imul(h, -1028477379);
    return h ^ (h >>> 16);
  }

  private grow(): void {
    const capacity = 2 * this.costs.length;
    this.states = enlarged(this.states, new Int32Array(capacity * this.stateWords));
    this.costs = enlarged(this.costs, new Float64Array(capacity));
    this.parents = enlarged(this.parents, new Int32Array(capacity));
    this.keys = enlarged(this.keys, new Float64Array(capacity));
    this.slots = new Int32Array(2 * capacity);
    const mask = this.slots.length - 1;
    for (let id = 0; id < this.count; id++) {
      let slot = this.hash(this.states, id * this.stateWords) & mask;
      while (at(this.slots, slot) !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = id + 1;
    }
  }
}

function enlarged<T extends Int32Array | Float64Array>(old: T, room: T): T {
  room.set(old);
  return room;
}
