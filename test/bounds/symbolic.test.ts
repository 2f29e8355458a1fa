import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { floorOf, isAtMost } from "../../src/bounds/symbolic/evaluate.js";
import { parseExpression } from "../../src/bounds/symbolic/expression.js";
import { FORMULAS } from "../../src/bounds/symbolic/formulas.js";
import { latexText, plainText } from "../../src/bounds/symbolic/print.js";
import { formulasAt, symbolicBounds } from "../../src/bounds/symbolic/symbolic.js";
import {
  attentionBackwardWorkload,
  attentionWorkload,
  chainWorkload,
  convWorkload,
  einsumWorkload,
  elementwiseWorkload,
  epilogueGemmWorkload,
  ffnWorkload,
  fftWorkload,
  gemmWorkload,
  groupedGemmWorkload,
  moeWorkload,
  multilayerChainWorkload,
  normGemmWorkload,
  normWorkload,
  rotaryWorkload,
  scanWorkload,
  softmaxWorkload,
  sparseGemmWorkload,
  stencilWorkload,
  triangularWorkload,
  type Workload,
} from "../../src/computation/index.js";
import { describeWorkload, WORKLOAD_FORMS } from "../../src/computation/workload.js";
import { parameters } from "../properties/arbitraries.js";

/** Extents of every order of magnitude. */
const extent = fc.oneof(
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 10, max: 200 }),
  fc.integer({ min: 100, max: 5000 }),
  fc.integer({ min: 4000, max: 1 << 20 }),
);
const capacity = fc.oneof(
  fc.integer({ min: 2, max: 40 }),
  fc.integer({ min: 20, max: 3000 }),
  fc.integer({ min: 1000, max: 1 << 20 }),
);

const TEXTS: readonly string[] = [
  "C[i,j] += A[i,k] * B[k,j]",
  "C[b,i,j] += A[b,i,k,l] * B[b,k,l,j]",
  "M[i,l] += X[i,j,k] * B[j,l] * C[k,l]",
  "C[i,j] += A[i,k] * A[j,k]",
  "F[i] += P[i] * Q[j]",
  "Y[i] += A[i,j] * X[j]",
  "O[r,q,p] += A[r,q,s] * C[s,p]",
  "Z[i,j,k] += A[i,l] * B[j,l] * C[k,l]",
  "D[i,j,k] += A[i,j,l] * B[j,k,l] * C[i,k,l]",
  "S[i,j] += Q[i,d] * K[j,d]; O[i,e] += S[i,j] * V[j,e]",
  "Q[i] += A[i,j] * P[j]; T[j] += R[i] * A[i,j]",
];

const einsum = fc
  .tuple(fc.constantFrom(...TEXTS), fc.array(extent, { minLength: 5, maxLength: 5 }))
  .map(([text, sizes]): Workload => {
    const indices = [...new Set([...text.matchAll(/\b[a-z]\b/g)].map(([index]) => index))];
    const extents = Object.fromEntries(indices.map((index, i) => [index, sizes[i] ?? 1]));
    return einsumWorkload({ text, extents: text.includes("A[j,k]") ? { ...extents, j: extents["i"] ?? 1 } : extents });
  });

const some = fc.tuple(extent, extent, extent, extent, fc.integer({ min: 1, max: 5 }), fc.boolean());
const sized = (make: (a: number, b: number, c: number, d: number, few: number, flag: boolean) => Workload) =>
  some.map((sizes) => make(...sizes));

