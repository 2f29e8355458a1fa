import type { WindowAxis } from "../computation/window.js";
import type { Interface } from "../machines/machine.js";
import type { ChainSegment } from "./chain-segment.js";
import type { ChainExtents, ChainWeights } from "./chain-shape.js";
import type { LongChainExtents, LongChainWeights } from "./long-chain-shape.js";
import type { ProductExtents, ProductWeights } from "./product-shape.js";
import type { SegmentMethod } from "./segment-capacity.js";

/** What a bound counts: bytes on a machine with word sizes, words on the textbook machine. */
export type Unit = "bytes" | "words";

/** Summed over all fast memories, moved by the busiest one of them, or summed in every kernel of a class (and no bound on others). */
export type Scope = "total" | "busiest" | "class";

/**
 * How far a theorem has been checked: in proofs/coq by machine, its certificates' checker included, or on paper. Certificates are exact either
 * way; no bound rests on floating point.
 */
export type Trust = "machine-checked" | "proven on paper";

/** One interface of a machine as the theorems see it: `memories` private fast memories of `capacity` in front of one slow memory. */
export interface Setting {
  readonly interface: Interface;
  readonly unit: Unit;
  readonly capacity: bigint;
  readonly memories: bigint;
  /** What the fast memory is, in words: printed with every bound that depends on it. */
  readonly fastMemory: string;
}

/** The instance a certificate speaks about: everything its numbers follow from. */
export interface ProductInstance {
  readonly extents: ProductExtents;
  readonly weights: ProductWeights;
  readonly capacity: bigint;
  readonly memories: bigint;
}

