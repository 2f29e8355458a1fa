import type { CheckedTheorem } from "../theorem.js";
import { checkConvBorders } from "./borders.js";
import { checkConvHoldingCost } from "./holding-cost.js";
import { isGeneral } from "./instance.js";
import { checkConvMemoryIndependent, checkConvPerProcessor, checkConvSegments } from "./segments.js";
import { checkConvWholePasses } from "./whole-passes.js";

/** Theorems on convolutions, as the checker knows them. */
export const CONV: Readonly<Record<string, CheckedTheorem>> = {
  "conv-segments": {
    scope: "total",
    proof: "proofs/conv-segments.md",
    status: "machine-checked",
    onPaper: (certificate) => isGeneral(certificate),
    requires: ["classical-algebra", "no-padding-products"],
    forms: { amortized: { proof: "proofs/amortized.md" } },
    check: checkConvSegments,
  },
  "conv-borders": {
    scope: "total",
    proof: "proofs/conv-borders.md",
    status: "paper proof",
    requires: ["classical-algebra", "no-padding-products"],
    forms: { amortized: { proof: "proofs/amortized.md" } },
    check: checkConvBorders,
  },
  "conv-holding-cost": {
    scope: "total",
    proof: "proofs/conv-holding-cost.md",
    status: "machine-checked",
    onPaper: (certificate) => isGeneral(certificate),
    requires: ["classical-algebra", "no-padding-products"],
    countsReturns: true,
    check: checkConvHoldingCost,
  },
  "conv-whole-passes": {
    scope: "total",
    proof: "proofs/conv-whole-passes.md",
    status: "machine-checked",
    onPaper: (certificate) => isGeneral(certificate),
    requires: ["classical-algebra", "no-padding-products"],
    check: checkConvWholePasses,
  },
  "conv-per-processor": {
    scope: "busiest",
    proof: "proofs/conv-segments.md",
    status: "machine-checked",
    onPaper: (certificate) => isGeneral(certificate),
    requires: ["classical-algebra", "no-padding-products"],
    check: checkConvPerProcessor,
  },
  "conv-memory-independent": {
    scope: "busiest",
    proof: "proofs/conv-segments.md",
    status: "machine-checked",
    onPaper: (certificate) => isGeneral(certificate),
    requires: ["classical-algebra", "no-padding-products"],
    check: checkConvMemoryIndependent,
  },
};
