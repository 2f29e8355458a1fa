import type { Certificate, Scope, Trust } from "./bound.js";
import type { Requirement } from "./requirements.js";

/** Theorems about whole layers; their certificates hold those of the kernels. */
export type PlanTheorem = "fusion-plan" | "fusion-plan-dram";

/**
 * One theorem of the project as data: what it says, what it requires, where its proof is. Every theorem but those of a class of kernels
 * survives recomputation, any order or tree of a reduction, and results that take the place of operands.
 */
export interface Theorem {
  readonly id: Certificate["theorem"] | PlanTheorem;
  readonly title: string;
  readonly statement: string;
  readonly scope: Scope;
  readonly proof: string;
  readonly trust: Trust;
  readonly source: string;
  /** Beside what every bound requires, and what the certificate adds (requirements-of.ts). */
  readonly requires: readonly Requirement[];
  /** Forms of the theorem, as certificates name them, whose proof stands elsewhere or is checked less far. */
  readonly forms?: Readonly<Record<string, Partial<Pick<Theorem, "proof" | "trust">>>>;
  /** May count partial sums wider than stored outputs; the id of the bound then says so. */
  readonly mayWiden?: true;
  /** Counts partial sums of an intermediate at the size of those of the output. */
  readonly widensIntermediates?: true;
  /** Counts two words for the residency of an accumulator, or the way back of one: it needs `no-l2-adds` where the slow side adds. */
  readonly countsReturns?: true;
  /** Needs several products with one left operand to read its words in the same places (proofs/fusion-plan.md, section 3). */
  readonly needsOneLeftOperand?: true;
  /** Needs elements of the intermediate in the same places for both products: of no use where a kernel may move them between. */
  readonly needsIntermediateInPlace?: true;
}

/** With the certificates that it offers for an instance: one or more for each set of conditions, none where it says nothing. */
export interface ProvableTheorem<Instance> extends Theorem {
  readonly prove: (instance: Instance) => readonly Certificate[];
}
