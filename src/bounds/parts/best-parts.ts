import type { PartsCertificate, PlainCertificate } from "../bound.js";
import { type AddingInterface, areMet, CONDITIONS, type Condition } from "../requirements.js";
import { requirementsOf } from "../requirements-of.js";
import type { TheoremOf } from "../theorem.js";
import { amountOf, proveIndependentParts } from "./independent-parts.js";

/** What is known of one part: its compulsory traffic first, then other bounds on all of its traffic. */
export type PartCandidates = readonly [compulsory: PlainCertificate, ...others: PlainCertificate[]];

/** Which parts are left to their compulsory traffic, which is one certificate for all of them. */
export type RestOf = (isLeft: (part: number) => boolean) => PlainCertificate | undefined;

/** Every set of conditions that a kernel may meet; no part has a bound that excludes recomputation or orders of a recurrence. */
const CONDITION_SETS: readonly ReadonlySet<Condition>[] = CONDITIONS.filter(
  (condition) => !["no-recomputation", "whole-dense-operand", "recurrence-order"].includes(condition),
).reduce<readonly ReadonlySet<Condition>[]>(
  (sets, condition) => sets.flatMap((set) => [set, new Set([...set, condition])]),
  [new Set()],
);

/**
 * Sums of the best bound on each part, for kernels that meet each set of conditions; the best on its reads likewise. None where no part has
 * a bound above its compulsory traffic.
 */
export function bestPartSums(
  parts: readonly PartCandidates[],
  restOf: RestOf,
  at: AddingInterface,
  theoremOf: TheoremOf,
): readonly PartsCertificate[] {
  const required = parts.map((part) => part.map((certificate) => requirementsOf(certificate, at, theoremOf)));
  const sums = new Map<string, PartsCertificate>();
  for (const met of CONDITION_SETS) {
    for (const side of ["value", "reads"] as const) {
      const chosen = parts.map((part, index) => {
        const amounts = part.map((certificate, i) => {
          const { requires, readsRequire = [] } = required[index]?.[i] ?? { requires: [] };
          if (!areMet(side === "reads" ? [...requires, ...readsRequire] : requires, met)) return -1n;
          return side === "reads" ? (amountOf(certificate, side) ?? -1n) : certificate.value;
        });
        return amounts.reduce((best, amount, i) => (amount > (amounts[best] as bigint) ? i : best), 0);
      });
      if (chosen.every((at) => at === 0) || sums.has(chosen.join())) continue;
      const rest = restOf((part) => chosen[part] === 0);
      const own = chosen.flatMap((at, part) => (at === 0 ? [] : [parts[part]?.[at] as PlainCertificate]));
      sums.set(chosen.join(), proveIndependentParts(rest === undefined ? own : [...own, rest]));
    }
  }
  return [...sums.values()];
}
