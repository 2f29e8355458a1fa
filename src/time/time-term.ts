import type { Requirement } from "../bounds/requirements.js";
import type { Rational } from "../exact/rational.js";
import type { Interface } from "../machines/machine.js";

/** What can bind a kernel: DRAM, the way into dies and SMs, matrix units, plain arithmetic, special functions. */
export type TimeTermId = NamedTermId | Interface;

/** Those of GPUs and accelerators; trees have terms of their interfaces. */
export type NamedTermId = "dram-l2" | "l3-l2" | "l2-sm" | "matrix" | "plain" | "special";

/** One resource: what passes through it at least, over the most it does in a second. */
export interface TimeTerm {
  readonly id: TimeTermId;
  /** Bytes over an interface, or operations of a unit. */
  readonly amount: bigint;
  readonly unit: "bytes" | "operations";
  readonly perSecond: Rational;
  readonly seconds: Rational;
  /** The theorem behind the bytes. */
  readonly boundId?: string;
  /** What the rate presumes, and what the amount requires of a kernel. */
  readonly assumption: string;
  readonly requires: readonly Requirement[];
}

/** A term without a time. */
export interface SkippedTerm {
  readonly id: TimeTermId;
  readonly reason: string;
  /** True where the GPU's rate is not known, so that this resource may be the one that binds; absent where there is nothing to do. */
  readonly unknown?: true;
}

/** What is known of one term. */
export type TimeOutcome = TimeTerm | SkippedTerm;
