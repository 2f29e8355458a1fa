import { describe, expect, test } from "vitest";
import type { Fields } from "../../src/verify/shared/fields.js";
import { readSubject } from "../../src/verify/subject.js";

/** What the checker takes a workload for, kind by kind, by hand: words of every array, products, chains. */

const TYPES = { dataType: "bf16", outputType: "bf16", accumulator: "fp32" };
const stated = (kind: string, fields: object): Fields => ({ kind, ...TYPES, ...fields });
const big = (values: readonly number[] = []): readonly bigint[] => values.map(BigInt);
const bigs = (fields: Readonly<Record<string, number>>): object =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, BigInt(value)]));

interface Words {
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
  /** Words of arrays with types of their own, and the bytes of one. */
  readonly scales?: readonly (readonly [words: number, bytes: number])[];
  readonly ownOutputs?: readonly (readonly [words: number, bytes: number])[];
  readonly products?: readonly Readonly<Record<string, number>>[];
  readonly chains?: readonly Readonly<Record<string, number>>[];
  readonly more?: object;
}

const product = (m: number, n: number, k: number, batch = 1) => ({ batch, m, n, k });
const square = { n: 5, m: 3 };
const scan = {
  batch: 2,
  heads: 6,
  groups: 3,
  tokens: 7,
  state: 4,
  dim: 5,
  decay: "none",
  initialState: false,
  finalState: false,
};
/** Q, K and V of the scan. */
const QKV = [2 * 3 * 7 * 4, 2 * 3 * 7 * 4, 2 * 6 * 7 * 5];
const STATES = 2 * 6 * 4 * 5;
const decayed = (decay: string, initialState: boolean): Fields => stated("scan", { ...scan, decay, initialState });
const sparse = { m: 6, n: 10, k: 16 };
const scales = { dataType: "fp32", a: [2, 4], b: [8, 3] };
const routed = { rows: [4, 0, 3, 5], topK: 1, n: 2, k: 6 };
const experts = { rows: [4, 0, 3, 5], topK: 1, model: 6, hidden: 9, gated: false };

