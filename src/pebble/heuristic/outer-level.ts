import { InputError } from "../../errors.js";
import type { Cdag } from "../cdag.js";
import { type HierarchyGame, isInput, type Move, weightOf } from "../rules.js";

/**
 * Puts level `level` (from 2) behind a pebbling whose last level is `level - 1`: every value that crosses that boundary goes through
 * the new level and stays there until the room is needed. Evicted is what is asked for again last; a value that is not stored
 * behind the level is stored when it goes, if it is asked for again or an output.
 *
 * @throws InputError when a value that the pebbling spills is wider than the level.
 */
export function cacheTransfers(graph: Cdag, game: HierarchyGame, inner: readonly Move[], level: number): Move[] {
  const capacity = game.capacities[level - 1] ?? 0;
  const next = nextRequests(inner, level - 1);
  const isBehind = Uint8Array.from({ length: graph.vertexCount }, (_, v) => Number(isInput(graph, v)));
  /** Values held, with the index of the next load or store that concerns them. */
  const held = new Map<number, number>();
  let used = 0;
  const moves: Move[] = [];
  const evict = (v: number, request: number): void => {
    const isWanted = request < inner.length && inner[request]?.[0] === "load";
    if (isBehind[v] !== 1 && (isWanted || graph.isOutput[v] === 1)) {
      moves.push(["store", v, level]);
      isBehind[v] = 1;
    }
    moves.push(["delete", v, level]);
    held.delete(v);
    used -= weightOf(graph, v);
  };
  const enter = (v: number): void => {
    if (weightOf(graph, v) > capacity) {
      const needed = `at least ${weightOf(graph, v)} words in level ${level}, what value ${v} takes that leaves the levels before`;
      throw new InputError("fast capacity", needed, String(capacity));
    }
    while (used + weightOf(graph, v) > capacity) {
      const [farthest, request] = [...held].reduce((best, entry) => (entry[1] > best[1] ? entry : best));
      evict(farthest, request);
    }
    used += weightOf(graph, v);
  };
  inner.forEach((move, index) => {
    const [kind, v] = move;
    const crosses = (kind === "load" || kind === "store") && move[2] === level - 1;
    if (crosses) {
      if (!held.has(v)) {
        enter(v);
        if (kind === "load") moves.push(["load", v, level]);
      }
      held.set(v, next[index] ?? inner.length);
    }
    moves.push(move);
  });
  for (const [v] of [...held]) if (graph.isOutput[v] === 1) evict(v, inner.length);
  return moves;
}

/** For every transfer across the boundary behind `level`, the index of the next one of the same value. */
function nextRequests(moves: readonly Move[], level: number): Float64Array {
  const next = new Float64Array(moves.length).fill(moves.length);
  const seen = new Map<number, number>();
  for (let i = moves.length - 1; i >= 0; i--) {
    const [kind, v, place] = moves[i] as Move;
    if ((kind !== "load" && kind !== "store") || place !== level) continue;
    next[i] = seen.get(v) ?? moves.length;
    seen.set(v, i);
  }
  return next;
}
