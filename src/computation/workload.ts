import type { AttentionWorkload } from "./attention.js";
import { describeAttention } from "./attention.js";
import type { ChainWorkload } from "./chain.js";
import { describeChain } from "./chain.js";
import type { ConvWorkload } from "./conv.js";
import { describeConv } from "./conv.js";
import type { EinsumWorkload } from "./einsum.js";
import { describeEinsum } from "./einsum.js";
import type { FfnWorkload } from "./ffn.js";
import { describeFfn } from "./ffn.js";
import type { GemmWorkload } from "./gemm.js";
import { describeGemm } from "./gemm.js";
import type { LongChainWorkload } from "./long-chain.js";
import { describeLongChain } from "./long-chain.js";

/** Everything a user can name on the command line. */
export type Workload =
  | GemmWorkload
  | ChainWorkload
  | LongChainWorkload
  | FfnWorkload
  | AttentionWorkload
  | ConvWorkload
  | EinsumWorkload;

/** One line for people. */
export function describeWorkload(workload: Workload): string {
  switch (workload.kind) {
    case "gemm":
      return describeGemm(workload);
    case "chain":
      return describeChain(workload);
    case "long-chain":
      return describeLongChain(workload);
    case "ffn":
      return describeFfn(workload);
    case "attention":
      return describeAttention(workload);
    case "conv":
      return describeConv(workload);
    case "einsum":
      return describeEinsum(workload);
  }
}
