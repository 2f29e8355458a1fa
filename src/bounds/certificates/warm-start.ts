import type { Resident } from "../../computation/resident.js";

/** A bound on executions that start with words of inputs in the fast memory (proofs/warm-start.md). */
export interface WarmStartCertificate<Inner> {
  readonly theorem: "warm-start";
  /** Bytes (or words) of input arrays that lie there. */
  readonly resident: readonly Resident[];
  /** The certificate of a bound on executions from the empty start. */
  readonly inner: Inner;
  readonly reads?: bigint;
  readonly writes?: bigint;
  readonly value: bigint;
}
