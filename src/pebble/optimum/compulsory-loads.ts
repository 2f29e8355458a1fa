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

  constructor(instance: Instance, rules: SearchRules) {
    this.instance = instance;
    this.layout = stateLayout(instance);
    this.recomputation = rules.recomputation;
  }

  /** Words to load at least from here on; leaves in `needed` what must be computed, and the inputs to load. */
  bound(state: Int32Array, needed: Int32Array): number {
    const { words, computedWords, inputs, computed, weights, outputs } = this.instance;
    const { stored } = this.layout;
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
        if (!this.recomputation && hasBit(state, stored, v)) {
          load += at(weights, v);
          clearBit(needed, 0, v);
        } else {
          this.need(state, v, needed);
        }
      }
    }
    for (let w = 0; w < words; w++) {
      for (let m = at(needed, w) & at(inputs, w); m !== 0; m &= m - 1) load += at(weights, w * 32 + lowestBit(m));
    }
    return load;
  }

  /** Adds the operands of `v` that are not at hand, without counting stored ones when they could be computed again. */
  private need(state: Int32Array, v: number, needed: Int32Array): void {
    const { words, computedWords, predecessors } = this.instance;
    const { prepaid, stored } = this.layout;
    for (let w = 0; w < words; w++) {
      let missing = at(predecessors, v * words + w) & ~at(state, w);
      if (w < computedWords) {
        missing &= ~at(state, prepaid + w);
        if (this.recomputation) missing &= ~at(state, stored + w);
      }
      needed[w] = at(needed, w) | missing;
    }
  }

  /** Whether `u` is an operand of something in `needed`. */
  isUsedBy(u: number, needed: Int32Array): boolean {
    const { computedWords, successors } = this.instance;
    for (let w = 0; w < computedWords; w++) if ((at(successors, u * computedWords + w) & at(needed, w)) !== 0) return true;
    return false;
  }
}
