import type { CheckedTheorem } from "../theorem.js";
import { checkConvolutionBordersSteady, checkConvolutionSteady } from "./amortized.js";
import { checkConvolutionBorders } from "./borders.js";
import { checkConvolutionSliceEnds } from "./holding-cost.js";
import { checkConvolution, checkConvolutionBusiest, checkConvolutionMemoryIndependent } from "./segments.js";
import { checkConvolutionPasses } from "./whole-passes.js";

/** Theorems on convolutions, as the checker knows them. */
export const CONV: Readonly<Record<string, CheckedTheorem>> = {
  convolution: {
    scope: "total",
    proof: "proofs/convolution.md",
    trust: "machine-checked",
    requires: ["classical-algebra", "no-padding-products"],
    check: checkConvolution,
  },
  "convolution-borders": {
    scope: "total",
    proof: "proofs/convolution-borders.md",
    trust: "proven on paper",
    requires: ["classical-algebra", "no-padding-products"],
    check: checkConvolutionBorders,
  },
  "convolution-slice-ends": {
    scope: "total",
    proof: "proofs/convolution-slice-ends.md",
    trust: "proven on paper",
    requires: ["classical-algebra", "no-padding-products"],
    countsReturns: true,
    check: checkConvolutionSliceEnds,
  },
  "convolution-passes": {
    scope: "total",
    proof: "proofs/convolution-passes.md",
    trust: "proven on paper",
    requires: ["classical-algebra", "no-padding-products"],
    check: checkConvolutionPasses,
  },
  "convolution-steady": {
    scope: "total",
    proof: "proofs/steady.md",
    trust: "machine-checked",
    requires: ["classical-algebra", "no-padding-products"],
    check: checkConvolutionSteady,
  },
  "convolution-borders-steady": {
    scope: "total",
    proof: "proofs/steady.md",
    trust: "proven on paper",
    requires: ["classical-algebra", "no-padding-products"],
    check: checkConvolutionBordersSteady,
  },
  "convolution-busiest": {
    scope: "busiest",
    proof: "proofs/convolution.md",
    trust: "machine-checked",
    requires: ["classical-algebra", "no-padding-products"],
    check: checkConvolutionBusiest,
  },
  "convolution-memory-independent": {
    scope: "busiest",
    proof: "proofs/convolution.md",
    trust: "machine-checked",
    requires: ["classical-algebra", "no-padding-products"],
    check: checkConvolutionMemoryIndependent,
  },
};
