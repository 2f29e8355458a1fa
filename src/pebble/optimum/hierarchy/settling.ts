import { boundaryCosts, type HierarchyGame } from "../../rules.js";
import { at, hasBit, isSubset, lowestBit, members, setBit } from "../bits.js";
import type { Instance } from "../instance.js";
import type { SpaceMove } from "../move-space.js";
import type { HierarchyLayout } from "./layout.js";

/**
 * Moves that never raise the cost of finishing, made at once: outputs in the last level are stored; values without a use are
 * dropped; and with recomputation, whatever can be computed in free room of level 1 is (it can be deleted when the room is needed).
 */
export class HierarchySettling {
  /** The vertices that still have a use, or must still be stored. */
  readonly live: Int32Array;
  private readonly instance: Instance;
  private readonly game: HierarchyGame;
  private readonly layout: HierarchyLayout;
  private readonly outermostCost: number;

  constructor(instance: Instance, game: HierarchyGame, layout: HierarchyLayout) {
    this.instance = instance;
    this.game = game;
    this.layout = layout;
    this.outermostCost = boundaryCosts(game)[layout.levels - 1] ?? 1;
    this.live = new Int32Array(instance.words);
  }

  /** Returns what the stores cost and appends the moves. */
  settle(state: Int32Array, moves: SpaceMove[]): number {
    let cost = 0;
    do {
      cost += this.storeOutputs(state, moves);
      this.findLive(state);
      this.dropUseless(state, moves);
    } while (this.game.recomputation && this.computeForFree(state, moves));
    return cost;
  }

  /** A pebble on `v` in level 1 by a computation. */
  place(state: Int32Array, v: number): void {
    const { layout } = this;
    layout.put(state, 0, v);
    if (!this.game.recomputation) setBit(state, layout.computed, v);
    if (hasBit(state, layout.target, v)) state.fill(0, layout.target, layout.target + this.instance.computedWords);
  }

  /** With recomputation all with a path to an unfinished output; without, those with a successor not computed yet. */
  findLive(state: Int32Array): void {
    const { words, computedWords, outputList, ancestors, outputs, successors, vertexCount } = this.instance;
    const { live, layout } = this;
    live.fill(0);
    if (this.game.recomputation) {
      for (let o = 0; o < outputList.length; o++) {
        if (hasBit(state, layout.blue, at(outputList, o))) continue;
        for (let w = 0; w < words; w++) live[w] = at(live, w) | at(ancestors, o * words + w);
      }
      return;
    }
    for (let w = 0; w < computedWords; w++) live[w] = at(outputs, w) & ~at(state, layout.blue + w);
    for (let v = 0; v < vertexCount; v++) {
      for (let w = 0; w < computedWords; w++) {
        if ((at(successors, v * computedWords + w) & ~at(state, layout.computed + w)) !== 0) setBit(live, 0, v);
      }
    }
  }

  private storeOutputs(state: Int32Array, moves: SpaceMove[]): number {
    const { computedWords, outputs, weights } = this.instance;
    const last = this.layout.levels - 1;
    let cost = 0;
    for (let w = 0; w < computedWords; w++) {
      const unstored = at(outputs, w) & at(state, this.layout.row(last) + w) & ~at(state, this.layout.blue + w);
      for (let m = unstored; m !== 0; m &= m - 1) {
        const v = w * 32 + lowestBit(m);
        moves.push({ kind: "store", vertex: v, place: last });
        setBit(state, this.layout.blue, v);
        cost += this.outermostCost * at(weights, v);
      }
    }
    return cost;
  }

  private dropUseless(state: Int32Array, moves: SpaceMove[]): void {
    const { words, computedWords, outputs } = this.instance;
    const { layout, live } = this;
    for (let l = 0; l < layout.levels; l++) {
      for (let w = 0; w < words; w++) {
        const held = at(state, layout.row(l) + w);
        for (let m = held & ~at(live, w); m !== 0; m &= m - 1) {
          moves.push({ kind: "delete", vertex: w * 32 + lowestBit(m), place: l });
        }
        state[layout.row(l) + w] = held & at(live, w);
      }
    }
    for (let w = 0; w < computedWords; w++) {
      state[layout.blue + w] = at(state, layout.blue + w) & (at(live, w) | at(outputs, w));
    }
  }

  private computeForFree(state: Int32Array, moves: SpaceMove[]): boolean {
    const { instance, layout } = this;
    const { words, computedWords, predecessors, weights, computed } = instance;
    const used = members(state, words).reduce((sum, v) => sum + at(weights, v), 0);
    const room = layout.capacity(0) - used;
    for (let w = 0; room > 0 && w < computedWords; w++) {
      for (let m = at(this.live, w) & at(computed, w) & ~at(state, w); m !== 0; m &= m - 1) {
        const v = w * 32 + lowestBit(m);
        if (at(weights, v) > room || !isSubset(predecessors, v * words, state, words)) continue;
        moves.push({ kind: "compute", vertex: v, place: 0 });
        this.place(state, v);
        return true;
      }
    }
    return false;
  }
}
