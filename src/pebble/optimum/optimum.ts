import { InputError } from "../../errors.js";
import { ancestorsOfOutputs } from "../ancestors.js";
import type { Cdag } from "../cdag.js";
import { referee } from "../referee.js";
import { checkFits, checkGame, type Game, isInput, levelCosts, type Move, successorsOf, weightOf } from "../rules.js";
import { bestFirst } from "./best-first.js";
import { searchHierarchy } from "./hierarchy/hierarchy.js";
import { type Instance, prepareInstance } from "./instance.js";
import { LARGEST_SEARCHED_GRAPH, type SearchLimits, type StopReason, usualLimits } from "./limits.js";
import { type Played, playedPosition, startOf } from "./played.js";
import { type ProcessorOutcome, searchProcessors } from "./processors/processors.js";
import { reconstruct } from "./reconstruct.js";
import { spillEverything } from "./spill-everything.js";

interface SearchUsage {
  /** States kept, and the bytes of their table. */
  readonly states: number;
  readonly bytes: number;
}

export interface ExactOptimum extends SearchUsage {
  readonly exact: true;
  /** Least I/O in words: loads plus stores, weighted; in a hierarchy the words of each boundary times their cost. */
  readonly optimum: number;
  readonly moves: readonly Move[];
}

export interface BoundedOptimum extends SearchUsage {
  readonly exact: false;
  /** Every pebbling costs at least `lower`; `moves` cost `upper`. */
  readonly lower: number;
  readonly upper: number;
  readonly moves: readonly Move[];
  readonly reason: StopReason;
}

/** The least I/O, or the interval in which a stopped search leaves it. */
export type Optimum = ExactOptimum | BoundedOptimum;

/** Limits of the exact search, and what is known beforehand. */
export interface OptimumOptions extends Partial<SearchLimits> {
  /** A legal pebbling known beforehand: `upper` is at most its cost. */
  readonly known?: readonly Move[];
  /** Moves already made, in a game of one fast memory: only pebblings that begin with them count, and `known` is one of these. */
  readonly after?: readonly Move[];
}

/**
 * The true optimum of the two-level or the hierarchy game by best-first search, or bounds on it and the limit that stopped the search. Every
 * pebbling returned has been replayed by the referee at exactly the cost claimed. Large graphs are out of reach in
 * general: the problem is PSPACE-complete.
 *
 * @throws InputError when fast memory cannot hold the operands and the result of some computation, a level is narrower than a value
 * that has to pass it, `known` is illegal, or the game is illegal or lost after `after`.
 */
export function findOptimum(graph: Cdag, game: Game, options: OptimumOptions = {}): Optimum {
  checkFits(graph, checkGame(game));
  const { known, after = [], ...limits } = options;
  const knownCost = known === undefined ? undefined : refereedCost(graph, game, known);
  if (knownCost !== undefined && typeof knownCost === "string") throw new InputError("known pebbling", knownCost);
  const played = after.length === 0 ? undefined : playedPosition(graph, game, after);
  const outcome = searchGraph(graph, game, { ...usualLimits(), ...limits }, played);
  const { states, bytes } = outcome;
  if (outcome.kind === "optimal") {
    const moves = [...after, ...outcome.moves];
    assertCost(graph, game, moves, outcome.optimum);
    return { exact: true, optimum: outcome.optimum, moves, states, bytes };
  }
  const spilled = [...after, ...spillEverything(graph, game, played?.position)];
  const spilledCost = refereedCost(graph, game, spilled);
  // Only a level that is narrower than a value made on the way can stand in the way.
  if (typeof spilledCost === "string") throw new InputError("fast capacity", "levels that every value can pass", spilledCost);
  const isKnownBetter = known !== undefined && knownCost !== undefined && knownCost < spilledCost;
  return {
    exact: false,
    lower: outcome.lower,
    upper: isKnownBetter ? knownCost : spilledCost,
    moves: isKnownBetter ? known : spilled,
    states,
    bytes,
    reason: outcome.reason,
  };
}

