import { type Move, simpleMove, slideMove, type TwoLevelGame } from "../../rules.js";
import { at } from "../bits.js";
import type { Instance } from "../instance.js";
import type { SearchLimits, StopReason } from "../limits.js";
import { searchMoves } from "../move-search.js";
import { ProcessorSpace } from "./space.js";

export type ProcessorOutcome = { readonly states: number; readonly bytes: number } & (
  | { readonly kind: "optimal"; readonly cost: number; readonly moves: readonly Move[] }
  | { readonly kind: "stopped"; readonly lower: number; readonly reason: StopReason }
);

/** A* over single moves, for small instances with several processors. Costs leave out the stores of outputs. */
export function searchProcessors(instance: Instance, game: TwoLevelGame, limits: SearchLimits): ProcessorOutcome {
  const outcome = searchMoves(new ProcessorSpace(instance, game), limits);
  if (outcome.kind === "stopped") return outcome;
  const name = (v: number): number => at(instance.original, v);
  const moves = outcome.moves.map((move): Move => {
    const place = game.processors > 1 ? move.place : undefined;
    return move.kind === "slide"
      ? slideMove(name(move.vertex), name(move.from), place)
      : simpleMove(move.kind, name(move.vertex), place);
  });
  return { ...outcome, moves };
}
