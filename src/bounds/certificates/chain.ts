import type { ChainSegment } from "../chain/segment.js";
import type { ChainExtents, ChainWeights } from "../chain/shape.js";

/** The instance of a fused chain: everything a chain certificate's numbers follow from. */
export interface ChainInstance {
  readonly extents: ChainExtents;
  readonly weights: ChainWeights;
  readonly capacity: bigint;
  readonly memories: bigint;
}

/** What the forms of `chain-fused` have in common. */
interface ChainFused {
  readonly theorem: "chain-fused";
  readonly instance: ChainInstance;
  readonly cut: bigint;
  /** Vs and Vt: second-stage products of a later segment, with H stored and with H transient. */
  readonly later: ChainSegment;
  /** C: loads plus starts of residency intervals of E, at least. */
  readonly clock: bigint;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

export interface ChainFusedPerMemory extends ChainFused {
  readonly form: "per-memory";
  /** Vs and Vt: those of a memory's first segment. */
  readonly first: ChainSegment;
  readonly laterSegments: bigint;
}

/** Segments counted by the words they have: no first and no last one is given away (proofs/amortized.md). */
export interface ChainFusedAmortized extends ChainFused {
  readonly form: "amortized";
}

/** One memory, whose first segment has a length of its own (proofs/empty-start.md). */
export interface ChainFusedEmptyStart extends ChainFused {
  readonly form: "empty-start";
  /** U: the clock at the end of the first segment; then segments of `cut`. */
  readonly firstCut: bigint;
  /** J: so many segments and the first do not hold all products. */
  readonly laterSegments: bigint;
}

export type ChainFusedCertificate = ChainFusedPerMemory | ChainFusedAmortized | ChainFusedEmptyStart;

/** Every word at its own size, segments counted by the words they have (proofs/amortized.md). */
export interface ChainRecomputationAmortized {
  readonly theorem: "chain-recomputation";
  readonly form: "amortized";
  readonly instance: ChainInstance;
  /** T: in bytes (or words), as the clock. */
  readonly cut: bigint;
  /** The right side of the theorem, rounded up. */
  readonly clock: bigint;
  /** The clock, less what the last store of an output is narrower than its accumulator. */
  readonly value: bigint;
}

/** One memory, every word as the narrowest (proofs/empty-start.md). */
export interface ChainRecomputationEmptyStart {
  readonly theorem: "chain-recomputation";
  readonly form: "empty-start";
  readonly instance: ChainInstance;
  /** Bytes (or words) counted for one word: the smallest weight. */
  readonly wordSize: bigint;
  readonly capacityWords: bigint;
  /** U: the clock at the end of the first segment, in such words. */
  readonly firstCut: bigint;
  readonly cut: bigint;
  /** J: so many segments after the first do not bring in enough. */
  readonly laterSegments: bigint;
  readonly clockWords: bigint;
  readonly value: bigint;
}

export type ChainRecomputationCertificate = ChainRecomputationAmortized | ChainRecomputationEmptyStart;

export interface ChainNearCapacityCertificate {
  readonly theorem: "chain-near-capacity";
  readonly instance: ChainInstance;
  /** What takes about all of the memory: rows of A with their accumulators of E, or columns of B with their rows of D. */
  readonly resident: "rows" | "weights";
  /** d: words of them that are not in memory while an element's line across is worked on, at least. */
  readonly missing: bigint;
  /** Λ: in 1/1024. */
  readonly holdingCost: bigint;
  readonly value: bigint;
}

/** Attention's backward pass, segments counted by the words they have. Extents and sizes are named as those of the forward pass. */
export interface AttentionBackwardCertificate {
  readonly theorem: "attention-backward";
  readonly instance: ChainInstance;
  readonly cut: bigint;
  /** Vs and Vt: products that add to gradients in a segment that finds a word of every pair, and in one that makes each anew. */
  readonly later: ChainSegment;
  /** C: loads plus starts of residency intervals of gradients, at least. */
  readonly clock: bigint;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

/** A part of a mixture of potentials: its name (src/bounds/potentials/slice-potentials.ts) and its share, a fraction `"p/q"`; shares sum to 1. */
export interface SliceShare {
  /** Its name (src/bounds/potentials). */
  readonly potential: string;
  /** Its share, a fraction `"p/q"`; shares sum to 1. */
  readonly share: string;
}

export interface ChainHoldingCostCertificate {
  readonly theorem: "chain-holding-cost";
  readonly instance: ChainInstance;
  /** X: accumulators that a memory holds, and one more. */
  readonly room: bigint;
  /** Potentials of a slice of the first product, each with its share. */
  readonly first: readonly SliceShare[];
  /** Potentials of a slice of the second product, each with its share. */
  readonly second: readonly SliceShare[];
  /** ξ: a fraction `"p/q"`, what words pay more for elements of H that are never loaded. */
  readonly extraHoldingCost: string;
  readonly value: bigint;
}

export type ChainCertificate =
  | ChainFusedCertificate
  | ChainRecomputationCertificate
  | ChainNearCapacityCertificate
  | ChainHoldingCostCertificate;
