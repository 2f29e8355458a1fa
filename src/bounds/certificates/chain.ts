import type { ChainSegment } from "../chain/segment.js";
import type { ChainExtents, ChainWeights } from "../chain/shape.js";

/** The instance of a fused chain: everything a chain certificate's numbers follow from. */
export interface ChainInstance {
  readonly extents: ChainExtents;
  readonly weights: ChainWeights;
  readonly capacity: bigint;
  readonly memories: bigint;
}

export interface ChainTransientsCertificate {
  readonly theorem: "chain-transients";
  readonly instance: ChainInstance;
  readonly cut: bigint;
  /** Second-stage products of a memory's first segment and of a later one, with H stored and with H transient. */
  readonly first: ChainSegment;
  readonly later: ChainSegment;
  readonly laterSegments: bigint;
  /** Loads plus starts of residency intervals of E, at least. */
  readonly clock: bigint;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

export interface ChainBirthsCertificate {
  readonly theorem: "chain-births";
  readonly instance: ChainInstance;
  /** Bytes (or words) counted for one word: the smallest weight. */
  readonly wordSize: bigint;
  readonly capacityWords: bigint;
  readonly cut: bigint;
  /** Segments of all memories together, less one for each memory. */
  readonly laterSegments: bigint;
  readonly clockWords: bigint;
  readonly value: bigint;
}

export interface ChainBirthsWeightedCertificate {
  readonly theorem: "chain-births-weighted";
  readonly instance: ChainInstance;
  /** In bytes (or words), as the clock. */
  readonly cut: bigint;
  /** Segments of all memories together, less one for each memory. */
  readonly laterSegments: bigint;
  readonly clock: bigint;
  /** The clock, less what the last store of an output is narrower than its sum. */
  readonly value: bigint;
}

/** Segments counted by the words they have: no first and no last one is given away (proofs/amortized.md). */
export interface ChainTransientsSteadyCertificate
  extends Omit<ChainTransientsCertificate, "theorem" | "first" | "laterSegments"> {
  readonly theorem: "chain-transients-steady";
}

export interface ChainBirthsSteadyCertificate extends Omit<ChainBirthsCertificate, "theorem" | "laterSegments"> {
  readonly theorem: "chain-births-steady";
}

export interface ChainBirthsWeightedSteadyCertificate extends Omit<ChainBirthsWeightedCertificate, "theorem" | "laterSegments"> {
  readonly theorem: "chain-births-weighted-steady";
}

/** One memory, whose first segment has a length of its own (proofs/empty-start.md). */
export interface ChainTransientsColdCertificate {
  readonly theorem: "chain-transients-cold";
  readonly instance: ChainInstance;
  /** The clock at the end of the first segment; then segments of `cut`. */
  readonly firstCut: bigint;
  readonly cut: bigint;
  /** Second-stage products of a later segment, with H stored and with H transient. */
  readonly later: ChainSegment;
  /** So many and the first do not hold all products. */
  readonly laterSegments: bigint;
  readonly clock: bigint;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

export interface ChainResidentLinesCertificate {
  readonly theorem: "chain-resident-lines";
  readonly instance: ChainInstance;
  /** What takes about all of the memory: rows of A with their sums of E, or columns of B with their rows of D. */
  readonly resident: "rows" | "weights";
  /** Words of them that are not in memory while an element's line across is worked on, at least; fewer where that proves more. */
  readonly missing: bigint;
  /** Λ in 1/1024. */
  readonly rent: bigint;
  readonly value: bigint;
}

export interface ChainBirthsColdCertificate {
  readonly theorem: "chain-births-cold";
  readonly instance: ChainInstance;
  /** Bytes (or words) counted for one word: the smallest weight. */
  readonly wordSize: bigint;
  readonly capacityWords: bigint;
  readonly firstCut: bigint;
  readonly cut: bigint;
  /** So many segments after the first do not bring in enough. */
  readonly laterSegments: bigint;
  readonly clockWords: bigint;
  readonly value: bigint;
}

export interface ChainMixedCertificate {
  readonly theorem: "chain-mixed";
  readonly instance: ChainInstance;
  /** Bytes (or words) counted for one word: the smallest weight. */
  readonly wordSize: bigint;
  /** The capacity in such words, rounded up to nine binary digits. */
  readonly capacityWords: bigint;
  readonly cut: bigint;
  /** What an interval of E costs: 1 or 2. */
  readonly entry: bigint;
  /** Fractions `"p/q"`: of a product of the first and of the second stage; in units of √S, of a birth and of a stay of H. */
  readonly prices: { readonly first: string; readonly second: string; readonly birth: string; readonly stay: string };
  /** Fractions, in units of S^(3/2): no first segment of a memory brings in more, and no other one, by branch and bound. */
  readonly firstMaximum: string;
  readonly segmentMaximum: string;
  readonly laterSegments: bigint;
  readonly clockWords: bigint;
  readonly value: bigint;
}

/** A part of a mixture of potentials: its name (src/bounds/potentials/slice-potentials.ts) and its share, a fraction `"p/q"`; shares sum to 1. */
export interface SliceShare {
  readonly potential: string;
  readonly share: string;
}

export interface ChainSlicesCertificate {
  readonly theorem: "chain-slices";
  readonly instance: ChainInstance;
  /** Bytes (or words) counted for one word: the smallest weight. */
  readonly wordSize: bigint;
  /** The capacity in such words, or more where the waiting of the potentials asks for it. */
  readonly capacityWords: bigint;
  /** Of a slice of the first product, and of the second. */
  readonly first: readonly SliceShare[];
  readonly second: readonly SliceShare[];
  /** τ, a fraction: elements in memory and between two short-lived copies are τ²X at most. */
  readonly stretch: string;
  readonly words: bigint;
  readonly value: bigint;
}

export interface ChainSliceEndsCertificate {
  readonly theorem: "chain-slice-ends";
  readonly instance: ChainInstance;
  /** X: unfinished sums that a memory holds, and one more. */
  readonly room: bigint;
  /** Of a slice of the first product: names of src/bounds/potentials/slice-ends-potentials.ts; and of the second. */
  readonly first: readonly SliceShare[];
  readonly second: readonly SliceShare[];
  /** ξ, a fraction `"p/q"`: what words pay more for elements of H that are never loaded. */
  readonly extraRent: string;
  readonly value: bigint;
}
