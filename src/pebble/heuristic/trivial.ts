import { InputError } from "../../errors.js";
import type { Cdag } from "../cdag.js";
import { type Move, minimumCapacity, predecessorsOf, type TwoLevelGame, weightOf } from "../rules.js";
import { breadthFirstOrder } from "./orders.js";

/**
 * The pebbling that keeps nothing: load the operands, compute, store, delete, vertex by vertex. Needs only the minimum
 * capacity (operands and result at once; with sliding, the result in the place of the widest operand where it must be).
 *
 * @throws InputError when the capacity is below the minimum.
 */
export function trivialPebbling(graph: Cdag, game: TwoLevelGame): Move[] {
  checkCapacity(graph, game);
  const place = game.processors > 1 ? ([0] as const) : ([] as const);
  const moves: Move[] = [];
  for (const v of breadthFirstOrder(graph)) {
    const operands = Array.from(predecessorsOf(graph, v));
    const words = operands.reduce((sum, u) => sum + weightOf(graph, u), weightOf(graph, v));
    const widest = operands.reduce((a, b) => (weightOf(graph, b) > weightOf(graph, a) ? b : a));
    const slides = words > game.fastCapacity;
    for (const u of operands) moves.push(["load", u, ...place]);
    moves.push(slides ? ["slide", v, widest, ...place] : ["compute", v, ...place]);
    moves.push(["store", v, ...place]);
    for (const u of operands) if (!slides || u !== widest) moves.push(["delete", u, ...place]);
    moves.push(["delete", v, ...place]);
  }
  return moves;
}

/** @throws InputError when no pebbling exists at the game's capacity. */
export function checkCapacity(graph: Cdag, game: TwoLevelGame): void {
  const least = minimumCapacity(graph, game);
  if (game.fastCapacity < least) {
    throw new InputError("fast capacity", `at least ${least} words for this graph`, String(game.fastCapacity));
  }
}