const RIGHT: readonly (readonly [what: string, workload: Fields, words: Words])[] = [
  ["gemm", stated("gemm", product(3, 5, 7, 2)), { inputs: [42, 70], outputs: [30], scales: [], products: [product(3, 5, 7, 2)] }],
  [
    "gemm with scales of blocks that edges cut",
    stated("gemm", { ...product(3, 5, 7, 2), scales }),
    {
      inputs: [42, 70],
      outputs: [30],
      scales: [
        [2 * 2 * 2, 4],
        [2 * 1 * 2, 4],
      ],
    },
  ],
  [
    "gemm with zero points of the left operand",
    stated("gemm", { ...product(4, 5, 8), scales: { dataType: "fp16", zeroType: "int8", a: [1, 8] } }),
    {
      inputs: [32, 40],
      outputs: [20],
      scales: [
        [4, 2],
        [4, 1],
      ],
    },
  ],
  [
    "every step of an epilogue",
    stated("epilogue-gemm", {
      m: 3,
      n: 5,
      k: 7,
      epilogue: ["bias", "residual", "row-scale", "column-scale", "mask", "relu", "gelu", "silu", "quantise"],
    }),
    {
      inputs: [21, 35],
      outputs: [15],
      scales: [
        [5, 2],
        [15, 2],
        [3, 4],
        [5, 4],
        [15, 1],
        [1, 4],
      ],
      products: [product(3, 5, 7)],
    },
  ],
  [
    "a sparse left operand",
    stated("sparse-gemm", { ...sparse, sparse: "a:2:4" }),
    {
      inputs: [48, 80],
      outputs: [60],
      scales: [[12, 1]],
      more: { sparse: { product: bigs(product(6, 10, 8)), whole: [48n, 160n] } },
    },
  ],
  [
    "a sparse right operand",
    stated("sparse-gemm", { ...sparse, sparse: "b:2:4" }),
    {
      inputs: [48, 80],
      outputs: [60],
      scales: [[20, 1]],
      more: { sparse: { product: bigs(product(6, 10, 8)), whole: [96n, 80n] } },
    },
  ],
  [
    "chain",
    stated("chain", { m: 2, k: 3, l: 5, n: 7 }),
    { inputs: [6, 15, 35], outputs: [14], chains: [{ batch: 1, m: 2, k: 3, l: 5, n: 7, pairs: 10, factors: 1 }] },
  ],
  [
    "multi-layer chain",
    stated("multilayer-chain", { m: 2, widths: [3, 5, 7, 4] }),
    { inputs: [6, 15, 35, 28], outputs: [8], more: { multilayerChains: [{ m: 2n, widths: [3n, 5n, 7n, 4n] }] } },
  ],
  [
    "feed-forward block",
    stated("ffn", { tokens: 2, model: 3, hidden: 5, gated: false }),
    { inputs: [6, 15, 15], outputs: [6], chains: [{ batch: 1, m: 2, k: 3, l: 5, n: 3, pairs: 10, factors: 1 }] },
  ],
  [
    "gated feed-forward block",
    stated("ffn", { tokens: 2, model: 3, hidden: 5, gated: true }),
    { inputs: [6, 15, 15, 15], outputs: [6], chains: [{ batch: 1, m: 2, k: 3, l: 5, n: 3, pairs: 10, factors: 2 }] },
  ],
  [
    "gradients of attention",
    stated("attention-backward", { batch: 1, heads: 4, kvHeads: 2, queries: 3, keys: 5, dim: 7, valueDim: 6, causal: false }),
    {
      inputs: [84, 70, 60, 72],
      outputs: [84, 70, 60],
      scales: [
        [12, 4],
        [12, 4],
      ],
      more: { backward: [bigs({ batch: 2, m: 6, k: 7, l: 5, n: 6, pairs: 60, factors: 1 })] },
    },
  ],
  [
    "groups",
    stated("grouped-gemm", routed),
    { inputs: [72, 36], outputs: [24], products: [], more: { groups: { rows: [5n, 4n, 3n], topK: 1n, isSummed: false } } },
  ],
  [
    "groups of one height, which are a batch",
    stated("grouped-gemm", { ...routed, rows: [4, 0, 4] }),
    { inputs: [48, 24], outputs: [16], products: [product(4, 2, 6, 2)] },
  ],
  [
    "groups that share their rows",
    stated("grouped-gemm", { ...routed, rows: [4, 4], topK: 2 }),
    { inputs: [24, 24], outputs: [16], products: [] },
  ],
  [
    "groups with scales",
    stated("grouped-gemm", { ...routed, scales: { dataType: "fp32", a: [1, 4], b: [4, 2] } }),
    {
      inputs: [72, 36],
      outputs: [24],
      scales: [
        [24, 4],
        [3 * 2, 4],
      ],
    },
  ],
  ["experts", stated("moe", experts), { inputs: [72, 162, 162], outputs: [72], products: [], chains: [] }],
  ["gated experts", stated("moe", { ...experts, gated: true }), { inputs: [72, 162, 162, 162], outputs: [72], chains: [] }],
  [
    "experts of one height, which are a batch",
    stated("moe", { ...experts, rows: [4, 4], gated: true }),
    { inputs: [48, 108, 108, 108], outputs: [48], chains: [{ batch: 2, m: 4, k: 6, l: 9, n: 6, pairs: 72, factors: 2 }] },
  ],
  [
    "experts that share their tokens",
    stated("moe", { ...experts, rows: [4, 4], topK: 2 }),
    { inputs: [24, 108, 108], outputs: [24], chains: [] },
  ],
  [
    "gated experts with scales",
    stated("moe", { ...experts, gated: true, scales: { dataType: "fp32", a: [1, 4], b: [4, 2] } }),
    {
      inputs: [72, 162, 162, 162],
      outputs: [72],
      scales: [
        [24, 4],
        [3 * 2 * 5, 4],
        [3 * 2 * 5, 4],
        [3 * 3 * 3, 4],
      ],
    },
  ],
  ["elementwise", stated("elementwise", { rows: 3, columns: 5, inputs: 2 }), { inputs: [15, 15], outputs: [15] }],
  ["elementwise of nothing", stated("elementwise", { rows: 3, columns: 5, inputs: 0 }), { inputs: [], outputs: [15] }],
  [
    "elementwise of many",
    stated("elementwise", { rows: 1, columns: 1, inputs: 64 }),
    { inputs: Array(64).fill(1), outputs: [1] },
  ],
  ...(
    [
      ["softmax", 0],
      ["rmsnorm", 1],
      ["layernorm", 2],
    ] as const
  ).map(([kind, shared]): readonly [string, Fields, Words] => [
    kind,
    stated(kind, { rows: 3, columns: 5 }),
    { inputs: [15, ...Array(shared).fill(5)], outputs: [15], more: { rows: { rows: 3n, columns: 5n, shared: BigInt(shared) } } },
  ]),
  ["rotary", stated("rotary", { rows: 3, heads: 5, dim: 4 }), { inputs: [60, 6, 6], outputs: [60] }],
  [
    "norm-gemm",
    stated("norm-gemm", { m: 3, n: 8, k: 5, headDim: 0 }),
    { inputs: [15, 40, 5], outputs: [24], products: [product(3, 8, 5)] },
  ],
  [
    "norm-gemm with positions",
    stated("norm-gemm", { m: 3, n: 8, k: 5, headDim: 4 }),
    { inputs: [15, 40, 5, 6, 6], outputs: [24] },
  ],
  ["syrk", stated("syrk", square), { inputs: [15], outputs: [15], more: { triangular: { kind: "syrk", n: 5n, m: 3n } } }],
  ["syr2k", stated("syr2k", square), { inputs: [15, 15], outputs: [15] }],
  ["symm", stated("symm", square), { inputs: [15, 15], outputs: [15] }],
  [
    "trmm",
    stated("trmm", { n: 4, m: 3 }),
    { inputs: [10, 12], outputs: [12], more: { triangular: { kind: "trmm", n: 4n, m: 3n } } },
  ],
  ["trsm", stated("trsm", { n: 4, m: 3 }), { inputs: [10, 12], outputs: [12] }],
  ["gram-schmidt", stated("gram-schmidt", { n: 4, m: 7 }), { inputs: [28], outputs: [28, 10] }],
  ["cholesky", stated("cholesky", { n: 4, m: 1 }), { inputs: [10], outputs: [10] }],
  ["lu", stated("lu", { n: 2, m: 1 }), { inputs: [4], outputs: [2] }],
  ["floyd-warshall", stated("floyd-warshall", { n: 3, m: 1 }), { inputs: [6], outputs: [6] }],
  [
    "stencil",
    stated("stencil", { dims: [4, 5], steps: 3, radius: 1, neighbours: "box" }),
    {
      inputs: [20],
      outputs: [20],
      more: { layered: { kind: "stencil", dims: [4n, 5n], steps: 3n, radius: 1n, neighbours: "box" } },
    },
  ],
  ["fft", stated("fft", { points: 8 }), { inputs: [8], outputs: [8], more: { layered: { kind: "fft", points: 8n } } }],
  ["scan", stated("scan", scan), { inputs: QKV, outputs: [420], scales: [], ownOutputs: [] }],
  [
    "scan with states",
    stated("scan", { ...scan, initialState: true, finalState: true }),
    { inputs: QKV, outputs: [420], scales: [[STATES, 4]], ownOutputs: [[STATES, 4]] },
  ],
  ["scan, a decay a head", decayed("head", false), { inputs: [...QKV, 12 * 6], outputs: [420] }],
  ["scan, a decay a head, from a state", decayed("head", true), { inputs: [...QKV, 12 * 7], outputs: [420] }],
  ["scan, a decay a state", decayed("state", false), { inputs: [...QKV, 12 * 6 * 4], outputs: [420] }],
  ["scan, a decay a channel", decayed("channel", false), { inputs: [...QKV, 12 * 7 * 5, 6 * 4 * 5], outputs: [420] }],
  [
    "scan of one token, a decay a channel",
    stated("scan", { ...scan, tokens: 1, decay: "channel" }),
    { inputs: [24, 24, 60, 12 * 5], outputs: [60] },
  ],
  [
    "scan of one token, a decay a head",
    stated("scan", { ...scan, tokens: 1, decay: "head" }),
    { inputs: [24, 24, 60], outputs: [60] },
  ],
];

