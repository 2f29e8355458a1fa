import type { ProductExtents, ProductWeights } from "../gemm/shape.js";
import type { SegmentMethod } from "../shared/segment-capacity.js";
import type { SliceShare } from "./chain.js";
import type { CompulsoryCertificate } from "./others.js";

/** The instance a certificate is about: everything its numbers follow from. */
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
  /** How the products of a later segment were maximised: over real numbers, or over whole ones by enumeration. */
  readonly method: SegmentMethod;
  /** How those of a first segment were maximised. */
  readonly firstMethod: SegmentMethod;
  /** V0: products that the first segment of a memory, which starts empty, holds at most. */
  readonly firstSegmentProducts: bigint;
  /** V1: products that a later segment holds at most. */
  readonly segmentProducts: bigint;
  /** Segments after the first that the products need, over all memories. */
  readonly laterSegments: bigint;
  /** E: loads of A and B plus starts of residency intervals, at least. */
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
  /** Products that fit a segment over real numbers, at most; v of the proof is one more. */
  readonly segmentProducts: bigint;
  /** E: ⌈T·mnk·batch/v⌉, loads of A and B plus starts of residency intervals, at least. */
  readonly clock: bigint;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

export interface PerProcessorCertificate extends Omit<SegmentsCertificate, "theorem" | "form" | "reads" | "writes"> {
  readonly theorem: "gemm-per-processor";
  /** ⌈N/P⌉: products of the busiest memory. */
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
  /** d: accumulators that are not in memory while a slice is worked on, at least; fewer where that proves more. */
  readonly missing: bigint;
  /** ν: in 1/1024. */
  readonly balance: bigint;
  readonly value: bigint;
}

export interface InputNearCapacityCertificate {
  readonly theorem: "gemm-input-near-capacity";
  readonly instance: ProductInstance;
  /** The operand that takes about all of the memory. */
  readonly resident: "a" | "b";
  /** d: words of it that are not in memory while a slice is worked on, at least; fewer where that proves more. */
  readonly missing: bigint;
  /** Λ: in 1/1024. */
  readonly holdingCost: bigint;
  readonly value: bigint;
}

/** The array by whose words a memory's course is cut: A, B or the sums C. */
export type ResidentArray = "a" | "b" | "c";

export interface WholePassesCertificate {
  readonly theorem: "gemm-whole-passes";
  readonly instance: ProductInstance;
  /** The array by whose words a memory's course is cut. */
  readonly resident: ResidentArray;
  /** s: words of that array that fill a memory. */
  readonly fits: bigint;
  readonly value: bigint;
}

export interface MemoryIndependentCertificate {
  readonly theorem: "gemm-memory-independent";
  readonly instance: ProductInstance;
  /** ⌈N/P⌉: products of the busiest memory. */
  readonly share: bigint;
  readonly value: bigint;
}

/** Kernels with one block for each `bm`×`bn` tile of C, at most `slots` blocks at once. */
export interface OneCtaPerTile {
  /** BM×BN: outputs of a tile, at most. */
  readonly tile: { readonly bm: bigint; readonly bn: bigint };
  /** W: blocks that run at once, at most. */
  readonly slots: bigint;
  /** Blocks that run together walk k in step, so that they begin and end together. */
  readonly inStep: boolean;
}

export interface OneCtaPerTileCertificate {
  readonly theorem: "gemm-one-cta-per-tile";
  /** The capacity is the cache's. */
  readonly instance: ProductInstance;
  /** The class of kernels. */
  readonly kernel: OneCtaPerTile;
  /** N: blocks of a window, in launch order. */
  readonly window: bigint;
  /** q: the number of windows. */
  readonly windows: bigint;
  /** E: elements of C whose blocks run within one window. */
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
  /** Where the accumulators stay. */
  readonly home: AccumulatorHome;
  /** SMs that hold a block of outputs: 1, or those of a cluster. */
  readonly sms: bigint;
  /** s: copies of the operand tiles in shared memory, 0 where nothing is presumed. */
  readonly stages: bigint;
  /** D: bytes of shared memory of these SMs. */
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
  /** The bound on the product alone. */
  readonly product: GemmTotalCertificate;
  /** Arrays of scales, each of which moves once. */
  readonly scales: CompulsoryCertificate["inputs"];
  /** Where the product's bound has them apart. */
  readonly reads?: bigint;
  readonly writes?: bigint;
  readonly value: bigint;
}

/** A product with a sparse operand: segments of as many products a word of C, and its metadata once. */
export interface SparseSegmentsCertificate {
  readonly theorem: "gemm-sparse-segments";
  /** About the product of the extents m, n and the words kept along k. */
  readonly product: SegmentsCertificate | AmortizedSegmentsCertificate;
  /** The array that says which words are kept. */
  readonly metadata: CompulsoryCertificate["inputs"];
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

/** Every word of a product with a sparse operand once, those of the dense operand that no kept word meets among them. */
export interface WholeOperandCertificate extends Omit<CompulsoryCertificate, "theorem"> {
  readonly theorem: "gemm-sparse-whole-operand";
}

/** Every certificate on matrix products. */
export type GemmCertificate =
  | GemmTotalCertificate
  | SparseSegmentsCertificate
  | WholeOperandCertificate
  | BlockScalesCertificate
  | MemoryIndependentCertificate
  | OneCtaPerTileCertificate
  | OutputStationaryCertificate
  | PerProcessorCertificate;
