import type { Cdag } from "../cdag.js";
import { referee } from "../referee.js";
import { gameAtBoundary, type HierarchyGame, type Move } from "../rules.js";
import { heuristicPebbling } from "./index.js";
import { cacheTransfers } from "./outer-level.js";
import { inFirstMemories } from "./through-levels.js";

export interface HierarchyHeuristicOptions {
  readonly improveMilliseconds?: number;
  readonly onProgress?: ((done: number, best: number) => void) | undefined;
}

/**
 * A good pebbling of a hierarchy: one of the first level by itself, whose transfers each further level caches with
 * farthest-next-use replacement, in the first memory of each level. Replayed by the referee.
 *
 * @throws InputError when a value that leaves the first level is wider than a further one.
 */
export function hierarchyPebbling(
  graph: Cdag,
  game: HierarchyGame,
  options: HierarchyHeuristicOptions = {},
): { readonly moves: readonly Move[]; readonly cost: number } {
  const { improveMilliseconds, onProgress } = options;
  const inner = heuristicPebbling(
    graph,
    { ...gameAtBoundary(game, 1), processors: 1 },
    {
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(improveMilliseconds === undefined ? {} : { timeLimitMilliseconds: improveMilliseconds, trials: 1e9 }),
    },
  );
  let moves: Move[] = inner.moves.map((move) => {
    const [kind, v] = move;
    return kind === "compute" || kind === "slide" ? move : [kind, v, 1];
  });
  for (let level = 2; level <= game.capacities.length; level++) moves = cacheTransfers(graph, game, moves, level);
  moves = inFirstMemories(moves, game);
  const verdict = referee(graph, game, moves);
  if (!verdict.legal) throw new Error(`the heuristic made an illegal move: ${verdict.message}`);
  return { moves, cost: verdict.cost };
}
