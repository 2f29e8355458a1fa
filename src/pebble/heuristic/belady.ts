import FlatQueue from "flatqueue";
import type { Cdag } from "../cdag.js";
import type { TwoLevelGame } from "../rules.js";
import type { MoveLog } from "./move-log.js";
import type { ComputationOrder } from "./orders.js";

/** Next use of a value that is not needed again; above every position in an order. */
const NEVER = 2 ** 31 - 1;

/**
 * Pebbles a graph in a given order on one fast memory with farthest-next-use replacement (Belady 1966) and lazy write-backs:
 * a value leaving fast memory is stored only if it is needed again and has no blue pebble, an output is stored when it is
 * computed, a dead value is deleted at once. O((V + E) log V). The arrays are kept between runs.
 */
export class BeladyPlayer {
  readonly #graph: Cdag;
  readonly #game: TwoLevelGame;
  /** Behind each predecessor entry: the position at which the operand is used next after this use. */
  readonly #useAfter: Int32Array;
  readonly #nextUse: Int32Array;
  readonly #isRed: Uint8Array;
  readonly #isBlue: Uint8Array;
  readonly #isOperand: Uint8Array;
  /** Vertices under their negated keys, so that the farthest comes first; outdated pairs stay until they surface. */
  readonly #queue: FlatQueue = new FlatQueue();
  #words = 0;
  #cost = 0;
  #log: MoveLog | undefined;
  #cleanBonus = 0;

  constructor(graph: Cdag, game: TwoLevelGame) {
    this.#graph = graph;
    this.#game = game;
    this.#useAfter = new Int32Array(graph.edgeCount);
    this.#nextUse = new Int32Array(graph.vertexCount);
    this.#isRed = new Uint8Array(graph.vertexCount);
    this.#isBlue = new Uint8Array(graph.vertexCount);
    this.#isOperand = new Uint8Array(graph.vertexCount);
  }

  /**
   * Plays the order and returns loaded plus stored words. `cleanBonus` is how many positions farther away a value counts that
   * needs no store when it leaves.
   */
  run(order: ComputationOrder, cleanBonus: number, log?: MoveLog): number {
    this.#prepare(order);
    this.#log = log;
    this.#cleanBonus = cleanBonus;
    for (const v of order) {
      this.#fetchOperands(v);
      this.#compute(v);
    }
    return this.#cost;
  }

