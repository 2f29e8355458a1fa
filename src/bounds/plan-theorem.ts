import type { Theorem } from "./theorem.js";

/** The theorem on plans of whole layers. */
export const FUSION_PLAN: Theorem = {
  id: "fusion-plan",
  title: "Fusion plan",
  statement:
    "into the SMs, the sum over kernels of disjoint cores' bounds, less results that need not be stored, plus " +
    "every other boundary tensor; on DRAM, the layer as one kernel on the whole chip, plus what is alive between " +
    "two kernels beyond what the L2 holds",
  scope: "total",
  proof: "proofs/fusion-plan.md",
  status: "paper proof",
  source: "this project",
  requires: ["kernel-boundaries", "kernels-in-sequence", "operators-as-given"],
};
