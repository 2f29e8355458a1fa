/** A bound on executions that start and end with arrays spread evenly over the fast memories (proofs/spread-arrays.md). */
export interface SpreadArraysCertificate<Inner> {
  readonly theorem: "spread-arrays";
  /** P: the number of fast memories. */
  readonly memories: bigint;
  /** Bytes of inputs and outputs that all memories hold together, or one at most where the certificate inside is about the busiest. */
  readonly held: bigint;
  /** The certificate of a bound on executions from empty fast memories. */
  readonly inner: Inner;
  readonly value: bigint;
}
