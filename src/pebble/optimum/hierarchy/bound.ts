import { type HierarchyGame, levelCosts } from "../../rules.js";
import { at, lowestBit } from "../bits.js";
import { CompulsoryLoads } from "../compulsory-loads.js";
import type { Instance } from "../instance.js";
import { type StateLayout, stateLayout } from "../state-layout.js";

/** Where states of a hierarchy have the values of each level, one row of words a memory, and the blue computed vertices. */
interface RowsOfLevels {
  readonly levels: number;
  readonly blue: number;
  readonly rowsAt: (level: number) => readonly number[];
}

/**
 * The admissible estimate of the hierarchy search: for every boundary, with all levels in front of it as one fast memory and all
 * behind it as slow memory, the compulsory loads and the outputs that have yet to cross it.
 */
export class HierarchyBound {
  private readonly instance: Instance;
  private readonly layout: RowsOfLevels;
  private readonly costs: readonly number[];
  private readonly loads: CompulsoryLoads;
  private readonly merged: Int32Array;
  private readonly mergedLayout: StateLayout;
  private readonly needed: Int32Array;

  constructor(instance: Instance, game: HierarchyGame, layout: RowsOfLevels) {
    this.instance = instance;
    this.layout = layout;
    this.costs = levelCosts(game);
    this.loads = new CompulsoryLoads(instance, { capacity: 0, sliding: game.sliding, recomputation: game.recomputation });
    this.mergedLayout = stateLayout(instance);
    this.merged = new Int32Array(this.mergedLayout.words);
    this.needed = new Int32Array(instance.words);
  }

  bound(state: Int32Array): number {
    const { words, computedWords, outputs, weights } = this.instance;
    const { layout, merged } = this;
    const { stored } = this.mergedLayout;
    merged.fill(0);
    // Whatever some memory holds need not be computed; where it lies inside the boundary it need not be loaded either.
    for (let w = 0; w < computedWords; w++) {
      let anywhere = at(state, layout.blue + w);
      for (let l = 0; l < layout.levels; l++) for (const row of layout.rowsAt(l)) anywhere |= at(state, row + w);
      merged[stored + w] = anywhere & at(this.instance.computed, w);
    }
    let bound = 0;
    for (let l = 0; l < layout.levels; l++) {
      for (const row of layout.rowsAt(l)) for (let w = 0; w < words; w++) merged[w] = at(merged, w) | at(state, row + w);
      const cost = this.costs[l] ?? 1;
      if (cost === 0) continue;
      let moved = this.loads.bound(merged, this.needed);
      for (let w = 0; w < computedWords; w++) {
        let behind = at(state, layout.blue + w);
        for (let outer = l + 1; outer < layout.levels; outer++)
          for (const row of layout.rowsAt(outer)) behind |= at(state, row + w);
        for (let m = at(outputs, w) & ~behind; m !== 0; m &= m - 1) moved += at(weights, w * 32 + lowestBit(m));
      }
      bound += cost * moved;
    }
    return bound;
  }
}
