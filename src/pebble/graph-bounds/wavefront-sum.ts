import type { Cdag } from "../cdag.js";
import type { TwoLevelGame } from "../rules.js";
import { at } from "./arrays.js";
import { GRAPH_BOUND_LIMITS, type GraphBound, type GraphBoundLimits, notApplicable } from "./graph-bound.js";
import { isSource, reachability, type UsefulPart, usefulPart } from "./useful.js";
import { provenWavefronts } from "./wavefront.js";
import { type PayingWavefront, WavefrontSearch } from "./wavefront-search.js";

/**
 * Sum of wavefront bounds over disjoint pieces: the connected components of bands of consecutive levels, the bands chosen by
 * dynamic programming. Transfers are charged to the vertex that moves, so disjoint pieces add up. No recomputation.
 */
export function wavefrontSumBound(graph: Cdag, game: TwoLevelGame, limits: GraphBoundLimits = GRAPH_BOUND_LIMITS): GraphBound {
  const useful = usefulPart(graph);
  if (game.recomputation) return notApplicable("wavefront-sum", "it holds without recomputation only");
  if (useful.vertices.length > limits.wavefrontSumVertices) {
    return notApplicable("wavefront-sum", `more than ${limits.wavefrontSumVertices} useful vertices`);
  }
  const search = new WavefrontSearch(graph, useful, reachability(graph, useful), game);
  const early = bestBands(graph, useful, search, levelsFromInputs(graph, useful));
  const late = bestBands(graph, useful, search, levelsFromOutputs(graph, useful));
  const [gain, pieces] = late[0] > early[0] ? late : early;
  return provenWavefronts(
    "wavefront-sum",
    graph,
    game,
    pieces.map((wavefront) => search.certify(wavefront)),
    gain,
  );
}

/** Best total gain over all ways to cut the levels into bands of the lengths tried. */
function bestBands(graph: Cdag, useful: UsefulPart, search: WavefrontSearch, level: Int32Array): [number, PayingWavefront[]] {
  let levels = 0;
  for (const v of useful.vertices) levels = Math.max(levels, at(level, v) + 1);
  const total: [number, PayingWavefront[]][] = [[0, []]];
  for (let end = 1; end <= levels; end++) {
    let best = total[end - 1] as [number, PayingWavefront[]];
    for (let length = 1; length <= end; length++) {
      if (!isTried(length) && length !== levels) continue;
      const before = total[end - length] as [number, PayingWavefront[]];
      const found: PayingWavefront[] = [];
      for (const piece of components(graph, useful, level, end - length, end)) {
        const wavefront = search.best(piece);
        if (wavefront !== undefined) found.push(wavefront);
      }
      const gain = before[0] + found.reduce((sum, wavefront) => sum + wavefront.gain, 0);
      if (gain > best[0]) best = [gain, [...before[1], ...found]];
    }
    total.push(best);
  }
  return total[levels] as [number, PayingWavefront[]];
}

/** All short lengths, then two an octave. */
function isTried(length: number): boolean {
  if (length <= 8) return true;
  const octave = 2 ** Math.floor(Math.log2(length));
  return length === octave || 2 * length === 3 * octave;
}

/** Longest path from the inputs; an input stands on the level of its first use. */
function levelsFromInputs(graph: Cdag, useful: UsefulPart): Int32Array {
  const level = new Int32Array(graph.vertexCount);
  for (const v of useful.vertices) {
    for (let e = at(graph.predecessorOffsets, v); e < at(graph.predecessorOffsets, v + 1); e++) {
      const u = at(graph.predecessors, e);
      level[v] = Math.max(at(level, v), at(level, u) + (isSource(graph, u) ? 0 : 1));
    }
  }
  for (const v of useful.vertices) {
    if (!isSource(graph, v) || at(useful.outDegree, v) === 0) continue;
    let first = graph.vertexCount;
    for (let e = at(graph.successorOffsets, v); e < at(graph.successorOffsets, v + 1); e++) {
      const s = at(graph.successors, e);
      if (at(useful.isUseful, s) === 1) first = Math.min(first, at(level, s));
    }
    level[v] = first;
  }
  return level;
}

/** Longest path to the outputs, counted from the inputs' side. */
function levelsFromOutputs(graph: Cdag, useful: UsefulPart): Int32Array {
  const height = new Int32Array(graph.vertexCount);
  let highest = 0;
  for (let i = useful.vertices.length - 1; i >= 0; i--) {
    const u = at(useful.vertices, i);
    for (let e = at(graph.successorOffsets, u); e < at(graph.successorOffsets, u + 1); e++) {
      const s = at(graph.successors, e);
      if (at(useful.isUseful, s) === 1) height[u] = Math.max(at(height, u), at(height, s) + 1);
    }
    highest = Math.max(highest, at(height, u));
  }
  return height.map((h) => highest - h);
}

/** Connected components of the useful vertices on levels `[low, high)`. */
function components(graph: Cdag, useful: UsefulPart, level: Int32Array, low: number, high: number): Int32Array[] {
  const seen = new Uint8Array(graph.vertexCount);
  const inBand = (v: number): boolean => at(useful.isUseful, v) === 1 && at(level, v) >= low && at(level, v) < high;
  const found: Int32Array[] = [];
  for (const root of useful.vertices) {
    if (!inBand(root) || at(seen, root) === 1) continue;
    const piece = [root];
    seen[root] = 1;
    for (let i = 0; i < piece.length; i++) {
      const v = piece[i] as number;
      const neighbours = [
        ...graph.predecessors.subarray(graph.predecessorOffsets[v], graph.predecessorOffsets[v + 1]),
        ...graph.successors.subarray(graph.successorOffsets[v], graph.successorOffsets[v + 1]),
      ];
      for (const u of neighbours) {
        if (!inBand(u) || at(seen, u) === 1) continue;
        seen[u] = 1;
        piece.push(u);
      }
    }
    found.push(Int32Array.from(piece));
  }
  return found;
}
