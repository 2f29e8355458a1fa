import { type DataType, partsOfByte } from "../../computation/data-types.js";
import type { Certificate, Setting } from "../bound.js";
import { countingCertificate, inFinerUnits } from "../finer-units.js";

/**
 * What `prove` says of words of these types: in whole bytes, where all of them are; else with sizes and capacity in parts of a byte
 * (proofs/finer-units.md), of which each certificate then proves whole ones.
 */
export function inWholeBytes<Proven extends Certificate>(
  types: readonly DataType[],
  setting: Setting,
  prove: (setting: Setting) => readonly Proven[],
): readonly Certificate[] {
  const units = setting.unit === "words" ? 1n : partsOfByte(types);
  if (units === 1n) return prove(setting);
  const inParts = prove({ ...setting, capacity: setting.capacity * units, units });
  // Words that play several parts may have divided the parts of a byte again.
  return inParts.map((certificate) => {
    const divided = certificate.theorem === "finer-units" ? certificate.units : 1n;
    return inFinerUnits(countingCertificate(certificate), units * divided);
  });
}
