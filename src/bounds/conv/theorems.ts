import type { Certificate } from "../bound.js";
import type { ConvolutionInstance } from "../certificates/conv.js";
import { overSumSizes } from "../shared/partial-sum-sizes.js";
import { type ProvableTheorem, some } from "../theorem.js";
import { proveConvBorders } from "./borders.js";
import { proveConvHoldingCost } from "./holding-cost.js";
import { proveConvMemoryIndependent, proveConvPerProcessor, proveConvSegments } from "./segments.js";
import { proveConvWholePasses } from "./whole-passes.js";

/** The machine-checked proofs are of one group, taps side by side, and sums of outputs. */
function isGeneral(certificate: Certificate): boolean {
  if (!("instance" in certificate) || !("axes" in certificate.instance)) return false;
  const { channels, axes, pass } = certificate.instance;
  return channels.groups !== undefined || pass !== undefined || axes.some(({ dilation }) => dilation !== undefined);
}

/** Theorems on convolutions. */
export const CONV_THEOREMS: readonly ProvableTheorem<ConvolutionInstance>[] = [
  {
    id: "conv-segments",
    title: "Convolution, segments of T",
    statement:
      "Q ≥ T·ceil((Σ y·products − P·V0(T)) / V(S+T)), or amortized Q > T·(Σ y·products) / (V(S+T) + 1), for every " +
      "T, V by the reuse of each class of taps, priced by y",
    scope: "total",
    proof: "proofs/conv-segments.md",
    status: "machine-checked",
    onPaper: isGeneral,
    source: "this project; Chen, Han and Wang, HPCA'20, for the order products/√(reuse·S)",
    requires: ["classical-algebra", "no-padding-products"],
    forms: { "per-memory": {}, amortized: { proof: "proofs/amortized.md" } },
    mayWiden: true,
    prove: (instance) => overSumSizes(instance, proveConvSegments),
  },
  {
    id: "conv-borders",
    title: "Convolution by 3×3 windows, borders of blocks counted",
    statement:
      "Q ≥ T·ceil((products − P·V0(T)) / V(S+T)), or amortized Q > T·products / (V(S+T) + 1), for every T, V by reuse 9·κ(x)², κ < 1 for blocks of x pixels",
    scope: "total",
    proof: "proofs/conv-borders.md",
    status: "paper proof",
    source: "this project",
    requires: ["classical-algebra", "no-padding-products"],
    forms: { "per-memory": {}, amortized: { proof: "proofs/amortized.md" } },
    mayWiden: true,
    prove: (instance) => overSumSizes(instance, proveConvBorders),
  },
  {
    id: "conv-holding-cost",
    title: "Convolution, holding costs of words where accumulators start and end",
    statement:
      "Q ≥ Σ √(wI·wW/τ)·(Λ + ηP(v))/√X over products − Φ·wC·P(v) − (G − Φ)·wC·P(1) + G·wO for the least v, an input in τ taps, Φ outputs that meet all taps",
    scope: "total",
    proof: "proofs/conv-holding-cost.md",
    status: "machine-checked",
    onPaper: isGeneral,
    source: "this project",
    requires: ["classical-algebra", "no-padding-products"],
    mayWiden: true,
    countsReturns: true,
    prove: (instance) => overSumSizes(instance, proveConvHoldingCost),
  },
  {
    id: "conv-whole-passes",
    title: "Convolution, by memories of its filters",
    statement:
      "Q ≥ Σ over pixels of t taps (p·φ(s) + φ(O·C·t − ps) − wC·O) + wO·outputs, s = ⌈S/wW⌉, p = ⌊O·C·t/s⌋, φ(u) " +
      "the least weight of accumulators and of inputs, each shared by τ pixels, that meet u weights",
    scope: "total",
    proof: "proofs/conv-whole-passes.md",
    status: "machine-checked",
    onPaper: isGeneral,
    source: "this project",
    requires: ["classical-algebra", "no-padding-products"],
    mayWiden: true,
    prove: (instance) => overSumSizes(instance, proveConvWholePasses),
  },
  {
    id: "conv-per-processor",
    title: "Convolution, busiest memory",
    statement: "one of P memories moves at least T·ceil((Σ y·products/P − V0(T)) / V(S+T))",
    scope: "busiest",
    proof: "proofs/conv-segments.md",
    status: "machine-checked",
    onPaper: isGeneral,
    source: "this project; Irony, Toledo and Tiskin 2004 for the form",
    requires: ["classical-algebra", "no-padding-products"],
    prove: (instance) => (instance.memories > 1n ? some(proveConvPerProcessor(instance)) : []),
  },
  {
    id: "conv-memory-independent",
    title: "Convolution, whatever the memory",
    statement: "one of P memories forms products worth Σ y·products/P and so moves the words that these need",
    scope: "busiest",
    proof: "proofs/conv-segments.md",
    status: "machine-checked",
    onPaper: isGeneral,
    source: "this project; Irony, Toledo and Tiskin 2004 and Al Daas et al. 2022 for the form",
    requires: ["classical-algebra", "no-padding-products"],
    prove: (instance) => (instance.memories > 1n ? [proveConvMemoryIndependent(instance)] : []),
  },
];