const WORKLOADS: Readonly<Record<string, fc.Arbitrary<Workload>>> = {
  gemm: sized((m, n, k, _, batch) => gemmWorkload({ m, n, k, batch })),
  chain: sized((m, k, l, n) => chainWorkload({ m, k, l, n })),
  "multi-layer chain": fc
    .tuple(extent, fc.array(extent, { minLength: 4, maxLength: 6 }))
    .map(([m, widths]) => multilayerChainWorkload({ m, widths })),
  ffn: sized((tokens, model, hidden, _, __, gated) => ffnWorkload({ tokens, model, hidden, gated })),
  "sparse-gemm": sized((m, n, k, _, __, isA) => sparseGemmWorkload({ m, n, k: 8 * k, sparse: isA ? "a:2:4" : "b:2:4" })),
  "epilogue-gemm": sized((m, n, k) => epilogueGemmWorkload({ m, n, k, epilogue: "bias,residual,gelu" })),
  "attention-backward": sized((queries, dim, keys, valueDim, kvHeads, causal) =>
    attentionBackwardWorkload({ heads: 2 * kvHeads, kvHeads, queries, keys: causal ? queries : keys, dim, valueDim, causal }),
  ),
  attention: sized((queries, dim, keys, valueDim, kvHeads, causal) =>
    attentionWorkload({ heads: 2 * kvHeads, kvHeads, queries, keys: causal ? queries : keys, dim, valueDim, causal }),
  ),
  conv: sized((inChannels, outChannels, size, side, few, flag) =>
    convWorkload({
      ...{ batch: few, inChannels, outChannels, height: 7 + (size % 100), kernel: 1 + (side % 5) },
      ...{
        stride: flag ? 2 : 1,
        padding: Math.min(side % 5, 1),
        ...(side % 7 === 0 ? { pass: "weight-gradient" as const } : {}),
      },
    }),
  ),
  "grouped-gemm": sized((a, n, k, b, few, gather) =>
    groupedGemmWorkload(
      gather ? { experts: 8, topK: Math.min(few, 4), tokens: a, n, k, gather } : { rows: [a, b, a, 0].slice(0, few), n, k },
    ),
  ),
  moe: sized((tokens, model, hidden, _, few, gated) =>
    moeWorkload({ experts: 8, topK: Math.min(few, 4), tokens, model, hidden, gated }),
  ),
  elementwise: sized((rows, columns, _, __, inputs) => elementwiseWorkload({ rows, columns, inputs })),
  softmax: sized((rows, columns) => softmaxWorkload({ rows, columns })),
  rmsnorm: sized((rows, columns) => normWorkload("rmsnorm", { rows, columns })),
  layernorm: sized((rows, columns) => normWorkload("layernorm", { rows, columns })),
  rotary: sized((rows, heads, half) => rotaryWorkload({ rows, heads, dim: 2 * half })),
  "norm-gemm": sized((m, n, k) => normGemmWorkload({ m, n, k })),
  syrk: sized((n, m) => triangularWorkload("syrk", { n, m })),
  syr2k: sized((n, m) => triangularWorkload("syr2k", { n, m })),
  symm: sized((n, m) => triangularWorkload("symm", { n, m })),
  trmm: sized((n, m) => triangularWorkload("trmm", { n, m })),
  trsm: sized((n, m) => triangularWorkload("trsm", { n, m })),
  cholesky: sized((n) => triangularWorkload("cholesky", { n })),
  lu: sized((n) => triangularWorkload("lu", { n: n + 1 })),
  "gram-schmidt": sized((n, m) => triangularWorkload("gram-schmidt", { n, m })),
  "floyd-warshall": sized((n) => triangularWorkload("floyd-warshall", { n: n + 2 })),
  stencil: sized((a, steps, b, c, few, flag) => {
    const dims = [4 * a, b, c].slice(0, 1 + (few % 3));
    return stencilWorkload({
      dims,
      steps,
      points: flag && few % 3 > 0 ? 3 ** dims.length : 1 + 2 * dims.length * (1 + (steps % 2)),
    });
  }),
  fft: fc.integer({ min: 1, max: 40 }).map((layers) => fftWorkload({ points: 2 ** layers })),
  scan: sized((tokens, state, dim, groups, few, flag) =>
    scanWorkload({ tokens, state, dim, groups, heads: groups * (1 + (few % 3)), initialState: few % 2 === 0, finalState: flag }),
  ),
  einsum,
};

describe("a formula is never above the largest bound", () => {
  test.each(Object.entries(WORKLOADS))("%s", (_, workloads) => {
    fc.assert(
      fc.property(workloads, capacity, (workload, words) => {
        const { formulas, largest } = formulasAt(workload, BigInt(words));
        expect(formulas.filter(({ isProven }) => !isProven).map((one) => ({ ...one, largest: largest.value }))).toEqual([]);
      }),
      parameters(60, 5000),
    );
  });
});

const N = 1 << 24;
const LARGE = 1 << 20;
const ROOT = 1 << 10;
const evenly = (text: string) =>
  einsumWorkload({ text, extents: Object.fromEntries([...text.matchAll(/\b[a-z]\b/g)].map(([index]) => [index, N])) });

