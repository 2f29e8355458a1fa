import { at, clearBit, hasBit, lowestBit } from "./bits.js";
import type { Instance } from "./instance.js";
import { type SearchRules, type StateLayout, stateLayout } from "./state-layout.js";

/**
 * The admissible estimate of the search. An unfinished output must be computed; an operand of what must be computed that
 * is neither red nor blue must be computed too, and one that is an input (or, without recomputation, blue) must be loaded.
 *
 * Consistent: computing `v` ends only the need for `v` and for the words loaded for it.
 */
export class CompulsoryLoads {
  private readonly instance: Instance;
  private readonly layout: StateLayout;
  private readonly recomputation: boolean;
  /** Vertices that need not be computed or loaded for what reads them. */
  private readonly present: Int32Array;

  constructor(instance: Instance, rules: SearchRules) {
    this.instance = instance;
    this.layout = stateLayout(instance);
    this.recomputation = rules.recomputation;
    this.present = new Int32Array(instance.words);
  }

  /** Words to load at least from here on; leaves in `needed` what must be computed, and the inputs to load. */
  bound(state: Int32Array, needed: Int32Array): number {
    return this.instance.words === 1 ? this.boundOfFew(state, needed) : this.boundOfMany(state, needed);
  }

  /** Of at most 32 vertices, whose sets are single words: most graphs whose optimum can be found. */
  private boundOfFew(state: Int32Array, needed: Int32Array): number {
    const { inputs, computed, weights, outputs, predecessors } = this.instance;
    const { prepaid, stored } = this.layout;
    const kept = at(state, stored);
    const absent = ~(at(state, 0) | at(state, prepaid) | (this.recomputation ? kept : 0));
    const toLoad = this.recomputation ? 0 : kept;
    let open = at(outputs, 0) & ~kept;
    let load = 0;
    for (let rest = open & at(computed, 0); rest !== 0; ) {
      const v = 31 - Math.clz32(rest);
      if (((toLoad >>> v) & 1) === 1) {
        load += at(weights, v);
        open &= ~(1 << v);
      } else open |= at(predecessors, v) & absent;
      // Operands have smaller numbers.
      rest = open & at(computed, 0) & ((1 << v) - 1);
    }
    for (let rest = open & at(inputs, 0); rest !== 0; rest &= rest - 1) load += at(weights, lowestBit(rest));
    needed[0] = open;
    return load;
  }

  private boundOfMany(state: Int32Array, needed: Int32Array): number {
    const { words, computedWords, inputs, computed, weights, outputs, predecessors } = this.instance;
    const { stored } = this.layout;
    const { present, recomputation } = this;
    this.seePresent(state);
    needed.fill(0);
    for (let w = 0; w < computedWords; w++) needed[w] = at(outputs, w) & ~at(state, stored + w);
    let load = 0;
    for (let w = computedWords - 1; w >= 0; w--) {
      // Operands have smaller numbers, so the bits below the one at hand may still change.
      let below = at(computed, w);
      for (let m = at(needed, w) & below; m !== 0; m = at(needed, w) & below) {
        const bit = 31 - Math.clz32(m);
        below = at(computed, w) & ((1 << bit) - 1);
        const v = w * 32 + bit;
        if (!recomputation && hasBit(state, stored, v)) {
          load += at(weights, v);
          clearBit(needed, 0, v);
        } else {
          for (let p = 0; p < words; p++) needed[p] = at(needed, p) | (at(predecessors, v * words + p) & ~at(present, p));
        }
      }
    }
    for (let w = 0; w < words; w++) {
      for (let m = at(needed, w) & at(inputs, w); m !== 0; m &= m - 1) load += at(weights, w * 32 + lowestBit(m));
    }
    return load;
  }

  /** Leaves in `present` what is at hand, without counting stored ones when they could be computed again. */
  private seePresent(state: Int32Array): void {
    const { words, computedWords } = this.instance;
    const { prepaid, stored } = this.layout;
    for (let w = 0; w < words; w++) {
      let there = at(state, w);
      if (w < computedWords) {
        there |= at(state, prepaid + w);
        if (this.recomputation) there |= at(state, stored + w);
      }
      this.present[w] = there;
    }
  }

  /** Whether `u` is an operand of something in `needed`. */
  isUsedBy(u: number, needed: Int32Array): boolean {
    const { computedWords, successors } = this.instance;
    for (let w = 0; w < computedWords; w++) if ((at(successors, u * computedWords + w) & at(needed, w)) !== 0) return true;
    return false;
  }
}
