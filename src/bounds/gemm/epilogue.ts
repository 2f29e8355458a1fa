import { sizeOf } from "../../computation/data-types.js";
import { type EpilogueGemmWorkload, epilogueArrays, productOf } from "../../computation/fused/epilogue-gemm.js";
import type { Certificate, Setting } from "../bound.js";
import { compulsoryCertificate, proveCompulsory } from "../rows/compulsory.js";
import { productCertificates, withScales } from "./certificates.js";

/** Those of the product, and the best of them with every array of the epilogue on top (proofs/gemm-block-scales.md, epilogues). */
export function epilogueGemmCertificates(w: EpilogueGemmWorkload, setting: Setting): readonly Certificate[] {
  const product = productOf(w);
  const { inputs, outputs } = proveCompulsory(product, setting.unit, setting.units);
  const read = epilogueArrays(w).map(({ name, rows, columns, dataType }) => ({
    array: name,
    words: BigInt(rows) * BigInt(columns),
    wordSize: setting.unit === "words" ? 1n : sizeOf(dataType, setting.units),
  }));
  const all = compulsoryCertificate([...inputs, ...read], outputs);
  const alone = productCertificates(product, setting) ?? [];
  if (read.length === 0) return [all, ...alone];
  return withScales(all, { scales: new Set(read.map(({ array }) => array)) }, alone, setting);
}
