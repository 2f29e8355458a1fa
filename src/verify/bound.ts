import { checkedTheorem, inForm } from "./certificate.js";
import { countingFields, FINER_UNITS_PROOF, FINER_UNITS_SUFFIX } from "./finer-units.js";
import { countsWideAccumulators, type Required, requiredBy, requireRequirements } from "./required.js";
import { count, type Fields, Refused, requireEqual, requireOnly, text } from "./shared/fields.js";
import { SPREAD_ARRAYS_PROOF, SPREAD_ARRAYS_SUFFIX, SPREAD_EVENLY } from "./spread-arrays.js";
import type { CheckedMemory } from "./subject.js";
import type { Verified } from "./verified.js";
import { WARM_START_PROOF, WARM_START_SUFFIX } from "./warm-start.js";

/** Suffix of the id of a bound that counts partial sums wider than stored results. */
const WIDE_ACCUMULATORS = "-wide-accumulators";

const TEXTS = ["id", "interface", "scope", "unit", "requires", "readsRequire", "fastMemory", "proof", "status"];

/** The printed requirements are exactly those given, and the fast memory is described as it is. @throws Refused */
export function checkRequirements(fields: Fields, required: Required, memory: CheckedMemory, path: string): void {
  requireEqual(text(fields, "fastMemory", path), memory.shown, `${path}.fastMemory`, "the fast memory");
  requireRequirements(fields, "requires", required.requires, path);
  if (required.readsRequire.length > 0) requireRequirements(fields, "readsRequire", required.readsRequire, path);
  else if (fields["readsRequire"] !== undefined) throw new Refused(`${path}.readsRequire`, "not required by this bound");
}

/** What is printed beside a certificate must be what it proves, in the unit of its interface. @throws Refused */
export function checkPrinted(
  bound: Fields,
  verified: Verified,
  workload: Fields,
  memory: CheckedMemory,
  path: string,
): Required & { readonly interfaceId: string; readonly scope: string } {
  requireOnly(bound, [...TEXTS, "value", "reads", "writes", "certificate"], path);
  const interfaceId = text(bound, "interface", path);
  requireEqual(text(bound, "unit", path), interfaceId === "slow-fast" ? "words" : "bytes", `${path}.unit`, "the unit");
  const certificate = countingFields(bound["certificate"], `${path}.certificate`);
  const isFiner = verified.units !== undefined;
  const isWarm = verified.resident !== undefined;
  const isSpread = verified.spread !== undefined;
  const wrapper = isSpread ? SPREAD_ARRAYS_PROOF : isWarm ? WARM_START_PROOF : isFiner ? FINER_UNITS_PROOF : {};
  const theorem = { ...inForm(checkedTheorem(verified.theorem), certificate), ...wrapper };
  const wide = countsWideAccumulators(verified, certificate) ? WIDE_ACCUMULATORS : "";
  const start = isSpread ? SPREAD_ARRAYS_SUFFIX : isWarm ? WARM_START_SUFFIX : "";
  const id = `${verified.theorem}${wide}${isFiner ? FINER_UNITS_SUFFIX : ""}${start}`;
  requireEqual(text(bound, "id", path), id, `${path}.id`, "the id");
  requireEqual(text(bound, "proof", path), theorem.proof, `${path}.proof`, "the proof");
  requireEqual(text(bound, "status", path), theorem.status, `${path}.status`, "the proof status");
  requireEqual(text(bound, "scope", path), theorem.scope, `${path}.scope`, "the scope");
  for (const part of ["value", "reads", "writes"] as const) {
    const proven = verified[part];
    if (proven === undefined) {
      if (bound[part] !== undefined) throw new Refused(`${path}.${part}`, "not proven by the certificate");
    } else requireEqual(count(bound, part, path), proven, `${path}.${part}`, part);
  }
  const inner = requiredBy(verified, certificate, memory.adds, workload);
  const required = isSpread ? { requires: [...inner.requires, SPREAD_EVENLY], readsRequire: [] } : inner;
  checkRequirements(bound, required, memory, path);
  return { ...required, interfaceId, scope: theorem.scope };
}
