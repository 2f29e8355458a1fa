import { ancestorsOfOutputs } from "../ancestors.js";
import type { Cdag } from "../cdag.js";
import { inFirstMemories, throughAllLevels } from "../heuristic/through-levels.js";
import {
  fastCapacities,
  type Game,
  initialPosition,
  isInput,
  type Move,
  type Position,
  predecessorsOf,
  simpleMove,
  slideMove,
  weightOf,
} from "../rules.js";

/**
 * A legal pebbling whenever there is one: vertices in topological order, each with its operands loaded, stored if anyone
 * needs it, and everything deleted. Runs on processor 0; in a hierarchy every transfer goes through all levels.
 * From a position further on, what lies in fast memory is stored and deleted first.
 */
export function spillEverything(graph: Cdag, game: Game, position: Position = initialPosition(graph, game)): Move[] {
  const capacity = fastCapacities(game)[0] ?? 0;
  const place = game.kind === "two-level" && game.processors > 1 ? 0 : undefined;
  const held = [...graph.topologicalOrder].filter((v) => position.fast[0]?.[v] === 1);
  const moves: Move[] = held.flatMap((v) =>
    position.slow[v] === 1 ? [simpleMove("delete", v, place)] : [simpleMove("store", v, place), simpleMove("delete", v, place)],
  );
  const isMade = (v: number): boolean =>
    position.slow[v] === 1 || held.includes(v) || (!game.recomputation && position.computed[v] === 1);
  const isNeeded = ancestorsOfOutputs(graph);
  for (const v of graph.topologicalOrder) {
    if (isInput(graph, v) || isNeeded[v] !== 1 || isMade(v)) continue;
    const operands = [...predecessorsOf(graph, v)];
    const words = operands.reduce((sum, u) => sum + weightOf(graph, u), weightOf(graph, v));
    const heaviest = operands.reduce((best, u) => (weightOf(graph, u) > weightOf(graph, best) ? u : best));
    const slides = game.sliding && words > capacity;
    for (const u of operands) moves.push(simpleMove("load", u, place));
    moves.push(slides ? slideMove(v, heaviest, place) : simpleMove("compute", v, place));
    moves.push(simpleMove("store", v, place));
    for (const u of operands) if (!slides || u !== heaviest) moves.push(simpleMove("delete", u, place));
    moves.push(simpleMove("delete", v, place));
  }
  if (game.kind !== "hierarchy") return moves;
  return inFirstMemories(throughAllLevels(moves, game.capacities.length), game);
}