const sizes = (arrays: readonly { readonly words: bigint; readonly sizeIn: (units: bigint) => bigint }[] = []): unknown =>
  arrays.map(({ words, sizeIn }) => [words, sizeIn(1n), sizeIn(2n)]);
const inBytes = (arrays: NonNullable<Words["scales"]>): unknown =>
  arrays.map(([words, bytes]) => [BigInt(words), BigInt(bytes), BigInt(2 * bytes)]);

describe("the checker takes a workload for", () => {
  test.each(RIGHT)("%s", (_, workload, { inputs, outputs, scales: own, ownOutputs, products, chains, more = {} }) => {
    const subject = readSubject(workload);
    expect(subject.inputs).toEqual(big(inputs));
    expect(subject.outputs).toEqual(big(outputs));
    if (own !== undefined) expect(sizes(subject.scales)).toEqual(inBytes(own));
    if (ownOutputs !== undefined) expect(sizes(subject.ownOutputs)).toEqual(inBytes(ownOutputs));
    if (products !== undefined) expect(subject.products).toEqual(products.map(bigs));
    if (chains !== undefined) expect(subject.chains).toEqual(chains.map(bigs));
    expect(subject).toMatchObject(more);
    for (const field of Object.keys(workload).filter((name) => !(name in TYPES))) {
      expect(() => readSubject({ ...workload, [field]: "nothing" }), field).toThrow(/^workload\./);
    }
    expect(() => readSubject({ ...workload, mask: true })).toThrow("workload.mask: unknown field");
  });
});

