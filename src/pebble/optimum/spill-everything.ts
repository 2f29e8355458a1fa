import { ancestorsOfOutputs } from "../ancestors.js";
import type { Cdag } from "../cdag.js";
import { fastCapacities, type Game, isInput, type Move, predecessorsOf, simpleMove, slideMove, weightOf } from "../rules.js";

/**
 * A legal pebbling whenever there is one: vertices in topological order, each with its operands loaded, stored if anyone
 * needs it, and everything deleted. Runs on processor 0; in a hierarchy every transfer goes through all levels.
 */
export function spillEverything(graph: Cdag, game: Game): Move[] {
  const capacity = fastCapacities(game)[0] ?? 0;
  const place = game.kind === "two-level" && game.processors > 1 ? 0 : undefined;
  const moves: Move[] = [];
  const isNeeded = ancestorsOfOutputs(graph);
  for (const v of graph.topologicalOrder) {
    if (isInput(graph, v) || isNeeded[v] !== 1) continue;
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
  return game.kind === "hierarchy" ? throughAllLevels(moves, game.capacities.length) : moves;
}

/** The moves of a one-level game with every load and store carried through the levels, deletions after each. */
function throughAllLevels(moves: readonly Move[], levels: number): Move[] {
  const outer = Array.from({ length: levels - 1 }, (_, i) => i + 2);
  return moves.flatMap((move): Move[] => {
    const [kind, v] = move;
    if (kind === "compute" || kind === "slide") return [move];
    if (kind === "delete") return [["delete", v, 1]];
    const passed = outer.map((level): Move => ["delete", v, level]);
    const steps = [1, ...outer].map((level): Move => [kind, v, level]);
    return [...(kind === "load" ? steps.reverse() : steps), ...passed];
  });
}
