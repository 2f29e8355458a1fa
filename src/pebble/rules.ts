import { checkInteger, InputError } from "../errors.js";
import { ancestorsOfOutputs } from "./ancestors.js";
import type { Cdag } from "./cdag.js";

/**
 * The red-blue pebble game of Hong and Kung (1981) with inputs that cannot be computed, for one or several processors.
 * Every processor owns a fast memory (red pebbles) of `fastCapacity` words; all share one slow memory (blue pebbles), the
 * setting of COSMA (Kwasniewski et al. 2019): a transfer between processors is a store and a load.
 */
export interface TwoLevelGame {
  readonly kind: "two-level";
  /** Words of each processor's fast memory; a red pebble on `v` takes `weights[v]` of them. */
  readonly fastCapacity: number;
  /** Whether a vertex may be computed by moving a red pebble from one of its predecessors. */
  readonly sliding: boolean;
  /** Whether a vertex may be computed more than once (by any processor). */
  readonly recomputation: boolean;
  readonly processors: number;
}

/**
 * The memory hierarchy game (Savage 1995): level `l` holds `capacities[l - 1]` words, slow memory lies behind the last
 * level and is unlimited. Values move between adjacent levels only and are computed in level 1; a value may be in several
 * levels at once and in an inner one without the outer ones. With several memories a level they form a tree: those of a level are
 * shared evenly by the memories of the next, each computes or transfers by itself, and what passes between two goes through a memory
 * that both have behind them.
 */
export interface HierarchyGame {
  readonly kind: "hierarchy";
  readonly capacities: readonly number[];
  /** Memories of each level, each number a multiple of the next; absent where there is one of each. */
  readonly memories?: readonly number[];
  /** Cost of a word across each boundary, `costs[l - 1]` behind level `l`: whole numbers, by default all 1. */
  readonly costs?: readonly number[];
  readonly sliding: boolean;
  readonly recomputation: boolean;
}

/** The rules of a pebble game: two levels, or a hierarchy. */
export type Game = TwoLevelGame | HierarchyGame;

/** The one-processor two-level game with sliding and recomputation unless told otherwise. */
export function twoLevelGame(
  fastCapacity: number,
  options: Partial<Omit<TwoLevelGame, "kind" | "fastCapacity">> = {},
): TwoLevelGame {
  return checkGame({ kind: "two-level", fastCapacity, sliding: true, recomputation: true, processors: 1, ...options });
}

/** The hierarchy game with sliding and recomputation unless told otherwise. */
export function hierarchyGame(
  capacities: readonly number[],
  options: Partial<Omit<HierarchyGame, "kind" | "capacities">> = {},
): HierarchyGame {
  return checkGame({ kind: "hierarchy", capacities, sliding: true, recomputation: true, ...options });
}

/**
 * A move as the JSON document carries it. `place` is the processor (0-based; skipped with one processor) or, in the
 * hierarchy game, the inner level (1-based) of the boundary crossed by a load or store and the level deleted from;
 * computations of the hierarchy game carry none. With several memories a level it is the number of the memory, those of level 1
 * first (from 1), and computations carry it where level 1 has several.
 */
export type Move =
  | readonly [kind: "load" | "store" | "compute" | "delete", vertex: number, place?: number]
  | readonly [kind: "slide", vertex: number, from: number, place?: number];

/** A move that is no slide; without a place where the game has but one. */
export function simpleMove(kind: "load" | "store" | "compute" | "delete", vertex: number, place: number | undefined): Move {
  return place === undefined ? [kind, vertex] : [kind, vertex, place];
}

export function slideMove(vertex: number, from: number, place: number | undefined): Move {
  return place === undefined ? ["slide", vertex, from] : ["slide", vertex, from, place];
}

/** The rules a move, or the end of a pebbling, can break. */
export type Rule =
  | "malformed-move"
  | "unknown-vertex"
  | "unknown-place"
  | "load-needs-a-copy-outside"
  | "store-needs-a-copy-inside"
  | "delete-needs-a-pebble"
  | "inputs-cannot-be-computed"
  | "operands-must-be-red"
  | "sliding-not-allowed"
  | "slide-from-a-predecessor"
  | "recomputation-not-allowed"
  | "fast-memory-exceeded"
  | "outputs-must-be-blue";

