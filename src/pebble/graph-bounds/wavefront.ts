import type { Cdag } from "../cdag.js";
import type { TwoLevelGame } from "../rules.js";
import { compulsoryBound } from "./compulsory.js";
import {
  GRAPH_BOUND_LIMITS,
  type GraphBound,
  type GraphBoundLimits,
  notApplicable,
  requirements,
  type WavefrontCertificate,
} from "./graph-bound.js";
import { reachability, usefulPart } from "./useful.js";
import { WavefrontSearch } from "./wavefront-search.js";

/**
 * The wavefront bound of Elango et al. (2015, SPAA'14) in our game: at the instant around the computation of a vertex a
 * minimum vertex cut lies between what is computed and what is not; each of its words outside fast memory has been stored and
 * will be loaded again. Added to the compulsory traffic. No recomputation; weighted; sliding and placing.
 */
export function wavefrontBound(graph: Cdag, game: TwoLevelGame, limits: GraphBoundLimits = GRAPH_BOUND_LIMITS): GraphBound {
  const useful = usefulPart(graph);
  if (game.recomputation) return notApplicable("wavefront", "it holds without recomputation only");
  if (useful.vertices.length > limits.wavefrontVertices) {
    return notApplicable("wavefront", `more than ${limits.wavefrontVertices} useful vertices`);
  }
  const search = new WavefrontSearch(graph, useful, reachability(graph, useful), game);
  const best = search.best(useful.vertices);
  return provenWavefronts("wavefront", graph, game, best === undefined ? [] : [search.certify(best)], best?.gain ?? 0);
}

/** A bound from wavefronts with a joint gain over the compulsory traffic. */
export function provenWavefronts(
  id: "wavefront" | "wavefront-sum",
  graph: Cdag,
  game: TwoLevelGame,
  wavefronts: WavefrontCertificate["wavefronts"],
  gain: number,
): GraphBound {
  const compulsory = compulsoryBound(graph, game);
  if (compulsory.kind !== "bound") return compulsory;
  return {
    kind: "bound",
    id,
    value: compulsory.value + BigInt(gain),
    requires: requirements(game, "forbidden"),
    proof: "proofs/graph-wavefront.md",
    status: "paper proof",
    certificate: { kind: "wavefront", wavefronts },
  };
}
