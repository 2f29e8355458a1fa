import type { BoundsReport } from "../../src/bounds/bounds-document.js";
import { boundWorkload } from "../../src/bounds/bounds-document.js";
import { parseAccumulatorRule } from "../../src/bounds/gemm/accumulator-home.js";
import { attentionWorkload } from "../../src/computation/attention.js";
import { chainWorkload } from "../../src/computation/chain.js";
import { convWorkload } from "../../src/computation/conv.js";
import { einsumWorkload } from "../../src/computation/einsum.js";
import { groupedGemmWorkload } from "../../src/computation/experts/grouped-gemm.js";
import { attentionBackwardWorkload } from "../../src/computation/fused/attention-backward.js";
import { gemmWorkload } from "../../src/computation/gemm.js";
import { fftWorkload } from "../../src/computation/layered/fft.js";
import { stencilWorkload } from "../../src/computation/layered/stencil.js";
import { triangularWorkload } from "../../src/computation/linear-algebra/triangular.js";
import { multilayerChainWorkload } from "../../src/computation/multilayer-chain.js";
import { scanWorkload } from "../../src/computation/recurrence/scan.js";
import { softmaxWorkload } from "../../src/computation/row-workloads.js";
import { sparseGemmWorkload } from "../../src/computation/sparse/sparse-gemm.js";
import type { Workload } from "../../src/computation/workload.js";
import { H200 } from "../../src/machines/known/h200.js";
import type { Gpu } from "../../src/machines/machine.js";

/** A GPU of some SMs with so many bytes each. */
export function gpuOf(bytesPerSm: number, sms: number, clusterSize?: number): Gpu {
  const own = { id: "tiny", name: "tiny", sms, registersPerSm: Math.floor(bytesPerSm / 4), tensorMemoryPerSmBytes: 0 };
  const clusters = clusterSize === undefined ? {} : { clusterSize };
  return { ...H200, ...own, l1AndSharedMemoryPerSmBytes: bytesPerSm % 4, l2Bytes: 1000, ...clusters };
}

export const SCALES = { dataType: "fp32", a: [1, 16], b: [16, 16] } as const;
export const SYRK = "C[i,j] += A[i,k] * A[j,k]";
export const MTTKRP = "M[i,l] += X[i,j,k] * B[j,l] * C[k,l]";

const WORDS = { dataType: "fp32", outputType: "fp32", accumulator: "fp32" };
const BYTES = { dataType: "fp8", outputType: "fp8", accumulator: "fp16" };

/** About one memory, long beside it, or rows that do not fit: every theorem about the port of an SM has something to say of one. */
const CASES: readonly (readonly [Workload, Gpu, rule?: string])[] = [
  [gemmWorkload({ m: 300, n: 200, k: 150, ...BYTES }), gpuOf(2000, 3)],
  [gemmWorkload({ m: 300, n: 200, k: 70, ...BYTES }), gpuOf(2000, 1)],
  [gemmWorkload({ m: 128, n: 128, k: 1024, ...BYTES }), gpuOf(16_384, 1)],
  [gemmWorkload({ m: 64, n: 12_544, k: 256, ...BYTES }), gpuOf(16_384, 1)],
  [gemmWorkload({ m: 512, n: 131_072, k: 128, ...BYTES }), gpuOf(16_384, 1)],
  [gemmWorkload({ m: 300, n: 200, k: 150, dataType: "fp8", outputType: "bf16", scales: SCALES }), gpuOf(2000, 3)],
  [sparseGemmWorkload({ m: 300, n: 200, k: 304, sparse: "b:2:4", ...BYTES }), gpuOf(2000, 3)],
  [gemmWorkload({ m: 512, n: 512, k: 256 }), gpuOf(8000, 2, 2), "wgmma"],
  [chainWorkload({ m: 400, k: 60, l: 400, n: 60, ...BYTES }), gpuOf(1000, 3)],
  [chainWorkload({ m: 400, k: 60, l: 400, n: 60, ...BYTES }), gpuOf(1000, 1)],
  [chainWorkload({ m: 4096, k: 51, l: 8192, n: 51, ...WORDS }), gpuOf(4 * 4096, 1)],
  [chainWorkload({ m: 128, k: 64, l: 8192, n: 64, ...BYTES }), gpuOf(16_384, 1)],
  [
    attentionWorkload({ heads: 4, kvHeads: 1, queries: 200, dim: 64, valueDim: 48, valuesInKeys: true, ...BYTES }),
    gpuOf(2000, 3),
  ],
  [attentionBackwardWorkload({ heads: 4, kvHeads: 2, queries: 400, dim: 16, ...BYTES }), gpuOf(2000, 3)],
  [groupedGemmWorkload({ rows: [300, 20, 0, 300], n: 200, k: 150, ...BYTES }), gpuOf(2000, 3)],
  [multilayerChainWorkload({ m: 500, widths: [200, 200, 200, 200], ...BYTES }), gpuOf(1000, 2)],
  [multilayerChainWorkload({ m: 500, widths: [8, 8, 8, 8], ...BYTES }), gpuOf(1000, 2)],
  [multilayerChainWorkload({ m: 500, widths: [60, 20, 60, 20], ...BYTES }), gpuOf(1000, 2)],
  [convWorkload({ batch: 2, inChannels: 40, outChannels: 40, height: 30, kernel: 3, padding: 1, ...BYTES }), gpuOf(2000, 2)],
  [convWorkload({ batch: 8, inChannels: 16, outChannels: 16, height: 60, kernel: 3, padding: 1, ...BYTES }), gpuOf(2000, 2)],
  [einsumWorkload({ text: SYRK, extents: { i: 300, j: 300, k: 200 }, ...BYTES }), gpuOf(2000, 2)],
  [einsumWorkload({ text: MTTKRP, extents: { i: 60, j: 60, k: 60, l: 60 }, ...BYTES }), gpuOf(2000, 2)],
  [scanWorkload({ heads: 2, tokens: 200, state: 60, dim: 30, ...BYTES }), gpuOf(500, 2)],
  [scanWorkload({ heads: 2, groups: 1, tokens: 200, state: 60, dim: 30, finalState: true, ...BYTES }), gpuOf(500, 2)],
  [softmaxWorkload({ rows: 3, columns: 9000 }), gpuOf(2000, 1)],
  [triangularWorkload("syrk", { n: 200, m: 100 }), gpuOf(2000, 1)],
  [triangularWorkload("lu", { n: 100 }), gpuOf(2000, 1)],
  [triangularWorkload("gram-schmidt", { n: 400, m: 60 }), gpuOf(2000, 1)],
  [triangularWorkload("floyd-warshall", { n: 400 }), gpuOf(2000, 1)],
  [stencilWorkload({ dims: [20_000], steps: 200 }), gpuOf(1000, 2)],
  [fftWorkload({ points: 4096 }), gpuOf(100, 1)],
];

/** Their bounds, proven once. */
export const PORT_REPORTS: readonly BoundsReport[] = CASES.map(([workload, gpu, rule]) =>
  boundWorkload(workload, gpu, rule === undefined ? undefined : parseAccumulatorRule(rule, gpu)),
);
