import { boundaryCosts, type HierarchyGame } from "../../rules.js";
import { at, hasBit, isSubset, members, setBit } from "../bits.js";
import type { Instance } from "../instance.js";
import type { MoveSpace, SpaceMove } from "../move-space.js";
import { withVictims } from "../victims.js";
import { HierarchyBound } from "./bound.js";
import { HierarchyLayout } from "./layout.js";
import { HierarchySettling } from "./settling.js";

/**
 * The hierarchy game as macro moves that lose no optimum (`proofs/hierarchy-search.md`). Deletions wait until their room is needed;
 * loads and stores wait until their copy is used or their source deleted. What then stands together is one move:
 *
 * - *compute* a vertex whose operands are in level 1, by sliding perhaps after a store of the operand that goes;
 * - *fetch* an operand of a target vertex into level 1, through all levels from its innermost copy; until the target is computed,
 *   other vertices are neither computed nor fetched for;
 * - *push* a value one level out: store it and delete it;
 * - *pass* a value out over several levels, and delete it in the last of those that it crosses;
 * - *draw* a value in through one level or more, and delete the copy just outside;
 * - *split* a value: load it one level in, store it one level out, and delete it.
 *
 * An output in the last level is stored at once: it crosses that boundary once in any case, and a blue pebble is in nobody's way.
 */
export class HierarchySpace implements MoveSpace {
  readonly instance: Instance;
  readonly sets: readonly number[];
  readonly stateWords: number;
  readonly rows: number = 1;
  readonly next: Int32Array;
  readonly moves: SpaceMove[] = [];
  private readonly game: HierarchyGame;
  private readonly layout: HierarchyLayout;
  private readonly costs: readonly number[];
  private readonly settling: HierarchySettling;
  private readonly lower: HierarchyBound;
  private readonly room: number[] = [];
  private readonly held: number[][] = [];
  private state: Int32Array = new Int32Array(0);
  private emit: (cost: number) => void = () => {};

  constructor(instance: Instance, game: HierarchyGame) {
    this.instance = instance;
    this.game = game;
    this.layout = new HierarchyLayout(instance, game);
    this.sets = this.layout.sets;
    this.stateWords = this.layout.stateWords;
    this.costs = boundaryCosts(game);
    this.next = new Int32Array(this.stateWords);
    this.settling = new HierarchySettling(instance, game, this.layout);
    this.lower = new HierarchyBound(instance, game, this.layout);
  }

  begin(): number {
    this.next.fill(0);
    this.moves.length = 0;
    return this.settling.settle(this.next, this.moves);
  }

  isGoal(state: Int32Array): boolean {
    return this.instance.outputs.every((outputs, w) => (outputs & ~at(state, this.layout.blue + w)) === 0);
  }

  estimate(state: Int32Array): number {
    return this.lower.bound(state);
  }

  expand(state: Int32Array, emit: (cost: number) => void): void {
    const { instance, layout } = this;
    this.state = state;
    this.emit = emit;
    this.settling.findLive(state);
    for (let l = 0; l < layout.levels; l++) {
      const held = members(state, instance.words, layout.row(l));
      this.held[l] = held;
      this.room[l] = layout.capacity(l) - held.reduce((sum, v) => sum + at(instance.weights, v), 0);
    }
    const [target] = members(state, instance.computedWords, layout.target);
    for (let v = 0; v < instance.computedCount; v++) {
      if ((target !== undefined && v !== target) || !this.isWorthComputing(v)) continue;
      if (isSubset(instance.predecessors, v * instance.words, state, instance.words)) this.compute(v);
      else this.fetchFor(v);
    }
    this.push();
    this.draw();
  }

  private isWorthComputing(v: number): boolean {
    const { state, layout } = this;
    if (hasBit(state, 0, v) || !hasBit(this.settling.live, 0, v)) return false;
    return this.game.recomputation || !hasBit(state, layout.computed, v);
  }

  private compute(v: number): void {
    const { instance } = this;
    const operands = members(instance.predecessors, instance.words, v * instance.words);
    const others = (this.held[0] ?? []).filter((u) => !operands.includes(u));
    const lack = at(instance.weights, v) - (this.room[0] ?? 0);
    withVictims(instance, others, lack, (victims) => {
      this.start();
      this.placeResult(v, victims, undefined);
      this.finish(0);
    });
    if (!this.game.sliding || lack <= 0) return;
    for (const u of operands) {
      withVictims(instance, others, lack - at(instance.weights, u), (victims) => {
        this.start();
        this.placeResult(v, victims, u);
        this.finish(0);
        this.storeOut(u, 0, 0, () => this.placeResult(v, victims, u));
      });
    }
  }

  private placeResult(v: number, victims: readonly number[], from: number | undefined): void {
    for (const x of victims) this.remove(0, x);
    if (from !== undefined) this.layout.clear(this.next, 0, from);
    const how = { vertex: v, place: 0 };
    this.moves.push(from === undefined ? { kind: "compute", ...how } : { kind: "slide", from, ...how });
    this.settling.place(this.next, v);
  }

  private fetchFor(v: number): void {
    const { instance, state } = this;
    const operands = members(instance.predecessors, instance.words, v * instance.words);
    if (!operands.every((u) => this.source(u, 0) >= 0)) return;
    for (const x of operands) {
      if (!hasBit(state, 0, x)) {
        this.chain(x, 0, operands, () => {
          this.next.fill(0, this.layout.target, this.layout.target + instance.computedWords);
          setBit(this.next, this.layout.target, v);
        });
      }
    }
  }