type GraphOutcome = SearchUsage &
  (
    | { readonly kind: "optimal"; readonly optimum: number; readonly moves: readonly Move[] }
    | { readonly kind: "stopped"; readonly lower: number; readonly reason: StopReason }
  );

/** Searches in the instance's unit of weight. */
function searchGraph(graph: Cdag, game: Game, limits: SearchLimits, played?: Played): GraphOutcome {
  const isNeeded = ancestorsOfOutputs(graph);
  if (isNeeded.reduce((sum, flag) => sum + flag, 0) > LARGEST_SEARCHED_GRAPH) {
    const reason: StopReason = { limit: "vertices", value: LARGEST_SEARCHED_GRAPH };
    const least = Math.max(compulsoryCost(graph, game, isNeeded), played?.words ?? 0);
    return { kind: "stopped", lower: least, reason, states: 0, bytes: 0 };
  }
  const instance = prepareInstance(graph);
  const start = played === undefined ? undefined : startOf(instance, game, played);
  const outcome = search(instance, game, limits, start?.state);
  // The two-level searches leave out the stores of outputs.
  const constant = game.kind === "hierarchy" ? 0 : (start?.outputCost ?? instance.outputCost);
  const words = (cost: number): number => (cost + constant) * instance.unit + (played?.words ?? 0);
  const usage = { states: outcome.states, bytes: outcome.bytes };
  if (outcome.kind === "stopped") return { kind: "stopped", lower: words(outcome.lower), reason: outcome.reason, ...usage };
  return { kind: "optimal", optimum: words(outcome.cost), moves: [...(start?.moves ?? []), ...outcome.moves], ...usage };
}

function search(instance: Instance, game: Game, limits: SearchLimits, start?: Int32Array): ProcessorOutcome {
  if (game.kind === "hierarchy") return searchHierarchy(instance, game, limits);
  if (game.processors > 1) return searchProcessors(instance, game, limits);
  const capacity = Math.floor(game.fastCapacity / instance.unit);
  const outcome = bestFirst(instance, { capacity, sliding: game.sliding, recomputation: game.recomputation }, limits, start);
  const { table } = outcome.space;
  const usage = { states: table.count, bytes: table.bytes };
  if (outcome.kind === "stopped") return { kind: "stopped", lower: outcome.lower, reason: outcome.reason, ...usage };
  return { kind: "optimal", cost: outcome.cost, moves: reconstruct(outcome.space, outcome.goal, outcome.cost), ...usage };
}

/** Every needed input with a successor on the way to an output is loaded, every computed output stored, across each boundary. */
function compulsoryCost(graph: Cdag, game: Game, isNeeded: Uint8Array): number {
  let words = 0;
  for (let v = 0; v < graph.vertexCount; v++) {
    if (isNeeded[v] !== 1) continue;
    const isMoved = isInput(graph, v) ? successorsOf(graph, v).some((w) => isNeeded[w] === 1) : graph.isOutput[v] === 1;
    if (isMoved) words += weightOf(graph, v);
  }
  const each = game.kind === "hierarchy" ? levelCosts(game).reduce((sum, cost) => sum + cost, 0) : 1;
  return words * each;
}

/** The cost of a legal pebbling, or what is wrong with it. */
function refereedCost(graph: Cdag, game: Game, moves: readonly Move[]): number | string {
  const verdict = referee(graph, game, moves);
  return verdict.legal ? verdict.cost : verdict.message;
}

/** A pebbling that the referee refuses, or counts differently, is a defect of the search and not of the input. */
function assertCost(graph: Cdag, game: Game, moves: readonly Move[], cost: number): void {
  const refereed = refereedCost(graph, game, moves);
  if (refereed !== cost) throw new Error(`findOptimum: expected a pebbling of cost ${cost}, the referee says ${refereed}`);
}
