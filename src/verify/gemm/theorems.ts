import { checkIntervalsSteady, checkProductSteady } from "../shared/amortized.js";
import type { CheckedTheorem } from "../theorem.js";
import { checkBlockScales } from "./block-scales.js";
import { checkRepeatedSliceEnds, checkSliceEnds } from "./holding-cost.js";
import { checkResidentOperand } from "./input-near-capacity.js";
import { checkIntervals } from "./intervals.js";
import { checkOneCtaPerTile } from "./one-cta-per-tile.js";
import { checkResidentSums } from "./output-near-capacity.js";
import { checkOutputStationary } from "./output-stationary.js";
import { checkProductRandomCuts } from "./random-cuts.js";
import { checkProductRoom } from "./room.js";
import { checkBusiest, checkMemoryIndependent, checkSegments } from "./segments.js";
import { checkProductPasses } from "./whole-passes.js";

/** Theorems on matrix products, as the checker knows them. */
export const GEMM: Readonly<Record<string, CheckedTheorem>> = {
  "product-segments": {
    scope: "total",
    proof: "proofs/product-segments.md",
    trust: "machine-checked",
    requires: ["classical-algebra"],
    check: checkSegments,
  },
  "product-intervals": {
    scope: "total",
    proof: "proofs/product-intervals.md",
    trust: "machine-checked",
    requires: ["classical-algebra"],
    check: checkIntervals,
  },
  "product-steady": {
    scope: "total",
    proof: "proofs/steady.md",
    trust: "machine-checked",
    requires: ["classical-algebra"],
    check: checkProductSteady,
  },
  "product-intervals-steady": {
    scope: "total",
    proof: "proofs/steady.md",
    trust: "machine-checked",
    requires: ["classical-algebra"],
    check: checkIntervalsSteady,
  },
  "product-slice-ends": {
    scope: "total",
    proof: "proofs/product-slice-ends.md",
    trust: "proven on paper",
    requires: ["classical-algebra"],
    countsReturns: true,
    needsOneLeftOperand: true,
    check: checkSliceEnds,
  },
  "repeated-slice-ends": {
    scope: "total",
    proof: "proofs/product-slice-ends.md",
    trust: "proven on paper",
    requires: ["classical-algebra", "one-step-products"],
    countsReturns: true,
    check: checkRepeatedSliceEnds,
  },
  "product-resident-sums": {
    scope: "total",
    proof: "proofs/product-resident-sums.md",
    trust: "proven on paper",
    requires: ["classical-algebra"],
    countsReturns: true,
    needsOneLeftOperand: true,
    check: checkResidentSums,
  },
  "product-resident-operand": {
    scope: "total",
    proof: "proofs/product-resident-operand.md",
    trust: "proven on paper",
    requires: ["classical-algebra"],
    countsReturns: true,
    needsOneLeftOperand: true,
    check: checkResidentOperand,
  },
  "product-passes": {
    scope: "total",
    proof: "proofs/product-passes.md",
    trust: "proven on paper",
    requires: ["classical-algebra"],
    needsOneLeftOperand: true,
    check: checkProductPasses,
  },
  "product-room": {
    scope: "total",
    proof: "proofs/product-room.md",
    trust: "proven on paper",
    requires: ["classical-algebra"],
    needsOneLeftOperand: true,
    check: checkProductRoom,
  },
  "product-random-cuts": {
    scope: "total",
    proof: "proofs/product-random-cuts.md",
    trust: "proven on paper",
    requires: ["classical-algebra"],
    needsOneLeftOperand: true,
    check: checkProductRandomCuts,
  },
  "block-scales": {
    scope: "total",
    proof: "proofs/block-scales.md",
    trust: "proven on paper",
    requires: ["scaled-operand-size"],
    check: (fields, path) => checkBlockScales(fields, TOTALS, path),
  },
  "product-busiest": {
    scope: "busiest",
    proof: "proofs/product-segments.md",
    trust: "machine-checked",
    requires: ["classical-algebra"],
    check: checkBusiest,
  },
  "product-memory-independent": {
    scope: "busiest",
    proof: "proofs/product-segments.md",
    trust: "machine-checked",
    requires: ["classical-algebra"],
    check: checkMemoryIndependent,
  },
  "product-wave-class": {
    scope: "class",
    proof: "proofs/product-wave-class.md",
    trust: "proven on paper",
    requires: ["classical-algebra", "one-block-per-tile", "blocks-apart"],
    check: checkOneCtaPerTile,
  },
  "product-sums-in-place": {
    scope: "class",
    proof: "proofs/product-sums-in-place.md",
    trust: "proven on paper",
    requires: ["classical-algebra", "sums-in-place", "operands-per-block"],
    check: checkOutputStationary,
  },
};

/** Theorems on all traffic of a product, which hold for one with scaled operands too. */
const TOTALS: Readonly<Record<string, CheckedTheorem>> = Object.fromEntries(
  Object.entries(GEMM).filter(([id, { scope }]) => scope === "total" && id !== "block-scales" && id !== "repeated-slice-ends"),
);
