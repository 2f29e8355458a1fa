import type { Certificate } from "../bound.js";
import type { ChainInstance } from "../certificates/chain.js";
import type { MultilayerInstance } from "../certificates/multilayer.js";
import { MULTILAYER_THEOREMS } from "../multilayer/theorems.js";
import { CHAIN_THEOREMS } from "./theorems.js";

/** Certificates of every theorem about fused chains of two products that says something here. */
export function chainCertificates(instance: ChainInstance): readonly Certificate[] {
  return CHAIN_THEOREMS.flatMap(({ prove }) => prove(instance));
}

/** The same for chains of three products and more. */
export function longChainCertificates(instance: MultilayerInstance): readonly Certificate[] {
  return MULTILAYER_THEOREMS.flatMap(({ prove }) => prove(instance));
}
