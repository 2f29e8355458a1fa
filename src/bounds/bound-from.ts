import type { Bound, Certificate, Setting } from "./bound.js";
import { countsWideAccumulators, requirementsOf } from "./requirements-of.js";
import type { TheoremOf } from "./theorem.js";

/** Suffix of a bound's id where partial sums are counted wider than stored results, which is a condition of its own. */
const WIDE_ACCUMULATORS = "-wide-accumulators";

/** Suffix of a bound's id where sizes are counted in parts of a byte or word. */
const FINER_UNITS = "-finer-units";

/** What a certificate proves, in the setting that it was made for. */
export function boundFrom(certificate: Certificate, setting: Setting, theoremOf: TheoremOf): Bound {
  const { scope, proof, status } = theoremOf(certificate);
  const { reads, writes } = "reads" in certificate ? certificate : {};
  const parts = reads === undefined || writes === undefined ? {} : { reads, writes };
  return {
    id: idOf(certificate, theoremOf),
    interface: setting.interface,
    scope,
    unit: setting.unit,
    value: certificate.value,
    ...parts,
    ...requirementsOf(certificate, setting, theoremOf),
    fastMemory: setting.fastMemory,
    proof,
    status,
    certificate,
  };
}

function idOf(certificate: Certificate, theoremOf: TheoremOf): string {
  if (certificate.theorem === "finer-units") return `${idOf(certificate.inner, theoremOf)}${FINER_UNITS}`;
  return countsWideAccumulators(certificate, theoremOf) ? `${certificate.theorem}${WIDE_ACCUMULATORS}` : certificate.theorem;
}
