import { type HierarchyGame, type Move, memoriesAt, placesOf, simpleMove, slideMove } from "../../rules.js";
import { at } from "../bits.js";
import type { Instance } from "../instance.js";
import type { SearchLimits } from "../limits.js";
import { searchMoves } from "../move-search.js";
import type { ProcessorOutcome } from "../processors/processors.js";
import { HierarchySpace } from "./space.js";
import { TreeSpace } from "./tree-space.js";

/** The optimum of the hierarchy game. Costs are those of the game, in the instance's unit of weight, stores of outputs included. */
export function searchHierarchy(instance: Instance, game: HierarchyGame, limits: SearchLimits): ProcessorOutcome {
  const isTree = placesOf(game).length > game.capacities.length;
  const outcome = searchMoves(isTree ? new TreeSpace(instance, game) : new HierarchySpace(instance, game), limits);
  if (outcome.kind === "stopped") return outcome;
  const name = (v: number): number => at(instance.original, v);
  const moves = outcome.moves.map((move): Move => {
    const place = memoriesAt(game, 0) > 1 ? move.place + 1 : undefined;
    if (move.kind === "slide") return slideMove(name(move.vertex), name(move.from), place);
    if (move.kind === "compute") return simpleMove("compute", name(move.vertex), place);
    return [move.kind, name(move.vertex), move.place + 1];
  });
  return { ...outcome, moves };
}
