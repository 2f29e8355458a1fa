import { boundaryCosts, type HierarchyGame, type Place, placesOf } from "../../rules.js";
import { at, clearBit, hasBit, isSubset, lowestBit, members, setBit } from "../bits.js";
import type { Instance } from "../instance.js";
import type { MoveSpace, SpaceMove } from "../move-space.js";
import { withVictims } from "../victims.js";
import { HierarchyBound } from "./bound.js";

/**
 * A hierarchy with several memories a level, by single moves. A state has the values of each memory, then the blue computed vertices,
 * then (without recomputation) the computed ones. Two normal forms lose no optimum: a deletion waits until its room is needed, and
 * values without a path to an unfinished output are dropped at once.
 */
export class TreeSpace implements MoveSpace {
  readonly instance: Instance;
  readonly sets: readonly number[];
  readonly stateWords: number;
  readonly rows: number = 1;
  readonly next: Int32Array;
  readonly moves: SpaceMove[] = [];
  private readonly game: HierarchyGame;
  private readonly places: readonly Place[];
  private readonly costs: readonly number[];
  private readonly blue: number;
  private readonly computed: number;
  private readonly lower: HierarchyBound;
  private readonly live: Int32Array;
  private readonly held: number[][] = [];
  private readonly room: number[] = [];
  private state: Int32Array = new Int32Array(0);
  private emit: (cost: number) => void = () => {};

  constructor(instance: Instance, game: HierarchyGame) {
    const { words, computedWords } = instance;
    this.instance = instance;
    this.game = game;
    this.places = placesOf(game);
    this.costs = boundaryCosts(game);
    this.sets = [...this.places.map(() => words), ...new Array<number>(game.recomputation ? 1 : 2).fill(computedWords)];
    this.stateWords = this.sets.reduce((sum, size) => sum + size);
    this.blue = this.places.length * words;
    this.computed = this.blue + computedWords;
    this.next = new Int32Array(this.stateWords);
    this.live = new Int32Array(words);
    const levels = game.capacities.map((_, level) => this.places.flatMap((one, p) => (one.level === level ? [p * words] : [])));
    const layout = { levels: levels.length, blue: this.blue, rowsAt: (level: number) => levels[level] ?? [] };
    this.lower = new HierarchyBound(instance, game, layout);
  }

  begin(): number {
    this.next.fill(0);
    this.moves.length = 0;
    return 0;
  }

  isGoal(state: Int32Array): boolean {
    return this.instance.outputs.every((outputs, w) => (outputs & ~at(state, this.blue + w)) === 0);
  }

  estimate(state: Int32Array): number {
    return this.lower.bound(state);
  }

  expand(state: Int32Array, emit: (cost: number) => void): void {
    const { instance } = this;
    this.state = state;
    this.emit = emit;
    this.places.forEach(({ words }, p) => {
      const held = members(state, instance.words, p * instance.words);
      this.held[p] = held;
      this.room[p] = Math.floor(words / instance.unit) - held.reduce((sum, v) => sum + at(instance.weights, v), 0);
    });
    this.places.forEach(({ level, outer }, p) => {
      for (let v = 0; v < instance.vertexCount; v++) {
        const [isHere, isOutside] = [this.holds(p, v), this.isBehind(outer, v)];
        if (isHere && !isOutside) this.transfer("store", v, p, outer);
        if (!isHere && isOutside) this.transfer("load", v, p, p);
        if (!isHere && level === 0 && v < instance.computedCount) this.compute(v, p);
      }
    });
  }

  private holds(p: number, v: number): boolean {
    return hasBit(this.state, p * this.instance.words, v);
  }

  /** Whether the memory outside holds the value: a fast one, or slow memory where there is none. */
  private isBehind(outer: number | undefined, v: number): boolean {
    if (outer !== undefined) return this.holds(outer, v);
    return v >= this.instance.computedCount || hasBit(this.state, this.blue, v);
  }

  /** A load or store across the boundary of memory `p`, into the fast memory `into` or slow memory. */
  private transfer(kind: "load" | "store", v: number, p: number, into: number | undefined): void {
    const { instance } = this;
    const weight = at(instance.weights, v);
    const cost = (this.costs[p] ?? 1) * weight;
    if (into === undefined) {
      this.start([], 0);
      this.moves.push({ kind, vertex: v, place: p });
      setBit(this.next, this.blue, v);
      this.finish(cost);
      return;
    }
    withVictims(instance, this.held[into] ?? [], weight - (this.room[into] ?? 0), (victims) => {
      // What is stored stays in its own memory, and what is loaded in the one outside: victims are of the memory that fills.
      this.start(victims, into);
      this.moves.push({ kind, vertex: v, place: p });
      setBit(this.next, into * instance.words, v);
      this.finish(cost);
    });
  }

  private compute(v: number, p: number): void {
    const { words, predecessors, weights } = this.instance;
    const row = p * words;
    if (!isSubset(predecessors, v * words, this.state.subarray(row, row + words), words)) return;
    if (!this.game.recomputation && hasBit(this.state, this.computed, v)) return;
    const operands = members(predecessors, words, v * words);
    const others = (this.held[p] ?? []).filter((u) => !operands.includes(u));
    const lack = at(weights, v) - (this.room[p] ?? 0);
    withVictims(this.instance, others, lack, (victims) => {
      this.start(victims, p);
      this.place({ kind: "compute", vertex: v, place: p });
    });
    if (!this.game.sliding || lack <= 0) return;
    for (const u of operands) {
      withVictims(this.instance, others, lack - at(weights, u), (victims) => {
        this.start(victims, p);
        clearBit(this.next, row, u);
        this.place({ kind: "slide", vertex: v, from: u, place: p });
      });
    }
  }

  private place(move: SpaceMove): void {
    this.moves.push(move);
    setBit(this.next, move.place * this.instance.words, move.vertex);
    if (!this.game.recomputation) setBit(this.next, this.computed, move.vertex);
    this.finish(0);
  }

  private start(victims: readonly number[], p: number): void {
    this.next.set(this.state);
    this.moves.length = 0;
    for (const x of victims) {
      clearBit(this.next, p * this.instance.words, x);
      this.moves.push({ kind: "delete", vertex: x, place: p });
    }
  }

  private finish(cost: number): void {
    const { words, computedWords, outputList, ancestors, outputs } = this.instance;
    const { next, live } = this;
    live.fill(0);
    for (let o = 0; o < outputList.length; o++) {
      if (hasBit(next, this.blue, at(outputList, o))) continue;
      for (let w = 0; w < words; w++) live[w] = at(live, w) | at(ancestors, o * words + w);
    }
    this.places.forEach((_, p) => {
      for (let w = 0; w < words; w++) {
        const here = at(next, p * words + w);
        for (let m = here & ~at(live, w); m !== 0; m &= m - 1) {
          this.moves.push({ kind: "delete", vertex: w * 32 + lowestBit(m), place: p });
        }
        next[p * words + w] = here & at(live, w);
      }
    });
    for (let w = 0; w < computedWords; w++) next[this.blue + w] = at(next, this.blue + w) & (at(live, w) | at(outputs, w));
    this.emit(cost);
  }
}