/** At these sizes the formula of the theorem is the best of all, and the largest bound at most so many times as much. */
const TIGHT: readonly (readonly [Workload, string, number])[] = [
  [gemmWorkload({ m: N, n: N, k: N }), "gemm-segments", 1.0001],
  [gemmWorkload({ m: N, n: N, k: ROOT / 2 }), "gemm-whole-passes", 1.0001],
  [gemmWorkload({ m: N, n: N, k: 2 * ROOT, batch: 3 }), "gemm-segments", 1.1],
  [gemmWorkload({ m: 32, n: 48, k: N }), "compulsory", 1.0001],
  [epilogueGemmWorkload({ m: N, n: N, k: N, epilogue: "bias,gelu" }), "gemm-segments", 1.0001],
  [sparseGemmWorkload({ m: N, n: N, k: N, sparse: "2:4" }), "gemm-sparse-segments", 1.0001],
  [chainWorkload({ m: N, k: 8 * ROOT, l: N, n: 8 * ROOT }), "chain-recomputation", 1.08],
  [chainWorkload({ m: N, k: ROOT / 8, l: N, n: ROOT / 8 }), "chain-fused", 1.0001],
  [chainWorkload({ m: N, k: ROOT / 8, l: N, n: ROOT }), "chain-fused", 1.0001],
  [ffnWorkload({ tokens: N, model: 8 * ROOT, hidden: N, gated: true }), "chain-recomputation", 1.09],
  [ffnWorkload({ tokens: N, model: ROOT / 8, hidden: N, gated: true }), "chain-fused", 1.0001],
  [attentionWorkload({ heads: 8, kvHeads: 2, queries: N, dim: 128, causal: true }), "chain-fused", 1.0001],
  [attentionBackwardWorkload({ heads: 8, kvHeads: 2, queries: N, dim: 128, causal: true }), "attention-backward", 1.0001],
  [multilayerChainWorkload({ m: N, widths: [64, 64, 64, 64].map((w) => w * ROOT) }), "multilayer-stages", 1.03],
  [
    convWorkload({ batch: 4096, inChannels: 16384, outChannels: 16384, height: 4096, kernel: 3, padding: 1 }),
    "conv-segments",
    1.03,
  ],
  [
    convWorkload({ batch: 4096, inChannels: 16384, outChannels: 16384, height: 4096, kernel: 3, stride: 2, padding: 1 }),
    "conv-segments",
    1.001,
  ],
  [groupedGemmWorkload({ experts: 8, tokens: N, topK: 2, gather: true, n: 16384, k: 16384 }), "gemm-segments", 1.02],
  [groupedGemmWorkload({ rows: [N, 2 * N, 0], n: 16384, k: 16384 }), "gemm-segments", 1.01],
  [moeWorkload({ experts: 8, tokens: N, topK: 1, model: 16384, hidden: 65536 }), "chain-recomputation", 1.08],
  [elementwiseWorkload({ rows: N, columns: N }), "compulsory", 1],
  [softmaxWorkload({ rows: N, columns: N }), "row-statistics", 1],
  [normWorkload("rmsnorm", { rows: N, columns: N }), "row-statistics", 1],
  [normWorkload("layernorm", { rows: N, columns: 4096 }), "compulsory", 1],
  [rotaryWorkload({ rows: N, heads: 8, dim: 128 }), "compulsory", 1],
  [normGemmWorkload({ m: N, n: N, k: N, headDim: 128 }), "gemm-segments", 1.0001],
  [triangularWorkload("syrk", { n: N, m: N }), "triangular-segments", 1.0001],
  [triangularWorkload("trmm", { n: N, m: N }), "triangular-segments", 1.0001],
  [triangularWorkload("trsm", { n: N, m: N }), "triangular-segments", 1.0001],
  [triangularWorkload("syr2k", { n: N, m: N }), "triangular-segments", 1.0001],
  [triangularWorkload("symm", { n: N, m: N }), "triangular-segments", 1.0001],
  [triangularWorkload("cholesky", { n: N }), "triangular-segments", 1.0001],
  [stencilWorkload({ dims: [N], steps: 2 ** 34 }), "layered-segments", 1.005],
  [stencilWorkload({ dims: [N, N], steps: N, points: 9 }), "layered-segments", 1.001],
  [stencilWorkload({ dims: [N, N, N], steps: N }), "layered-segments", 1.02],
  [fftWorkload({ points: 2 ** 40 }), "layered-segments", 1.2],
  [scanWorkload({ tokens: N, state: N, dim: N, finalState: true }), "scan-states", 1.0001],
  [triangularWorkload("lu", { n: N }), "triangular-segments", 1.0001],
  [triangularWorkload("gram-schmidt", { n: N, m: ROOT }), "gram-schmidt-hourglass", 1.01],
  [triangularWorkload("gram-schmidt", { n: N, m: N }), "gram-schmidt-hourglass", 1.01],
  [triangularWorkload("floyd-warshall", { n: N }), "triangular-segments", 1.0001],
  [evenly("O[r,q,p] += A[r,q,s] * C[s,p]"), "gemm-segments", 1.0001],
  [evenly("M[i,l] += X[i,j,k] * B[j,l] * C[k,l]"), "einsum-projective", 1.0001],
  [evenly("C[i,j] += A[i,k] * A[j,k]"), "einsum-projective", 1.0001],
  [evenly("F[i] += P[i] * Q[j]"), "einsum-projective", 1.01],
  [evenly("Z[i,j,k] += A[i,l] * B[j,l] * C[k,l]"), "einsum-projective", 1.01],
  [evenly("D[i,j,k] += A[i,j,l] * B[j,k,l] * C[i,k,l]"), "einsum-projective", 1.01],
  [evenly("Y[i] += A[i,j] * X[j]"), "compulsory", 1.00001],
  [evenly("Q[i] += A[i,j] * P[j]; T[j] += R[i] * A[i,j]"), "compulsory", 1.00001],
];

