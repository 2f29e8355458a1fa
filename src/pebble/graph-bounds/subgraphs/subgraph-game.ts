import type { Cdag } from "../../cdag.js";
import { at } from "../arrays.js";

/** A computation of the game on a subgraph: which inner vertices it reads (a bit each), and how many vertices outside. */
interface Computation {
  readonly operands: number;
  readonly outside: number;
}

/** The game on a subgraph: transfers of inner vertices cost a word each, what lies outside is at hand for nothing, but takes room. */
export interface SubgraphGame {
  readonly inner: readonly Computation[];
  readonly targets: readonly Computation[];
}

/** Inner vertices are bits beside those of their blue pebbles, targets bits of another word. */
export const MOST_INNER = 16;
export const MOST_TARGETS = 20;

export function subgraphGame(graph: Cdag, inner: readonly number[], targets: readonly number[]): SubgraphGame {
  const bit = new Map(inner.map((v, i) => [v, 1 << i]));
  const computation = (v: number): Computation => {
    const own = graph.predecessors.subarray(graph.predecessorOffsets[v], graph.predecessorOffsets[v + 1]);
    const operands = own.reduce((mask, u) => mask | (bit.get(u) ?? 0), 0);
    return { operands, outside: own.length - count(operands) };
  };
  return { inner: inner.map(computation), targets: targets.map(computation) };
}

/** Rules of the game and how many positions may be reached, each as often as it is. */
export interface SubgraphRules {
  readonly capacity: number;
  readonly sliding: boolean;
  readonly maxVisits: number;
}

/** Words that must be moved to compute all targets, or at least so many where the search stopped, and the positions reached. */
export interface SubgraphCost {
  readonly words: number;
  readonly visits: number;
}

/** Dijkstra's search; see proofs/graph-disjoint-subgraphs.md. */
export function leastTransfers(game: SubgraphGame, rules: SubgraphRules): SubgraphCost {
  return new SubgraphSearch(game, rules).run();
}

class SubgraphSearch {
  readonly #game: SubgraphGame;
  readonly #rules: SubgraphRules;
  readonly #size: number;
  readonly #goal: number;
  /** Positions: red in the low half and blue in the high half of a word, targets computed in another. */
  readonly #pebbles: Int32Array;
  readonly #computed: Int32Array;
  readonly #cost: Uint8Array;
  readonly #slots: Int32Array;
  readonly #buckets: number[][] = [];
  readonly #liveOf: Map<number, number> = new Map();
  #count = 0;
  #visits = 0;
  #isOver = false;

  constructor(game: SubgraphGame, rules: SubgraphRules) {
    this.#game = game;
    this.#rules = rules;
    this.#size = game.inner.length;
    this.#goal = 2 ** game.targets.length - 1;
    this.#pebbles = new Int32Array(rules.maxVisits + 1);
    this.#computed = new Int32Array(rules.maxVisits + 1);
    this.#cost = new Uint8Array(rules.maxVisits + 1);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * rules.maxVisits + 2)));
  }

