import type { Instance } from "./instance.js";

/**
 * A state of the one-processor search, packed into 32-bit words: three sets side by side.
 *
 * - red (at 0, all vertices): what fast memory holds;
 * - prepaid (at `prepaid`, computed vertices): stored, not in fast memory, and the next load is already paid for;
 * - stored (at `stored`, computed vertices): stored, every further load costs its words. Finished outputs are in here.
 *
 * A store that no load follows is wasted unless it is an output's, so a store is charged together with the load after it.
 * Inputs are always blue and need no bit.
 */
export interface StateLayout {
  readonly words: number;
  readonly prepaid: number;
  readonly stored: number;
}

export function stateLayout(instance: Instance): StateLayout {
  const { words, computedWords } = instance;
  return { words: words + 2 * computedWords, prepaid: words, stored: words + computedWords };
}

/** Words of each of the three sets. */
export function stateSets({ words, computedWords }: Instance): readonly number[] {
  return [words, computedWords, computedWords];
}

/** What the search needs to know of the game. */
export interface SearchRules {
  /** In the instance's unit of weight. */
  readonly capacity: number;
  readonly sliding: boolean;
  readonly recomputation: boolean;
}