describe("the checker takes no", () => {
  const all = new Map(RIGHT.map(([what, workload]) => [what, workload]));
  test.each<readonly [what: string, like: string, changes: object, message: string]>([
    ["workload of no kind", "gemm", { kind: "game" }, "workload.kind: no theorem here is about it"],
    ["empty extent", "gemm", { m: 0 }, "workload.m: below 1"],
    ["scales of no type", "gemm", { scales: { ...scales, dataType: "none" } }, "workload.scales.dataType: an unknown type"],
    ["zero points of no type", "gemm", { scales: { ...scales, zeroType: "none" } }, "workload.scales.zeroType: an unknown type"],
    ["empty blocks", "gemm", { scales: { ...scales, a: [0, 1] } }, "workload.scales.a.0: below 1"],
    ["blocks of three sides", "gemm", { scales: { ...scales, a: [1, 1, 1] } }, "workload.scales.a.2: unknown field"],
    ["scales of a third operand", "gemm", { scales: { ...scales, c: [1, 1] } }, "workload.scales.c: unknown field"],
    ["epilogue without a step", "every step of an epilogue", { epilogue: [] }, "workload.epilogue: no steps"],
    ["unknown step", "every step of an epilogue", { epilogue: ["bias", "add"] }, "workload.epilogue[1]: no step, or one twice"],
    [
      "step taken twice",
      "every step of an epilogue",
      { epilogue: ["bias", "bias"] },
      "workload.epilogue[1]: no step, or one twice",
    ],
    ["other sparsity", "a sparse left operand", { sparse: "a:1:4" }, "workload.sparse: no sparse operand that is known"],
    ["sparse rows of half a byte", "a sparse left operand", { k: 12 }, "workload.k: not a multiple of 8"],
    ["sparsity of wide words", "a sparse left operand", { dataType: "fp32" }, "workload.dataType: no type with 2:4 sparsity"],
    ["chain of two layers", "multi-layer chain", { widths: [3, 5, 7] }, "workload.widths: not a list of four"],
    ["chain of empty layers", "multi-layer chain", { widths: [3, 5, 0, 7] }, "workload.widths.2: below 1"],
    ["block that is gated, or perhaps", "feed-forward block", { gated: 1 }, "workload.gated: not true or false"],
    ["experts that are gated, or perhaps", "experts", { gated: 1 }, "workload.gated: not true or false"],
    ["groups without rows", "groups", { rows: [0, 0] }, "workload.rows: no rows of tokens that 1 groups read each"],
    ["tokens in parts", "groups", { rows: [4, 3], topK: 2 }, "workload.rows: no rows of tokens that 2 groups read each"],
    ["token twice in a group", "groups", { rows: [4, 2], topK: 2 }, "workload.rows: no rows of tokens that 2 groups read each"],
    ["scales of rows of two groups", "groups", { scales: { ...scales, a: [2, 1] } }, "workload.scales.a: not blocks of one row"],
    ["too many operands", "elementwise", { inputs: 65 }, "workload.inputs: above 64"],
    ["odd angles", "rotary", { dim: 3 }, "workload.dim: odd"],
    ["odd heads", "norm-gemm", { headDim: 1 }, "workload.headDim: no even divisor of n"],
    ["heads that do not divide", "norm-gemm", { headDim: 6 }, "workload.headDim: no even divisor of n"],
    ["factorization of several", "cholesky", { m: 2 }, "workload.m: m of a factorization is 1, not 2"],
    ["factorization of one entry", "lu", { n: 1 }, "workload.n: below 2"],
    ["paths of two vertices", "floyd-warshall", { n: 2 }, "workload.n: below 3"],
    ["stencil of no dimension", "stencil", { dims: [] }, "workload.dims: not a list of one to three extents"],
    ["stencil of four dimensions", "stencil", { dims: [2, 2, 2, 2] }, "workload.dims: not a list of one to three extents"],
    ["stencil of empty sides", "stencil", { dims: [2, 0] }, "workload.dims.1: below 1"],
    ["stencil of other neighbours", "stencil", { neighbours: "ring" }, "workload.neighbours: neither star nor box"],
    ["stencil without steps", "stencil", { steps: 0 }, "workload.steps: below 1"],
    ["stencil without reach", "stencil", { radius: 0 }, "workload.radius: below 1"],
    ["transform of one point", "fft", { points: 1 }, "workload.points: below 2"],
    ["transform of six points", "fft", { points: 6 }, "workload.points: no power of two"],
    ["heads of unequal groups", "scan", { groups: 4 }, "workload.groups: no divisor of heads"],
    ["other decay", "scan", { decay: "row" }, "workload.decay: none of none, head, state, channel"],
  ])("%s", (_, like, changes, message) => {
    const workload = all.get(like);
    expect(workload).toBeDefined();
    expect(() => readSubject({ ...workload, ...changes })).toThrow(message);
  });
});
