import { describe, expect, test } from "vitest";
import { checkShape } from "../../src/verify/layer/core-shape.js";
import type { CheckedOperator } from "../../src/verify/layer/graph.js";
import type { Fields } from "../../src/verify/shared/fields.js";

/** Which operators make up the workload that a core's certificate is about, judged apart from graphs and certificates. */

const product = (rows: number, inner: number, columns: number, more: object = {}): Fields => ({
  ...{ kind: "product", batch: 1, rows, inner, columns },
  ...more,
});
const grouped = (rows: readonly number[], inner: number, columns: number): Fields => ({
  ...{ kind: "grouped-product", rows, inner, columns },
});
const gemm = (m: number, k: number, n: number, batch = 1): Fields => ({ kind: "gemm", batch, m, k, n });
const chain = (m: number, k: number, l: number, n: number): Fields => ({ kind: "chain", m, k, l, n });
const ffn = (gated: boolean): Fields => ({ kind: "ffn", tokens: 4, model: 6, hidden: 9, gated });
const EXTENTS = { batch: 2, heads: 4, kvHeads: 2, queries: 8, keys: 8, dim: 3 };
const attention = (kind: string, more: object = {}): Fields => ({ kind, ...EXTENTS, causal: false, ...more });
const experts = { kind: "grouped-gemm", rows: [3, 0, 2], n: 9, k: 6 };
const moe = { kind: "moe", rows: [3, 0, 2], model: 6, hidden: 9 };
const CONVOLUTION = { batch: 1, inChannels: 2, outChannels: 3, height: 8, width: 9 };
const WINDOW = { kernel: [3, 2], stride: [1, 2], padding: [1, 0] };
const conv = (kind: string, more: object = {}): Fields => ({ kind, ...CONVOLUTION, ...WINDOW, ...more });

const shape = (works: readonly Fields[], workload: Fields) =>
  checkShape(
    works.map((work) => ({ inputs: [], outputs: [], carries: [], partial: [], work })),
    workload,
    "core",
  );
const works = (operators: readonly CheckedOperator[] = []): readonly Fields[] => operators.map(({ work }) => work);

const [front, back] = [product(4, 6, 9), product(4, 9, 6)];

type Case = readonly [what: string, works: readonly Fields[], workload: Fields];

const RIGHT: readonly (readonly [...Case, readers: number, makers: number, last: boolean])[] = [
  ["a product", [product(4, 6, 9)], gemm(4, 6, 9), 1, 1, false],
  ["a batched product", [product(4, 6, 9, { batch: 5 })], gemm(4, 6, 9, 5), 1, 1, false],
  ["a product of a transposed operand", [product(4, 6, 9, { leftTransposed: true })], gemm(4, 6, 9), 1, 1, false],
  ["products of one left operand", [product(4, 6, 9), product(4, 6, 1)], gemm(4, 6, 10), 2, 2, false],
  ["scores", [attention("scores")], gemm(16, 3, 8, 4), 1, 1, false],
  ["a chain", [front, product(4, 9, 7)], chain(4, 6, 9, 7), 1, 1, true],
  ["a block", [front, back], ffn(false), 1, 1, true],
  ["a gated block", [front, front, back], ffn(true), 2, 1, true],
  ["attention", [attention("scores"), attention("values")], attention("attention"), 1, 1, true],
  ["experts", [grouped([3, 0, 2], 6, 9)], experts, 1, 1, false],
  ["two products of experts", [grouped([3, 0, 2], 6, 4), grouped([3, 0, 2], 6, 5)], experts, 2, 2, false],
  ["blocks of experts", [grouped([3, 0, 2], 6, 9), grouped([3, 0, 2], 9, 6)], moe, 1, 1, true],
  [
    "gated blocks of experts",
    [grouped([3, 0, 2], 6, 9), grouped([3, 0, 2], 6, 9), grouped([3, 0, 2], 9, 6)],
    { ...moe, gated: true },
    2,
    1,
    true,
  ],
  ["gradients of attention", [attention("attention-backward")], attention("attention-backward"), 1, 1, false],
  ["a convolution", [conv("convolution", { groups: 1 })], conv("conv", { groups: 1 }), 1, 1, false],
];