describe("at large sizes the best formula is within a factor of the largest bound", () => {
  test.each(TIGHT.map(([workload, theorem, factor]) => [describeWorkload(workload), theorem, factor, workload] as const))(
    "%s: %s, %s",
    (_, theorem, factor, workload) => {
      const { formulas, largest } = formulasAt(workload, BigInt(LARGE));
      const best = formulas.reduce((x, y) => ((y.value ?? 0n) > (x.value ?? 0n) ? y : x));
      expect(best.theorem).toBe(theorem);
      expect(Number(largest.value) / Number(best.value)).toBeLessThanOrEqual(factor);
    },
  );

  test("every kind of workload is among them", () => {
    const FORM_OF: Readonly<Record<string, string>> = {
      "multilayer-chain": "chain",
      "attention-backward": "attention",
      "epilogue-gemm": "gemm",
      "sparse-gemm": "gemm",
    };
    const kinds = new Set(TIGHT.map(([{ kind }]) => FORM_OF[kind] ?? kind));
    expect([...kinds].sort()).toEqual(WORKLOAD_FORMS.map(({ name }) => name).sort());
  });
});

test("a formula is written as it is read", () => {
  const subjects = [...(Object.keys(FORMULAS) as (keyof typeof FORMULAS)[]), ...TEXTS.map((text) => ({ text }))];
  const printed = subjects.flatMap((subject) => symbolicBounds(subject).bounds.map(({ formula }) => formula.plain));
  expect(printed.map((text) => plainText(parseExpression(text)))).toEqual(printed);
  expect(printed).toContain("3·i·j·k·l/(S + 1)^(2/3) − 3·(S + 1)/2");
});

test.each([
  ["2·m·n·k/√S − 2·S", "\\frac{2 m n k}{\\sqrt{S}} - 2 S"],
  ["(a + b)²·c/(d·e) − (f − g)", "\\frac{(a + b)^{2} c}{d e} - f + g"],
  ["min(rows, x^(2/3))", "\\min(\\mathrm{rows}, x^{2/3})"],
])("%s in LaTeX", (text, latex) => {
  expect(latexText(parseExpression(text))).toBe(latex);
});

test.each(["2 +", "a b", "(a", "a ? b", "f(x)"])("%s is no formula", (text) => {
  expect(() => parseExpression(text)).toThrow(RangeError);
});

test("values are rounded down, and never by more than a whole number", () => {
  const value = fc.bigInt({ min: 1n, max: 10n ** 12n });
  fc.assert(
    fc.property(value, value, (a, b) => {
      const root = parseExpression("a/√b");
      const whole = floorOf(root, { a, b });
      expect(whole * whole * b <= a * a && (whole + 1n) ** 2n * b > a * a).toBe(true);
      expect(isAtMost(root, { a, b }, whole)).toBe(whole * whole * b === a * a);
    }),
    parameters(200),
  );
});
