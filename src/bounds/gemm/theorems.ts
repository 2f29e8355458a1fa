import type { ProductInstance } from "../certificates/gemm.js";
import { overSumSizes, withNarrowSums } from "../shared/partial-sum-sizes.js";
import { type ProvableTheorem, some } from "../theorem.js";
import { proveGemmHoldingCost } from "./holding-cost.js";
import { proveGemmInputNearCapacity } from "./input-near-capacity.js";
import { proveGemmMemoryIndependent } from "./memory-independent.js";
import { proveGemmOutputNearCapacity } from "./output-near-capacity.js";
import { proveGemmPerProcessor, proveGemmSegments } from "./segments.js";
import { proveGemmWholePasses } from "./whole-passes.js";

/** Theorems on matrix products. */
export const GEMM_THEOREMS: readonly ProvableTheorem<ProductInstance>[] = [
  {
    id: "gemm-segments",
    title: "Matrix product, segments of T",
    statement:
      "Q ≥ T·ceil((mnk − P·V0(T)) / V(S+T)), or amortized Q > T·mnk / (V(S+T) + 1), for every T, V by Loomis-Whitney with short sides",
    scope: "total",
    proof: "proofs/gemm-segments.md",
    status: "machine-checked",
    source: "this project; Smith et al. 2019 for the leading term 2mnk/√S",
    requires: ["classical-algebra"],
    forms: { "per-memory": {}, amortized: { proof: "proofs/amortized.md" } },
    mayWiden: true,
    prove: (instance) => overSumSizes(instance, proveGemmSegments),
  },
  {
    id: "gemm-holding-cost",
    title: "Matrix product, holding costs of words where accumulators start and end",
    statement:
      "Q ≥ mn(√(wA·wB)·k·(Λ + ηP(v))/√(S/wC + 1) − wC·P(v) + wO) for the worst share v of the memory without accumulators, " +
      "Λ the price of potentials of holding cost P, credit η, checked exactly; of one array with itself wA/2 in place of √(wA·wB)",
    scope: "total",
    proof: "proofs/gemm-holding-cost.md",
    status: "machine-checked",
    source: "this project; Beaumont et al. 2022 for blocks of pairs of the same rows of one array",
    requires: ["classical-algebra"],
    forms: { "two-arrays": {}, "one-array": { status: "paper proof", requires: ["classical-algebra", "one-step-products"] } },
    mayWiden: true,
    needsOneLeftOperand: true,
    countsReturns: true,
    prove: (instance) => overSumSizes(instance, (sized) => proveGemmHoldingCost(sized, "two-arrays")),
  },
  {
    id: "gemm-output-near-capacity",
    title: "Matrix product, accumulators that take about all of the fast memory",
    statement:
      "Q ≥ mk + kn + mn + about 2k·√d, d = mn − S + min(m, n) accumulators that are away while a slice is worked on; exactly in the certificate",
    scope: "total",
    proof: "proofs/gemm-output-near-capacity.md",
    status: "paper proof",
    source: "this project",
    requires: ["classical-algebra"],
    mayWiden: true,
    needsOneLeftOperand: true,
    countsReturns: true,
    prove: (instance) => overSumSizes(instance, proveGemmOutputNearCapacity),
  },
  {
    id: "gemm-whole-passes",
    title: "Matrix product, by memories of the words of one array",
    statement:
      "Q ≥ n(p·φ(s) + φ(mk − ps) − wC·m) + wO·mn, s = ⌈S/wA⌉, p = ⌊mk/s⌋, φ(u) the least weight of rows and columns " +
      "that have u pairs; with B, or C, in the place of A too",
    scope: "total",
    proof: "proofs/gemm-whole-passes.md",
    status: "machine-checked",
    source: "this project",
    requires: ["classical-algebra"],
    mayWiden: true,
    needsOneLeftOperand: true,
    prove: (instance) => overSumSizes(instance, proveGemmWholePasses),
  },
  {
    id: "gemm-input-near-capacity",
    title: "Matrix product, an operand that takes about all of the fast memory",
    statement:
      "Q ≥ mk + kn + mn + about n·√d, d = mk − S + min(m, k) words of A that are away while a column of C is worked " +
      "on; the same with B; exactly in the certificate",
    scope: "total",
    proof: "proofs/gemm-input-near-capacity.md",
    status: "paper proof",
    source: "this project",
    requires: ["classical-algebra"],
    needsOneLeftOperand: true,
    countsReturns: true,
    prove: (instance) => some(proveGemmInputNearCapacity(withNarrowSums(instance))),
  },
  {
    id: "gemm-block-scales",
    title: "Matrix product with operands scaled in blocks",
    statement: "Q ≥ a bound of the product alone + every scale once",
    scope: "total",
    proof: "proofs/gemm-block-scales.md",
    status: "paper proof",
    source: "this project",
    requires: ["classical-algebra", "scaled-operand-size"],
  },
  {
    id: "gemm-sparse-segments",
    title: "Matrix product with an operand in 2:4 sparsity, segments of T",
    statement:
      "Q ≥ what gemm-segments proves of the extents m, n and k/2 + every byte of metadata once, whichever words are kept",
    scope: "total",
    proof: "proofs/gemm-sparse.md",
    status: "paper proof",
    source: "this project",
    requires: ["classical-algebra"],
    mayWiden: true,
  },
  {
    id: "gemm-sparse-whole-operand",
    title: "Matrix product with an operand in 2:4 sparsity, the dense one loaded whole",
    statement: "Q ≥ every word of the dense operand, kept words, metadata and outputs once",
    scope: "total",
    proof: "proofs/gemm-sparse.md",
    status: "paper proof",
    source: "this project",
    requires: ["whole-dense-operand"],
  },
  {
    id: "gemm-per-processor",
    title: "Matrix product, busiest memory",
    statement: "one of P memories moves at least T·ceil((mnk/P − V0(T)) / V(S+T))",
    scope: "busiest",
    proof: "proofs/gemm-segments.md",
    status: "machine-checked",
    source: "this project; Irony, Toledo and Tiskin 2004 for the form",
    requires: ["classical-algebra"],
    prove: (instance) => (instance.memories > 1n ? [proveGemmPerProcessor(withNarrowSums(instance))] : []),
  },
  {
    id: "gemm-memory-independent",
    title: "Matrix product, whatever the memory",
    statement: "one of P memories forms mnk/P products and so moves three projections of that size",
    scope: "busiest",
    proof: "proofs/gemm-segments.md",
    status: "machine-checked",
    source: "Irony, Toledo and Tiskin 2004; Al Daas et al. 2022 for the cases",
    requires: ["classical-algebra"],
    prove: (instance) => (instance.memories > 1n ? [proveGemmMemoryIndependent(withNarrowSums(instance))] : []),
  },
  {
    id: "gemm-one-cta-per-tile",
    title: "Matrix product, one block a tile of C, any launch order",
    statement: "loads ≥ floor(E/M)·f(M) + f(E mod M) − (q − 1)·L for windows of any N blocks; f the least panels of a rectangle",
    scope: "class",
    proof: "proofs/gemm-one-cta-per-tile.md",
    status: "paper proof",
    source: "this project",
    requires: ["classical-algebra", "one-block-per-tile", "blocks-apart"],
  },
  {
    id: "gemm-output-stationary",
    title: "Matrix product, accumulators in place in registers or tensor memory",
    statement:
      "bytes into the SMs ≥ floor(mn/M)·f(M) + f(mn mod M), M the accumulators that fit; 2mnk·√(wA·wB)/√M at leading order",
    scope: "class",
    proof: "proofs/gemm-output-stationary.md",
    status: "paper proof",
    source: "this project",
    requires: ["classical-algebra", "sums-in-place", "operands-per-block"],
  },
];
