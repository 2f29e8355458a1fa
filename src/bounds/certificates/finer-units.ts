/** A bound counted in parts of a byte (or word), of which every size is a whole number (proofs/finer-units.md). */
export interface FinerUnitsCertificate<Inner> {
  readonly theorem: "finer-units";
  /** u: parts of a byte, or of a word in the two-level memory model. */
  readonly units: bigint;
  /** The certificate whose sizes and capacity are counted in such parts. */
  readonly inner: Inner;
  readonly reads?: bigint;
  readonly writes?: bigint;
  readonly value: bigint;
}