  #prepare(order: ComputationOrder): void {
    const { predecessorOffsets, predecessors, vertexCount } = this.#graph;
    this.#nextUse.fill(NEVER);
    this.#isRed.fill(0);
    this.#queue.clear();
    this.#words = 0;
    this.#cost = 0;
    for (let v = 0; v < vertexCount; v++) this.#isBlue[v] = predecessorOffsets[v] === predecessorOffsets[v + 1] ? 1 : 0;
    for (let i = order.length - 1; i >= 0; i--) {
      const v = order[i] as number;
      const end = predecessorOffsets[v + 1] as number;
      for (let e = predecessorOffsets[v] as number; e < end; e++) {
        const u = predecessors[e] as number;
        this.#useAfter[e] = this.#nextUse[u] as number;
        this.#nextUse[u] = i;
      }
    }
  }

  #fetchOperands(v: number): void {
    const { predecessorOffsets, predecessors } = this.#graph;
    const end = predecessorOffsets[v + 1] as number;
    for (let e = predecessorOffsets[v] as number; e < end; e++) this.#isOperand[predecessors[e] as number] = 1;
    for (let e = predecessorOffsets[v] as number; e < end; e++) {
      const u = predecessors[e] as number;
      if (this.#isRed[u] === 1) continue;
      this.#makeRoom(this.#weight(u));
      this.#isRed[u] = 1;
      this.#words += this.#weight(u);
      this.#cost += this.#weight(u);
      this.#log?.push("load", u);
    }
    for (let e = predecessorOffsets[v] as number; e < end; e++) {
      this.#nextUse[predecessors[e] as number] = this.#useAfter[e] as number;
    }
  }

  #compute(v: number): void {
    const { predecessorOffsets, predecessors, isOutput } = this.#graph;
    const weight = this.#weight(v);
    const slid = this.#words + weight > this.#game.fastCapacity && this.#game.sliding ? this.#operandToReplace(v) : -1;
    if (slid >= 0) {
      if (this.#nextUse[slid] !== NEVER) this.#save(slid);
      this.#isRed[slid] = 0;
      this.#words -= this.#weight(slid);
    }
    this.#makeRoom(weight);
    this.#isRed[v] = 1;
    this.#words += weight;
    if (slid >= 0) this.#log?.push("slide", v, slid);
    else this.#log?.push("compute", v);
    const end = predecessorOffsets[v + 1] as number;
    for (let e = predecessorOffsets[v] as number; e < end; e++) this.#settle(predecessors[e] as number);
    if (isOutput[v] === 1) this.#save(v);
    this.#settle(v);
  }

  /** The operand whose place the result takes: a dead one if any (the widest), else the one used last if nothing else can go. */
  #operandToReplace(v: number): number {
    const { predecessorOffsets, predecessors } = this.#graph;
    let dead = -1;
    let farthest = -1;
    const end = predecessorOffsets[v + 1] as number;
    for (let e = predecessorOffsets[v] as number; e < end; e++) {
      const u = predecessors[e] as number;
      if (this.#nextUse[u] === NEVER && (dead < 0 || this.#weight(u) > this.#weight(dead))) dead = u;
      if (farthest < 0 || this.#key(u) > this.#key(farthest)) farthest = u;
    }
    if (dead >= 0) return this.#widestEnough(v, dead);
    this.#dropOutdated();
    const isRoomElsewhere = this.#queue.length > 0 && this.#topKey() >= this.#key(farthest);
    if (isRoomElsewhere) {
      let operands = 0;
      for (let e = predecessorOffsets[v] as number; e < end; e++) operands += this.#weight(predecessors[e] as number);
      if (operands + this.#weight(v) <= this.#game.fastCapacity) return -1;
    }
    return this.#widestEnough(v, farthest);
  }

  /** `preferred`, unless the operands without it and the result still do not fit: then the widest operand. */
  #widestEnough(v: number, preferred: number): number {
    const { predecessorOffsets, predecessors } = this.#graph;
    let operands = 0;
    let widest = preferred;
    const end = predecessorOffsets[v + 1] as number;
    for (let e = predecessorOffsets[v] as number; e < end; e++) {
      const u = predecessors[e] as number;
      operands += this.#weight(u);
      if (this.#weight(u) > this.#weight(widest)) widest = u;
    }
    return operands - this.#weight(preferred) + this.#weight(v) <= this.#game.fastCapacity ? preferred : widest;
  }

  /** Evicts values that are no operands of the present computation until `words` more fit. */
  #makeRoom(words: number): void {
    while (this.#words + words > this.#game.fastCapacity) {
      this.#dropOutdated();
      const u = this.#queue.pop();
      if (u === undefined) throw new Error("an operand would have to leave fast memory");
      this.#save(u);
      this.#remove(u);
    }
  }

  /** Afterwards the top of the queue, if there is one, can be evicted. */
  #dropOutdated(): void {
    for (let u = this.#queue.peek(); u !== undefined; u = this.#queue.peek()) {
      if (this.#isRed[u] === 1 && this.#isOperand[u] === 0 && this.#topKey() === this.#key(u)) return;
      this.#queue.pop();
    }
  }

  /** After a computation: a dead value goes, a live one joins those that can be evicted. */
  #settle(u: number): void {
    this.#isOperand[u] = 0;
    if (this.#isRed[u] === 0) return;
    if (this.#nextUse[u] === NEVER) this.#remove(u);
    else this.#queue.push(u, -this.#key(u));
  }

  #topKey(): number {
    return -(this.#queue.peekValue() ?? 0);
  }

  #key(u: number): number {
    return (this.#nextUse[u] as number) + (this.#isBlue[u] === 1 ? this.#cleanBonus : 0);
  }

  #save(u: number): void {
    if (this.#isBlue[u] === 1) return;
    this.#isBlue[u] = 1;
    this.#cost += this.#weight(u);
    this.#log?.push("store", u);
  }

  #remove(u: number): void {
    this.#isRed[u] = 0;
    this.#words -= this.#weight(u);
    this.#log?.push("delete", u);
  }

  #weight(u: number): number {
    return this.#graph.weights[u] as number;
  }
}
