import type { MultilayerExtents, MultilayerWeights } from "../multilayer/shape.js";

/** The instance of a chain of three products or more. */
export interface MultilayerInstance {
  readonly extents: MultilayerExtents;
  readonly weights: MultilayerWeights;
  readonly capacity: bigint;
  readonly memories: bigint;
}

/** Last-stage products of a segment: with X(r−1) stored, and with it made from whole rows of Xq, q = r−2, …, 0. */
export interface MultilayerSegment {
  /** Vs: with X(r−1) stored. */
  readonly stored: bigint;
  /** Vq: with X(r−1) made from whole rows of Xq, q = r−2, …, 0. */
  readonly transient: readonly bigint[];
}

export interface MultilayerLastPairCertificate {
  readonly theorem: "multilayer-last-pair";
  readonly instance: MultilayerInstance;
  readonly cut: bigint;
  /** Of a memory's first segment. */
  readonly first: MultilayerSegment;
  /** Of a later segment. */
  readonly later: MultilayerSegment;
  readonly laterSegments: bigint;
  /** C: loads plus starts of residency intervals of Xr, at least. */
  readonly clock: bigint;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

export interface MultilayerRecomputationCertificate {
  readonly theorem: "multilayer-recomputation";
  readonly instance: MultilayerInstance;
  /** p: the first p products are counted. */
  readonly products: bigint;
  /** Accumulator starts in X1, …, X(born) are charged: p, or r − 1 for p = r, where the last stores of Xr are among the events. */
  readonly born: bigint;
  /** a(q): fractions `"p/q"`, in units of √(3X): of a start in X1, X3, … and, where any is charged, in X2, X4, …. */
  readonly prices: { readonly odd: string; readonly even?: string };
  /** T: in bytes (or words), as the clock and the rest. */
  readonly cut: bigint;
  /** Segments of all memories together, less one for each memory. */
  readonly laterSegments: bigint;
  readonly clock: bigint;
  /** U: weights that the first p products do not touch, and last stores of Xr unless they are among the events. */
  readonly rest: bigint;
  readonly value: bigint;
}

export interface MultilayerStagesCertificate {
  readonly theorem: "multilayer-stages";
  readonly instance: MultilayerInstance;
  /** Bytes (or words) counted for one word: the smallest weight. */
  readonly wordSize: bigint;
  readonly capacityWords: bigint;
  /** p: the first p products and X1, …, Xp are counted. */
  readonly products: bigint;
  readonly cut: bigint;
  /** M: what a segment is worth at most, rounded down. */
  readonly most: bigint;
  /** ⌈T·worth/M⌉ − P·T. */
  readonly clockWords: bigint;
  /** m·Σwq: elements of counted arrays that are no results: each may begin once without a load or store. */
  readonly bornWords: bigint;
  /** U: words of later weights and, where later products are not counted, of the last stores of Xr. */
  readonly restWords: bigint;
  readonly value: bigint;
}

export interface MultilayerWholeRowsCertificate {
  readonly theorem: "multilayer-whole-rows";
  readonly instance: MultilayerInstance;
  /** Bytes (or words) counted for one word: the smallest weight. */
  readonly wordSize: bigint;
  readonly capacityWords: bigint;
  /** p: the first p products are counted. */
  readonly products: bigint;
  readonly cut: bigint;
  /** κ: words that a row brings into a segment, at most the least of w0, …, w(p−1); of w0, …, w(r−2) where p is r. */
  readonly rowWords: bigint;
  readonly laterSegments: bigint;
  readonly clockWords: bigint;
  /** U: later weights and last stores of Xr; 0 where κ is larger than w(r−1), which is for p = r only. */
  readonly restWords: bigint;
  readonly value: bigint;
}

export type MultilayerCertificate =
  | MultilayerLastPairCertificate
  | MultilayerRecomputationCertificate
  | MultilayerWholeRowsCertificate
  | MultilayerStagesCertificate;
