import type { Certificate } from "../bound.js";
import type { ChainInstance } from "../certificates/chain.js";
import type { MultilayerInstance } from "../certificates/multilayer.js";
import { MULTILAYER_THEOREMS } from "../multilayer/theorems.js";
import { certificatesOf } from "../theorem.js";
import { CHAIN_THEOREMS } from "./theorems.js";

/** Certificates of every theorem about fused chains of two products that says something here. */
export const chainCertificates = (instance: ChainInstance): readonly Certificate[] => certificatesOf(CHAIN_THEOREMS, instance);

/** The same for chains of three products and more. */
export const multilayerCertificates = (instance: MultilayerInstance): readonly Certificate[] =>
  certificatesOf(MULTILAYER_THEOREMS, instance);
