import type { Cdag } from "./cdag.js";
import { play } from "./play.js";
import { boundaryCosts, checkGame, type Game, initialPosition, type Move, type Position, placesOf, type Rule } from "./rules.js";

/** Transfers across the boundary of one fast memory: a processor's, or the one behind a hierarchy level. */
export interface Transfers {
  readonly loads: number;
  readonly stores: number;
  readonly loadedWords: number;
  readonly storedWords: number;
}

export interface LegalPebbling extends Transfers {
  readonly legal: true;
  /** Loaded plus stored words over all boundaries. */
  readonly ioWords: number;
  /** The same with the words of each boundary times their cost (`HierarchyGame.costs`). */
  readonly cost: number;
  /** One entry a processor, or a memory from the innermost level on. */
  readonly boundaries: readonly Transfers[];
  /** Most words ever held, one entry a fast memory. */
  readonly peakWords: readonly number[];
  readonly computations: number;
}

/** The first illegal move and the pebbles just before it. `index` is the number of moves where the end is at fault. */
export interface IllegalPebbling {
  readonly legal: false;
  readonly index: number;
  readonly move?: Move;
  readonly rule: Rule;
  readonly message: string;
  readonly pebbles: { readonly fast: readonly (readonly number[])[]; readonly slow: readonly number[] };
}

/** The cost of a legal pebbling, or the first move that is not and the rule it breaks. */
export type Verdict = LegalPebbling | IllegalPebbling;

/** Replays a pebbling move by move under the rules of `game`: its counted I/O, or the first rule it breaks. */
export function referee(graph: Cdag, game: Game, moves: readonly Move[]): Verdict {
  const position = initialPosition(graph, checkGame(game));
  const boundaries = position.fast.map(() => ({ loads: 0, stores: 0, loadedWords: 0, storedWords: 0 }));
  const peakWords = position.fast.map(() => 0);
  let computations = 0;
  for (const [index, move] of moves.entries()) {
    const effect = play(graph, game, position, move);
    if (typeof effect === "string") return illegal(graph, position, index, effect, move);
    const boundary = boundaries[effect.place];
    if (boundary !== undefined) {
      boundary.loads += effect.loadedWords > 0 ? 1 : 0;
      boundary.stores += effect.storedWords > 0 ? 1 : 0;
      boundary.loadedWords += effect.loadedWords;
      boundary.storedWords += effect.storedWords;
    }
    computations += move[0] === "compute" || move[0] === "slide" ? 1 : 0;
    // A move fills one fast memory: that of its place or, by a store in a hierarchy, the one outside.
    const outer = game.kind === "hierarchy" ? placesOf(game)[effect.place]?.outer : undefined;
    for (const place of outer === undefined ? [effect.place] : [effect.place, outer]) {
      peakWords[place] = Math.max(peakWords[place] ?? 0, position.occupancy[place] ?? 0);
    }
  }
  for (let v = 0; v < graph.vertexCount; v++) {
    if (graph.isOutput[v] === 1 && position.slow[v] !== 1)
      return illegal(graph, position, moves.length, "outputs-must-be-blue", undefined, v);
  }
  const total = (field: keyof Transfers): number => boundaries.reduce((sum, boundary) => sum + boundary[field], 0);
  const loadedWords = total("loadedWords");
  const storedWords = total("storedWords");
  const costs = boundaryCosts(game);
  const cost = boundaries.reduce((sum, { loadedWords: l, storedWords: s }, i) => sum + (costs[i] ?? 1) * (l + s), 0);
  return {
    legal: true,
    loads: total("loads"),
    stores: total("stores"),
    loadedWords,
    storedWords,
    ioWords: loadedWords + storedWords,
    cost,
    boundaries,
    peakWords,
    computations,
  };
}

/** Why a move is illegal. */
export const RULE_TEXTS: Readonly<Record<Rule, string>> = {
  "malformed-move": "this is no move of the game",
  "unknown-vertex": "the graph has no such vertex",
  "unknown-place": "the game has no such processor or level",
  "load-needs-a-copy-outside": "the value is not in the memory it would be loaded from",
  "store-needs-a-copy-inside": "the value is not in the memory it would be stored from",
  "delete-needs-a-pebble": "there is no pebble to delete",
  "inputs-cannot-be-computed": "the vertex is an input",
  "operands-must-be-red": "an operand is not in the fast memory of the computation",
  "sliding-not-allowed": "the game does not allow sliding",
  "slide-from-a-predecessor": "a pebble slides from a predecessor only",
  "recomputation-not-allowed": "the vertex was computed before",
  "fast-memory-exceeded": "the fast memory has no room",
  "outputs-must-be-blue": "an output is not in slow memory at the end",
};

function illegal(graph: Cdag, position: Position, index: number, rule: Rule, move?: Move, vertex?: number): IllegalPebbling {
  const subject = move === undefined ? `end of the pebbling, vertex ${vertex}` : `move ${index} ${JSON.stringify(move)}`;
  const held = (pebbles: Uint8Array): number[] =>
    Array.from({ length: graph.vertexCount }, (_, v) => v).filter((v) => pebbles[v] === 1);
  return {
    legal: false,
    index,
    ...(move === undefined ? {} : { move }),
    rule,
    message: `${subject}: ${RULE_TEXTS[rule]}`,
    pebbles: { fast: position.fast.map(held), slow: held(position.slow) },
  };
}
