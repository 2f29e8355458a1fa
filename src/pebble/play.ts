import type { Cdag } from "./cdag.js";
import {
  capacityAt,
  type Effect,
  type Game,
  isInput,
  type Move,
  memoriesAt,
  type Position,
  placesOf,
  predecessorsOf,
  type Rule,
  weightOf,
} from "./rules.js";

/** A move with its place resolved to an index into `Position.fast`. */
interface ResolvedMove {
  readonly kind: Move[0];
  readonly vertex: number;
  /** The predecessor whose pebble slides. */
  readonly from?: number;
  readonly place: number;
}

/**
 * Plays one move: checks it against every rule and, when legal, changes the position. Loading a value that is already
 * there, or storing one that is already outside, is legal and costs its words.
 */
export function play(graph: Cdag, game: Game, position: Position, move: Move): Effect | Rule {
  const resolved = resolve(graph, game, move);
  if (typeof resolved === "string") return resolved;
  const { kind, vertex, place } = resolved;
  const here = position.fast[place] as Uint8Array;
  const words = weightOf(graph, vertex);
  switch (kind) {
    case "load": {
      if (outside(game, position, place)[vertex] !== 1) return "load-needs-a-copy-outside";
      if (!put(game, position, place, vertex, words)) return "fast-memory-exceeded";
      return { place, loadedWords: words, storedWords: 0 };
    }
    case "store": {
      if (here[vertex] !== 1) return "store-needs-a-copy-inside";
      const outer = outerPlace(game, place);
      if (outer === undefined) position.slow[vertex] = 1;
      else if (!put(game, position, outer, vertex, words)) return "fast-memory-exceeded";
      return { place, loadedWords: 0, storedWords: words };
    }
    case "delete": {
      if (here[vertex] !== 1) return "delete-needs-a-pebble";
      take(position, place, vertex, words);
      return { place, loadedWords: 0, storedWords: 0 };
    }
    case "compute":
    case "slide":
      return computation(graph, game, position, resolved);
  }
}

function computation(graph: Cdag, game: Game, position: Position, move: ResolvedMove): Effect | Rule {
  const { vertex, from, place } = move;
  const here = position.fast[place] as Uint8Array;
  if (isInput(graph, vertex)) return "inputs-cannot-be-computed";
  const operands = predecessorsOf(graph, vertex);
  if (from !== undefined) {
    if (!game.sliding) return "sliding-not-allowed";
    if (!operands.includes(from)) return "slide-from-a-predecessor";
  }
  if (!operands.every((u) => here[u] === 1)) return "operands-must-be-red";
  if (!game.recomputation && position.computed[vertex] === 1) return "recomputation-not-allowed";
  const freed = from === undefined ? 0 : weightOf(graph, from);
  if (from !== undefined) take(position, place, from, freed);
  if (!put(game, position, place, vertex, weightOf(graph, vertex))) {
    if (from !== undefined) put(game, position, place, from, freed);
    return "fast-memory-exceeded";
  }
  position.computed[vertex] = 1;
  return { place, loadedWords: 0, storedWords: 0 };
}

/** The memory that a load into `place` reads. */
function outside(game: Game, position: Position, place: number): Uint8Array {
  const outer = outerPlace(game, place);
  return outer === undefined ? position.slow : (position.fast[outer] as Uint8Array);
}

/** The fast memory that transfers of `place` go to; undefined where that is slow memory. */
function outerPlace(game: Game, place: number): number | undefined {
  return game.kind === "hierarchy" ? placesOf(game)[place]?.outer : undefined;
}

function put(game: Game, position: Position, place: number, vertex: number, words: number): boolean {
  const pebbles = position.fast[place] as Uint8Array;
  if (pebbles[vertex] === 1) return true;
  const used = (position.occupancy[place] as number) + words;
  if (used > (capacityAt(game, place) as number)) return false;
  pebbles[vertex] = 1;
  position.occupancy[place] = used;
  return true;
}

function take(position: Position, place: number, vertex: number, words: number): void {
  (position.fast[place] as Uint8Array)[vertex] = 0;
  position.occupancy[place] = (position.occupancy[place] as number) - words;
}

/** Checks the shape of a move, which may come from a file, and finds its place. */
function resolve(graph: Cdag, game: Game, move: Move): ResolvedMove | Rule {
  const [kind, vertex, ...rest] = move;
  const isVertex = (v: unknown): v is number => Number.isInteger(v) && (v as number) >= 0 && (v as number) < graph.vertexCount;
  if (!isVertex(vertex)) return "unknown-vertex";
  const isComputation = kind === "compute" || kind === "slide";
  if (!isComputation && kind !== "load" && kind !== "store" && kind !== "delete") return "malformed-move";
  const from = kind === "slide" ? rest.shift() : undefined;
  if (kind === "slide" && !isVertex(from)) return "unknown-vertex";
  const computing = game.kind === "hierarchy" ? memoriesAt(game, 0) : game.processors;
  const placesNamed = (game.kind === "hierarchy" && !isComputation) || computing > 1 ? 1 : 0;
  if (rest.length !== placesNamed) return "malformed-move";
  const named = rest.length > 0 ? (rest[0] as number) : game.kind === "hierarchy" ? 1 : 0;
  const place = game.kind === "hierarchy" ? named - 1 : named;
  // Texts of digits would be counted from.
  if (!Number.isInteger(named) || place < 0 || capacityAt(game, place) === undefined) return "unknown-place";
  if (isComputation && place >= computing) return "unknown-place";
  return { kind, vertex, place, ...(from === undefined ? {} : { from }) };
}