/** Where all pebbles lie. `fast[i]` is processor `i`, or level `i + 1`; `slow` holds the blue pebbles. */
export interface Position {
  readonly fast: readonly Uint8Array[];
  readonly slow: Uint8Array;
  /** Words in use, one entry a fast memory. */
  readonly occupancy: number[];
  /** 1 where the vertex has been computed at least once. */
  readonly computed: Uint8Array;
}

/** What a legal move did: words that crossed the boundary of fast memory `place`, by direction. */
export interface Effect {
  readonly place: number;
  readonly loadedWords: number;
  readonly storedWords: number;
}

/** @throws InputError when a capacity or the number of processors is no positive whole number. */
export function checkGame<G extends Game>(game: G): G {
  if (game.kind === "hierarchy") {
    if (game.capacities.length === 0) throw new InputError("capacities", "at least one level");
    game.capacities.forEach((words, i) => {
      checkInteger(`capacities[${i}]`, words, 1);
    });
    if (game.costs !== undefined && game.costs.length !== game.capacities.length) {
      throw new InputError("costs", `one cost a level, ${game.capacities.length} in all`, String(game.costs.length));
    }
    game.costs?.forEach((cost, i) => {
      checkInteger(`costs[${i}]`, cost, 0, 2 ** 20);
    });
    checkMemories(game);
  } else {
    checkInteger("fast capacity", game.fastCapacity, 1);
    checkInteger("processors", game.processors, 1, MOST_PROCESSORS);
  }
  return game;
}

function checkMemories({ capacities, memories }: HierarchyGame): void {
  if (memories === undefined) return;
  if (memories.length !== capacities.length)
    throw new InputError("memories", `one number a level, ${capacities.length} in all`, String(memories.length));
  memories.forEach((count, i) => {
    checkInteger(`memories[${i}]`, count, 1, MOST_PROCESSORS);
    const outer = memories[i + 1];
    if (outer !== undefined && count % outer !== 0)
      throw new InputError(`memories[${i}]`, `a multiple of ${outer}, the memories of the next level`, String(count));
  });
}

/** Blocks that all SMs of a large GPU run at once, and more. */
const MOST_PROCESSORS = 8192;

/** A fast memory of the hierarchy game: its level from 0, its words, and the fast memory outside; undefined where that is slow memory. */
export interface Place {
  readonly level: number;
  readonly words: number;
  readonly outer: number | undefined;
}

const PLACES = new WeakMap<HierarchyGame, readonly Place[]>();

/** The fast memories of a hierarchy, level by level from the innermost. */
export function placesOf(game: HierarchyGame): readonly Place[] {
  const known = PLACES.get(game);
  if (known !== undefined) return known;
  const places: Place[] = [];
  game.capacities.forEach((words, level) => {
    const [own, outer] = [memoriesAt(game, level), memoriesAt(game, level + 1)];
    const next = places.length + own;
    const isLast = level === game.capacities.length - 1;
    for (let i = 0; i < own; i++) places.push({ level, words, outer: isLast ? undefined : next + Math.floor((i * outer) / own) });
  });
  PLACES.set(game, places);
  return places;
}

/** Memories of a level of a hierarchy, from 0. */
export function memoriesAt({ memories }: HierarchyGame, level: number): number {
  return memories?.[level] ?? 1;
}

/** Words of each fast memory of the game. */
export function fastCapacities(game: Game): readonly number[] {
  if (game.kind === "hierarchy") return placesOf(game).map(({ words }) => words);
  return new Array<number>(game.processors).fill(game.fastCapacity);
}

/** Words of one fast memory; undefined where the game has no such place. */
export function capacityAt(game: Game, place: number): number | undefined {
  if (game.kind === "hierarchy") return placesOf(game)[place]?.words;
  return place < game.processors ? game.fastCapacity : undefined;
}

/** Cost of a word across the boundary behind each fast memory. */
export function boundaryCosts(game: Game): readonly number[] {
  if (game.kind === "hierarchy" && game.costs !== undefined) {
    const costs = levelCosts(game);
    return placesOf(game).map(({ level }) => costs[level] ?? 1);
  }
  return new Array<number>(fastCapacities(game).length).fill(1);
}