export interface CompulsoryCertificate {
  readonly theorem: "compulsory";
  readonly inputs: readonly { readonly array: string; readonly words: bigint; readonly wordSize: bigint }[];
  readonly outputs: readonly { readonly array: string; readonly words: bigint; readonly wordSize: bigint }[];
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

export interface SegmentsCertificate {
  readonly theorem: "product-segments";
  readonly instance: ProductInstance;
  /** T: a segment ends when the clock has grown by this much. */
  readonly cut: bigint;
  readonly method: SegmentMethod;
  readonly firstMethod: SegmentMethod;
  /** V for the first segment of a memory, which starts empty, and for every later one. */
  readonly firstSegmentProducts: bigint;
  readonly segmentProducts: bigint;
  /** Segments after the first that the products need, over all memories. */
  readonly laterSegments: bigint;
  /** Loads of A and B plus starts of residency intervals, at least. */
  readonly clock: bigint;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

export interface BusiestCertificate extends Omit<SegmentsCertificate, "theorem" | "reads" | "writes"> {
  readonly theorem: "product-busiest";
  /** Products of the busiest memory: ceil(all / memories). */
  readonly share: bigint;
}

export interface IntervalsCertificate {
  readonly theorem: "product-intervals";
  readonly instance: ProductInstance;
  /** Bytes (or words) counted for one word: the smallest weight; capacity and clock below are in such words. */
  readonly wordSize: bigint;
  readonly capacityWords: bigint;
  readonly cut: bigint;
  /** The number j of windows of one group that is cheapest for the adversary. */
  readonly windowsOfGroup: bigint;
  /** ceil(mnμ − P·T/(S+T)). */
  readonly laterWindows: bigint;
  readonly clockWords: bigint;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

export interface MemoryIndependentCertificate {
  readonly theorem: "product-memory-independent";
  readonly instance: ProductInstance;
  readonly share: bigint;
  readonly value: bigint;
}

/** Kernels with one block for each `bm`×`bn` tile of C, at most `slots` blocks at once. */
export interface WaveClass {
  readonly tile: { readonly bm: bigint; readonly bn: bigint };
  readonly slots: bigint;
  /** Blocks that run together walk k in step, so that they begin and end together. */
  readonly inStep: boolean;
}

export interface WaveClassCertificate {
  readonly theorem: "product-wave-class";
  /** The capacity is the cache's. */
  readonly instance: ProductInstance;
  readonly kernel: WaveClass;
  /** N: blocks of a window, in launch order; and the number of windows. */
  readonly window: bigint;
  readonly windows: bigint;
  /** Elements of C whose blocks run within one window. */
  readonly outputs: bigint;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

/** Where unfinished sums stay: the registers or the tensor memory of an SM. */
export type SumsHome = "registers" | "tensor-memory";

export interface SumsInPlaceCertificate {
  readonly theorem: "product-sums-in-place";
  /** The capacity is that of the sums' home in the SMs of one block. */
  readonly instance: ProductInstance;
  readonly home: SumsHome;
  /** SMs that hold a block of outputs: 1, or those of a cluster. */
  readonly sms: bigint;
  /** Copies of the operand tiles in shared memory, 0 where nothing is presumed; and the shared memory of these SMs. */
  readonly stages: bigint;
  readonly sharedMemory: bigint;
  /** M: outputs of a block, at most. */
  readonly blockOutputs: bigint;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

/** A product with operands scaled in blocks: the bound on the product alone, and every scale once. */
export interface BlockScalesCertificate {
  readonly theorem: "block-scales";
  readonly product: SegmentsCertificate | IntervalsCertificate;
  readonly scales: CompulsoryCertificate["inputs"];
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

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

export interface ChainMixedCertificate {
  readonly theorem: "chain-mixed";
  readonly instance: ChainInstance;
  /** Bytes (or words) counted for one word: the smallest weight. */
  readonly wordSize: bigint;
  /** The capacity in such words, rounded up to nine binary digits. */
  readonly capacityWords: bigint;
  readonly cut: bigint;
  /** Fractions `"p/q"`: of a product of the first and of the second stage; in units of √S, of a birth and of a stay of H. */
  readonly prices: { readonly first: string; readonly second: string; readonly birth: string; readonly stay: string };
  /** A fraction, in units of S^(3/2): no segment brings in more, by branch and bound. */
  readonly segmentMaximum: string;
  readonly clockWords: bigint;
  readonly value: bigint;
}

/** The instance of a chain of three products or more. */
export interface LongChainInstance {
  readonly extents: LongChainExtents;
  readonly weights: LongChainWeights;
  readonly capacity: bigint;
  readonly memories: bigint;
}

/** Last-stage products of a segment: with X(r−1) stored, and with it made from whole rows of Xq, q = r−2, …, 0. */
export interface LongChainSegment {
  readonly stored: bigint;
  readonly transient: readonly bigint[];
}

export interface LongChainPairCertificate {
  readonly theorem: "long-chain-last-pair";
  readonly instance: LongChainInstance;
  readonly cut: bigint;
  /** Of a memory's first segment and of a later one. */
  readonly first: LongChainSegment;
  readonly later: LongChainSegment;
  readonly laterSegments: bigint;
  /** Loads plus starts of residency intervals of Xr, at least. */
  readonly clock: bigint;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

export interface LongChainBirthsCertificate {
  readonly theorem: "long-chain-births";
  readonly instance: LongChainInstance;
  /** Bytes (or words) counted for one word: the smallest weight. */
  readonly wordSize: bigint;
  readonly capacityWords: bigint;
  /** p: the first p products are counted. */
  readonly products: bigint;
  /** Fractions `"p/q"`, in units of √(3X): of a birth in X1, X3, … and, where any is charged, in X2, X4, …. */
  readonly prices: { readonly odd: string; readonly even?: string };
  readonly cut: bigint;
  /** Segments of all memories together, less one for each memory. */
  readonly laterSegments: bigint;
  readonly clockWords: bigint;
  /** Words of arrays that the first p products do not touch and that must cross. */
  readonly restWords: bigint;
  readonly value: bigint;
}

export interface LongChainBirthsWeightedCertificate {
  readonly theorem: "long-chain-births-weighted";
  readonly instance: LongChainInstance;
  /** p: the first p products are counted. */
  readonly products: bigint;
  /** Fractions `"p/q"`, in units of √(3X): of a birth in X1, X3, … and, where any is charged, in X2, X4, …. */
  readonly prices: { readonly odd: string; readonly even?: string };
  /** In bytes (or words), as the clock and the rest. */
  readonly cut: bigint;
  /** Segments of all memories together, less one for each memory. */
  readonly laterSegments: bigint;
  readonly clock: bigint;
  /** Arrays that the first p products do not touch and that must cross. */
  readonly rest: bigint;
  readonly value: bigint;
}

export interface LongChainRowsCertificate {
  readonly theorem: "long-chain-rows";
  readonly instance: LongChainInstance;
  /** Bytes (or words) counted for one word: the smallest weight. */
  readonly wordSize: bigint;
  readonly capacityWords: bigint;
  /** The first p products. */
  readonly products: bigint;
  readonly cut: bigint;
  /** κ: words that a row brings into a segment, at most the least of w0, …, w(p−1); w0, …, w(r−2) where p is r. */
  readonly rowWords: bigint;
  readonly laterSegments: bigint;
  readonly clockWords: bigint;
  /** Later weights and Xr, for p < r. */
  readonly restWords: bigint;
  readonly value: bigint;
}

/** One projective statement: everything a projective certificate's numbers follow from. */
export interface ProjectiveInstance {
  readonly indices: readonly { readonly index: string; readonly extent: bigint }[];
  /** Each input array once, with the indices of each access to it, dimension by dimension. */
  readonly inputs: readonly {
    readonly array: string;
    readonly wordSize: bigint;
    readonly accesses: readonly (readonly string[])[];
  }[];
  readonly output: { readonly array: string; readonly indices: readonly string[] };
  /** Words (or bytes) of an unfinished sum and of a stored output. */
  readonly weights: { readonly partial: bigint; readonly output: bigint };
  readonly capacity: bigint;
  readonly memories: bigint;
}

/** Exponents `"p/q"`, aligned with the accesses, the output and the indices: for every index those that use it sum to 1 or more. */
export interface ProjectiveExponents {
  readonly inputs: readonly (readonly string[])[];
  readonly output: string;
  readonly extents: readonly string[];
}

export interface ProjectiveCertificate {
  readonly theorem: "projective";
  readonly instance: ProjectiveInstance;
  readonly exponents: ProjectiveExponents;
  /** T: a segment ends when the clock has grown by this much. */
  readonly cut: bigint;
  /** Arrays that the largest segments, first and later, hold whole. */
  readonly firstSaturated: readonly string[];
  readonly saturated: readonly string[];
  readonly firstSegmentProducts: bigint;
  readonly segmentProducts: bigint;
  readonly laterSegments: bigint;
  readonly clock: bigint;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

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

export interface ConvolutionMemoryIndependentCertificate {
  readonly theorem: "convolution-memory-independent";
  readonly instance: ConvolutionInstance;
  readonly prices: readonly bigint[];
  readonly share: bigint;
  readonly value: bigint;
}

/** Rows that have statistics of all their words: everything a certificate's numbers follow from. */
export interface RowStatisticsInstance {
  /** Rows and columns of X, and the vectors (gain, shift) that all rows share. */
  readonly extents: { readonly rows: bigint; readonly columns: bigint; readonly shared: bigint };
  /** Words (or bytes) of an input and of a stored output. */
  readonly weights: { readonly word: bigint; readonly output: bigint };
  readonly capacity: bigint;
  readonly memories: bigint;
}

export interface RowStatisticsCertificate {
  readonly theorem: "row-statistics";
  readonly instance: RowStatisticsInstance;
  /** Words of a row that all fast memories together hold. */
  readonly residentWords: bigint;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

/** What the checker needs to establish a bound: the theorem's choices and every number that enters it. */
export type Certificate =
  | RowStatisticsCertificate
  | ConvolutionCertificate
  | ConvolutionBusiestCertificate
  | ConvolutionMemoryIndependentCertificate
  | ProjectiveCertificate
  | ChainTransientsCertificate
  | ChainBirthsCertificate
  | ChainBirthsWeightedCertificate
  | ChainMixedCertificate
  | LongChainPairCertificate
  | LongChainBirthsCertificate
  | LongChainBirthsWeightedCertificate
  | LongChainRowsCertificate
  | CompulsoryCertificate
  | BlockScalesCertificate
  | SegmentsCertificate
  | BusiestCertificate
  | IntervalsCertificate
  | MemoryIndependentCertificate
  | WaveClassCertificate
  | SumsInPlaceCertificate;

/**
 * A proven lower bound on the traffic over one interface: loads plus stores (`value`), of which `reads` and `writes` hold
 * separately where given. `certificate` lets an independent checker confirm the number.
 */
export interface Bound {
  readonly id: string;
  readonly interface: Interface;
  readonly scope: Scope;
  readonly unit: Unit;
  readonly value: bigint;
  readonly reads?: bigint;
  readonly writes?: bigint;
  /** What the bound presumes and which freedoms it survives. */
  readonly assumptions: readonly string[];
  readonly proof: string;
  readonly trust: Trust;
  readonly certificate: Certificate;
}
