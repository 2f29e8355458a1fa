export interface CompulsoryCertificate {
  readonly theorem: "compulsory";
  /** Arrays with the words that must be loaded. */
  readonly inputs: readonly { readonly array: string; readonly words: bigint; readonly wordSize: bigint }[];
  /** Arrays with the words that must be stored. */
  readonly outputs: readonly { readonly array: string; readonly words: bigint; readonly wordSize: bigint }[];
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

/** Products over a triangle or a pyramid, every word and partial sum at the narrowest size. */
export interface TriangularInstance {
  readonly kind: "syrk" | "syr2k" | "symm" | "trmm" | "trsm" | "cholesky" | "lu";
  readonly n: bigint;
  /** Columns of A or B; 1 for a factorization. */
  readonly m: bigint;
  /** The least size of a word of an input, a partial sum or an output. */
  readonly weights: { readonly word: bigint };
  readonly capacity: bigint;
  readonly memories: bigint;
}

export interface TriangularSegmentsCertificate {
  readonly theorem: "triangular-segments";
  readonly instance: TriangularInstance;
  /** S, in words: of each memory, or of all together where results are operands. */
  readonly capacityWords: bigint;
  /** T: a segment ends when the clock has grown by this much. */
  readonly cut: bigint;
  /** V0: products that a first segment holds at most. */
  readonly firstSegmentProducts: bigint;
  /** V: products that a later segment holds at most. */
  readonly segmentProducts: bigint;
  readonly laterSegments: bigint;
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
  /** h: words of a row that all fast memories together hold. */
  readonly residentWords: bigint;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly value: bigint;
}

/** Values in layers, every one at the narrowest size. */
export type LayeredInstance = (
  | {
      readonly kind: "stencil";
      /** Cells along each dimension. */
      readonly dims: readonly bigint[];
      readonly steps: bigint;
      readonly radius: bigint;
      readonly neighbours: "star" | "box";
    }
  | { readonly kind: "fft"; readonly points: bigint }
) & {
  /** The least size of a value, and the size of a stored output. */
  readonly weights: { readonly word: bigint; readonly output: bigint };
  readonly capacity: bigint;
  readonly memories: bigint;
};

export interface LayeredSegmentsCertificate {
  readonly theorem: "layered-segments" | "layered-without-recomputation";
  readonly instance: LayeredInstance;
  /** S, in values: of each memory. */
  readonly capacityWords: bigint;
  /** T: a segment ends with so many loads, or, without recomputation, transfers. */
  readonly cut: bigint;
  /** Cells nearer than this to a border of a stencil's grid are not counted; 0 where all are. */
  readonly margin: bigint;
  /** V0: counted values that a first segment computes at most. */
  readonly firstSegmentValues: bigint;
  /** V: counted values that a later segment computes at most. */
  readonly segmentValues: bigint;
  readonly laterSegments: bigint;
  /** Where loads alone are counted, and outputs: the two apart. */
  readonly reads?: bigint;
  readonly writes?: bigint;
  readonly value: bigint;
}
