import type { Cdag } from "../cdag.js";
import type { TwoLevelGame } from "../rules.js";
import { compulsoryBound } from "./compulsory.js";
import { dominatorChainBound } from "./dominator-chain.js";
import { GRAPH_BOUND_LIMITS, type GraphBound, type GraphBoundLimits, type ProvenGraphBound } from "./graph-bound.js";
import { hongKungBound } from "./hong-kung.js";
import { spectralBound } from "./spectral.js";
import { disjointSubgraphsBound } from "./subgraphs/disjoint-subgraphs.js";
import { wavefrontBound } from "./wavefront.js";
import { wavefrontChainBound } from "./wavefront-chain.js";
import { wavefrontSumBound } from "./wavefront-sum.js";

export type {
  GraphBound,
  GraphBoundId,
  GraphBoundLimits,
  GraphCertificate,
  InapplicableGraphBound,
  Instant,
  ProvenGraphBound,
  WeightedPath,
} from "./graph-bound.js";
export { GRAPH_BOUND_LIMITS } from "./graph-bound.js";
export { type GraphBoundVerdict, verifyGraphBound } from "./verify.js";
export {
  compulsoryBound,
  disjointSubgraphsBound,
  dominatorChainBound,
  hongKungBound,
  spectralBound,
  wavefrontBound,
  wavefrontChainBound,
  wavefrontSumBound,
};

/** All lower bounds on loads plus stores for an explicit graph, cheapest first. */
export function graphBounds(graph: Cdag, game: TwoLevelGame, limits: GraphBoundLimits = GRAPH_BOUND_LIMITS): GraphBound[] {
  return [
    compulsoryBound(graph, game),
    dominatorChainBound(graph, game, limits),
    hongKungBound(graph, game, limits),
    disjointSubgraphsBound(graph, game, limits),
    wavefrontBound(graph, game, limits),
    wavefrontSumBound(graph, game, limits),
    wavefrontChainBound(graph, game, limits),
    spectralBound(graph, game, limits),
  ];
}

/** The largest of them; the earliest among equals. Compulsory traffic always applies, so there is one. */
export function bestGraphBound(bounds: readonly GraphBound[]): ProvenGraphBound | undefined {
  let best: ProvenGraphBound | undefined;
  for (const bound of bounds) {
    if (bound.kind === "bound" && (best === undefined || bound.value > best.value)) best = bound;
  }
  return best;
}
