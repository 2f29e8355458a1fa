import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import type { Workload } from "../../src/computation/workload.js";
import type { MeasuredLaunch } from "../../src/measured/measured-rows.js";

/** The computation of a launch that does all of a chain or of attention in one kernel. */
export function fusedWorkload({ kind, parameters }: MeasuredLaunch): Workload | undefined {
  const value = (name: string): number => Number(parameters.get(name));
  if (kind === "triton-chain") return chainWorkload({ m: value("M"), k: value("K1"), l: value("N1"), n: value("N2") });
  const causal = parameters.get("causal") === "1";
  if (kind === "triton-flash") return attentionWorkload({ heads: value("BH"), queries: value("S"), dim: value("D"), causal });
  const attention = { batch: value("B"), heads: value("H"), dim: value("D") };
  if (kind === "triton-flash-decode") {
    const heads = { batch: value("B"), heads: value("KV") * value("G"), kvHeads: value("KV") };
    return attentionWorkload({ ...heads, queries: 1, keys: value("S"), dim: value("D") });
  }
  if (kind === "sdpa-flash2-decode") return attentionWorkload({ ...attention, queries: 1, keys: value("S") });
  if (kind === "sdpa-flash2" || kind === "sdpa-cudnn") return attentionWorkload({ ...attention, queries: value("S"), causal });
  return undefined;
}
