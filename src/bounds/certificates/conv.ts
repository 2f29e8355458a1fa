import type { WindowAxis } from "../../computation/window.js";
import type { SliceShare } from "./chain.js";

/** A convolution: everything a convolution certificate's numbers follow from. */
export interface ConvolutionInstance {
  readonly channels: { readonly batch: bigint; readonly input: bigint; readonly output: bigint };
  /** Rows, then columns. */
  readonly axes: readonly [WindowAxis, WindowAxis];
  /** Words (or bytes) of an input, a weight of the filter, an unfinished sum and a stored output. */
  readonly weights: { readonly input: bigint; readonly filter: bigint; readonly partial: bigint; readonly output: bigint };
  readonly capacity: bigint;
  readonly memories: bigint;
}

export interface ConvolutionCertificate {
  readonly theorem: "convolution";
  readonly instance: ConvolutionInstance;
  /** What a product of each class of taps counts: classes by falling reuse of the rows, then of the columns. */
  readonly prices: readonly bigint[];
  /** T: a segment ends when the clock has grown by this much. */
  readonly cut: bigint;
  /** The most that the products of a memory's first and of a later segment are worth. */
  readonly firstSegmentWorth: bigint;
  readonly segmentWorth: bigint;
  readonly laterSegments: bigint;
  readonly clock: bigint;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

/** One of several memories alone: the worth of its products, and the cut at which its clock was taken. */
export interface ConvolutionBusiestCertificate extends Omit<ConvolutionCertificate, "theorem" | "reads" | "writes"> {
  readonly theorem: "convolution-busiest";
  /** What the products of the busiest memory are worth: ceil(all / memories). */
  readonly share: bigint;
}

/** Slice by slice, with rent at both ends of a sum's stay: what words may be charged, by potentials and their shares. */
export interface ConvolutionSliceEndsCertificate {
  readonly theorem: "convolution-slice-ends";
  readonly instance: ConvolutionInstance;
  /** X: sums that a memory holds, and one more. */
  readonly room: bigint;
  readonly potentials: readonly SliceShare[];
  readonly value: bigint;
}

/** By memories of the filters: weights that fill one. */
export interface ConvolutionPassesCertificate {
  readonly theorem: "convolution-passes";
  readonly instance: ConvolutionInstance;
  readonly fits: bigint;
  readonly value: bigint;
}

export interface ConvolutionMemoryIndependentCertificate {
  readonly theorem: "convolution-memory-independent";
  readonly instance: ConvolutionInstance;
  readonly prices: readonly bigint[];
  readonly share: bigint;
  readonly value: bigint;
}

/** 3×3 windows of stride 1, with the inputs at the borders of blocks: sizes of blocks in bands, each with a reuse below nine. */
export interface ConvolutionBordersCertificate extends Omit<ConvolutionCertificate, "theorem" | "prices"> {
  readonly theorem: "convolution-borders";
  /** The square root of the pixels up to which the first band reaches, in sixteenths. */
  readonly side: bigint;
}

/** Segments counted by the words they have: no first and no last one is given away (proofs/amortized.md). */
export interface ConvolutionSteadyCertificate
  extends Omit<ConvolutionCertificate, "theorem" | "firstSegmentWorth" | "laterSegments"> {
  readonly theorem: "convolution-steady";
}

export interface ConvolutionBordersSteadyCertificate
  extends Omit<ConvolutionBordersCertificate, "theorem" | "firstSegmentWorth" | "laterSegments"> {
  readonly theorem: "convolution-borders-steady";
}
