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
  fftWorkload,
  gemmComputation,
  gemmWorkload,
  proveBoundsInSetting,
  stencilWorkload,
  triangularWorkload,
} from "../build/index.js";
import {
  attentionAsChain,
  choleskyBlocks,
  pointwiseLayer,
  productOfTwoRoots,
  shortProduct,
  stridedConvolution,
  syr2kBlocks,
  syrkBlocks,
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
const stencil = (dimensions, points) => withRecomputation(stencilWorkload({ dims: Array(dimensions).fill(N), steps: N, points }));
const withRecomputation = (workload) =>
  proveBoundsInSetting(workload, setting).filter(({ requires }) => !requires.includes("no-recomputation"));
const triangular = (kind) => proveBoundsInSetting(triangularWorkload(kind, { n: N, m: N }), setting);
const everyBound = (kind, extents) => proveBoundsInSetting(triangularWorkload(kind, extents), setting);
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
    "SYRK, the lower triangle (also covariance, correlation)",
    "n²m/√S",
    triangular("syrk"),
    N ** 3 / ROOT,
    "IOLB 0.5; SOAP 1; Beaumont et al. 0.707",
    "equal to Beaumont et al., with recomputation and any order of sums; SOAP's is no bound: triangle blocks of theirs move less",
    syrkBlocks,
  ],
  [
    "Cholesky",
    "n³/√S",
    triangular("cholesky"),
    N ** 3 / ROOT,
    "IOLB 0.167; Beaumont et al. 0.236; SOAP 0.333",
    "equal to Beaumont et al., with recomputation; SOAP's is no bound: panels and triangle blocks move less",
    choleskyBlocks,
  ],
  [
    "SYR2K, the lower triangle",
    "n²m/√S",
    triangular("syr2k"),
    N ** 3 / ROOT,
    "IOLB 1; SOAP 2",
    "above IOLB; met at leading order by triangle blocks, so SOAP's is no bound",
    syr2kBlocks,
  ],
  [
    "SYMM",
    "n²m/√S",
    triangular("symm"),
    N ** 3 / ROOT,
    "IOLB 2; SOAP 1.414",
    "equal to SOAP, the triangle of A stored: a word of it serves two products; IOLB's is larger, whether it holds so is open",
  ],
  [
    "LU without pivoting (also ludcmp)",
    "n³/√S",
    triangular("lu"),
    N ** 3 / ROOT,
    "IOLB 0.667; SOAP 0.667",
    "equal, with recomputation",
  ],
  [
    "Gram-Schmidt, modified, m rows and n columns, m = S/16",
    "m²n²/S",
    everyBound("gram-schmidt", { n: N, m: S / 16 }),
    (S / 16) ** 2 * (N ** 2 / S),
    "IOLB, SOAP 0.016 (`mn²/√S`); Eyraud-Dubois et al.: order",
    "with recomputation; panels of columns move 0.5 and a little more",
  ],
  [
    "Gram-Schmidt, modified, m = 16S",
    "mn²",
    everyBound("gram-schmidt", { n: N, m: 16 * S }),
    16 * S * N ** 2,
    "IOLB, SOAP 0.001 (`mn²/√S`); Eyraud-Dubois et al.: order",
    "with recomputation",
  ],
  [
    "Floyd-Warshall, versions as stated",
    "n³/√S",
    everyBound("floyd-warshall", { n: N }),
    N ** 3 / ROOT,
    "IOLB 1; SOAP 2",
    "equal to SOAP, all three without recomputation; met by tiles that wait (`floyd-warshall-lazy`)",
  ],
  [
    "Floyd-Warshall, any later versions",
    "n³/√S",
    withRecomputation(triangularWorkload("floyd-warshall", { n: N })),
    N ** 3 / ROOT,
    "none found",
    "with recomputation; blocked algorithms compute these values",
  ],
  ["TRMM", "n²m/√S", triangular("trmm"), N ** 3 / ROOT, "IOLB 1; SOAP 1", "equal"],
  ["triangular solve, m right sides", "n²m/√S", triangular("trsm"), N ** 3 / ROOT, "none found", "with recomputation"],
  [
    "triangular solve, one right side (trisolv)",
    "n²",
    proveBoundsInSetting(triangularWorkload("trsm", { n: N, m: 1 }), setting),
    N ** 2,
    "IOLB 0.5; SOAP 0.5",
    "equal, compulsory",
  ],
  [
    "matrix times vector (gesummv's two)",
    "N²",
    einsum("Y[i] += A[i,j] * X[j]; Z[i] += B[i,j] * X[j]", "ij"),
    N ** 2,
    "IOLB 2; SOAP 2",
    "equal, compulsory",
  ],
  [
    "atax, bicg, mvt, gemver",
    "MN",
    einsum("Q[i] += A[i,j] * P[j]; T[j] += R[i] * A[i,j]", "ij"),
    N ** 2,
    "IOLB 1; SOAP 1",
    "equal, compulsory",
  ],
  [
    "two products in a row (2mm), all extents N",
    "N³/√S",
    chain(N, N, N, N),
    N ** 3 / ROOT,
    "IOLB 4; SOAP 4",
    "equal, with recomputation",
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
  [
    "stencil of 3 points on a line (jacobi-1d)",
    "NT/S",
    stencil(1, 3),
    N ** 2 / S,
    "IOLB 0.25; SOAP 2",
    "with recomputation; 2 without, equal to SOAP; skewed tiles move 4",
  ],
  [
    "stencil of 5 points in the plane (jacobi-2d)",
    "N²T/√S",
    stencil(2, 5),
    N ** 3 / ROOT,
    "IOLB 0.385; SOAP 4",
    "with recomputation; 3.265 without, below SOAP, whose sets are boxes; skewed tiles move 8",
  ],
  [
    "stencil of 9 points in the plane",
    "N²T/√S",
    stencil(2, 9),
    N ** 3 / ROOT,
    "none found",
    "with recomputation; 4.618 without; skewed tiles move 8",
  ],
  [
    "stencil of 7 points in space (heat-3d)",
    "N³T/S^(1/3)",
    stencil(3, 7),
    N ** 4 / S ** (1 / 3),
    "IOLB 0.811; SOAP 6",
    "with recomputation; 3.175 without, below SOAP, whose sets are boxes; skewed tiles move 12",
  ],
  [
    "FFT, radix 2, N = S²",
    "N log N/log S",
    withRecomputation(fftWorkload({ points: 2 ** 40 })),
    (2 ** 40 * 40) / 20,
    "Hong and Kung: order; Ranjan, Savage and Zubair: near the cost 2, without recomputation",
    "loads and outputs, with recomputation; 2 without as S grows; blocks move 2",
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
