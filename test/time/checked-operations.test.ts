import { describe, expect, test } from "vitest";
import type { Fields } from "../../src/verify/shared/fields.js";
import { countsOf } from "../../src/verify/time/operation-counts.js";
import { scanCounts } from "../../src/verify/time/scan-products.js";
import { triangularProducts } from "../../src/verify/triangular/subject.js";

/** Operations that the checker counts of each kind of workload, by hand. */

const TYPES = { dataType: "bf16", outputType: "bf16", accumulator: "fp32" };
const stated = (kind: string, fields: object): Fields => ({ kind, ...TYPES, ...fields });
const attention = { batch: 2, heads: 4, kvHeads: 2, queries: 3, keys: 5, dim: 7, valueDim: 6, causal: true };
/** Pairs that queries 3 of 5 keys see in eight heads. */
const PAIRS = 8 * (3 + 4 + 5);
const experts = { rows: [4, 0, 3, 5], topK: 1, model: 6, hidden: 9, gated: false };
const [epilogue, product] = [
  { m: 3, n: 5, k: 7 },
  { batch: 2, m: 3, n: 5, k: 7 },
];
const scan = { batch: 2, heads: 6, groups: 3, tokens: 7, state: 4, dim: 5, decay: "none", initialState: true, finalState: true };

type Counted = readonly [matrix: number, special: number, plain: number, functions: string];

const RIGHT: readonly (readonly [what: string, workload: Fields, ...Counted])[] = [
  ["gemm", stated("gemm", product), 420, 0, 0, ""],
  ["an epilogue without functions", stated("epilogue-gemm", { ...epilogue, epilogue: ["bias", "relu"] }), 210, 0, 0, ""],
  ["an epilogue with one function", stated("epilogue-gemm", { ...epilogue, epilogue: ["bias", "gelu"] }), 210, 15, 30, "gelu"],
  [
    "an epilogue with two functions",
    stated("epilogue-gemm", { ...epilogue, epilogue: ["silu", "mask", "gelu"] }),
    ...[210, 30, 60, "silu and gelu"],
  ] as [string, Fields, ...Counted],
  ["a sparse product", stated("sparse-gemm", { m: 6, n: 10, k: 16, sparse: "a:2:4" }), 2 * 6 * 10 * 8, 0, 0, ""],
  ["groups", stated("grouped-gemm", { rows: [4, 0, 3, 5], topK: 1, n: 2, k: 6 }), 2 * 12 * 2 * 6, 0, 0, ""],
  ["experts", stated("moe", experts), 2 * 12 * 9 * 12, 0, 0, ""],
  ["gated experts", stated("moe", { ...experts, gated: true }), 2 * 12 * 9 * 18, 108, 216, "SwiGLU"],
  ["norm-gemm", stated("norm-gemm", { m: 3, n: 8, k: 5, headDim: 0 }), 240, 3, 15, "RMSNorm"],
  ["norm-gemm with positions", stated("norm-gemm", { m: 3, n: 8, k: 5, headDim: 4 }), 240, 3, 15 + 48, "RMSNorm"],
  ["attention", stated("attention", attention), 2 * PAIRS * 13, PAIRS + 2 * 4 * 3, 3 * PAIRS, "softmax"],
  [
    "gradients of attention",
    stated("attention-backward", attention),
    ...[2 * PAIRS * (3 * 7 + 2 * 6), PAIRS, 3 * PAIRS, "softmax and its gradient"],
  ] as [string, Fields, ...Counted],
  ["chain", stated("chain", { m: 2, k: 3, l: 5, n: 7 }), 2 * 10 * 10, 0, 0, ""],
  ["feed-forward block", stated("ffn", { tokens: 2, model: 3, hidden: 5, gated: false }), 2 * 10 * 6, 0, 0, ""],
  ["gated feed-forward block", stated("ffn", { tokens: 2, model: 3, hidden: 5, gated: true }), 2 * 10 * 9, 10, 20, "SwiGLU"],
  ["multi-layer chain", stated("multilayer-chain", { m: 2, widths: [3, 5, 7, 4] }), 4 * (15 + 35 + 28), 0, 0, ""],
  ["stencil", stated("stencil", { dims: [4, 5], steps: 3, radius: 1, neighbours: "box" }), 0, 0, 0, ""],
  ["fft", stated("fft", { points: 8 }), 0, 0, 0, ""],
  ["rotary", stated("rotary", { rows: 3, heads: 5, dim: 4 }), 0, 0, 120, "the rotation"],
  ["softmax", stated("softmax", { rows: 3, columns: 5 }), 0, 18, 45, "softmax"],
  ["rmsnorm", stated("rmsnorm", { rows: 3, columns: 5 }), 0, 3, 45, "RMSNorm"],
  ["layernorm", stated("layernorm", { rows: 3, columns: 5 }), 0, 3, 60, "LayerNorm"],
  ["elementwise of five", stated("elementwise", { rows: 3, columns: 5, inputs: 5 }), 0, 0, 30, "the elementwise function"],
  ["elementwise of one", stated("elementwise", { rows: 3, columns: 5, inputs: 1 }), 0, 0, 0, "the elementwise function"],
  ["trmm", stated("trmm", { n: 4, m: 3 }), 2 * 10 * 3, 0, 0, ""],
  // From states to states nothing can be saved: 2 products an element of the states, token and group.
  ["scan", stated("scan", scan), 2 * 2 * 3 * 2 * (2 * 4 * 5) * 7, 0, 0, ""],
  [
    "scan with decays a channel",
    stated("scan", { ...scan, decay: "channel" }),
    ...[2 * 2 * 3 * (2 * 4 * 5) * 2 * 6, 2 * 6 * 4 * 5 * 7, 0, "decays"],
  ] as [string, Fields, ...Counted],
  [
    "convolution",
    stated("conv", {
      batch: 2,
      inChannels: 3,
      outChannels: 4,
      height: 5,
      width: 6,
      kernel: [3, 2],
      stride: [1, 2],
      padding: [0, 0],
    }),
    2 * 2 * 12 * (3 * 3) * (3 * 2),
    0,
    0,
    "",
  ],
  [
    "a product of statements",
    stated("einsum", { text: "C[i,j] += A[i,k] * B[k,j]", extents: { i: 3, j: 5, k: 7 } }),
    210,
    0,
    0,
    "",
  ],
];

