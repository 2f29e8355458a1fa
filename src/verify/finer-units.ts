import { count, exactly, type Fields, record, requireOnly, text } from "./shared/fields.js";
import { SPREAD_ARRAYS } from "./spread-arrays.js";
import type { Verified } from "./verified.js";
import { WARM_START } from "./warm-start.js";

export const FINER_UNITS = "finer-units";

/** Where the proof stands, which is on paper whatever the theorem inside has. */
export const FINER_UNITS_PROOF = { proof: "proofs/finer-units.md", status: "paper proof" } as const;

/** Suffix of the id of a bound that is counted in parts of a byte or word. */
export const FINER_UNITS_SUFFIX = "-finer-units";

/**
 * What the certificate inside proves in parts of 1/`units`, in whole bytes or words, rounded up. Whether its sizes are those of the workload
 * is for `checkSpeaksAbout`. @throws Refused
 */
export function checkFinerUnits(fields: Fields, verify: (inner: Fields, path: string) => Verified, path: string): Verified {
  const at = `${path}.inner`;
  const units = count(fields, "units", path, 1n);
  const inner = verify(record(fields["inner"], at), at);
  const { reads, writes } = inner;
  const apart = reads === undefined || writes === undefined ? {} : { reads, writes };
  requireOnly(fields, ["schema", "theorem", "units", "inner", ...Object.keys(apart), "value"], path);
  const whole = Object.entries({ ...apart, value: inner.value }).map(
    ([name, parts]) => [name, exactly(fields, name, (parts + units - 1n) / units, path)] as const,
  );
  return { ...inner, ...(Object.fromEntries(whole) as Pick<Verified, "reads" | "writes" | "value">), units };
}

/** The certificate that counts the words: of one in finer units or from a warm start, the one inside. */
export function countingFields(certificate: unknown, path = "certificate"): Fields {
  const fields = record(certificate, path);
  const isWrapper = [FINER_UNITS, WARM_START, SPREAD_ARRAYS].includes(text(fields, "theorem", path));
  return isWrapper ? countingFields(fields["inner"], `${path}.inner`) : fields;
}
