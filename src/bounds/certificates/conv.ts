import type { GradientPass } from "../../computation/conv.js";
import type { WindowAxis } from "../../computation/window.js";
import type { SliceShare } from "./chain.js";

/** A convolution: everything a convolution certificate's numbers follow from. */
export interface ConvolutionInstance {
  /** Images, and channels of inputs and of outputs in each group; groups, 1 where absent. */
  readonly channels: { readonly batch: bigint; readonly input: bigint; readonly output: bigint; readonly groups?: bigint };
  /** Rows, then columns. */
  readonly axes: readonly [WindowAxis, WindowAxis];
  /** Which sums are formed, where not those of the outputs: their words count as accumulators, those of the operands as `input` and `filter`. */
  readonly pass?: GradientPass;
  /** Words (or bytes) of an input, a weight of the filter, an accumulator and a stored output. */
  readonly weights: { readonly input: bigint; readonly filter: bigint; readonly partial: bigint; readonly output: bigint };
  readonly capacity: bigint;
  readonly memories: bigint;
}

/** What every count of segments chooses and comes to. */
interface SegmentedConvolution {
  readonly instance: ConvolutionInstance;
  /** T: a segment ends when the clock has grown by this much. */
  readonly cut: bigint;
  /** V1: what the products of a later segment are worth, at most; in the amortized form v is one more. */
  readonly segmentWorth: bigint;
  readonly clock: bigint;
  readonly value: bigint;
}

interface Traffic {
  readonly reads: bigint;
  readonly writes: bigint;
}

/** Segments with a first one of each memory given away, or each counted by the words it has (proofs/amortized.md). */
export type SegmentForm =
  | { readonly form: "per-memory"; readonly firstSegmentWorth: bigint; readonly laterSegments: bigint }
  | { readonly form: "amortized" };

/** What a product of each class of taps counts: classes by falling reuse of the rows, then of the columns. */
interface Priced {
  /** yκ: what a product of each class of taps counts: classes by falling reuse of the rows, then of the columns. */
  readonly prices: readonly bigint[];
}

export type ConvSegmentsCertificate = SegmentedConvolution &
  Traffic &
  Priced &
  SegmentForm & { readonly theorem: "conv-segments" };

/** 3×3 windows of stride 1, with the inputs at the borders of blocks: sizes of blocks in bands, each with a reuse below nine. */
export type ConvBordersCertificate = SegmentedConvolution &
  Traffic &
  SegmentForm & {
    readonly theorem: "conv-borders";
    /** 16n₁: the square root of the pixels up to which the first band reaches, in sixteenths. */
    readonly side: bigint;
  };

/** One of several memories alone: the worth of its products, and the cut at which its clock was taken. */
export interface ConvPerProcessorCertificate extends SegmentedConvolution, Priced {
  readonly theorem: "conv-per-processor";
  readonly firstSegmentWorth: bigint;
  readonly laterSegments: bigint;
  /** D: what the products of the busiest memory are worth, ⌈all/P⌉. */
  readonly share: bigint;
}

/** Slice by slice, words held at a cost where an accumulator starts and ends: by potentials and their shares. */
export interface ConvHoldingCostCertificate {
  readonly theorem: "conv-holding-cost";
  readonly instance: ConvolutionInstance;
  /** X: accumulators that a memory holds, and one more. */
  readonly room: bigint;
  readonly potentials: readonly SliceShare[];
  readonly value: bigint;
}

/** By memories of the filters: weights that fill one. */
export interface ConvWholePassesCertificate {
  readonly theorem: "conv-whole-passes";
  readonly instance: ConvolutionInstance;
  /** s: words of the filters that fill a memory. */
  readonly fits: bigint;
  readonly value: bigint;
}

export interface ConvMemoryIndependentCertificate extends Priced {
  readonly theorem: "conv-memory-independent";
  readonly instance: ConvolutionInstance;
  /** D: what the products of the busiest memory are worth, ⌈all/P⌉. */
  readonly share: bigint;
  readonly value: bigint;
}

/** Every certificate on convolutions. */
export type ConvCertificate =
  | ConvBordersCertificate
  | ConvHoldingCostCertificate
  | ConvMemoryIndependentCertificate
  | ConvPerProcessorCertificate
  | ConvSegmentsCertificate
  | ConvWholePassesCertificate;
