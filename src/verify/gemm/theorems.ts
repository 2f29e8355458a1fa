import type { CheckedTheorem } from "../theorem.js";
import { checkGemmBlockScales } from "./block-scales.js";
import { checkGemmHoldingCost } from "./holding-cost.js";
import { checkGemmInputNearCapacity } from "./input-near-capacity.js";
import { checkGemmOneCtaPerTile } from "./one-cta-per-tile.js";
import { checkGemmOutputNearCapacity } from "./output-near-capacity.js";
import { checkGemmOutputStationary } from "./output-stationary.js";
import { checkGemmMemoryIndependent, checkGemmPerProcessor, checkGemmSegments } from "./segments.js";
import { checkGemmSparseSegments, checkGemmSparseWholeOperand } from "./sparse.js";
import { checkGemmWholePasses } from "./whole-passes.js";

/** Theorems on matrix products, as the checker knows them. */
export const GEMM: Readonly<Record<string, CheckedTheorem>> = {
  "gemm-segments": {
    scope: "total",
    proof: "proofs/gemm-segments.md",
    status: "machine-checked",
    requires: ["classical-algebra"],
    forms: { amortized: { proof: "proofs/amortized.md" } },
    check: checkGemmSegments,
  },
  "gemm-holding-cost": {
    scope: "total",
    proof: "proofs/gemm-holding-cost.md",
    status: "machine-checked",
    requires: ["classical-algebra"],
    forms: { "one-array": { status: "paper proof", requires: ["classical-algebra", "one-step-products"] } },
    countsReturns: true,
    needsOneLeftOperand: true,
    check: checkGemmHoldingCost,
  },
  "gemm-output-near-capacity": {
    scope: "total",
    proof: "proofs/gemm-output-near-capacity.md",
    status: "paper proof",
    requires: ["classical-algebra"],
    countsReturns: true,
    needsOneLeftOperand: true,
    check: checkGemmOutputNearCapacity,
  },
  "gemm-input-near-capacity": {
    scope: "total",
    proof: "proofs/gemm-input-near-capacity.md",
    status: "paper proof",
    requires: ["classical-algebra"],
    countsReturns: true,
    needsOneLeftOperand: true,
    check: checkGemmInputNearCapacity,
  },
  "gemm-whole-passes": {
    scope: "total",
    proof: "proofs/gemm-whole-passes.md",
    status: "machine-checked",
    requires: ["classical-algebra"],
    needsOneLeftOperand: true,
    check: checkGemmWholePasses,
  },
  "gemm-block-scales": {
    scope: "total",
    proof: "proofs/gemm-block-scales.md",
    status: "paper proof",
    requires: ["scaled-operand-size"],
    check: (fields, path) => checkGemmBlockScales(fields, TOTALS, path),
  },
  "gemm-sparse-segments": {
    scope: "total",
    proof: "proofs/gemm-sparse.md",
    status: "paper proof",
    requires: ["classical-algebra"],
    check: checkGemmSparseSegments,
  },
  "gemm-sparse-whole-operand": {
    scope: "total",
    proof: "proofs/gemm-sparse.md",
    status: "paper proof",
    requires: ["whole-dense-operand"],
    check: checkGemmSparseWholeOperand,
  },
  "gemm-per-processor": {
    scope: "busiest",
    proof: "proofs/gemm-segments.md",
    status: "machine-checked",
    requires: ["classical-algebra"],
    check: checkGemmPerProcessor,
  },
  "gemm-memory-independent": {
    scope: "busiest",
    proof: "proofs/gemm-segments.md",
    status: "machine-checked",
    requires: ["classical-algebra"],
    check: checkGemmMemoryIndependent,
  },
  "gemm-one-cta-per-tile": {
    scope: "class",
    proof: "proofs/gemm-one-cta-per-tile.md",
    status: "paper proof",
    requires: ["classical-algebra", "one-block-per-tile", "blocks-apart"],
    check: checkGemmOneCtaPerTile,
  },
  "gemm-output-stationary": {
    scope: "class",
    proof: "proofs/gemm-output-stationary.md",
    status: "paper proof",
    requires: ["classical-algebra", "sums-in-place", "operands-per-block"],
    check: checkGemmOutputStationary,
  },
};

/** Theorems on all traffic of a product, which hold for one with scaled operands too. */
const TOTALS: Readonly<Record<string, CheckedTheorem>> = Object.fromEntries(
  Object.entries(GEMM).filter(
    ([id, { scope }]) => scope === "total" && id !== "gemm-block-scales" && !id.startsWith("gemm-sparse"),
  ),
);
