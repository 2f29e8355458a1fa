import type { Move } from "../rules.js";

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
