import type { Cdag } from "../pebble/cdag.js";
import { predecessorsOf, successorsOf, weightOf } from "../pebble/rules.js";
import type { BlockMemory } from "./block-memory.js";
import type { Addition, StepWords } from "./touches.js";

/**
 * One block on its way: computes whatever stands between the words it reads and the words it writes as soon as the operands are
 * there, depth first, and lets go of every value with its last use, and of a word that it will read again: at once, or, of a tile that
 * serves several steps, where it reads another one of the array.
 */
export class BlockRun {
  readonly #graph: Cdag;
  readonly #memories: readonly BlockMemory[];
  readonly #unwritten: Set<number>;
  readonly #onlyNeeded: boolean;
  /** Of each value still to be computed, the operands that are missing. */
  readonly #missing = new Map<number, number>();
  /** Words that are set without work, as they are written. */
  readonly #preset = new Set<number>();
  /** Uses of each value that are still to come. */
  readonly #uses = new Map<number, number>();
  /** Times that each word is still to be read. */
  readonly #reads: Map<number, number>;
  readonly #computed = new Set<number>();
  readonly #arrived = new Set<number>();
  /** Words of tiles that serve several steps, by their arrays. */
  readonly #kept = new Map<string, number[]>();

  /** @param how whether it passes over words and results of others in its steps */
  constructor(
    graph: Cdag,
    memories: readonly BlockMemory[],
    reads: readonly number[],
    results: readonly number[],
    how: "everything" | "only what it needs" = "everything",
  ) {
    this.#graph = graph;
    this.#memories = memories;
    this.#unwritten = new Set(results);
    this.#onlyNeeded = how === "only what it needs";
    this.#reads = new Map();
    for (const word of reads) this.#reads.set(word, (this.#reads.get(word) ?? 0) + 1);
    const open = [...results];
    for (let vertex = open.pop(); vertex !== undefined; vertex = open.pop()) {
      if (this.#reads.has(vertex) || this.#missing.has(vertex)) continue;
      const operands = predecessorsOf(graph, vertex);
      if (operands.length > 0 && operands.every((operand) => weightOf(graph, operand) === 0)) {
        this.#preset.add(vertex);
        continue;
      }
      this.#missing.set(vertex, operands.length);
      for (const operand of operands) {
        this.#uses.set(operand, (this.#uses.get(operand) ?? 0) + 1);
        open.push(operand);
      }
    }
    if (this.#onlyNeeded) for (const word of reads) if (!this.#uses.has(word)) this.#reads.delete(word);
  }

  /** One step: reads, each with all that can then be computed; then writes, and what is added to tiles in the L2. */
  step(
    { reads, lasting }: Pick<StepWords, "reads" | "lasting">,
    writes: readonly number[],
    additions: readonly (readonly Addition[])[],
  ): void {
    for (const array of new Set(lasting.values())) {
      for (const word of this.#kept.get(array) ?? []) if (!this.#isSpent(word)) this.#letGo(word);
      this.#kept.delete(array);
    }
    for (const word of reads) {
      const left = this.#reads.get(word);
      if (left === undefined) continue;
      for (const memory of this.#memories) memory.read(word);
      this.#reads.set(word, left - 1);
      if (this.#isSpent(word)) this.#release(word);
      else this.#computeFrom(word);
    }
    for (const word of reads) {
      if (this.#isSpent(word) || (this.#reads.get(word) ?? 0) === 0) continue;
      const array = lasting.get(word);
      if (array === undefined) this.#letGo(word);
      else this.#kept.set(array, [...(this.#kept.get(array) ?? []), word]);
    }
    for (const word of writes) {
      if (!this.#unwritten.has(word) && this.#onlyNeeded) continue;
      if (this.#preset.has(word)) this.#set(word);
      for (const memory of this.#memories) memory.write(word);
      this.#unwritten.delete(word);
      if (this.#isSpent(word)) this.#release(word);
    }
    for (const ofTile of additions) {
      for (const { part } of ofTile) if (this.#preset.has(part)) this.#set(part);
      for (const memory of this.#memories) memory.add(ofTile);
    }
  }

  #computeFrom(word: number): void {
    const ready = this.#arrive(word).reverse();
    for (let vertex = ready.pop(); vertex !== undefined; vertex = ready.pop()) {
      this.#compute(vertex);
      ready.push(...this.#arrive(vertex).reverse());
    }
  }

  #set(word: number): void {
    for (const constant of predecessorsOf(this.#graph, word)) {
      for (const memory of this.#memories) memory.read(constant);
      for (const memory of this.#memories) memory.compute(word, undefined);
      this.#release(constant);
    }
  }

  /** Values whose last missing operand this is. */
  #arrive(operand: number): number[] {
    if (this.#arrived.has(operand)) return [];
    this.#arrived.add(operand);
    return [...this.#open(operand)].filter((vertex) => {
      const missing = this.#missing.get(vertex) as number;
      this.#missing.set(vertex, missing - 1);
      return missing === 1;
    });
  }

  /** It will be read again: until then it is missing to what is still to be computed from it. */
  #letGo(word: number): void {
    this.#release(word);
    this.#arrived.delete(word);
    for (const vertex of this.#open(word)) this.#missing.set(vertex, (this.#missing.get(vertex) as number) + 1);
  }

  /** Values still to be computed from it. */
  *#open(operand: number): Generator<number> {
    for (const vertex of successorsOf(this.#graph, operand)) {
      if (this.#missing.has(vertex) && !this.#computed.has(vertex)) yield vertex;
    }
  }

  #compute(vertex: number): void {
    const spent: number[] = [];
    for (const operand of predecessorsOf(this.#graph, vertex)) {
      this.#uses.set(operand, (this.#uses.get(operand) ?? 0) - 1);
      if (this.#isSpent(operand)) spent.push(operand);
    }
    const own = spent.filter((operand) => this.#computed.has(operand));
    const from =
      own.length === 0 ? undefined : own.reduce((a, b) => (weightOf(this.#graph, b) > weightOf(this.#graph, a) ? b : a));
    for (const memory of this.#memories) memory.compute(vertex, from);
    this.#computed.add(vertex);
    for (const operand of spent) if (operand !== from) this.#release(operand);
  }

  #isSpent(vertex: number): boolean {
    return (this.#uses.get(vertex) ?? 0) === 0 && !this.#unwritten.has(vertex);
  }

  #release(vertex: number): void {
    for (const memory of this.#memories) memory.release(vertex);
  }
}
