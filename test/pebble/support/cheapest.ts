import type { Cdag } from "../../../src/pebble/cdag.js";
import { heuristicPebbling } from "../../../src/pebble/heuristic/index.js";
import { findOptimum } from "../../../src/pebble/optimum/optimum.js";
import type { TwoLevelGame } from "../../../src/pebble/rules.js";

/**
 * How far a search for an optimum goes: in the default suite as far as a tenth of a second allows, in `npm run verify`
 * to `inFull` states; with several processors, each state of which has many times the moves, a tenth of that.
 */
export function searchLimits(
  { processors = 1 }: { readonly processors?: number },
  inFull = 50_000,
): { readonly maxStates: number } {
  const states = process.env["REDBLUE_SLOW"] === undefined ? 1_500 : inFull;
  return { maxStates: processors > 1 ? Math.ceil(states / 10) : states };
}

interface Search {
  readonly trials: number;
  /** The search for the optimum is exponential: only graphs of so many vertices, on which it ends at once. */
  readonly vertices: number;
}

/** Words that the cheapest pebbling found moves; whether that is the optimum. */
export function cheapestFound(
  graph: Cdag,
  game: TwoLevelGame,
  { trials, vertices }: Search,
): { readonly cost: number; readonly exact: boolean } {
  const found = heuristicPebbling(graph, game, { trials }).verdict.ioWords;
  if (graph.vertexCount > vertices) return { cost: found, exact: false };
  const optimum = findOptimum(graph, game, searchLimits(game));
  return { cost: Math.min(found, optimum.exact ? optimum.optimum : optimum.upper), exact: optimum.exact };
}
