import type { Interface } from "../machines/machine.js";
import type { AttentionBackwardCertificate, ChainCertificate } from "./certificates/chain.js";
import type { ConvCertificate } from "./certificates/conv.js";
import type { ProjectiveCertificate } from "./certificates/einsum.js";
import type { FinerUnitsCertificate } from "./certificates/finer-units.js";
import type { GemmCertificate } from "./certificates/gemm.js";
import type { MultilayerCertificate } from "./certificates/multilayer.js";
import type {
  CompulsoryCertificate,
  LayeredSegmentsCertificate,
  RowStatisticsCertificate,
  TriangularSegmentsCertificate,
} from "./certificates/others.js";
import type { IndependentPartsCertificate } from "./certificates/parts.js";
import type { ScanStatesCertificate } from "./certificates/scan.js";
import type { SpreadArraysCertificate } from "./certificates/spread-arrays.js";
import type { WarmStartCertificate } from "./certificates/warm-start.js";
import type { Condition, Requirement } from "./requirements.js";

export type { AccumulatorHome, OneCtaPerTile } from "./certificates/gemm.js";

/** What a bound counts: bytes on a machine with word sizes, words in the two-level memory model. */
export type Unit = "bytes" | "words";

/** Summed over all fast memories, moved by the busiest one of them, or summed in every kernel of a class (and no bound on others). */
export type Scope = "total" | "busiest" | "class";

/**
 * How far a theorem has been checked: in proofs/coq by machine, its certificates' checker included, or on paper. Certificates are exact either
 * way; no bound rests on floating point.
 */
export type ProofStatus = "machine-checked" | "paper proof";

/** One interface of a machine as the theorems see it: `memories` private fast memories of `capacity` in front of one slow memory. */
export interface Setting {
  readonly interface: Interface;
  readonly unit: Unit;
  readonly capacity: bigint;
  /** Parts of a byte that sizes and capacity are counted in; absent where in whole bytes or words. */
  readonly units?: bigint;
  readonly memories: bigint;
  /** What the fast memory is, in words: printed with every bound that depends on it. */
  readonly fastMemory: string;
  /** Whether the slow side may add partial sums; absent where the interface says so (`addsBehind`). */
  readonly adds?: boolean;
  /** Whether each array lies spread evenly over the fast memories at the start and the end; absent: all are in slow memory. */
  readonly isSpread?: boolean;
}

/** What the checker needs to establish a bound: the theorem's choices and every number that enters it. */
export type Certificate = ColdCertificate | WarmStartCertificate<ColdCertificate> | SpreadArraysCertificate<ColdCertificate>;

/** One about executions from empty fast memories. */
export type ColdCertificate = PlainCertificate | FinerUnitsCertificate<PlainCertificate>;

/** One whose sizes and capacity are in bytes, or in words. */
export type PlainCertificate =
  | CompulsoryCertificate
  | RowStatisticsCertificate
  | TriangularSegmentsCertificate
  | LayeredSegmentsCertificate
  | ScanStatesCertificate
  | GemmCertificate
  | ChainCertificate
  | AttentionBackwardCertificate
  | MultilayerCertificate
  | ProjectiveCertificate
  | ConvCertificate
  | PartsCertificate;

/** A sum of bounds on parts of the work. */
export type PartsCertificate = IndependentPartsCertificate<PlainCertificate>;

/**
 * A proven lower bound on the traffic over one interface: loads plus stores (`value`), of which `reads` and `writes` hold
 * separately where given. `certificate` lets an independent checker confirm the number.
 */
export interface Bound {
  readonly id: string;
  readonly interface: Interface;
  readonly scope: Scope;
  readonly unit: Unit;
  readonly value: bigint;
  readonly reads?: bigint;
  readonly writes?: bigint;
  /** What the bound requires beside what every bound on the machine does (`commonRequirements`). */
  readonly requires: readonly Requirement[];
  /** What `reads` require further. */
  readonly readsRequire?: readonly Condition[];
  /** The memory whose capacity the theorem used, in words. */
  readonly fastMemory: string;
  readonly proof: string;
  readonly status: ProofStatus;
  readonly certificate: Certificate;
}
