import type { TwoLevelGame } from "../rules.js";

/** A point of time in an execution: just before, or just after, the first computation (or first load) of `vertex`. */
export interface Instant {
  readonly vertex: number;
  readonly moment: "before" | "after";
}

/** A path of a flow and the words that run along it. */
export interface WeightedPath {
  readonly vertices: readonly number[];
  readonly amount: number;
}

/** Every useful input is loaded, every output that is no input is stored (`proofs/graph-compulsory.md`). */
export interface GraphCompulsoryCertificate {
  readonly kind: "compulsory";
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

/** Loads forced between consecutive instants, each shown by a flow (`proofs/graph-dominator-chain.md`). */
export interface DominatorChainCertificate {
  readonly kind: "dominator-chain";
  readonly instants: readonly Instant[];
  /** `flows[j]` leads into what is first pebbled between instants `j` and `j + 1`; behind the last comes the end. */
  readonly flows: readonly (readonly WeightedPath[])[];
}

/**
 * Vertex-disjoint lines with breakpoints no two consecutive of which share a part of any partition with
 * `fastCapacity + segmentLoads`-word dominators (`proofs/graph-hong-kung-lines.md`).
 */
export interface HongKungCertificate {
  readonly kind: "hong-kung-lines";
  readonly segmentLoads: number;
  readonly lines: readonly {
    readonly vertices: readonly number[];
    readonly breakpoints: readonly number[];
    /** `witnesses[j]`: vertex-disjoint paths that show breakpoints `j` and `j + 1` to lie in different parts. */
    readonly witnesses: readonly (readonly (readonly number[])[])[];
  }[];
}

/**
 * Disjoint sets of `inner` vertices, each with `targets` outside it that cannot all be computed with fewer than `transfers` loads and
 * stores of inner vertices, were all else at hand for nothing (`proofs/graph-disjoint-subgraphs.md`).
 */
export interface DisjointSubgraphsCertificate {
  readonly kind: "disjoint-subgraphs";
  readonly subgraphs: readonly {
    readonly inner: readonly number[];
    readonly targets: readonly number[];
    readonly transfers: number;
  }[];
}

/** Wavefronts whose flows share the vertices' transfers among them (`proofs/graph-wavefront.md`). */
export interface WavefrontCertificate {
  readonly kind: "wavefront";
  readonly wavefronts: readonly {
    readonly instant: Instant;
    /** Transfers that one word of the wavefront outside fast memory is charged with here. */
    readonly charge: 1 | 2;
    readonly flow: readonly WeightedPath[];
  }[];
}

/**
 * Wavefronts at successive instants, each paid by transfers before the next one (`proofs/graph-wavefront.md`, Theorem 2). With
 * charge 2, values computed after the instant before pay for their store as well.
 */
export interface WavefrontChainCertificate {
  readonly kind: "wavefront-chain";
  readonly links: readonly {
    readonly instant: Instant;
    readonly charge: 1 | 2;
    readonly flow: readonly WeightedPath[];
  }[];
}

/**
 * `segments` pieces of the order of computation, and rational lower bounds on the spectrum: at most `below` eigenvalues of
 * the scaled Laplacian lie below `shift / 2^20` (`proofs/graph-spectral.md`).
 */
export interface SpectralCertificate {
  readonly kind: "spectral";
  readonly segments: number;
  readonly spectrum: readonly { readonly shift: number; readonly below: number }[];
}

/** What the checker needs to establish a bound on a graph. */
export type GraphCertificate =
  | GraphCompulsoryCertificate
  | DominatorChainCertificate
  | HongKungCertificate
  | DisjointSubgraphsCertificate
  | WavefrontCertificate
  | WavefrontChainCertificate
  | SpectralCertificate;

export type GraphBoundId =
  | "compulsory"
  | "dominator-chain"
  | "hong-kung-lines"
  | "disjoint-subgraphs"
  | "wavefront"
  | "wavefront-sum"
  | "wavefront-chain"
  | "spectral";

/** A proven lower bound on loads plus stores, in words, of every complete pebbling of the graph. */
export interface ProvenGraphBound {
  readonly kind: "bound";
  readonly id: GraphBoundId;
  readonly value: bigint;
  /** What the bound requires of the game and of pebblings. */
  readonly requires: readonly GraphRequirement[];
  readonly proof: string;
  /** No theorem about graphs is machine-checked. */
  readonly status: "paper proof";
  readonly certificate: GraphCertificate;
}

/** A bound that says nothing about this graph and game, and why. */
export interface InapplicableGraphBound {
  readonly kind: "not-applicable";
  readonly id: GraphBoundId;
  readonly reason: string;
}

/** A bound on an explicit graph, or why it does not apply. */
export type GraphBound = ProvenGraphBound | InapplicableGraphBound;

/** Bounds that take polynomial but not linear time are refused above these sizes (useful vertices). */
export interface GraphBoundLimits {
  readonly dominatorChainVertices: number;
  readonly hongKungVertices: number;
  readonly subgraphVertices: number;
  /** Positions that the searches of all subgraphs together may reach, each as often as they do, for every useful vertex. */
  readonly subgraphVisits: number;
  readonly wavefrontVertices: number;
  readonly wavefrontSumVertices: number;
  readonly wavefrontChainVertices: number;
  readonly spectralVertices: number;
}

/** Sizes up to which each bound on graphs is computed. */
export const GRAPH_BOUND_LIMITS: GraphBoundLimits = {
  dominatorChainVertices: 200,
  hongKungVertices: 400,
  subgraphVertices: 400,
  subgraphVisits: 2_500,
  wavefrontVertices: 1000,
  wavefrontSumVertices: 160,
  wavefrontChainVertices: 100,
  spectralVertices: 500,
};

/**
 * Words of all fast memories together. An execution on several processors is one on a single fast memory of their joint
 * size (a value held twice is held once, loads and stores stay), so every bound of the joint game bounds their sum.
 */
export function pooledCapacity(game: TwoLevelGame): number {
  return game.fastCapacity * game.processors;
}

export function notApplicable(id: GraphBoundId, reason: string): InapplicableGraphBound {
  return { kind: "not-applicable", id, reason };
}

/** What a bound on a graph may require: inputs are given, no value computed twice, no result in the place of an operand. */
export type GraphRequirement = "inputs-at-start" | "no-recomputation" | "no-sliding";

/** What a bound of the game requires that survives recomputation, or does not. */
export function requirements(game: TwoLevelGame, recomputation: "allowed" | "forbidden"): readonly GraphRequirement[] {
  const computed = recomputation === "forbidden" ? (["no-recomputation"] as const) : [];
  return ["inputs-at-start", ...computed, ...(game.sliding ? [] : (["no-sliding"] as const))];
}
