import type { Bound, Setting } from "../bounds/bound.js";
import type { Json } from "../bounds/certificates/json.js";
import { boundToJson, toJson } from "../bounds/certificates/json.js";
import { proveBoundsInSetting } from "../bounds/prove.js";
import { currentLimits } from "../budget.js";
import type { Workload } from "../computation/workload.js";
import { statedComputation } from "../computation/workload.js";
import type { Cdag } from "../pebble/cdag.js";
import { expand } from "../pebble/expand.js";
import type { AttentionExpansion } from "../pebble/expand-attention.js";
import { expandAttention } from "../pebble/expand-attention.js";
import { expandAttentionBackward } from "../pebble/expand-attention-backward.js";
import { expandEpilogueGemm } from "../pebble/expand-epilogue-gemm.js";
import { expandGroups } from "../pebble/expand-groups.js";
import { expandNormGemm } from "../pebble/expand-norm-gemm.js";
import { expandRows } from "../pebble/expand-rows.js";
import { expandTriangular } from "../pebble/expand-triangular.js";
import { cdagToDocument } from "../pebble/formats/json.js";
import type { GraphBound, ProvenGraphBound } from "../pebble/graph-bounds/index.js";
import { graphBounds } from "../pebble/graph-bounds/index.js";
import { heuristicPebbling } from "../pebble/heuristic/index.js";
import { expandLayered } from "../pebble/layered/expand-layered.js";
import { expandScan } from "../pebble/layered/expand-scan.js";
import type { SearchLimits, StopReason } from "../pebble/optimum/limits.js";
import { describeStop } from "../pebble/optimum/limits.js";
import { findOptimum, type Optimum } from "../pebble/optimum/optimum.js";
import { sparseProductGraph } from "../pebble/product-kernels.js";
import type { Move, TwoLevelGame } from "../pebble/rules.js";

/** What of an expansion decides which graph it gives. */
export type RecordedExpansion = Omit<AttentionExpansion, "weights" | "maximumVertices">;

/** What is known about the least I/O of a graph: the optimum, or an interval and why the search stopped. */
export interface PebblingReport {
  readonly graph: Cdag;
  readonly game: TwoLevelGame;
  /** What the graph was expanded from, if it was. */
  readonly workload?: Workload;
  /** How it was expanded. */
  readonly expansion?: RecordedExpansion;
  readonly exact: boolean;
  /** In words; equal where `exact`. */
  readonly lower: bigint;
  readonly upper: bigint;
  /** Moves that were already made, where the game had begun; `moves` begins with them. */
  readonly after?: readonly Move[];
  /** A pebbling of cost `upper`, refereed. */
  readonly moves: readonly Move[];
  readonly states: number;
  /** Which limit stopped the exact search. */
  readonly stopped?: string;
  readonly graphBounds: readonly GraphBound[];
  /** Bounds from the computation, where the graph was expanded from one and its words weigh 1. */
  readonly formulaBounds: readonly Bound[];
}

/** How long to search for an optimum and to improve pebblings. */
export interface PebblingOptions {
  readonly limits?: Partial<SearchLimits>;
  /** How long to improve pebblings of the heuristic; about a second's worth of trials unless given. */
  readonly improveMilliseconds?: number;
  /** Moves already made: the least I/O is that of games which begin with them. No heuristic helps then. */
  readonly after?: readonly Move[];
  /** Told about the heuristic's progress: pebblings tried, least cost. */
  readonly onProgress?: ((done: number, best: number) => void) | undefined;
}

/** Beyond this many vertices no exact search is tried: its state space is hopeless and only costs memory. */
export const EXACT_SEARCH_VERTICES: number = 400;

/** Why it is not tried. */
export const TOO_LARGE: StopReason = { limit: "vertices", value: EXACT_SEARCH_VERTICES };

/** The word-level graph of a workload. @throws OverLimit when it has more vertices than the limits allow. */
export function workloadGraph(workload: Workload, expansion: AttentionExpansion = {}): Cdag {
  const options = { maximumVertices: currentLimits().vertices, ...expansion };
  switch (workload.kind) {
    case "attention":
      return expandAttention(workload, options);
    case "epilogue-gemm":
      return expandEpilogueGemm(workload, options);
    case "sparse-gemm":
      return sparseProductGraph(workload, options);
    case "attention-backward":
      return expandAttentionBackward(workload, options);
    case "norm-gemm":
      return expandNormGemm(workload, options);
    case "grouped-gemm":
    case "moe":
      return expandGroups(workload, options);
    case "elementwise":
    case "softmax":
    case "rmsnorm":
    case "layernorm":
    case "rotary":
      return expandRows(workload, options);
    case "syrk":
    case "syr2k":
    case "symm":
    case "trmm":
    case "trsm":
    case "cholesky":
    case "lu":
    case "gram-schmidt":
    case "floyd-warshall":
      return expandTriangular(workload, options);
    case "stencil":
    case "fft":
      return expandLayered(workload, options);
    case "scan":
      return expandScan(workload, options);
    default:
      return expand(statedComputation(workload), options);
  }
}

