import { checkedTheorem, inForm, verifyCertificate } from "../certificate.js";
import { countingFields } from "../finer-units.js";
import { isMet, type Required, requiredBy } from "../required.js";
import { type Fields, Refused } from "../shared/fields.js";
import { type CheckedMemory, checkSpeaksAbout } from "../subject.js";
import type { Verified } from "../verified.js";

/** What a core's bound proves for every kernel, and requires. */
export interface CoreBound {
  readonly value: bigint;
  /** Loads alone; 0 where nothing says more. */
  readonly reads: bigint;
  readonly requires: readonly string[];
}

const NONE_MET: ReadonlySet<string> = new Set();

/**
 * The certificate of a core's bound and, where that says nothing of loads, the one of another theorem that does. `readOne`: do all
 * operators that read the left operand read one tensor?
 */
export function checkCoreBound(core: Fields, workload: Fields, memory: CheckedMemory, readOne: boolean, path: string): CoreBound {
  const proven = (field: string): Required & { readonly verified: Verified; readonly reads?: bigint | undefined } => {
    const verified = verifyCertificate(core[field], `${path}.${field}`);
    const counting = countingFields(core[field], `${path}.${field}`);
    const theorem = inForm(checkedTheorem(verified.theorem), counting);
    if (theorem.scope !== "total")
      throw new Refused(`${path}.${field}`, "is about the busiest memory or a class of kernels, not about all");
    const all = [theorem, ...(verified.parts ?? []).map((part) => checkedTheorem(part.verified.theorem))];
    if (!readOne && all.some((one) => one.needsOneLeftOperand))
      throw new Refused(`${path}.${field}`, "needs operators that read one tensor");
    if (all.some((one) => one.needsIntermediateInPlace))
      throw new Refused(`${path}.${field}`, "needs elements of H that stay in their places");
    checkSpeaksAbout(verified, workload, false, memory, path);
    const required = requiredBy(verified, counting, memory.adds, workload);
    if (!isMet(required.requires, NONE_MET)) throw new Refused(`${path}.${field}`, "does not hold for every kernel");
    return { verified, ...required, reads: isMet(required.readsRequire, NONE_MET) ? verified.reads : undefined };
  };
  const { verified, requires, reads } = proven("certificate");
  if (core["readsCertificate"] === undefined) return { value: verified.value, reads: reads ?? 0n, requires };
  if (reads !== undefined) throw new Refused(`${path}.readsCertificate`, "the bound says what is loaded");
  const other = proven("readsCertificate");
  if (other.reads === undefined) throw new Refused(`${path}.readsCertificate`, "says nothing of loads");
  return { value: verified.value, reads: other.reads, requires: [...requires, ...other.requires] };
}
