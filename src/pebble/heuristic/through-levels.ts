import { type HierarchyGame, type Move, memoriesAt, simpleMove, slideMove } from "../rules.js";

/** The moves of a two-level game with every load and store carried through the levels, deletions after each. */
export function throughAllLevels(moves: readonly Move[], levels: number): Move[] {
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

/** Moves of a hierarchy of single memories, played in the first memory of each level. */
export function inFirstMemories(moves: readonly Move[], game: HierarchyGame): Move[] {
  if (game.memories === undefined) return [...moves];
  let before = 0;
  const first = game.capacities.map((_, level) => {
    const place = before + 1;
    before += memoriesAt(game, level);
    return place;
  });
  const computing = memoriesAt(game, 0) > 1 ? 1 : undefined;
  return moves.map((move): Move => {
    const [kind, v] = move;
    if (kind === "slide") return slideMove(v, move[2], computing);
    return kind === "compute" ? simpleMove(kind, v, computing) : [kind, v, first[(move[2] ?? 1) - 1] ?? 1];
  });
}
