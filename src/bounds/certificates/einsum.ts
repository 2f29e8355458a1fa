/** One projective statement: everything a projective certificate's numbers follow from. */
export interface ProjectiveInstance {
  /** Indices with their extents. */
  readonly indices: readonly { readonly index: string; readonly extent: bigint }[];
  /** Each input array once, with the indices of each access to it, dimension by dimension. */
  readonly inputs: readonly {
    readonly array: string;
    readonly wordSize: bigint;
    readonly accesses: readonly (readonly string[])[];
  }[];
  /** The output array with its indices. */
  readonly output: { readonly array: string; readonly indices: readonly string[] };
  /** Words (or bytes) of an accumulator and of a stored output. */
  readonly weights: { readonly partial: bigint; readonly output: bigint };
  readonly capacity: bigint;
  readonly memories: bigint;
}

/** Exponents `"p/q"`, aligned with the accesses, the output and the indices: for every index those that use it sum to 1 or more. */
export interface ProjectiveExponents {
  /** sα: of every access to every input. */
  readonly inputs: readonly (readonly string[])[];
  /** sα: of the output. */
  readonly output: string;
  /** ζi: of the indices. */
  readonly extents: readonly string[];
}

export interface ProjectiveCertificate {
  readonly theorem: "einsum-projective";
  readonly instance: ProjectiveInstance;
  /** sα and ζi: exponents of the arrays and of the extents. */
  readonly exponents: ProjectiveExponents;
  /** T: a segment ends when the clock has grown by this much. */
  readonly cut: bigint;
  /** U: arrays that the largest first segment holds whole. */
  readonly firstSaturated: readonly string[];
  /** U: arrays that the largest later segment holds whole. */
  readonly saturated: readonly string[];
  /** V0: products that a memory's first segment holds at most. */
  readonly firstSegmentProducts: bigint;
  /** V1: products that a later segment holds at most. */
  readonly segmentProducts: bigint;
  readonly laterSegments: bigint;
  readonly clock: bigint;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}
