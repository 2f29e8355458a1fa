import { ceilDivide } from "../exact/integer.js";
import type { Certificate, PlainCertificate } from "./bound.js";
import type { Theorem } from "./theorem.js";

/** Sizes that are no whole bytes, and words that play several parts. */
export const FINER_UNITS: Theorem = {
  id: "finer-units",
  title: "Sizes in parts of a byte, words that play several parts",
  statement: "Q ≥ ceil(q / u) where another theorem proves q with sizes and capacity in parts of 1/u byte",
  scope: "total",
  proof: "proofs/finer-units.md",
  status: "paper proof",
  source: "this project",
  requires: [],
};

/** What a certificate counted in parts of 1/`units` byte (or word) proves in whole ones. */
export function inFinerUnits(inner: PlainCertificate, units: bigint): Certificate {
  const whole = (parts: bigint): bigint => ceilDivide(parts, units);
  const { reads, writes } = "reads" in inner ? inner : {};
  const parts = reads === undefined || writes === undefined ? {} : { reads: whole(reads), writes: whole(writes) };
  return { theorem: "finer-units", units, inner, ...parts, value: whole(inner.value) };
}

/** The certificate that counts the words: of one in finer units, from a warm start or of spread arrays the one inside. */
export function countingCertificate(certificate: Certificate): PlainCertificate {
  switch (certificate.theorem) {
    case "finer-units":
    case "warm-start":
    case "spread-arrays":
      return countingCertificate(certificate.inner);
    default:
      return certificate;
  }
}
