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
  /** Words (or bytes) of an accumulator and of a stored output. */
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
  readonly theorem: "einsum-projective";
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
