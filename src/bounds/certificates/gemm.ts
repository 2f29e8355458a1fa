import type { ProductExtents, ProductWeights } from "../gemm/shape.js";
import type { SegmentMethod } from "../shared/segment-capacity.js";
import type { SliceShare } from "./chain.js";
import type { CompulsoryCertificate } from "./others.js";

/** The instance a certificate speaks about: everything its numbers follow from. */
export interface ProductInstance {
  readonly extents: ProductExtents;
  readonly weights: ProductWeights;
  readonly capacity: bigint;
  readonly memories: bigint;
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

/** Segments counted by the words they have: no first and no last one is given away (proofs/amortized.md). */
export interface ProductSteadyCertificate {
  readonly theorem: "product-steady";
  readonly instance: ProductInstance;
  readonly cut: bigint;
  /** V over real numbers, rounded down. */
  readonly segmentProducts: bigint;
  /** ceil(T·mnk / (V + 1)) */
  readonly clock: bigint;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

export interface IntervalsSteadyCertificate extends Omit<IntervalsCertificate, "theorem" | "laterWindows"> {
  readonly theorem: "product-intervals-steady";
}

export interface ProductSlicesCertificate {
  readonly theorem: "product-slices";
  readonly instance: ProductInstance;
  /** X: sums that a memory holds and one more, or more where the waiting of the potentials asks for it. */
  readonly room: bigint;
  readonly potentials: readonly SliceShare[];
  readonly value: bigint;
}

export interface SliceEndsCertificate {
  readonly theorem: "product-slice-ends";
  readonly instance: ProductInstance;
  /** X: sums that a memory holds, and one more. */
  readonly room: bigint;
  readonly potentials: readonly SliceShare[];
  readonly value: bigint;
}

/** The same where both operands are one array. */
export interface RepeatedSliceEndsCertificate extends Omit<SliceEndsCertificate, "theorem"> {
  readonly theorem: "repeated-slice-ends";
}

export interface ResidentSumsCertificate {
  readonly theorem: "product-resident-sums";
  readonly instance: ProductInstance;
  /** Sums that are not in memory while a slice is worked on, at least; fewer where that proves more. */
  readonly missing: bigint;
  /** ν in 1/1024. */
  readonly balance: bigint;
  readonly value: bigint;
}

export interface ResidentOperandCertificate {
  readonly theorem: "product-resident-operand";
  readonly instance: ProductInstance;
  /** The operand that takes about all of the memory. */
  readonly resident: "a" | "b";
  /** Words of it that are not in memory while a slice is worked on, at least; fewer where that proves more. */
  readonly missing: bigint;
  /** Λ in 1/1024. */
  readonly rent: bigint;
  readonly value: bigint;
}

/** The array by whose words a memory's course is cut: A, B or the sums C. */
export type ResidentArray = "a" | "b" | "c";

export interface ProductPassesCertificate {
  readonly theorem: "product-passes";
  readonly instance: ProductInstance;
  readonly resident: ResidentArray;
  /** Words of that array that fill a memory. */
  readonly fits: bigint;
  readonly value: bigint;
}

export interface ProductRoomCertificate {
  readonly theorem: "product-room";
  readonly instance: ProductInstance;
  readonly resident: Exclude<ResidentArray, "c">;
  /** o: a slice with so many words in memory leaves that much less of it to words of the array. */
  readonly room: bigint;
  /** u ≤ o: other words for which there has to be room where a watched segment begins. */
  readonly begin: bigint;
  /** x < u: words by which a watched segment sees less of the array than a memory has. */
  readonly less: bigint;
  /** y: words by which a segment of the other course sees more. */
  readonly more: bigint;
  /** What slices and stores cost in either course, B1 and B2, in 2⁻²⁰ bytes, or words. */
  readonly first: bigint;
  readonly second: bigint;
  /** φo of the hypothesis: what a quiet segment costs a slice at most, in 2⁻²⁰ words. */
  readonly quiet: bigint;
  /** τ, a fraction: words that the first course loses for each segment of the other. */
  readonly lost: bigint;
  readonly lostBelow: bigint;
  readonly value: bigint;
}

export interface ProductRandomCutsCertificate {
  readonly theorem: "product-random-cuts";
  readonly instance: ProductInstance;
  readonly resident: Exclude<ResidentArray, "c">;
  /** o: where words of the array leave so many places, a segment ends. */
  readonly room: bigint;
  /** x ≤ o/2: words by which a segment sees less of the array than a memory has. */
  readonly less: bigint;
  /** τ: what a slice pays for each word of the array that it meets besides whole parts, in 2⁻²⁰ words. */
  readonly price: bigint;
  /** Ψ: what a slice pays, in 2⁻²⁰ words. */
  readonly slice: bigint;
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

/** Of all traffic of a product, by the theorems that apply to every one. */
export type ProductTotalCertificate =
  | SegmentsCertificate
  | IntervalsCertificate
  | ProductSteadyCertificate
  | IntervalsSteadyCertificate
  | ProductSlicesCertificate
  | SliceEndsCertificate
  | ResidentSumsCertificate
  | ResidentOperandCertificate
  | ProductPassesCertificate
  | ProductRoomCertificate
  | ProductRandomCutsCertificate;

/** A product with operands scaled in blocks: the bound on the product alone, and every scale once. */
export interface BlockScalesCertificate {
  readonly theorem: "block-scales";
  readonly product: ProductTotalCertificate;
  readonly scales: CompulsoryCertificate["inputs"];
  /** Where the product's bound has them apart. */
  readonly reads?: bigint;
  readonly writes?: bigint;
  readonly value: bigint;
}
