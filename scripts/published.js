// Leading constants of this project beside published ones: node scripts/published.js; --write puts them into docs/published.md.
import { readFileSync, writeFileSync } from "node:fs";
import {
  attentionWorkload,
  chainWorkload,
  convProducts,
  convWorkload,
  einsumComputation,
  einsumWorkload,
  ffnWorkload,
  gemmComputation,
  gemmWorkload,
  proveBoundsInSetting,
  triangularWorkload,
} from "../build/index.js";
import {
  attentionAsChain,
  pointwiseLayer,
  productOfTwoRoots,
  shortProduct,
  stridedConvolution,
  triangleBlocks,
} from "./published/schedules.js";
import { largestBound, wordSetting } from "./tightness/point.js";

/** Large sizes: extents N, fast memory S. */
const N = 2 ** 24;
const S = 2 ** 20;
const ROOT = 2 ** 10;
const setting = wordSetting(S);

const einsum = (text, indices) => {
  const extents = Object.fromEntries([...indices].map((index) => [index, N]));
  return proveBoundsInSetting(einsumComputation(einsumWorkload({ text, extents })), setting);
};
const triangular = (kind) => proveBoundsInSetting(triangularWorkload(kind, { n: N, m: N }), setting);
const product = (m, n, k) => proveBoundsInSetting(gemmComputation(gemmWorkload({ m, n, k })), setting);
const chain = (m, k, l, n) => proveBoundsInSetting(chainWorkload({ m, k, l, n }), setting);
const convolution = (stride) => {
  const workload = convWorkload({
    batch: 2 ** 12,
    inChannels: 2 ** 14,
    outChannels: 2 ** 14,
    height: 2 ** 12,
    kernel: 3,
    stride,
    padding: 1,
  });
  return [proveBoundsInSetting(workload, setting), Number(convProducts(workload)) / ROOT];
};
const [plainConv, plainUnit] = convolution(1);
const [stridedConv, stridedUnit] = convolution(2);

