import { at, hasBit, lowestBit, maskOf, setBit, wordOf } from "./bits.js";
import type { Instance } from "./instance.js";
import { type SearchRules, type StateLayout, stateLayout } from "./state-layout.js";

/**
 * Which vertices still matter in a state.
 *
 * With recomputation a vertex is *live* when some path leads from it to an unfinished output: any vertex on it may be
 * computed again. Without, a vertex is live while a successor, or itself as an output, is still to be computed.
 *
 * A vertex `u` has an *only use* `v` when `v` is its one live (uncomputed) successor and weighs no more. It is *covered*
 * when its only use is red or covered itself. A red pebble on a covered vertex is useless: whoever would hold it, alone or
 * with `v`, holds `v` instead, at no more room and no more I/O (store and load `v` wherever `u` would be).
 */
export class Liveness {
  readonly live: Int32Array;
  /** Without recomputation: vertices that have been computed. */
  readonly done: Int32Array;
  private readonly instance: Instance;
  private readonly layout: StateLayout;
  private readonly recomputation: boolean;

  constructor(instance: Instance, rules: SearchRules) {
    this.instance = instance;
    this.layout = stateLayout(instance);
    this.recomputation = rules.recomputation;
    this.live = new Int32Array(instance.words);
    this.done = new Int32Array(instance.computedWords);
  }

  update(state: Int32Array): void {
    this.live.fill(0);
    if (this.recomputation) this.liveByPaths(state);
    else this.liveByOpenUses(state);
  }

  /** The only use of a vertex, or -1. */
  onlyUse(u: number): number {
    const { computedWords, successors, weights } = this.instance;
    let only = -1;
    for (let w = 0; w < computedWords; w++) {
      let uses = at(successors, u * computedWords + w) & at(this.live, w);
      if (!this.recomputation) uses &= ~at(this.done, w);
      if (uses === 0) continue;
      if (only >= 0 || (uses & (uses - 1)) !== 0) return -1;
      only = w * 32 + lowestBit(uses);
    }
    return only >= 0 && at(weights, only) <= at(weights, u) ? only : -1;
  }

  /** Whether a vertex is covered by the red pebbles of a state. */
  isCovered(state: Int32Array, u: number): boolean {
    for (let v = this.onlyUse(u); v >= 0; v = this.onlyUse(v)) if (hasBit(state, 0, v)) return true;
    return false;
  }

  /** Whether a computed vertex still has a use that a pebble could serve, `except` skipped. */
  hasOpenUse(u: number, except: number): boolean {
    const { computedWords, successors } = this.instance;
    for (let w = 0; w < computedWords; w++) {
      let uses = at(successors, u * computedWords + w) & at(this.live, w);
      if (!this.recomputation) uses &= ~at(this.done, w);
      if (except >= 0 && wordOf(except) === w) uses &= ~maskOf(except);
      if (uses !== 0) return true;
    }
    return false;
  }

  private liveByPaths(state: Int32Array): void {
    const { words, outputList, ancestors } = this.instance;
    const live = this.live;
    for (let o = 0; o < outputList.length; o++) {
      if (hasBit(state, this.layout.stored, at(outputList, o))) continue;
      for (let w = 0; w < words; w++) live[w] = at(live, w) | at(ancestors, o * words + w);
    }
  }

  /** Red or blue means computed; so does a vertex whose uses are all computed (it was dropped when the last one was). */
  private liveByOpenUses(state: Int32Array): void {
    const { computedWords, computedCount, vertexCount, outputs } = this.instance;
    const { prepaid, stored } = this.layout;
    const { live, done } = this;
    for (let w = 0; w < computedWords; w++) done[w] = at(state, w) | at(state, prepaid + w) | at(state, stored + w);
    const tail = computedCount & 31;
    if (tail !== 0) done[computedWords - 1] = at(done, computedWords - 1) & (2 ** tail - 1);
    for (let v = computedCount - 1; v >= 0; v--) {
      if (this.hasUncomputedSuccessor(v)) setBit(live, 0, v);
      else if (hasBit(outputs, 0, v) && !hasBit(done, 0, v)) setBit(live, 0, v);
      else setBit(done, 0, v);
    }
    for (let v = computedCount; v < vertexCount; v++) if (this.hasUncomputedSuccessor(v)) setBit(live, 0, v);
  }

  private hasUncomputedSuccessor(v: number): boolean {
    const { computedWords, successors } = this.instance;
    for (let w = 0; w < computedWords; w++) {
      if ((at(successors, v * computedWords + w) & ~at(this.done, w)) !== 0) return true;
    }
    return false;
  }
}