  run(): SubgraphCost {
    this.#reach(0, 0, 0, 0);
    for (let words = 0; words < this.#buckets.length; words++) {
      const bucket = this.#buckets[words] ?? [];
      for (let id = bucket.pop(); id !== undefined; id = bucket.pop()) {
        if (at(this.#cost, id) !== words) continue;
        if (at(this.#computed, id) === this.#goal) return { words, visits: this.#visits };
        this.#expand(at(this.#pebbles, id) & 0xffff, at(this.#pebbles, id) >>> 16, at(this.#computed, id), words);
        if (this.#isOver) return { words, visits: this.#visits };
      }
    }
    // No position is left: a target does not fit at all, and no pebbling exists.
    return { words: 0, visits: this.#visits };
  }

  #expand(red: number, blue: number, computed: number, words: number): void {
    const { inner, targets } = this.#game;
    const live = this.#live(computed);
    inner.forEach((vertex, i) => {
      if (((red >>> i) & 1) === 0 && ((live >>> i) & 1) === 1) this.#compute(red, blue, computed, words, vertex, 1 << i, 0);
    });
    targets.forEach((vertex, j) => {
      if (((computed >>> j) & 1) === 0) this.#compute(red, blue, computed, words, vertex, 0, 1 << j);
    });
  }

  /** Loads the missing operands, makes room and computes: an inner vertex, which becomes red, or a target. */
  #compute(red: number, blue: number, computed: number, words: number, v: Computation, place: number, target: number): void {
    const missing = v.operands & ~red;
    if ((missing & ~blue) !== 0) return;
    const spent = words + count(missing);
    const full = red | v.operands;
    const lack = count(full) + v.outside + 1 - this.#rules.capacity;
    const after = (kept: number, stored: number, cost: number): void =>
      this.#reach(kept | place, stored, computed | target, cost);
    // In the place of an operand from outside, which is at hand again for nothing.
    const slid = this.#rules.sliding && v.outside > 0 ? 1 : 0;
    this.#evict(red & ~v.operands, lack - slid, full, blue, spent, after);
    if (!this.#rules.sliding || v.outside > 0 || lack <= 0) return;
    for (let m = v.operands; m !== 0; m &= m - 1) {
      const u = m & -m;
      this.#evict(red & ~v.operands, lack - 1, full & ~u, blue, spent, after);
      if ((blue & u) === 0) this.#evict(red & ~v.operands, lack - 1, full & ~u, blue | u, spent + 1, after);
    }
  }

  /** Deletes `lack` of the candidates in every way, each after a store or without. */
  #evict(
    candidates: number,
    lack: number,
    red: number,
    blue: number,
    words: number,
    use: (red: number, blue: number, words: number) => void,
  ): void {
    if (lack <= 0) {
      use(red, blue, words);
      return;
    }
    for (let m = candidates; m !== 0; m &= m - 1) {
      const u = m & -m;
      const later = m & (m - 1);
      this.#evict(later, lack - 1, red & ~u, blue, words, use);
      if ((blue & u) === 0) this.#evict(later, lack - 1, red & ~u, blue | u, words + 1, use);
    }
  }

  /** Keeps the position after all that can be computed in free room, without pebbles that lead to no target. */
  #reach(red: number, blue: number, computed: number, words: number): void {
    const { inner, targets } = this.#game;
    let kept = red & this.#live(computed);
    let done = computed;
    for (let isSettled = false; !isSettled; ) {
      isSettled = true;
      const room = this.#rules.capacity - count(kept);
      for (let j = 0; j < targets.length; j++) {
        const isNew = ((done >>> j) & 1) === 0 && this.#fits(targets[j] as Computation, kept, room);
        if (!isNew) continue;
        done |= 1 << j;
        isSettled = false;
      }
      const live = this.#live(done);
      kept &= live;
      for (let i = 0; i < inner.length && room > 0 && isSettled; i++) {
        if ((((live & ~kept) >>> i) & 1) === 0 || !this.#fits(inner[i] as Computation, kept, room)) continue;
        kept |= 1 << i;
        isSettled = false;
      }
    }
    this.#record(kept | ((blue & this.#live(done)) << 16), done, words);
  }

  /** Whether a computation needs no deletion. */
  #fits(v: Computation, red: number, room: number): boolean {
    return (v.operands & ~red) === 0 && v.outside + (this.#rules.sliding && v.outside > 0 ? 0 : 1) <= room;
  }

  /** Inner vertices with a path, through inner vertices, to a target not computed. */
  #live(computed: number): number {
    const known = this.#liveOf.get(computed);
    if (known !== undefined) return known;
    let live = 0;
    this.#game.targets.forEach((v, j) => {
      if (((computed >>> j) & 1) === 0) live |= v.operands;
    });
    // Operands have smaller numbers.
    for (let i = this.#size - 1; i >= 0; i--) {
      if (((live >>> i) & 1) === 1) live |= (this.#game.inner[i] as Computation).operands;
    }
    this.#liveOf.set(computed, live);
    return live;
  }

  #record(pebbles: number, computed: number, words: number): void {
    if (this.#visits >= this.#rules.maxVisits) {
      this.#isOver = true;
      return;
    }
    this.#visits++;
    const mask = this.#slots.length - 1;
    let slot = hash(pebbles, computed) & mask;
    for (let id = at(this.#slots, slot); id !== 0; id = at(this.#slots, slot)) {
      if (at(this.#pebbles, id) === pebbles && at(this.#computed, id) === computed) {
        if (at(this.#cost, id) <= words) return;
        this.#queue(id, words);
        return;
      }
      slot = (slot + 1) & mask;
    }
    const id = ++this.#count;
    this.#slots[slot] = id;
    this.#pebbles[id] = pebbles;
    this.#computed[id] = computed;
    this.#queue(id, words);
  }

  #queue(id: number, words: number): void {
    this.#cost[id] = words;
    while (this.#buckets.length <= words) this.#buckets.push([]);
    (this.#buckets[words] as number[]).push(id);
  }
}

function count(mask: number): number {
  let m = mask - ((mask >>> 1) & 0x55555555);
  m = (m & 0x33333333) + ((m >>> 2) & 0x33333333);
  return Math.imul((m + (m >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function hash(a: number, b: number): number {
  let h = Math.imul(a ^ Math.imul(b, -2048144789), -1028477379);
  h ^= h >>> 15;
  h = Math.imul(h, -2048144777);
  return h ^ (h >>> 13);
}
