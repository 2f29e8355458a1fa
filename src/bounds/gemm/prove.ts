import { checkIndexExtents } from "../../computation/computation.js";
import type { GemmWorkload } from "../../computation/gemm.js";
import { gemmComputation } from "../../computation/gemm.js";
import { wordTypesOf } from "../../computation/word-types.js";
import type { Machine } from "../../machines/machine.js";
import type { Bound, Certificate, Setting } from "../bound.js";
import { boundFrom } from "../bound-from.js";
import { proveCompulsory } from "../rows/compulsory.js";
import { settingsOf } from "../shared/setting.js";
import { inWholeBytes } from "../shared/whole-bytes.js";
import { spreadBounds } from "../spread-arrays.js";
import { scaledStatement } from "./block-scales.js";
import { productCertificates, theoremOfProduct, withScales } from "./certificates.js";

/**
 * The bounds that `proveBounds` has for a matrix product, interface by interface. A bundle for browsers that asks for no other workload
 * is a third as large with this function: it holds neither the theorems of other workloads nor the linear program.
 */
export function proveGemmBounds(workload: GemmWorkload, machine: Machine): readonly Bound[] {
  const types = wordTypesOf(workload);
  return settingsOf(machine).flatMap((setting) => {
    const certificates = inWholeBytes(types, setting, (inParts) => gemmCertificates(workload, inParts));
    const bounds = certificates.map((certificate) => boundFrom(certificate, setting, theoremOfProduct));
    return setting.isSpread === true ? spreadBounds(bounds, setting.memories) : bounds;
  });
}

function gemmCertificates(workload: GemmWorkload, setting: Setting): readonly Certificate[] {
  const computation = gemmComputation(workload);
  checkIndexExtents(computation);
  const compulsory = proveCompulsory(computation, setting.unit, setting.units);
  const scaled = scaledStatement(computation);
  const certificates = productCertificates(scaled?.unscaled ?? computation, setting) ?? [];
  return scaled === undefined ? [compulsory, ...certificates] : withScales(compulsory, scaled, certificates, setting);
}
