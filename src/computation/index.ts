/** Workloads beside the matrix product. */
export type { AttentionOptions, AttentionWorkload } from "./attention.js";
export { attentionComputation, attentionWorkload, describeAttention } from "./attention.js";
export type { ChainOptions, ChainWorkload } from "./chain.js";
export { chainComputation, chainWorkload, describeChain } from "./chain.js";
export type { FfnOptions, FfnWorkload } from "./ffn.js";
export { describeFfn, ffnComputation, ffnWorkload } from "./ffn.js";
export type { WordTypeOptions, WordTypes } from "./word-types.js";
