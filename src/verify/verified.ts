import type { CheckedChain } from "./chain/chain.js";
import type { ColumnSizes } from "./chain/shared-words.js";
import type { CheckedConvolution } from "./conv/instance.js";
import type { CheckedProjective } from "./einsum/projective.js";
import type { ProductOfMachine } from "./gemm/instance.js";
import type { CheckedLayered } from "./layered/segments.js";
import type { CheckedMultilayer } from "./multilayer/chain.js";
import type { CheckedRows } from "./rows/statistics.js";
import type { Fields } from "./shared/fields.js";
import type { CheckedTriangular } from "./triangular/segments.js";

/** The class of kernels as the checker reads it. */
export interface CheckedOneCtaPerTile {
  readonly bm: bigint;
  readonly bn: bigint;
  readonly slots: bigint;
  readonly inStep: boolean;
}

export interface CheckedOutputStationary {
  readonly home: "registers" | "tensor-memory";
  readonly sms: bigint;
  readonly stages: bigint;
  readonly sharedMemory: bigint;
}

/**
 * What a certificate that holds proves: `theorem` and sizes are those of the one inside where it is counted in finer units or from a warm
 * start.
 */
export interface Verified {
  readonly theorem: string;
  readonly value: bigint;
  readonly reads?: bigint;
  readonly writes?: bigint;
  /** Parts of a byte (or word) that sizes and capacity are counted in; absent where in whole ones. */
  readonly units?: bigint;
  readonly instance?: ProductOfMachine;
  /** A product of an array with itself. */
  readonly repeated?: ProductOfMachine;
  /** A product with a sparse operand, k the words kept. */
  readonly sparse?: ProductOfMachine;
  readonly kernel?: CheckedOneCtaPerTile;
  readonly sums?: CheckedOutputStationary;
  readonly chain?: CheckedChain;
  /** Of attention's backward pass, named as that of the forward pass. */
  readonly backward?: CheckedChain;
  /** Absent for a theorem that counts every column of B as the narrowest. */
  readonly columns?: ColumnSizes;
  readonly multilayer?: CheckedMultilayer;
  readonly projective?: CheckedProjective;
  readonly convolution?: CheckedConvolution;
  readonly rows?: CheckedRows;
  readonly triangular?: CheckedTriangular;
  readonly layered?: CheckedLayered;
  readonly scan?: CheckedScan;
  readonly arrays?: readonly CheckedArray[];
  /** The same with all words of a dense operand beside a sparse one. */
  readonly wholeArrays?: readonly CheckedArray[];
  /** Of a product with scaled operands: the theorem about the product alone, and the arrays of scales. */
  readonly scaled?: { readonly theorem: string; readonly scales: readonly CheckedArray[] };
  /** What lies in the fast memory at the start; absent where nothing does. */
  readonly resident?: readonly CheckedResident[];
  /** Fast memories that the arrays lie spread over, and the bytes held that are subtracted. */
  readonly spread?: { readonly memories: bigint; readonly held: bigint };
  /** Of work in independent parts. */
  readonly parts?: readonly CheckedPart[];
}

export interface CheckedResident {
  readonly array: string;
  readonly size: bigint;
}

/** A part of the work, with the certificate about it. */
export interface CheckedPart {
  readonly verified: Verified;
  readonly certificate: Fields;
}

/** How the states of a scan are formed, for how many groups, and the arrays beside K, V and the states. */
export interface CheckedScan {
  readonly form: string;
  readonly groups: bigint;
  readonly others: readonly CheckedArray[];
}

export interface CheckedArray {
  readonly role: "input" | "output";
  readonly array: string;
  readonly words: bigint;
  readonly wordSize: bigint;
}

/** What the theorem's numbers are about, where it counts sums. */
export function countedBy(
  verified: Verified,
): ProductOfMachine | CheckedChain | CheckedMultilayer | CheckedProjective | CheckedConvolution | undefined {
  const { instance, repeated, sparse, chain, backward, multilayer, projective, convolution } = verified;
  return instance ?? repeated ?? sparse ?? chain ?? backward ?? multilayer ?? projective ?? convolution;
}
