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
