import { integerToJson } from "../../exact/integer.js";
import type { Bound, Certificate } from "../bound.js";

/** JSON values as the documents carry them: counts are numbers up to 2^53 - 1 and decimal strings beyond. */
export type Json = string | number | boolean | readonly Json[] | { readonly [key: string]: Json };

/** A certificate (or any record of counts, texts and lists) as JSON, counts exact. */
export function toJson(value: unknown): Json {
  if (typeof value === "bigint") return integerToJson(value);
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, field]) => field !== undefined);
    return Object.fromEntries(entries.map(([key, field]) => [key, toJson(field)]));
  }
  throw new TypeError(`toJson: a ${typeof value} has no place in a document`);
}

/** A certificate on its own, as `redblue verify` also takes it. */
export function certificateToJson(certificate: Certificate): Json {
  return { schema: "redblue.certificate/2", ...(toJson(certificate) as Record<string, Json>) };
}

/** A bound as it stands in a `redblue.bounds/2` document. */
export function boundToJson(bound: Bound): Json {
  const { certificate, ...rest } = bound;
  return { ...(toJson(rest) as Record<string, Json>), certificate: certificateToJson(certificate) };
}
