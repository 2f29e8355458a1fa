import type { Bound, Certificate, Setting } from "./bound.js";
import { countsWideAccumulators, requirementsOf } from "./requirements-of.js";
import type { TheoremOf } from "./theorem.js";

/** Suffix of a bound's id where partial sums are counted wider than stored results, which is a condition of its own. */
const WIDE_ACCUMULATORS = "-wide-accumulators";

/** What a certificate proves, in the setting that it was made for. */
export function boundFrom(certificate: Certificate, setting: Setting, theoremOf: TheoremOf): Bound {
  const { scope, proof, status } = theoremOf(certificate);
  const { theorem, value } = certificate;
  const { reads, writes } = "reads" in certificate ? certificate : {};
  const parts = reads === undefined || writes === undefined ? {} : { reads, writes };
  return {
    id: countsWideAccumulators(certificate, theoremOf) ? `${theorem}${WIDE_ACCUMULATORS}` : theorem,
    interface: setting.interface,
    scope,
    unit: setting.unit,
    value,
    ...parts,
    ...requirementsOf(certificate, setting.interface, theoremOf),
    fastMemory: setting.fastMemory,
    proof,
    status,
    certificate,
  };
}