/** kernel, unit of the constants, our bounds at large sizes, that unit's value, what is printed by whom, what is to be said of it */
const ROWS = [
  [
    "product, long k",
    "mnk/√S",
    product(N, N, N),
    N ** 3 / ROOT,
    "IOLB 2; SOAP 2; Smith et al. 2 (one order of sums); COSMA 2; machine-checked in Lean 0.707; Irony et al. 0.354",
    "equal",
  ],
  [
    "product, k = √S/2",
    "mn",
    product(N, N, ROOT / 2),
    N ** 2,
    "Smith et al., IOLB, SOAP 1; COSMA 2",
    "COSMA's is no bound for short k",
    shortProduct,
  ],
  [
    "product, k = √S",
    "mn",
    product(N, N, ROOT),
    N ** 2,
    "Smith et al., IOLB, SOAP 2; COSMA 3",
    "COSMA's is no bound for short k",
  ],
  [
    "product, k = 2√S",
    "mn",
    product(N, N, 2 * ROOT),
    N ** 2,
    "Smith et al., IOLB, SOAP 4; COSMA 5",
    "COSMA's is no bound for any k: tiles need not load all words anew",
    productOfTwoRoots,
  ],
  [
    "product on P memories, the busiest, none too small",
    "(mnk/P)^(2/3)",
    busiest(),
    (4096 ** 3 / 64) ** (2 / 3),
    "Irony et al., Al Daas et al. 3 (less what is resident at the start); COSMA 3",
    "equal, memories empty at the start",
  ],
  [
    "tensor times matrix (doitgen)",
    "N_q N_r N_p²/√S",
    einsum("O[r,q,p] += A[r,q,s] * C[s,p]", "rqsp"),
    N ** 4 / ROOT,
    "IOLB 2; SOAP 2",
    "equal",
  ],
  [
    "MTTKRP, one step",
    "N⁴/S^(2/3)",
    einsum("M[i,l] += X[i,j,k] * B[j,l] * C[k,l]", "ijkl"),
    N ** 4 / S ** (2 / 3),
    "SOAP 3",
    "equal",
  ],
  [
    "pairs of N bodies, two sets",
    "N²/S",
    einsum("F[i] += P[i] * Q[j]", "ij"),
    N ** 2 / S,
    "Dinh and Demmel: order",
    "met: hold S/2 of F and of P, stream Q",
  ],
  [
    "A·Aᵀ, all n² outputs",
    "n²m/√S",
    einsum("C[i,j] += A[i,k] * A[j,k]", "ijk"),
    N ** 3 / ROOT,
    "",
    "met at leading order: sets of √S rows that share no pair (`triangle-blocks`)",
  ],
  [
    "SYRK, the lower triangle",
    "n²m/√S",
    triangular("syrk"),
    N ** 3 / ROOT,
    "IOLB 0.5; SOAP 1; Beaumont et al. 0.707",
    "equal to Beaumont et al., with recomputation and any order of sums; SOAP's is no bound: triangle blocks of theirs move less",
    triangleBlocks,
  ],
  [
    "Cholesky",
    "n³/√S",
    triangular("cholesky"),
    N ** 3 / ROOT,
    "IOLB 0.167; Beaumont et al. 0.236; SOAP 0.333",
    "equal to Beaumont et al., with recomputation; SOAP's is no bound: their algorithm moves less",
  ],
  ["LU without pivoting", "n³/√S", triangular("lu"), N ** 3 / ROOT, "IOLB 0.667; SOAP 0.667", "equal, with recomputation"],
  ["TRMM", "n²m/√S", triangular("trmm"), N ** 3 / ROOT, "IOLB 1; SOAP 1", "equal"],
  ["triangular solve, m right sides", "n²m/√S", triangular("trsm"), N ** 3 / ROOT, "none found", "with recomputation"],
  [
    "matrix times vector (gesummv's two)",
    "N²",
    einsum("Y[i] += A[i,j] * X[j]; Z[i] += B[i,j] * X[j]", "ij"),
    N ** 2,
    "IOLB 2; SOAP 2",
    "equal, compulsory",
  ],
  [
    "atax, bicg",
    "MN",
    einsum("Q[i] += A[i,j] * P[j]; T[j] += R[i] * A[i,j]", "ij"),
    N ** 2,
    "IOLB 1; SOAP 1",
    "equal, compulsory",
  ],
  [
    "chain of two, k = n = 8√S",
    "ml(k+n)/√S",
    chain(N, 8 * ROOT, N, 8 * ROOT),
    (N * N * 16 * ROOT) / ROOT,
    "IOLB, SOAP 2 (one bound a product, added)",
    "met here, with recomputation: 2(k+n)/√S and a little more; as a rule for all k, n the sum fails (next row)",
  ],
  [
    "chain of two, k = n = √S/8",
    "ml(k+n)/√S",
    chain(N, ROOT / 8, N, ROOT / 8),
    (N * N * ROOT) / 4 / ROOT,
    "IOLB, SOAP 2",
    "the sum of two bounds is no bound of the chain",
    attentionAsChain,
  ],
  [
    "attention, d = √S/8",
    "N²d²/S",
    proveBoundsInSetting(attentionWorkload({ heads: 1, queries: N, dim: ROOT / 8 }), setting),
    (N * N) / 64,
    "Saha and Ye: order; no constant in print; AttenIO's and FlashAttention's own cost 4",
    "the first constant; met by the fused strip",
  ],
  [
    "SwiGLU, model = √S/8",
    "ml(k+n)(2k+n)/S",
    proveBoundsInSetting(ffnWorkload({ tokens: N, model: ROOT / 8, hidden: N, gated: true }), setting),
    (N * N * 6) / 64,
    "none found",
    "ffn-fused moves 1",
  ],
  [
    "convolution 3×3",
    "products/√S",
    plainConv,
    plainUnit,
    "Chen, Han and Wang 0.667, and the outputs; Demmel and Dinh: order",
    "equal; with the outputs theirs is a cost, no bound",
    pointwiseLayer,
  ],
  [
    "convolution 3×3, stride 2",
    "products/√S",
    stridedConv,
    stridedUnit,
    "Chen, Han and Wang 1.333, and the outputs",
    "their reuse 9/4 is not rounded to taps: no bound",
    stridedConvolution,
  ],
];

/** Products on 64 memories, in units of (mnk/P)^(2/3). */
function busiest() {
  const bounds = proveBoundsInSetting(gemmComputation(gemmWorkload({ m: 4096, n: 4096, k: 4096 })), {
    ...setting,
    memories: 64n,
  });
  return bounds.filter(({ id }) => id === "gemm-memory-independent").map((bound) => ({ ...bound, scope: "total" }));
}

function line([kernel, unit, bounds, unitValue, published, remark, run]) {
  const best = largestBound(bounds);
  const ours = `${(Number(best.bound) / unitValue).toFixed(3)} \`${best.theorem}\``;
  const counted = run === undefined ? "" : counterexample(run());
  return `| ${[kernel, unit, ours, published, remark, counted].join(" | ")} |`;
}

function counterexample({ moved, published, schedule, size }) {
  if (!(moved < published)) throw new Error(`${schedule} moves ${moved}, no less than ${published}`);
  return `${schedule} at ${(moved / published).toFixed(3)} of it (${size})`;
}

const table = [
  "| kernel | unit | here | published | how they compare | schedule below the printed value, counted |",
  "|---|---|---|---|---|---|",
  ...ROWS.map(line),
  "",
].join("\n");
if (process.argv[2] === "--write") {
  const page = new URL("../docs/published.md", import.meta.url);
  const text = readFileSync(page, "utf8");
  writeFileSync(
    page,
    text.replace(/(<!-- table -->\n)[\s\S]*?(<!-- end -->)/, (_, open, close) => `${open}${table}${close}`),
  );
} else process.stdout.write(table);
