import {
  formWidthAssumption,
  MAY_WIDEN,
  NORMALISED_ASSUMPTIONS,
  sumsInPlaceAssumption,
  sumWidthAssumption,
  THEOREMS,
  WIDE_SUMS,
  waveClassAssumption,
} from "../catalogue.js";
import { countedBy, type Verified } from "./certificate.js";
import type { Fields } from "./fields.js";
import { count, names, Refused, requireEqual, requireOnly, text } from "./fields.js";
import type { CheckedMemory } from "./subject.js";

const TEXTS = ["id", "interface", "scope", "unit", "assumptions", "proof", "trust"];

/** The printed assumptions are those needed and the fast memory: no other line may stand among them. @throws Refused */
export function checkAssumptions(fields: Fields, needed: readonly string[], memory: CheckedMemory, path: string): void {
  const printed = names(fields["assumptions"], `${path}.assumptions`);
  const known = new Set([...needed, `fast memory: ${memory.shown}`]);
  const absent = [...known].find((assumption) => !printed.includes(assumption));
  if (absent !== undefined) throw new Refused(`${path}.assumptions`, `lacks '${absent}'`);
  const other = printed.findIndex((assumption) => !known.has(assumption));
  if (other >= 0) throw new Refused(`${path}.assumptions[${other}]`, "no assumption of this bound");
}

/** What is printed beside a certificate must be what it proves, in the unit of its interface. @throws Refused */
export function checkPrinted(
  bound: Fields,
  verified: Verified,
  workload: Fields,
  memory: CheckedMemory,
  path: string,
): { readonly face: string; readonly scope: string } {
  requireOnly(bound, [...TEXTS, "value", "reads", "writes", "certificate"], path);
  const face = text(bound, "interface", path);
  requireEqual(text(bound, "unit", path), face === "slow-fast" ? "words" : "bytes", `${path}.unit`, "the unit");
  const theorem = THEOREMS.find((candidate) => candidate.id === verified.theorem);
  if (theorem === undefined) throw new Refused(`${path}.certificate.theorem`, "not in the catalogue");
  const instance = countedBy(verified);
  const widened = verified.scaled?.theorem ?? verified.theorem;
  const wide = MAY_WIDEN.includes(widened) && instance !== undefined && instance.partial > instance.output;
  requireEqual(text(bound, "id", path), wide ? `${theorem.id}${WIDE_SUMS}` : theorem.id, `${path}.id`, "the id");
  requireEqual(text(bound, "proof", path), theorem.proof, `${path}.proof`, "the proof");
  requireEqual(text(bound, "trust", path), theorem.trust, `${path}.trust`, "the trust");
  requireEqual(text(bound, "scope", path), theorem.scope, `${path}.scope`, "the scope");
  for (const part of ["value", "reads", "writes"] as const) {
    const proven = verified[part];
    if (proven === undefined) {
      if (bound[part] !== undefined) throw new Refused(`${path}.${part}`, "not proven by the certificate");
    } else requireEqual(count(bound, part, path), proven, `${path}.${part}`, part);
  }
  const width = instance === undefined ? [] : [sumWidthAssumption(instance.partial)];
  const { kernel, sums } = verified;
  const rule =
    sums === undefined || instance === undefined ? width : [sumsInPlaceAssumption({ ...sums, partial: instance.partial })];
  const ofRows = verified.rows === undefined ? [] : [formWidthAssumption(verified.rows.word)];
  const own = kernel === undefined ? [...rule, ...ofRows] : [waveClassAssumption(kernel)];
  const ofWorkload = workload["kind"] === "norm-gemm" ? NORMALISED_ASSUMPTIONS : [];
  checkAssumptions(bound, [...theorem.assumptions, ...own, ...ofWorkload], memory, path);
  return { face, scope: theorem.scope };
}
