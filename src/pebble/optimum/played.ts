import { InputError } from "../../errors.js";
import type { Cdag } from "../cdag.js";
import { play } from "../play.js";
import { referee } from "../referee.js";
import { type Game, initialPosition, type Move, type Position } from "../rules.js";
import { at, hasBit, setBit } from "./bits.js";
import type { Instance } from "./instance.js";
import { stateLayout } from "./state-layout.js";

/** Where a game stands. */
export interface Played {
  readonly position: Position;
  /** Words moved so far. */
  readonly words: number;
}

/** Plays the moves of a game that is not over. @throws InputError at the first illegal one, or where the game is of other levels */
export function playedPosition(graph: Cdag, game: Game, moves: readonly Move[]): Played {
  if (game.kind === "hierarchy" || game.processors > 1) {
    const found = game.kind === "hierarchy" ? `${game.capacities.length} levels` : `${game.processors} processors`;
    throw new InputError("moves already made", "a game of one fast memory", found);
  }
  const position = initialPosition(graph, game);
  let words = 0;
  moves.forEach((move, i) => {
    const effect = play(graph, game, position, move);
    if (typeof effect !== "string") words += effect.loadedWords + effect.storedWords;
    else {
      const verdict = referee(graph, game, moves.slice(0, i + 1));
      throw new InputError("moves already made", verdict.legal ? effect : verdict.message);
    }
  });
  return { position, words };
}

/** A position as the search begins with it: its state, the moves that lead there, and what storing the other outputs costs. */
interface Start {
  readonly state: Int32Array;
  readonly moves: readonly Move[];
  readonly outputCost: number;
}

/**
 * A position in the numbers of the instance. Outputs in fast memory are stored at once, and what no output needs is deleted:
 * neither costs more than doing so later.
 *
 * @throws InputError where a value that is still needed is nowhere and may not be computed again
 */
export function startOf(instance: Instance, game: Game, { position }: Played): Start {
  const { computedCount, original, outputs, weights } = instance;
  const { words, stored } = stateLayout(instance);
  const state = new Int32Array(words);
  const fast = position.fast[0] ?? new Uint8Array();
  const numbers = new Map(Array.from(original, (vertex, v) => [vertex, v] as const));
  const moves: Move[] = [];
  let { outputCost } = instance;
  fast.forEach((isRed, vertex) => {
    const v = numbers.get(vertex);
    if (isRed !== 1) return;
    if (v === undefined) moves.push(["delete", vertex]);
    else setBit(state, 0, v);
  });
  for (let v = 0; v < computedCount; v++) {
    const vertex = at(original, v);
    const isOutput = hasBit(outputs, 0, v);
    if (position.slow[vertex] === 1) {
      setBit(state, stored, v);
      if (isOutput) outputCost -= weights[v] ?? 0;
    } else if (isOutput && fast[vertex] === 1) {
      setBit(state, stored, v);
      moves.push(["store", vertex]);
    }
  }
  if (!game.recomputation) refuseLost(instance, position);
  return { state, moves, outputCost };
}

function refuseLost({ computedCount, computedWords, successors, original, outputs }: Instance, position: Position): void {
  const isMade = (v: number): boolean => position.computed[at(original, v)] === 1;
  const isOpen = (v: number): boolean => {
    if (hasBit(outputs, 0, v)) return true;
    for (let w = 0; w < computedCount; w++) if (hasBit(successors, v * computedWords, w) && !isMade(w)) return true;
    return false;
  };
  for (let v = 0; v < computedCount; v++) {
    const vertex = at(original, v);
    if (!isMade(v) || position.slow[vertex] === 1 || position.fast[0]?.[vertex] === 1 || !isOpen(v)) continue;
    throw new InputError(
      "moves already made",
      `a game that can still be won: vertex ${vertex} is lost and may not be computed again`,
    );
  }
}
