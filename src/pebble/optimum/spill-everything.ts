import { ancestorsOfOutputs } from "../ancestors.js";
import type { Cdag } from "../cdag.js";
import { isInput, type Move, predecessorsOf, simpleMove, slideMove, type TwoLevelGame, weightOf } from "../rules.js";

/**
 * A legal pebbling whenever there is one: vertices in topological order, each with its operands loaded, stored if anyone
 * needs it, and everything deleted. Runs on processor 0.
 */
export function spillEverything(graph: Cdag, game: TwoLevelGame): Move[] {
  const place = game.processors > 1 ? 0 : undefined;
  const moves: Move[] = [];
  const isNeeded = ancestorsOfOutputs(graph);
  for (const v of graph.topologicalOrder) {
    if (isInput(graph, v) || isNeeded[v] !== 1) continue;
    const operands = [...predecessorsOf(graph, v)];
    const words = operands.reduce((sum, u) => sum + weightOf(graph, u), weightOf(graph, v));
    const heaviest = operands.reduce((best, u) => (weightOf(graph, u) > weightOf(graph, best) ? u : best));
    const slides = game.sliding && words > game.fastCapacity;
    for (const u of operands) moves.push(simpleMove("load", u, place));
    moves.push(slides ? slideMove(v, heaviest, place) : simpleMove("compute", v, place));
    moves.push(simpleMove("store", v, place));
    for (const u of operands) if (!slides || u !== heaviest) moves.push(simpleMove("delete", u, place));
    moves.push(simpleMove("delete", v, place));
  }
  return moves;
}
