import { modelFields } from "../bounds/bounds-document.js";
import type { Json } from "../bounds/certificates/json.js";
import { boundToJson, toJson } from "../bounds/certificates/json.js";
import { floor, formatRational, multiply, rational } from "../exact/rational.js";
import type { EnergyEstimate } from "./energy.js";
import type { TimeBound } from "./time-bound.js";

/** The `redblue.time/2` document, with the certificates of the bytes. Seconds and joules are exact, as texts `p/q`; `nanoseconds` is the whole part. */
export function timeDocument(time: TimeBound, energy: EnergyEstimate): Record<string, Json> {
  return {
    schema: "redblue.time/2",
    workload: toJson(time.workload),
    machine: toJson(time.machine),
    ...modelFields(
      time.machine,
      time.bounds.map((bound) => bound.interface),
    ),
    bounds: time.bounds.map(boundToJson),
    ...timeFields(time),
    energy: {
      estimate: true,
      joules: formatRational(energy.joules),
      terms: energy.terms.map(({ joules, ...term }) => ({
        ...(toJson(term) as Record<string, Json>),
        joules: formatRational(joules),
      })),
    },
  };
}

/** Terms, what is skipped, and the longest term, of a workload or a whole layer. */
export function timeFields(time: Pick<TimeBound, "terms" | "leftOut" | "binding">): Record<string, Json> {
  const { binding } = time;
  return {
    terms: time.terms.map(({ perSecond, seconds, ...term }) => ({
      ...(toJson(term) as Record<string, Json>),
      perSecond: formatRational(perSecond),
      seconds: formatRational(seconds),
    })),
    leftOut: time.leftOut.map(({ id, reason }) => ({ id, reason })),
    binds: binding.id,
    seconds: formatRational(binding.seconds),
    nanoseconds: toJson(floor(multiply(binding.seconds, rational(10n ** 9n)))),
  };
}
