/** Work that falls into parts without a word in common: a bound on each, and their sum. */
export interface IndependentPartsCertificate<Part> {
  readonly theorem: "independent-parts";
  /** Bounds on all traffic of each part; the last may be the compulsory traffic of what no other is about. */
  readonly parts: readonly Part[];
  /** Where each part has them apart. */
  readonly reads?: bigint;
  readonly writes?: bigint;
  readonly value: bigint;
}