/** The report on the word-level graph of a workload, with the bounds of its theorems. */
export function workloadPebblingReport(
  workload: Workload,
  game: TwoLevelGame,
  expansion: AttentionExpansion = {},
  options: PebblingOptions = {},
): PebblingReport {
  const report = pebblingReport(workloadGraph(workload, expansion), game, options, workload);
  return { ...report, workload, expansion: recordedExpansion(workload, expansion) };
}

/** How a workload was expanded, with every default spelled out: what a checker needs to expand it again. */
export function recordedExpansion(workload: Workload, expansion: AttentionExpansion): RecordedExpansion {
  const { reduction = "chain", products = "fused", keyBlock = 1, keyOrder = "forward" } = expansion;
  if (workload.kind === "attention") return { reduction, products, keyBlock, keyOrder };
  return { reduction, products, ...(workload.kind === "softmax" ? { keyBlock } : {}) };
}

/**
 * The least I/O of a graph: exactly where the search finishes, else the best of all bounds below and the best pebbling above.
 *
 * @throws InputError when the fast memory cannot hold one computation.
 */
export function pebblingReport(
  graph: Cdag,
  game: TwoLevelGame,
  options: PebblingOptions = {},
  workload?: Workload,
): PebblingReport {
  const { onProgress, improveMilliseconds, after } = options;
  const bounds = graphBounds(graph, game);
  const formulaBounds = workload === undefined ? [] : formulaBoundsOf(workload, graph, game);
  const known = { graph, game, graphBounds: bounds, formulaBounds };
  if (after !== undefined) return { ...known, ...reportOf(findOptimum(graph, game, { ...options.limits, after }), 0n), after };
  const heuristic = heuristicPebbling(graph, game, {
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(improveMilliseconds === undefined ? {} : { timeLimitMilliseconds: improveMilliseconds, trials: 1e9 }),
  });
  const values = [...bounds.filter((bound): bound is ProvenGraphBound => bound.kind === "bound"), ...formulaBounds].map(
    (b) => b.value,
  );
  const below = values.reduce((x, y) => (y > x ? y : x), 0n);
  const above = { upper: BigInt(heuristic.verdict.ioWords), moves: heuristic.moves };
  if (above.upper === below) return { ...known, ...above, exact: true, lower: below, states: 0 };
  if (graph.vertexCount > EXACT_SEARCH_VERTICES) {
    return { ...known, ...above, exact: false, lower: below, states: 0, stopped: describeStop(TOO_LARGE) };
  }
  return { ...known, ...reportOf(findOptimum(graph, game, { ...options.limits, known: heuristic.moves }), below) };
}

/** What a search found, and the bounds below it. */
function reportOf(
  found: Optimum,
  below: bigint,
): Pick<PebblingReport, "exact" | "lower" | "upper" | "moves" | "states" | "stopped"> {
  const { moves, states } = found;
  if (found.exact) return { exact: true, lower: BigInt(found.optimum), upper: BigInt(found.optimum), moves, states };
  const lower = BigInt(found.lower) > below ? BigInt(found.lower) : below;
  const upper = BigInt(found.upper);
  return { exact: lower === upper, lower, upper, moves, states, stopped: describeStop(found.reason) };
}

/** The theorems count every word as 1; a graph with other weights is another game. */
export function formulaBoundsOf(workload: Workload, graph: Cdag, game: TwoLevelGame): readonly Bound[] {
  if (graph.weights.some((weight) => weight !== 1)) return [];
  const setting: Setting = {
    interface: "slow-fast",
    unit: "words",
    capacity: BigInt(game.fastCapacity),
    memories: BigInt(game.processors),
    fastMemory: `${game.fastCapacity} words on each of ${game.processors} processor(s)`,
  };
  // Pebblings may leave out words of a dense operand that no kept word of a sparse one meets.
  const holds = ({ scope, requires }: Bound): boolean =>
    scope === "total" &&
    !requires.includes("whole-dense-operand") &&
    (!game.recomputation || !requires.includes("no-recomputation"));
  return proveBoundsInSetting(workload, setting).filter(holds);
}

/** The `redblue.pebbling/2` document; without the moves where they are not wanted. */
export function pebblingDocument(report: PebblingReport, withMoves: boolean): Json {
  const { game } = report;
  return {
    schema: "redblue.pebbling/2",
    ...(report.workload === undefined ? {} : { workload: toJson(report.workload) }),
    ...(report.expansion === undefined ? {} : { expansion: toJson(report.expansion) }),
    game: {
      fastWords: game.fastCapacity,
      sliding: game.sliding,
      recomputation: game.recomputation,
      processors: game.processors,
    },
    graph: toJson(cdagToDocument(report.graph)),
    exact: report.exact,
    ...(report.exact ? { optimum: toJson(report.upper) } : { lower: toJson(report.lower), upper: toJson(report.upper) }),
    ...(report.stopped === undefined || report.exact ? {} : { stopped: report.stopped }),
    states: report.states,
    moves: withMoves ? toJson(report.moves) : [],
    bounds: [...report.graphBounds.map((bound) => toJson(bound)), ...report.formulaBounds.map(boundToJson)],
  };
}
