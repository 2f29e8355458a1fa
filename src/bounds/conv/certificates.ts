import { type ConvWorkload, convolutionOfPass } from "../../computation/conv.js";
import type { Certificate, Setting } from "../bound.js";
import { GEMM_THEOREMS } from "../gemm/theorems.js";
import { compulsoryCertificate } from "../rows/compulsory.js";
import { certificatesOf } from "../theorem.js";
import { convolutionArrays, convolutionAsProduct, convolutionInstance } from "./shape.js";
import { CONV_THEOREMS } from "./theorems.js";

/** Every theorem that applies to a convolution or a gradient: those of a matrix product where it is one, of a convolution where it is one. */
export function convCertificates(workload: ConvWorkload, setting: Setting): readonly Certificate[] {
  const instance = convolutionInstance(convolutionOfPass(workload) ?? workload, setting);
  const { inputs, outputs } = convolutionArrays(workload, setting.unit);
  const extents = convolutionAsProduct(instance);
  const { input, filter, partial, output } = instance.weights;
  const { capacity, memories } = setting;
  const product = { extents, weights: { a: input, b: filter, partial, output }, capacity, memories };
  return [
    compulsoryCertificate(inputs, outputs),
    ...(extents === undefined ? certificatesOf(CONV_THEOREMS, instance) : certificatesOf(GEMM_THEOREMS, { ...product, extents })),
  ];
}
