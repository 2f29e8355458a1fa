/** Workloads, and the computations they are. */

export { InputError } from "../errors.js";
export type { AttentionOptions, AttentionWorkload } from "./attention.js";
export { attentionComputation, attentionWorkload } from "./attention.js";
export type { BlockScales, BlockScalesOption, ScaleBlock } from "./block-scales.js";
export type { ChainOptions, ChainWorkload } from "./chain.js";
export { chainComputation, chainWorkload } from "./chain.js";
export type { Access, ArrayRole, ArraySpecification, Computation, IndexExpression, Statement } from "./computation.js";
export { access, arrayWords, plainIndex, pointCount } from "./computation.js";
export type { ConvOptions, ConvWorkload, Sides, SidesOption } from "./conv.js";
export { convComputation, convOutputs, convProducts, convWorkload } from "./conv.js";
export type { DataType } from "./data-types.js";
export { BYTES_OF } from "./data-types.js";
export type { EinsumOptions, EinsumWorkload } from "./einsum.js";
export { einsumComputation, einsumWorkload } from "./einsum.js";
export { formatEinsum, parseEinsum } from "./einsum-text.js";
export type { GroupedGemmOptions, GroupedGemmWorkload } from "./experts/grouped-gemm.js";
export { groupedGemmWorkload } from "./experts/grouped-gemm.js";
export type { MoeOptions, MoeWorkload } from "./experts/moe.js";
export { moeWorkload } from "./experts/moe.js";
export type { Routing, RoutingOptions } from "./experts/routing.js";
export type { FfnOptions, FfnWorkload } from "./ffn.js";
export { ffnComputation, ffnWorkload } from "./ffn.js";
export type { AttentionBackwardOptions, AttentionBackwardWorkload } from "./fused/attention-backward.js";
export { attentionBackwardWorkload } from "./fused/attention-backward.js";
export type { EpilogueGemmOptions, EpilogueGemmWorkload, EpilogueStep } from "./fused/epilogue-gemm.js";
export { epilogueGemmWorkload } from "./fused/epilogue-gemm.js";
export type { GemmOptions, GemmWorkload } from "./gemm.js";
export { describeGemm, gemmComputation, gemmWorkload } from "./gemm.js";
export type { FftOptions, FftWorkload } from "./layered/fft.js";
export { fftWorkload } from "./layered/fft.js";
export type { StencilOptions, StencilWorkload } from "./layered/stencil.js";
export { stencilWorkload } from "./layered/stencil.js";
export type { TriangularKind, TriangularOptions, TriangularWorkload } from "./linear-algebra/triangular.js";
export { triangularWorkload } from "./linear-algebra/triangular.js";
export type { MultilayerChainOptions, MultilayerChainWorkload } from "./multilayer-chain.js";
export { chainOfWidths, multilayerChainComputation, multilayerChainWorkload } from "./multilayer-chain.js";
export type { NormGemmOptions, NormGemmWorkload } from "./norm-gemm.js";
export { normGemmWorkload } from "./norm-gemm.js";
export type { ScanDecay, ScanOptions, ScanWorkload } from "./recurrence/scan.js";
export { scanWorkload } from "./recurrence/scan.js";
export type { AskedResident, Resident } from "./resident.js";
export type {
  ElementwiseOptions,
  ElementwiseWorkload,
  NormWorkload,
  RotaryOptions,
  RotaryWorkload,
  RowOptions,
  RowWorkload,
  SoftmaxWorkload,
  StatisticsWorkload,
} from "./row-workloads.js";
export { elementwiseWorkload, normWorkload, rotaryWorkload, softmaxWorkload } from "./row-workloads.js";
export type { SparseGemmOptions, SparseGemmWorkload } from "./sparse/sparse-gemm.js";
export { sparseGemmWorkload } from "./sparse/sparse-gemm.js";
export type { Workload } from "./workload.js";
export { describeWorkload } from "./workload.js";
