import { at, clearBit, hasBit, isSubset, lowestBit, setBit } from "./bits.js";
import type { Instance } from "./instance.js";
import type { Liveness } from "./liveness.js";
import { type SearchRules, type StateLayout, stateLayout } from "./state-layout.js";

/** A free move made by the normal form, in the game's terms. */
export type FreeMove = (kind: "compute" | "slide" | "delete" | "store", vertex: number, from: number) => void;

/**
 * Brings states into normal form by free moves that never raise the cost of finishing:
 *
 * 1. Pebbles on vertices that are not live, or covered, are dropped (see `Liveness`).
 * 2. A pebble whose only use `v` can be computed now moves on to `v`: sliding, or through free room. `v` serves wherever
 *    the pebble would, for the reason that makes it covered once `v` is red. Without recomputation only where the pebble
 *    is the one copy of its value, so that it would have to be kept or stored, as `v` has to be.
 * 3. With recomputation, whatever can be computed in free room is computed: the pebble can be deleted when the room is
 *    needed. Without, only a vertex that is finished by it, an output without further uses.
 * 4. An output is stored as soon as it is computed: it must be stored once, and an earlier store is worth no less. So the
 *    stores of outputs are a constant, which the search leaves out.
 *
 * A move after which the least cost of finishing is unchanged may be forced, whatever the order they are tried in.
 */
export class NormalForm {
  private readonly instance: Instance;
  private readonly rules: SearchRules;
  private readonly layout: StateLayout;
  private readonly liveness: Liveness;

  constructor(instance: Instance, rules: SearchRules, liveness: Liveness) {
    this.instance = instance;
    this.rules = rules;
    this.layout = stateLayout(instance);
    this.liveness = liveness;
  }

  apply(state: Int32Array, report?: FreeMove): void {
    do {
      this.liveness.update(state);
    } while (this.moveOn(state, this.drop(state, report), report));
  }

  /** Drops useless pebbles; returns the words still in use. */
  private drop(state: Int32Array, report?: FreeMove): number {
    const { words, computedWords, weights, outputs } = this.instance;
    const { prepaid, stored } = this.layout;
    const { live } = this.liveness;
    let used = 0;
    for (let w = 0; w < words; w++) {
      for (let m = at(state, w); m !== 0; m &= m - 1) {
        const u = w * 32 + lowestBit(m);
        if (hasBit(live, 0, u) && !this.liveness.isCovered(state, u)) {
          used += at(weights, u);
        } else {
          report?.("delete", u, -1);
          clearBit(state, 0, u);
        }
      }
    }
    for (let w = 0; w < computedWords; w++) {
      state[prepaid + w] = at(state, prepaid + w) & at(live, w);
      state[stored + w] = at(state, stored + w) & (at(live, w) | at(outputs, w));
    }
    return used;
  }

  /** Makes one forced computation, if there is one. */
  private moveOn(state: Int32Array, used: number, report?: FreeMove): boolean {
    const { words, computedWords, weights } = this.instance;
    const { capacity, sliding } = this.rules;
    for (let w = 0; w < words; w++) {
      for (let m = at(state, w); m !== 0; m &= m - 1) {
        const u = w * 32 + lowestBit(m);
        const v = this.liveness.onlyUse(u);
        if (v < 0 || !this.canCompute(state, v) || !this.isWorthMoving(state, u, v)) continue;
        const fits = used + at(weights, v) <= capacity;
        if (!fits && !sliding) continue;
        report?.(fits ? "compute" : "slide", v, fits ? -1 : u);
        if (fits) report?.("delete", u, -1);
        clearBit(state, 0, u);
        this.place(state, v, report);
        return true;
      }
    }
    if (used >= capacity) return false;
    for (let w = 0; w < computedWords; w++) {
      for (let m = at(this.liveness.live, w) & at(this.instance.computed, w) & ~at(state, w); m !== 0; m &= m - 1) {
        const v = w * 32 + lowestBit(m);
        if (used + at(weights, v) > capacity || !this.canCompute(state, v) || !this.isWorthRoom(state, v)) continue;
        report?.("compute", v, -1);
        this.place(state, v, report);
        return true;
      }
    }
    return false;
  }

  private canCompute(state: Int32Array, v: number): boolean {
    const { words, predecessors } = this.instance;
    if (hasBit(state, 0, v) || hasBit(state, this.layout.prepaid, v)) return false;
    if (!this.rules.recomputation && hasBit(this.liveness.done, 0, v)) return false;
    return isSubset(predecessors, v * words, state, words);
  }

  /** Without recomputation a blue `u` could be dropped for now and loaded again, which `v`, once computed, could not. */
  private isWorthMoving(state: Int32Array, u: number, v: number): boolean {
    if (this.rules.recomputation || this.isWorthRoom(state, v)) return true;
    return u < this.instance.computedCount && !hasBit(state, this.layout.stored, u);
  }

  private isWorthRoom(state: Int32Array, v: number): boolean {
    if (!hasBit(this.liveness.live, 0, v) || this.liveness.isCovered(state, v)) return false;
    return this.rules.recomputation || (hasBit(this.instance.outputs, 0, v) && !this.liveness.hasOpenUse(v, -1));
  }

  private place(state: Int32Array, v: number, report?: FreeMove): void {
    setBit(state, 0, v);
    if (!hasBit(this.instance.outputs, 0, v) || hasBit(state, this.layout.stored, v)) return;
    setBit(state, this.layout.stored, v);
    report?.("store", v, -1);
  }
}
