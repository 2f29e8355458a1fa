import type { Cdag } from "../../../src/pebble/cdag.js";
import { heuristicPebbling } from "../../../src/pebble/heuristic/index.js";
import { findOptimum } from "../../../src/pebble/optimum/optimum.js";
import type { TwoLevelGame } from "../../../src/pebble/rules.js";

interface Search {
  readonly trials: number;
  /** The search for the optimum is exponential: only graphs of so many vertices, on which it ends at once. */
  readonly vertices: number;
  /** Of one processor; of several a sixth, as each has many times the moves. */
  readonly maxStates: number;
}

/** Words that the cheapest pebbling found moves; whether that is the optimum. */
export function cheapestFound(
  graph: Cdag,
  game: TwoLevelGame,
  { trials, vertices, maxStates }: Search,
): { readonly cost: number; readonly exact: boolean } {
  const found = heuristicPebbling(graph, game, { trials }).verdict.ioWords;
  if (graph.vertexCount > vertices) return { cost: found, exact: false };
  const optimum = findOptimum(graph, game, { maxStates: game.processors > 1 ? Math.ceil(maxStates / 6) : maxStates });
  return { cost: Math.min(found, optimum.exact ? optimum.optimum : optimum.upper), exact: optimum.exact };
}