  /** Pushes and passes out of every level: of the copies that are stored from, the last is deleted. */
  private push(): void {
    for (let l = 0; l < this.layout.levels; l++) {
      for (const x of this.held[l] ?? []) {
        for (let last = l; last < this.layout.levels; last++) {
          if (this.layout.isOutside(this.state, last, x)) break;
          const deleted = last;
          this.storeOut(x, l, last, () => this.remove(deleted, x));
        }
      }
    }
  }

  /** Stores a value from level `l` out through `last`, with every choice of victims on the way; `then` takes one copy away. */
  private storeOut(x: number, l: number, last: number, then: () => void): void {
    const { instance, layout, state } = this;
    if (layout.isOutside(state, l, x)) return;
    const weight = at(instance.weights, x);
    let cost = 0;
    for (let source = l; source <= last; source++) cost += (this.costs[source] ?? 1) * weight;
    this.choose(l + 1, Math.min(last + 2, layout.levels), weight, [], (victims) => {
      this.start();
      for (let source = l; source <= last; source++) {
        for (const y of victims[source + 1] ?? []) this.remove(source + 1, y);
        this.moves.push({ kind: "store", vertex: x, place: source });
        layout.putOutside(this.next, source, x);
      }
      then();
      this.finish(cost);
    });
  }

  /** Loads a value into level `m` and deletes it from level `m + 1`, perhaps after a store from there. */
  private draw(): void {
    const { instance, layout, state } = this;
    for (let m = 0; m + 1 < layout.levels; m++) {
      for (let x = 0; x < instance.vertexCount; x++) {
        if (hasBit(state, layout.row(m), x) || !hasBit(this.settling.live, 0, x)) continue;
        this.chain(x, m, [], () => this.remove(m + 1, x));
        if (hasBit(state, layout.row(m + 1), x) && !layout.isOutside(state, m + 1, x)) this.split(x, m);
      }
    }
  }

  private split(x: number, m: number): void {
    const { instance, layout } = this;
    const weight = at(instance.weights, x);
    const cost = ((this.costs[m] ?? 1) + (this.costs[m + 1] ?? 1)) * weight;
    this.choose(m, m + 1, weight, [], (inner) => {
      const victimsInside = inner[m] ?? [];
      this.choose(m + 2, Math.min(m + 3, layout.levels), weight, [], (outer) => {
        this.start();
        for (const y of victimsInside) this.remove(m, y);
        for (const y of outer[m + 2] ?? []) this.remove(m + 2, y);
        this.moves.push({ kind: "load", vertex: x, place: m }, { kind: "store", vertex: x, place: m + 1 });
        layout.put(this.next, m, x);
        layout.putOutside(this.next, m + 1, x);
        this.remove(m + 1, x);
        this.finish(cost);
      });
    });
  }

  /** Loads `x` from its innermost copy behind level `m` through all levels down to `m`, with every choice of victims in each of them. */
  private chain(x: number, m: number, kept: readonly number[], then: () => void): void {
    const { instance, layout } = this;
    const weight = at(instance.weights, x);
    const source = this.source(x, m);
    if (source < 0) return;
    let cost = 0;
    for (let l = m; l < source; l++) cost += (this.costs[l] ?? 1) * weight;
    this.choose(m, source, weight, kept, (victims) => {
      this.start();
      for (let inner = source - 1; inner >= m; inner--) {
        for (const y of victims[inner] ?? []) this.remove(inner, y);
        this.moves.push({ kind: "load", vertex: x, place: inner });
        layout.put(this.next, inner, x);
      }
      then();
      this.finish(cost);
    });
  }

  /** Every choice of victims that makes room for `weight` words in each of levels `first .. end)`; `kept` stay in level 1. */
  private choose(
    first: number,
    end: number,
    weight: number,
    kept: readonly number[],
    use: (victims: readonly (readonly number[])[]) => void,
  ): void {
    const choices: (readonly number[])[] = [];
    const inLevel = (l: number): void => {
      if (l >= end) {
        use(choices);
        return;
      }
      const held = this.held[l] ?? [];
      const candidates = l > 0 ? held : held.filter((u) => !kept.includes(u));
      withVictims(this.instance, candidates, weight - (this.room[l] ?? 0), (victims) => {
        choices[l] = victims.slice();
        inLevel(l + 1);
      });
    };
    inLevel(first);
  }

  /** The level of the innermost copy behind level `m`, the number of levels for slow memory; -1 if there is none. */
  private source(x: number, m: number): number {
    const { layout, state } = this;
    for (let l = m; l < layout.levels; l++) if (hasBit(state, layout.row(l), x)) return l;
    return x >= this.instance.computedCount || hasBit(state, layout.blue, x) ? layout.levels : -1;
  }

  private start(): void {
    this.next.set(this.state);
    this.moves.length = 0;
  }

  private remove(l: number, x: number): void {
    this.moves.push({ kind: "delete", vertex: x, place: l });
    this.layout.clear(this.next, l, x);
  }

  private finish(cost: number): void {
    this.emit(cost + this.settling.settle(this.next, this.moves));
  }
}
