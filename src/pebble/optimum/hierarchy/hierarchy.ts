import type { HierarchyGame, Move } from "../../rules.js";
import { at } from "../bits.js";
import type { Instance } from "../instance.js";
import type { SearchLimits } from "../limits.js";
import { searchMoves } from "../move-search.js";
import type { ProcessorOutcome } from "../processors/processors.js";
import { HierarchySpace } from "./space.js";

/** The optimum of the hierarchy game. Costs are those of the game, in the instance's unit of weight, stores of outputs included. */
export function searchHierarchy(instance: Instance, game: HierarchyGame, limits: SearchLimits): ProcessorOutcome {
  const outcome = searchMoves(new HierarchySpace(instance, game), limits);
  if (outcome.kind === "stopped") return outcome;
  const name = (v: number): number => at(instance.original, v);
  const moves = outcome.moves.map((move): Move => {
    if (move.kind === "slide") return ["slide", name(move.vertex), name(move.from)];
    return move.kind === "compute" ? ["compute", name(move.vertex)] : [move.kind, name(move.vertex), move.place + 1];
  });
  return { ...outcome, moves };
}
