import { describe, expect, test } from "vitest";
import type { Cdag } from "../../src/pebble/cdag.js";
import { play } from "../../src/pebble/play.js";
import {
  type Game,
  hierarchyGame,
  initialPosition,
  type Move,
  predecessorsOf,
  twoLevelGame,
  weightOf,
} from "../../src/pebble/rules.js";
import { randomCdag, randomStream } from "./support/random-graphs.js";

/** The rules again, plainly: sets of pebbles, memory 0 the innermost, the last the slow one that all share. */
class PlainBoard {
  readonly fast: readonly Set<number>[];
  readonly slow: Set<number>;
  readonly computed = new Set<number>();

  constructor(
    readonly graph: Cdag,
    readonly game: Game,
    readonly capacities: readonly number[],
  ) {
    this.fast = capacities.map(() => new Set());
    this.slow = new Set(vertices(graph).filter((v) => predecessorsOf(graph, v).length === 0));
  }

  words(place: number): number {
    return [...(this.fast[place] as Set<number>)].reduce((sum, v) => sum + weightOf(this.graph, v), 0);
  }

  /** Plays a move; false, and nothing changed, where a rule forbids it. */
  plays([kind, vertex, ...rest]: Move): boolean {
    const isComputation = kind === "compute" || kind === "slide";
    const from = kind === "slide" ? (rest.shift() as number) : undefined;
    const isHierarchy = this.game.kind === "hierarchy";
    const place = isHierarchy && !isComputation ? (rest[0] as number) - 1 : (rest[0] ?? 0);
    const here = this.fast[place] as Set<number>;
    const next = isHierarchy ? (this.fast[place + 1] ?? this.slow) : this.slow;
    if (kind === "delete") return here.delete(vertex);
    if (kind === "load") return next.has(vertex) && this.#fits(place, vertex);
    if (kind === "store") {
      if (!here.has(vertex)) return false;
      if (next !== this.slow) return this.#fits(place + 1, vertex);
      this.slow.add(vertex);
      return true;
    }
    const operands = predecessorsOf(this.graph, vertex);
    if (operands.length === 0 || !operands.every((u) => here.has(u))) return false;
    if (from !== undefined && (!this.game.sliding || !operands.includes(from))) return false;
    if (!this.game.recomputation && this.computed.has(vertex)) return false;
    if (from !== undefined) here.delete(from);
    if (!this.#fits(place, vertex)) {
      if (from !== undefined) here.add(from);
      return false;
    }
    this.computed.add(vertex);
    return true;
  }

  #fits(place: number, vertex: number): boolean {
    const pebbles = this.fast[place] as Set<number>;
    if (pebbles.has(vertex)) return true;
    if (this.words(place) + weightOf(this.graph, vertex) > (this.capacities[place] as number)) return false;
    pebbles.add(vertex);
    return true;
  }
}

const vertices = (graph: Cdag): number[] => Array.from({ length: graph.vertexCount }, (_, v) => v);
const held = (pebbles: Uint8Array): number[] => [...pebbles.keys()].filter((v) => pebbles[v] === 1);
const sorted = (pebbles: ReadonlySet<number>): number[] => [...pebbles].sort((x, y) => x - y);

function randomMove(random: () => number, graph: Cdag, game: Game): Move {
  const below = (n: number): number => Math.floor(random() * n);
  const kind = (["load", "load", "store", "compute", "compute", "slide", "slide", "delete"] as const)[below(8)] as Move[0];
  const vertex = below(graph.vertexCount);
  const isComputation = kind === "compute" || kind === "slide";
  const places =
    game.kind === "hierarchy"
      ? isComputation
        ? []
        : [1 + below(game.capacities.length)]
      : game.processors > 1
        ? [below(game.processors)]
        : [];
  return (kind === "slide" ? [kind, vertex, below(graph.vertexCount), ...places] : [kind, vertex, ...places]) as unknown as Move;
}

describe.each<readonly [string, (random: () => number) => readonly [Game, readonly number[]]]>([
  [
    "two levels",
    (random) => {
      const words = 2 + Math.floor(random() * 5);
      return [twoLevelGame(words, { sliding: random() < 0.7, recomputation: random() < 0.5 }), [words]];
    },
  ],
  [
    "two processors",
    (random) => {
      const words = 2 + Math.floor(random() * 5);
      return [twoLevelGame(words, { processors: 2, sliding: random() < 0.7, recomputation: random() < 0.5 }), [words, words]];
    },
  ],
  [
    "three levels",
    (random) => {
      const words = [2 + Math.floor(random() * 4), 1 + Math.floor(random() * 5)];
      return [hierarchyGame(words, { sliding: random() < 0.7, recomputation: random() < 0.5 }), words];
    },
  ],
])("%s", (_, gameOf) => {
  test("a random move is legal where plain sets of pebbles say so; an illegal one changes nothing", () => {
    const counts = { legal: 0, illegal: 0, full: 0 };
    for (let seed = 0; seed < 30; seed++) {
      const random = randomStream(seed);
      const graph = randomCdag(random, 6, random() < 0.7);
      const [game, capacities] = gameOf(random);
      const position = initialPosition(graph, game);
      const board = new PlainBoard(graph, game, capacities);
      for (let i = 0; i < 100; i++) {
        const move = randomMove(random, graph, game);
        const effect = play(graph, game, position, move);
        expect(typeof effect !== "string", `seed ${seed}, move ${i}: ${JSON.stringify(move)}`).toBe(board.plays(move));
        expect({ fast: position.fast.map(held), slow: held(position.slow), occupancy: position.occupancy }).toEqual({
          fast: board.fast.map(sorted),
          slow: sorted(board.slow),
          occupancy: capacities.map((_words, place) => board.words(place)),
        });
        expect(held(position.computed)).toEqual(sorted(board.computed));
        counts[typeof effect !== "string" ? "legal" : effect === "fast-memory-exceeded" ? "full" : "illegal"]++;
      }
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(50);
  });
});
