import type { Cdag } from "../cdag.js";
import { isInput } from "../rules.js";
import { type ComputationOrder, neededVertices } from "./orders.js";

/** Successors of a value are told of its coming and going only up to this many; beyond, it counts as never resident. */
const HUB = 256;

/**
 * Locality-greedy order: a fast memory of `capacity` words with least-recently-used replacement is simulated, and of the ready
 * vertices the one computed next is the one with the fewest operands outside it; among equals the last to become so.
 */
export function residentFirstOrder(graph: Cdag, capacity: number): ComputationOrder {
  const memory = new ResidentOrder(graph, capacity);
  return memory.run();
}

class ResidentOrder {
  readonly #graph: Cdag;
  readonly #capacity: number;
  readonly #needed: Uint8Array;
  /** Operands not yet computed. */
  readonly #waiting: Int32Array;
  /** Operands outside the simulated memory. */
  readonly #missing: Int32Array;
  readonly #usesLeft: Int32Array;
  readonly #lastTouch: Int32Array;
  readonly #isResident: Uint8Array;
  readonly #done: Uint8Array;
  readonly #stacks: number[][] = [];
  /** Vertices and times of their touches, oldest first; a pair is void once the vertex is touched again. */
  readonly #touched: number[] = [];
  #oldest = 0;
  #time = 0;
  #words = 0;

  constructor(graph: Cdag, capacity: number) {
    const n = graph.vertexCount;
    this.#graph = graph;
    this.#capacity = capacity;
    this.#needed = neededVertices(graph);
    this.#waiting = new Int32Array(n);
    this.#missing = new Int32Array(n);
    this.#usesLeft = new Int32Array(n);
    this.#lastTouch = new Int32Array(n);
    this.#isResident = new Uint8Array(n);
    this.#done = new Uint8Array(n);
    for (let v = 0; v < n; v++) {
      if (this.#needed[v] === 0) continue;
      const operands = this.#operands(v);
      this.#missing[v] = operands.length;
      for (const u of operands) {
        this.#usesLeft[u] = (this.#usesLeft[u] as number) + 1;
        if (!isInput(graph, u)) this.#waiting[v] = (this.#waiting[v] as number) + 1;
      }
    }
  }

  run(): ComputationOrder {
    const order = new Int32Array(this.#graph.vertexCount);
    let filled = 0;
    for (let v = this.#graph.vertexCount - 1; v >= 0; v--) if (this.#needed[v] === 1 && this.#waiting[v] === 0) this.#offer(v);
    for (let v = this.#take(); v >= 0; v = this.#take()) {
      order[filled++] = v;
      this.#done[v] = 1;
      for (const u of this.#operands(v)) this.#touch(u);
      for (const u of this.#operands(v)) {
        this.#usesLeft[u] = (this.#usesLeft[u] as number) - 1;
        if (this.#usesLeft[u] === 0) this.#leave(u);
      }
      for (const s of this.#users(v)) {
        this.#waiting[s] = (this.#waiting[s] as number) - 1;
        if (this.#waiting[s] === 0) this.#offer(s);
      }
      if ((this.#usesLeft[v] as number) > 0) this.#touch(v);
    }
    return order.slice(0, filled);
  }

  #take(): number {
    for (const [missing, stack] of this.#stacks.entries()) {
      for (let v = stack.pop(); v !== undefined; v = stack.pop()) {
        if (this.#done[v] === 0 && this.#missing[v] === missing) return v;
      }
    }
    return -1;
  }

  #offer(v: number): void {
    const missing = this.#missing[v] as number;
    while (this.#stacks.length <= missing) this.#stacks.push([]);
    (this.#stacks[missing] as number[]).push(v);
  }

  #touch(u: number): void {
    this.#lastTouch[u] = ++this.#time;
    this.#touched.push(u, this.#time);
    if (this.#isResident[u] === 1) return;
    this.#isResident[u] = 1;
    this.#words += this.#graph.weights[u] as number;
    this.#tell(u, -1);
    while (this.#words > this.#capacity && this.#oldest < this.#touched.length) {
      const old = this.#touched[this.#oldest] as number;
      if (this.#lastTouch[old] === this.#touched[this.#oldest + 1]) this.#leave(old);
      this.#oldest += 2;
    }
  }

  #leave(u: number): void {
    if (this.#isResident[u] === 0) return;
    this.#isResident[u] = 0;
    this.#words -= this.#graph.weights[u] as number;
    this.#tell(u, 1);
  }

  #tell(u: number, change: 1 | -1): void {
    const users = this.#users(u);
    if (users.length > HUB) return;
    for (const s of users) {
      if (this.#needed[s] === 0 || this.#done[s] === 1) continue;
      this.#missing[s] = (this.#missing[s] as number) + change;
      if (this.#waiting[s] === 0) this.#offer(s);
    }
  }

  #operands(v: number): Int32Array {
    return this.#graph.predecessors.subarray(this.#graph.predecessorOffsets[v], this.#graph.predecessorOffsets[v + 1]);
  }

  #users(v: number): Int32Array {
    return this.#graph.successors.subarray(this.#graph.successorOffsets[v], this.#graph.successorOffsets[v + 1]);
  }
}