describe("operations of", () => {
  test.each(RIGHT)("%s", (_, workload, matrix, special, plain, functions) => {
    const found = countsOf(workload);
    expect(found).toMatchObject({ matrix: BigInt(matrix), special: BigInt(special), plain: BigInt(plain), functions });
  });

  test("what is presumed of how products are formed", () => {
    const formed = (what: string) => countsOf(RIGHT.find(([name]) => name === what)?.[1] ?? {}).formed;
    expect(formed("a sparse product")).toContain("at the rate of dense ones");
    expect(formed("scan")).toContain("every product of keys with values into a state");
    for (const what of ["gemm", "attention", "a product of statements"]) expect(formed(what)).toBe(formed("chain"));
    const two = stated("einsum", {
      text: "H[i,l] += A[i,k] * B[k,l]; O[i,j] += H[i,l] * D[l,j]",
      extents: { i: 2, j: 3, k: 4, l: 5 },
    });
    expect(countsOf(two)).toMatchObject({ matrix: BigInt(2 * (2 * 4 * 5 + 2 * 5 * 3)) });
    expect(countsOf(two).formed).toContain("statements as written");
  });
});

test("products of triangles and factorizations, point by point", () => {
  const count = (n: number, m: number, isPoint: (i: number, j: number, k: number) => boolean): bigint => {
    let points = 0n;
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) for (let k = 0; k < m; k++) if (isPoint(i, j, k)) points++;
    return points;
  };
  for (const n of [1, 2, 3, 4, 7]) {
    for (const m of [1, 3]) {
      const found = (kind: string) => triangularProducts({ kind, n: BigInt(n), m: BigInt(m) });
      expect(found("syrk")).toBe(count(n, m, (i, j) => j <= i));
      expect(found("trmm")).toBe(count(n, m, (i, j) => j <= i));
      expect(found("trsm")).toBe(count(n, m, (i, j) => j < i));
      for (const kind of ["syr2k", "symm", "gram-schmidt"]) expect(found(kind), kind).toBe(count(n, m, () => true));
      expect(found("floyd-warshall")).toBe(0n);
      // Squares of a column too.
      expect(found("cholesky")).toBe(count(n, n, (i, j, k) => k < j && j <= i));
      expect(found("lu")).toBe(count(n, n, (i, j, k) => k < i && k < j));
    }
  }
});

test("products of a scan: the cheapest chunks of tokens at either end, or pairs of all tokens", () => {
  const shapes = [
    { heads: 6, groups: 3, state: 4, dim: 5 },
    { heads: 2, groups: 2, state: 1, dim: 1 },
    { heads: 4, groups: 1, state: 3, dim: 2 },
  ];
  for (const { heads, groups, state, dim } of shapes) {
    for (let tokens = 1; tokens <= 12; tokens++) {
      for (const [initialState, finalState] of [
        [false, false],
        [true, false],
        [false, true],
        [true, true],
      ] as const) {
        const [element, pair] = [(heads / groups) * state * dim, (heads / groups) * dim + state];
        const saved = (chunk: number): number => chunk * element - (pair * chunk * (chunk + 1)) / 2;
        const gain = Math.max(...Array.from({ length: tokens + 1 }, (_, chunk) => saved(chunk)));
        const free = Number(!initialState) + Number(!finalState);
        const inOrder = 2 * element * tokens - free * gain;
        const least = free === 2 ? Math.min(inOrder, (pair * tokens * (tokens + 1)) / 2) : inOrder;
        const extents = { batch: 2, heads, groups, tokens, state, dim };
        const subject = {
          extents: Object.fromEntries(Object.entries(extents).map(([name, value]) => [name, BigInt(value)])),
          ...{ decay: "head", initialState, finalState, arrays: [] },
        } as unknown as Parameters<typeof scanCounts>[0];
        expect(scanCounts(subject)).toEqual({ products: BigInt(2 * groups * least), exponentials: 0n });
        const channels = scanCounts({ ...subject, decay: "channel" });
        const steps = Math.min(2 * (tokens - 1), (tokens * (tokens - 1)) / 2);
        expect(channels.products).toBe(BigInt(2 * groups * element * steps));
        expect(channels.exponentials).toBe(BigInt(2 * heads * state * dim * (initialState ? tokens : tokens - 1)));
      }
    }
  }
});
