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

/** Segments of T: what a memory's first one can hold is given away for each memory. */
export interface SegmentsCertificate {
  readonly theorem: "gemm-segments";
  readonly form: "per-memory";
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

/** Segments counted by the words they have: no first and no last one is given away (proofs/amortized.md). */
export interface AmortizedSegmentsCertificate {
  readonly theorem: "gemm-segments";
  readonly form: "amortized";
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

export interface PerProcessorCertificate extends Omit<SegmentsCertificate, "theorem" | "form" | "reads" | "writes"> {
  readonly theorem: "gemm-per-processor";
  /** Products of the busiest memory: ceil(all / memories). */
  readonly share: bigint;
}

export interface HoldingCostCertificate {
  readonly theorem: "gemm-holding-cost";
  /** Whether both operands are one array, so that each of its words is in two places. */
  readonly form: "two-arrays" | "one-array";
  readonly instance: ProductInstance;
  /** X: accumulators that a memory holds, and one more. */
  readonly room: bigint;
  readonly potentials: readonly SliceShare[];
  readonly value: bigint;
}

export interface OutputNearCapacityCertificate {
  readonly theorem: "gemm-output-near-capacity";
  readonly instance: ProductInstance;
  /** Sums that are not in memory while a slice is worked on, at least; fewer where that proves more. */
  readonly missing: bigint;
  /** ν in 1/1024. */
  readonly balance: bigint;
  readonly value: bigint;
}

export interface InputNearCapacityCertificate {
  readonly theorem: "gemm-input-near-capacity";
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

export interface WholePassesCertificate {
  readonly theorem: "gemm-whole-passes";
  readonly instance: ProductInstance;
  readonly resident: ResidentArray;
  /** Words of that array that fill a memory. */
  readonly fits: bigint;
  readonly value: bigint;
}

export interface MemoryIndependentCertificate {
  readonly theorem: "gemm-memory-independent";
  readonly instance: ProductInstance;
  readonly share: bigint;
  readonly value: bigint;
}

/** Kernels with one block for each `bm`×`bn` tile of C, at most `slots` blocks at once. */
export interface OneCtaPerTile {
  readonly tile: { readonly bm: bigint; readonly bn: bigint };
  readonly slots: bigint;
  /** Blocks that run together walk k in step, so that they begin and end together. */
  readonly inStep: boolean;
}

export interface OneCtaPerTileCertificate {
  readonly theorem: "gemm-one-cta-per-tile";
  /** The capacity is the cache's. */
  readonly instance: ProductInstance;
  readonly kernel: OneCtaPerTile;
  /** N: blocks of a window, in launch order; and the number of windows. */
  readonly window: bigint;
  readonly windows: bigint;
  /** Elements of C whose blocks run within one window. */
  readonly outputs: bigint;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

/** Where accumulators stay: the registers or the tensor memory of an SM. */
export type AccumulatorHome = "registers" | "tensor-memory";

export interface OutputStationaryCertificate {
  readonly theorem: "gemm-output-stationary";
  /** The capacity is that of the accumulators' home in the SMs of one block. */
  readonly instance: ProductInstance;
  readonly home: AccumulatorHome;
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
export type GemmTotalCertificate =
  | SegmentsCertificate
  | AmortizedSegmentsCertificate
  | HoldingCostCertificate
  | OutputNearCapacityCertificate
  | InputNearCapacityCertificate
  | WholePassesCertificate;

/** A product with operands scaled in blocks: the bound on the product alone, and every scale once. */
export interface BlockScalesCertificate {
  readonly theorem: "gemm-block-scales";
  readonly product: GemmTotalCertificate;
  readonly scales: CompulsoryCertificate["inputs"];
  /** Where the product's bound has them apart. */
  readonly reads?: bigint;
  readonly writes?: bigint;
  readonly value: bigint;
}