/** Cost of a word across the boundary behind each level. */
export function levelCosts({ capacities, costs }: HierarchyGame): readonly number[] {
  return costs ?? new Array<number>(capacities.length).fill(1);
}

export function isInput(graph: Cdag, v: number): boolean {
  return graph.predecessorOffsets[v] === graph.predecessorOffsets[v + 1];
}

export function predecessorsOf(graph: Cdag, v: number): Int32Array {
  return graph.predecessors.subarray(graph.predecessorOffsets[v], graph.predecessorOffsets[v + 1]);
}

export function successorsOf(graph: Cdag, v: number): Int32Array {
  return graph.successors.subarray(graph.successorOffsets[v], graph.successorOffsets[v + 1]);
}

export function weightOf(graph: Cdag, v: number): number {
  return graph.weights[v] as number;
}

/**
 * The two-level game seen at the boundary behind level `level` (from 1): the levels in front of it as one fast memory, all behind
 * it as slow memory; each memory of the level with all inside it is one processor's. Every hierarchy pebbling becomes one of it with
 * the same transfers there (`proofs/graph-hierarchy.md`).
 */
export function gameAtBoundary(game: HierarchyGame, level: number): TwoLevelGame {
  const processors = memoriesAt(game, level - 1);
  const inFront = game.capacities
    .slice(0, level)
    .reduce((sum, words, inner) => sum + (memoriesAt(game, inner) / processors) * words, 0);
  return twoLevelGame(inFront, { sliding: game.sliding, recomputation: game.recomputation, processors });
}

/** The position in which every game begins: blue pebbles on the inputs, nothing else. */
export function initialPosition(graph: Cdag, game: Game): Position {
  const slow = new Uint8Array(graph.vertexCount);
  for (let v = 0; v < graph.vertexCount; v++) slow[v] = isInput(graph, v) ? 1 : 0;
  const places = fastCapacities(game).length;
  return {
    fast: Array.from({ length: places }, () => new Uint8Array(graph.vertexCount)),
    slow,
    occupancy: new Array<number>(places).fill(0),
    computed: new Uint8Array(graph.vertexCount),
  };
}

/** The least capacity of a level behind the first: the widest value that has to pass it, an input used or an output computed. */
export function minimumOuterCapacity(graph: Cdag): number {
  const isNeeded = ancestorsOfOutputs(graph);
  let least = 1;
  for (let v = 0; v < graph.vertexCount; v++) {
    if (isNeeded[v] !== 1) continue;
    const isMoved = isInput(graph, v) ? successorsOf(graph, v).some((w) => isNeeded[w] === 1) : graph.isOutput[v] === 1;
    if (isMoved) least = Math.max(least, weightOf(graph, v));
  }
  return least;
}

/**
 * The smallest level-1 capacity at which the game can be won: some computation needs all its operands and its result in
 * fast memory at once (with sliding, the result may take the place of one operand).
 */
export function minimumCapacity(graph: Cdag, game: Pick<Game, "sliding">): number {
  const isNeeded = ancestorsOfOutputs(graph);
  let least = 0;
  for (let v = 0; v < graph.vertexCount; v++) {
    if (isInput(graph, v) || isNeeded[v] !== 1) continue;
    let operands = 0;
    let widest = 0;
    for (const u of predecessorsOf(graph, v)) {
      operands += weightOf(graph, u);
      widest = Math.max(widest, weightOf(graph, u));
    }
    const placed = operands + weightOf(graph, v);
    least = Math.max(least, game.sliding ? Math.max(operands, placed - widest) : placed);
  }
  return least;
}

/** @throws InputError naming the least capacity when some fast memory is too small to win the game. */
export function checkFits(graph: Cdag, game: Game): void {
  const least = minimumCapacity(graph, game);
  const outer = minimumOuterCapacity(graph);
  fastCapacities(game).forEach((words, place) => {
    const level = game.kind === "hierarchy" ? (placesOf(game)[place]?.level ?? 0) : 0;
    const isOuter = level > 0;
    const needed = isOuter ? outer : least;
    if (words >= needed) return;
    const reason = isOuter ? "the widest value that passes" : "which one computation needs at once";
    const where = game.kind === "hierarchy" ? ` in level ${level + 1}` : "";
    throw new InputError("fast capacity", `at least ${needed} words${where}, ${reason}`, String(words));
  });
}
