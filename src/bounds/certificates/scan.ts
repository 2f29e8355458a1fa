import type { GemmTotalCertificate } from "./gemm.js";
import type { CompulsoryCertificate } from "./others.js";

/** The states of a scan as products Kᵀ·V, and every other array once. */
export interface ScanStatesCertificate {
  readonly theorem: "scan-states";
  /** `stored-state` where the last state is an output; else no kernel needs to form it but one that goes token by token. */
  readonly form: "stored-state" | "recurrence";
  /** The bound on the product of one group: state × columns of its heads, over all tokens. */
  readonly product: GemmTotalCertificate;
  /** G: groups of all sequences. */
  readonly groups: bigint;
  /** Inputs beside K, V and the first states. */
  readonly inputs: CompulsoryCertificate["inputs"];
  /** Outputs beside the last states. */
  readonly outputs: CompulsoryCertificate["outputs"];
  readonly value: bigint;
}