const others = (...fields: readonly (readonly [string, unknown])[]): readonly Fields[] =>
  fields.map(([field, value]) => ({ [field]: value }));
const EACH_EXTENT = others(...Object.entries(EXTENTS).map(([name, value]) => [name, 2 * value] as const));
const EACH_MASK = others(
  ...([
    ["causal", true],
    ["window", 4],
    ["sinks", 1],
    ["lengths", [8]],
    ["queryLengths", [8]],
  ] as const),
  ...([
    ["sharedPrefix", 2],
    ["valueDim", 2],
    ["valuesInKeys", true],
  ] as const),
);

const WRONG: readonly Case[] = [
  ["nothing", [], gemm(4, 6, 9)],
  ["another batch", [product(4, 6, 9, { batch: 5 })], gemm(4, 6, 9)],
  ["other rows", [product(4, 6, 9)], gemm(5, 6, 9)],
  ["another inner extent", [product(4, 6, 9)], gemm(4, 7, 9)],
  ["other columns", [product(4, 6, 9), product(4, 6, 1)], gemm(4, 6, 9)],
  ["products of several rows", [product(4, 6, 9), product(5, 6, 1)], gemm(4, 6, 10)],
  ["products of several depths", [product(4, 6, 9), product(4, 7, 1)], gemm(4, 6, 10)],
  ["products of several batches", [product(4, 6, 9), product(4, 6, 1, { batch: 2 })], gemm(4, 6, 10)],
  ["a left operand that lies two ways", [product(4, 6, 9), product(4, 6, 1, { leftTransposed: true })], gemm(4, 6, 10)],
  ["two batched products", [product(4, 6, 9, { batch: 2 }), product(4, 6, 1, { batch: 2 })], gemm(4, 6, 10, 2)],
  ["two scores", [attention("scores"), attention("scores")], gemm(16, 3, 16, 4)],
  ["two scores of one head", [1, 2].map(() => attention("scores", { batch: 1, heads: 1, kvHeads: 1 })), gemm(8, 3, 16)],
  ["scores under a mask", [attention("scores", { causal: true })], gemm(16, 3, 8, 4)],
  ["experts as a product", [grouped([4], 6, 9)], gemm(4, 6, 9)],
  ["experts as a chain", [grouped([4], 6, 9), grouped([4], 9, 7)], chain(4, 6, 9, 7)],
  ["one product as a chain", [front], chain(4, 6, 9, 7)],
  ["a chain of batched products", [product(4, 6, 9, { batch: 2 }), product(4, 9, 7, { batch: 2 })], chain(4, 6, 9, 7)],
  ["a chain of other rows behind", [front, product(5, 9, 7)], chain(4, 6, 9, 7)],
  ["a chain with a transposed front", [product(4, 6, 9, { leftTransposed: true }), product(4, 9, 7)], chain(4, 6, 9, 7)],
  ["a chain with a transposed end", [front, product(4, 9, 7, { leftTransposed: true })], chain(4, 6, 9, 7)],
  ["a chain whose products do not meet", [front, product(4, 8, 7)], chain(4, 6, 9, 7)],
  ["scores as the front of a chain", [attention("scores"), product(16, 8, 7)], chain(16, 3, 8, 7)],
  ["scores before products", [attention("scores", { batch: 1, heads: 1, kvHeads: 1 }), product(8, 8, 7)], chain(8, 3, 8, 7)],
  ["a chain of two fronts", [front, front, product(4, 9, 7)], chain(4, 6, 9, 7)],
  ["a block without its gate", [front, back], ffn(true)],
  ["a block with a gate", [front, front, back], ffn(false)],
  ["a block that ends elsewhere", [front, product(4, 9, 7)], ffn(false)],
  ["fronts of several widths", [front, product(4, 6, 8), product(4, 9, 6)], ffn(true)],
  ["fronts of several depths", [front, product(4, 7, 9), back], ffn(true)],
  ["a chain as something else", [front, back], { ...ffn(false), kind: "multilayer-chain" }],
  ["other tokens", [front, back], { ...ffn(false), tokens: 5 }],
  ["another model", [front, back], { ...ffn(false), model: 7 }],
  ["another hidden size", [front, back], { ...ffn(false), hidden: 8 }],
  ...["m", "k", "l", "n"].map((name): Case => {
    const right = chain(4, 6, 9, 7);
    return [`a chain of another ${name}`, [front, product(4, 9, 7)], { ...right, [name]: (right[name] as number) + 1 }];
  }),
  ["scores alone", [attention("scores")], attention("attention")],
  ["values before scores", [attention("values"), attention("scores")], attention("attention")],
  ...[...EACH_EXTENT, ...EACH_MASK].flatMap((other): readonly Case[] => {
    const name = Object.keys(other).join();
    const plain = [attention("scores"), attention("values")];
    return [
      [`attention of another ${name}`, plain, attention("attention", other)],
      [`gradients of another ${name}`, [attention("attention-backward")], attention("attention-backward", other)],
    ];
  }),
  ["gradients twice", [1, 2].map(() => attention("attention-backward")), attention("attention-backward")],
  ["scores as gradients", [attention("scores")], attention("attention-backward")],
  ["experts of other rows", [grouped([3, 0, 2], 6, 9)], { ...experts, rows: [3, 2, 0] }],
  ["experts of another depth", [grouped([3, 0, 2], 6, 9)], { ...experts, k: 7 }],
  ["experts of other columns", [grouped([3, 0, 2], 6, 9)], { ...experts, n: 8 }],
  ["experts of several depths", [grouped([3, 0, 2], 6, 4), grouped([3, 0, 2], 7, 5)], experts],
  ["a product as experts", [product(5, 6, 9)], experts],
  ["experts beside a product", [grouped([3, 0, 2], 6, 4), product(5, 6, 5)], experts],
  ["blocks of experts without their gate", [grouped([3, 0, 2], 6, 9), grouped([3, 0, 2], 9, 6)], { ...moe, gated: true }],
  [
    "blocks of experts with a gate",
    [grouped([3, 0, 2], 6, 9), grouped([3, 0, 2], 6, 9), grouped([3, 0, 2], 9, 6)],
    { ...moe, gated: false },
  ],
  [
    "experts' fronts of several widths",
    [[9], [8]].map(([n]) => grouped([3, 0, 2], 6, n as number)).concat(grouped([3, 0, 2], 9, 6)),
    { ...moe, gated: true },
  ],
  ["blocks of experts that do not meet", [grouped([3, 0, 2], 6, 9), grouped([3, 0, 2], 8, 6)], moe],
  ["blocks of experts that end elsewhere", [grouped([3, 0, 2], 6, 9), grouped([3, 0, 2], 9, 7)], moe],
  ["blocks of another model", [grouped([3, 0, 2], 6, 9), grouped([3, 0, 2], 9, 6)], { ...moe, model: 7 }],
  ["blocks of another hidden size", [grouped([3, 0, 2], 6, 9), grouped([3, 0, 2], 9, 6)], { ...moe, hidden: 8 }],
  ["two convolutions", [conv("convolution"), conv("convolution")], conv("conv")],
  ["pooling", [conv("pooling")], conv("conv")],
  ...[
    ...others(...Object.entries(CONVOLUTION).map(([name, value]) => [name, value + 1] as const)),
    ...others(["kernel", [2, 3]], ["stride", [1, 1]], ["padding", [1, 1]]),
    ...others(["groups", 2], ["dilation", [2, 2]], ["pass", "data-gradient"]),
  ].map((other): Case => [`a convolution of another ${Object.keys(other).join()}`, [conv("convolution")], conv("conv", other)]),
];

describe("operators make up the workload of their core", () => {
  test.each(RIGHT)("%s", (_, operators, workload, readers, makers, hasLast) => {
    const stages = shape(operators, workload);
    expect(works(stages.readers)).toEqual(operators.slice(0, readers));
    expect(works(stages.makers)).toEqual(operators.slice(operators.length - makers));
    expect(stages.last?.work).toEqual(hasLast ? operators.at(-1) : undefined);
  });
});

describe("operators do not make up the workload", () => {
  test.each(WRONG)("%s", (_, operators, workload) => {
    expect(() => shape(operators, workload)).toThrow(/^core\.(operators|workload\.\w+): /);
  });
});
