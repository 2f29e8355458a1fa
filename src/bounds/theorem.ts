import type { Certificate, PlainCertificate, ProofStatus, Scope } from "./bound.js";
import type { Requirement } from "./requirements.js";

/** The theorem about whole layers; its certificates hold those of the kernels, one interface each. */
export type PlanTheorem = "fusion-plan";

/** What is another thing in one form of a theorem than in the others. */
export interface TheoremForm {
  readonly proof?: string;
  readonly status?: ProofStatus;
  readonly requires?: readonly Requirement[];
}

/**
 * One theorem of the project as data: what it says, what it requires, where its proof is. Every theorem but those of a class of kernels
 * and those that require `no-recomputation` survives recomputation, any order or tree of a reduction, and results that take the place of operands.
 */
export interface Theorem {
  readonly id: Certificate["theorem"] | PlanTheorem;
  readonly title: string;
  readonly statement: string;
  readonly scope: Scope;
  readonly proof: string;
  readonly status: ProofStatus;
  readonly source: string;
  /** Beside what every bound requires, and what the certificate adds (requirements-of.ts). */
  readonly requires: readonly Requirement[];
  /** Forms of the theorem, as certificates name them, where they differ: by a proof of their own, say. */
  readonly forms?: Readonly<Record<string, TheoremForm>>;
  /** Certificates that only the paper proof reaches, of a theorem that is machine-checked for others. */
  readonly onPaper?: (certificate: Certificate) => boolean;
  /** May count partial sums wider than stored outputs; the id of the bound then says so. */
  readonly mayWiden?: true;
  /** Counts partial sums of an intermediate at the size of those of the output. */
  readonly widensIntermediates?: true;
  /** Counts two words for the residency of an accumulator, or the way back of one: it needs `no-l2-adds` where the slow side adds. */
  readonly countsReturns?: true;
  /** Needs several products with one left operand to read its words in the same places (proofs/fusion-plan.md, Lemma 1). */
  readonly needsOneLeftOperand?: true;
  /** Needs elements of the intermediate in the same places for both products: of no use where a kernel may move them between. */
  readonly needsIntermediateInPlace?: true;
}

/** A theorem that is offered wherever an instance of its family is. */
export interface ProvableTheorem<Instance> extends Theorem {
  /** The certificates that say something; absent where a bound takes more than an instance. */
  readonly prove?: (instance: Instance) => readonly PlainCertificate[];
}

/** Every certificate that the theorems of a family have for an instance. */
export function certificatesOf<Instance>(
  theorems: readonly ProvableTheorem<Instance>[],
  instance: Instance,
): readonly PlainCertificate[] {
  return theorems.flatMap(({ prove }) => prove?.(instance) ?? []);
}

/** The one certificate, if there is any. */
export function some(certificate: PlainCertificate | undefined): readonly PlainCertificate[] {
  return certificate === undefined ? [] : [certificate];
}

/** Finds the theorem of a certificate, in the form that the certificate names. */
export type TheoremOf = (certificate: Certificate) => Theorem;

/** Of these theorems alone: what proves by a few of them leaves the others out of a bundle. @throws RangeError for any other. */
export function theoremAmong(theorems: readonly Theorem[]): TheoremOf {
  const byId = new Map<string, Theorem>(theorems.map((theorem) => [theorem.id, theorem]));
  const theoremOf: TheoremOf = (certificate) => {
    const theorem = byId.get(certificate.theorem);
    if (theorem === undefined) throw new RangeError(`no theorem ${certificate.theorem}`);
    // Neither units nor residents change a condition, and where arrays lie the bound says itself.
    if (certificate.theorem === "finer-units" || certificate.theorem === "warm-start" || certificate.theorem === "spread-arrays")
      return { ...theoremOf(certificate.inner), ...named(theorem) };
    const inForm = "form" in certificate ? { ...theorem, ...theorem.forms?.[certificate.form] } : theorem;
    return theorem.onPaper?.(certificate) ? { ...inForm, status: "paper proof" } : inForm;
  };
  return theoremOf;
}

/** What says which theorem it is, without what it requires. */
function named({ id, title, statement, proof, status, source }: Theorem): Omit<Theorem, "scope" | "requires"> {
  return { id, title, statement, proof, status, source };
}
