import type { Bound } from "../bounds/bound.js";
import type { Json } from "../bounds/certificates/json.js";
import { boundToJson, toJson } from "../bounds/certificates/json.js";
import type { Workload } from "../computation/workload.js";
import type { Cdag } from "../pebble/cdag.js";
import type { AttentionExpansion } from "../pebble/expand-attention.js";
import { cdagToDocument } from "../pebble/formats/json.js";
import type { GraphBound } from "../pebble/graph-bounds/index.js";
import { graphBounds } from "../pebble/graph-bounds/index.js";
import { hierarchyPebbling } from "../pebble/heuristic/hierarchy.js";
import { describeStop } from "../pebble/optimum/limits.js";
import { findOptimum } from "../pebble/optimum/optimum.js";
import { type LegalPebbling, referee } from "../pebble/referee.js";
import type { HierarchyGame, Move } from "../pebble/rules.js";
import { checkFits, gameAtBoundary, levelCosts, placesOf } from "../pebble/rules.js";
import type { PebblingOptions, RecordedExpansion } from "./pebbling.js";
import { EXACT_SEARCH_VERTICES, formulaBoundsOf, recordedExpansion, TOO_LARGE, workloadGraph } from "./pebbling.js";

/** The boundary behind one level: what the pebbling moves across it, and what every pebbling must. */
export interface BoundaryReport {
  /** Level in front of the boundary, from 1. */
  readonly level: number;
  /** Words of one memory of the level with all inside it: the fast memory that its bounds are about. */
  readonly capacityInFront: number;
  readonly cost: number;
  readonly loadedWords: number;
  readonly storedWords: number;
  readonly graphBounds: readonly GraphBound[];
  readonly formulaBounds: readonly Bound[];
  /** The largest bound. */
  readonly best: bigint;
}

/** What is known about the least cost of a graph in a memory hierarchy: words across each boundary times its cost, summed. */
export interface HierarchyReport {
  readonly graph: Cdag;
  readonly game: HierarchyGame;
  readonly workload?: Workload;
  readonly expansion?: RecordedExpansion;
  readonly exact: boolean;
  readonly lower: bigint;
  readonly upper: bigint;
  readonly moves: readonly Move[];
  readonly states: number;
  readonly stopped?: string;
  readonly boundaries: readonly BoundaryReport[];
}

/** The report on the word-level graph of a workload. */
export function workloadHierarchyReport(
  workload: Workload,
  game: HierarchyGame,
  expansion: AttentionExpansion = {},
  options: PebblingOptions = {},
): HierarchyReport {
  const report = hierarchyReport(workloadGraph(workload, expansion), game, options, workload);
  return { ...report, workload, expansion: recordedExpansion(workload, expansion) };
}

/**
 * The least cost of a graph in a hierarchy: exactly where the search finishes, else the bounds of all boundaries together
 * below, and a pebbling of the first level carried outwards above.
 *
 * @throws InputError when a level is too small for the graph.
 */
export function hierarchyReport(
  graph: Cdag,
  game: HierarchyGame,
  options: PebblingOptions = {},
  workload?: Workload,
): HierarchyReport {
  checkFits(graph, game);
  const known = hierarchyPebbling(graph, game, options);
  const bounds = game.capacities.map((_, i) => {
    const seen = gameAtBoundary(game, i + 1);
    const ofGraph = graphBounds(graph, seen);
    const ofFormulas = workload === undefined ? [] : formulaBoundsOf(workload, graph, seen);
    const values = [
      ...ofGraph.flatMap((bound) => (bound.kind === "bound" ? [bound.value] : [])),
      ...ofFormulas.map((b) => b.value),
    ];
    const best = values.reduce((x, y) => (y > x ? y : x), 0n);
    return { graphBounds: ofGraph, formulaBounds: ofFormulas, best, capacityInFront: seen.fastCapacity };
  });
  const costs = levelCosts(game);
  const below = bounds.reduce((sum, { best }, i) => sum + BigInt(costs[i] ?? 1) * best, 0n);
  const found =
    BigInt(known.cost) === below || graph.vertexCount > EXACT_SEARCH_VERTICES
      ? undefined
      : findOptimum(graph, game, { ...options.limits, known: known.moves });
  const moves = found?.moves ?? known.moves;
  const verdict = referee(graph, game, moves);
  if (!verdict.legal) throw new Error(`hierarchyReport: ${verdict.message}`);
  const upper = BigInt(verdict.cost);
  const searched = found === undefined ? 0n : BigInt(found.exact ? found.optimum : found.lower);
  const lower = searched > below ? searched : below;
  const stopped = found === undefined ? describeStop(TOO_LARGE) : found.exact ? undefined : describeStop(found.reason);
  const crossed = crossedWords(game, verdict);
  return {
    graph,
    game,
    exact: lower === upper,
    lower,
    upper,
    moves,
    states: found?.states ?? 0,
    ...(stopped === undefined || lower === upper ? {} : { stopped }),
    boundaries: bounds.map((bound, i) => ({
      ...bound,
      level: i + 1,
      cost: costs[i] ?? 1,
      loadedWords: crossed[i]?.loadedWords ?? 0,
      storedWords: crossed[i]?.storedWords ?? 0,
    })),
  };
}

/** Words across the boundary behind each level, over all its memories. */
function crossedWords(
  game: HierarchyGame,
  { boundaries }: LegalPebbling,
): readonly Pick<BoundaryReport, "loadedWords" | "storedWords">[] {
  const places = placesOf(game);
  return game.capacities.map((_, level) => {
    const own = boundaries.filter((_, place) => places[place]?.level === level);
    const sum = (name: "loadedWords" | "storedWords"): number => own.reduce((all, one) => all + one[name], 0);
    return { loadedWords: sum("loadedWords"), storedWords: sum("storedWords") };
  });
}

/** The `redblue.pebbling/2` document of a hierarchy; every bound says which boundary it is about. */
export function hierarchyDocument(report: HierarchyReport): Json {
  const { game } = report;
  return {
    schema: "redblue.pebbling/2",
    ...(report.workload === undefined ? {} : { workload: toJson(report.workload) }),
    ...(report.expansion === undefined ? {} : { expansion: toJson(report.expansion) }),
    game: {
      capacities: [...game.capacities],
      costs: [...levelCosts(game)],
      ...(game.memories === undefined ? {} : { memories: [...game.memories] }),
      sliding: game.sliding,
      recomputation: game.recomputation,
    },
    graph: toJson(cdagToDocument(report.graph)),
    exact: report.exact,
    ...(report.exact ? { optimum: toJson(report.upper) } : { lower: toJson(report.lower), upper: toJson(report.upper) }),
    ...(report.stopped === undefined ? {} : { stopped: report.stopped }),
    levels: report.boundaries.map(({ level, loadedWords, storedWords }) => ({ level, loadedWords, storedWords })),
    states: report.states,
    moves: toJson(report.moves),
    bounds: report.boundaries.flatMap(({ level, graphBounds: ofGraph, formulaBounds }) =>
      [...ofGraph.map((bound) => toJson(bound)), ...formulaBounds.map(boundToJson)].map((bound) => ({
        level,
        ...(bound as Readonly<Record<string, Json>>),
      })),
    ),
  };
}
