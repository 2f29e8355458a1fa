import type { Cdag } from "../pebble/cdag.js";
import { type Move, simpleMove, slideMove, weightOf } from "../pebble/rules.js";
import type { Addition } from "./touches.js";

/** What a running block does to memory, word by word; each interface makes its own moves of it. */
export interface BlockMemory {
  read(word: number): void;
  /** A value from operands that the block holds, in the place of `from` where that is its last use. */
  compute(vertex: number, from: number | undefined): void;
  /** The block has no further use of a value that it holds. */
  release(vertex: number): void;
  write(word: number): void;
  /** What the block holds of one tile is added to it in the L2. */
  add(additions: readonly Addition[]): void;
}

/** Into one SM slot: a processor of its own, everything else is slow memory. */
export class SlotMemory implements BlockMemory {
  readonly #moves: Move[];
  readonly #place: number | undefined;
  readonly #adder: number;

  /** @param adder the processor that adds in the L2, behind the interface */
  constructor(moves: Move[], place: number | undefined, adder: number) {
    this.#moves = moves;
    this.#place = place;
    this.#adder = adder;
  }

  read(word: number): void {
    this.#moves.push(simpleMove("load", word, this.#place));
  }

  compute(vertex: number, from: number | undefined): void {
    const place = this.#place;
    this.#moves.push(from === undefined ? simpleMove("compute", vertex, place) : slideMove(vertex, from, place));
  }

  release(vertex: number): void {
    this.#moves.push(simpleMove("delete", vertex, this.#place));
  }

  write(word: number): void {
    this.#moves.push(simpleMove("store", word, this.#place));
  }

  add(additions: readonly Addition[]): void {
    const adder = this.#adder;
    for (const { part, before, after } of additions) {
      this.write(part);
      this.release(part);
      this.#moves.push(["load", before, adder], ["load", part, adder], ["slide", after, before, adder]);
      this.#moves.push(["store", after, adder], ["delete", after, adder], ["delete", part, adder]);
    }
  }
}

/**
 * From DRAM: one fast memory that is the L2 and the room of all running blocks. The L2 keeps single words in the order in which
 * they came or, under LRU, were last touched: as the line-by-line twin of the tile cache does.
 */
export class ChipMemory implements BlockMemory {
  readonly moves: Move[] = [];
  readonly #graph: Cdag;
  readonly #capacityBytes: number;
  readonly #touchesRenew: boolean;
  readonly #placeOf: (word: number) => number;
  /** The L2 by place in memory, the next to leave first: which word it has of it, and whether it is dirty. */
  readonly #l2 = new Map<number, { readonly word: number; readonly dirty: boolean }>();
  #usedBytes = 0;
  /** How many running blocks hold a word. */
  readonly #holders = new Map<number, number>();

  constructor(graph: Cdag, capacityBytes: number, policy: "lru" | "fifo", placeOf: (word: number) => number) {
    this.#placeOf = placeOf;
    this.#graph = graph;
    this.#capacityBytes = capacityBytes;
    this.#touchesRenew = policy === "lru";
  }

  read(word: number): void {
    // A constant is in no cache.
    if (weightOf(this.#graph, word) > 0) this.#touch(word);
    else if (!this.#holders.has(word)) this.moves.push(["load", word]);
    this.#hold(word);
  }

  #touch(word: number): void {
    const there = this.#l2.get(this.#placeOf(word));
    if (there === undefined) {
      this.#insert(word, false);
      this.moves.push(["load", word]);
    } else this.#renew(word, there.dirty);
  }

  compute(vertex: number, from: number | undefined): void {
    const alone = from !== undefined && this.#holders.get(from) === 1 && !this.#isInL2(from);
    this.moves.push(alone ? ["slide", vertex, from] : ["compute", vertex]);
    this.#hold(vertex);
    if (alone) this.#holders.delete(from);
    else if (from !== undefined) this.release(from);
  }

  /** It leaves the chip unless the L2 or another block has it. */
  release(vertex: number): void {
    const holders = (this.#holders.get(vertex) ?? 0) - 1;
    if (holders > 0) this.#holders.set(vertex, holders);
    else {
      this.#holders.delete(vertex);
      if (!this.#isInL2(vertex)) this.moves.push(["delete", vertex]);
    }
  }

  /** The L2 takes a copy: on the chip it is the same red pebble. What it had at that place is gone. */
  write(word: number): void {
    const there = this.#l2.get(this.#placeOf(word));
    if (there === undefined) {
      this.#insert(word, true);
      return;
    }
    this.#renew(word, true);
    if (there.word !== word && !this.#holders.has(there.word)) this.moves.push(["delete", there.word]);
  }

  /** The L2 touches all of the tile for reading, then for writing; each sum takes the place of what the block added. */
  add(additions: readonly Addition[]): void {
    for (const { before } of additions) this.#touch(before);
    for (const { part, before, after } of additions) {
      this.moves.push(["slide", after, part], ["delete", before]);
      this.#holders.delete(part);
      this.#renew(after, true);
    }
  }

  /** Stores what is still dirty, as bounds count every output. */
  flush(): void {
    for (const { word, dirty } of this.#l2.values()) if (dirty) this.moves.push(["store", word]);
  }

  #hold(vertex: number): void {
    this.#holders.set(vertex, (this.#holders.get(vertex) ?? 0) + 1);
  }

  #isInL2(word: number): boolean {
    return this.#l2.get(this.#placeOf(word))?.word === word;
  }

  #renew(word: number, dirty: boolean): void {
    const place = this.#placeOf(word);
    if (this.#touchesRenew) this.#l2.delete(place);
    this.#l2.set(place, { word, dirty });
  }

  #insert(word: number, dirty: boolean): void {
    const bytes = weightOf(this.#graph, word);
    while (this.#usedBytes + bytes > this.#capacityBytes) this.#evict();
    this.#usedBytes += bytes;
    this.#l2.set(this.#placeOf(word), { word, dirty });
  }

  #evict(): void {
    const [place, { word: victim, dirty }] = this.#l2.entries().next().value as [number, { word: number; dirty: boolean }];
    this.#l2.delete(place);
    this.#usedBytes -= weightOf(this.#graph, victim);
    if (dirty) this.moves.push(["store", victim]);
    if (!this.#holders.has(victim)) this.moves.push(["delete", victim]);
  }
}
