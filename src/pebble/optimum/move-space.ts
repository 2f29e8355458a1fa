import type { Instance } from "./instance.js";

/** A move in the numbers of the instance; `place` is the index of the fast memory. */
export type SpaceMove =
  | { readonly kind: "load" | "store" | "compute" | "delete"; readonly vertex: number; readonly place: number }
  | { readonly kind: "slide"; readonly vertex: number; readonly from: number; readonly place: number };

/**
 * A game as `searchMoves` sees it. A state is packed into words: sets of vertices first (`sets` gives the words of each; a
 * symmetry of the graph acts on all of them), then numbers. The first `rows` sets may be permuted among each other.
 */
export interface MoveSpace {
  readonly instance: Instance;
  readonly sets: readonly number[];
  readonly stateWords: number;
  /** Fast memories that are alike; 1 where they are not. */
  readonly rows: number;
  /** The state reached, and the moves that lead there; valid while `emit` runs. */
  readonly next: Int32Array;
  readonly moves: readonly SpaceMove[];
  /** Puts the rows of a state in order; absent with one row. */
  readonly arrange?: (state: Int32Array) => void;
  /** Leaves the first state in `next` and returns the cost of reaching it. */
  begin(): number;
  isGoal(state: Int32Array): boolean;
  /** A lower bound on the cost of finishing. */
  estimate(state: Int32Array): number;
  /** Calls `emit` for everything worth trying from `state`, with its cost. */
  expand(state: Int32Array, emit: (cost: number) => void): void;
}
