import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { layerReport } from "../../src/layers/layer-report.js";
import { importOnnx } from "../../src/layers/onnx/import-graph.js";
import { MOST_NODES } from "../../src/layers/onnx/model-file.js";
import { H100 } from "../../src/machines/known/h100.js";
import type { WrittenGraph } from "./onnx-file.js";
import { onnxFile } from "./onnx-file.js";

/** Files for which floors were too high, or that were taken although they contradict themselves. */
const load = (name: string) => importOnnx(readFileSync(new URL(`./cases/${name}.onnx`, import.meta.url)), `${name}.onnx`);
const reportOf = (name: string) => layerReport({ kind: "layer", model: name, title: name, source: "" }, load(name), H100);
const N = 2048n * 2048n;

describe("bytes of small graphs, by hand", () => {
  const eager = (name: string) =>
    reportOf(name)
      .rows.find(({ plan }) => plan.id === "eager")
      ?.bounds.find((bound) => bound.interface === "l2-sm")?.value;

  test.each(["greater-where", "greater-where-declared"])("comparisons make booleans of one byte: %s", (name) => {
    // X, T and Y of four bytes, the mask M of one.
    expect(reportOf(name).floorBytes).toBe(3n * 4n * N + N);
    // X > T; not; and M; of X and T only what the condition names is read.
    expect(eager(name)).toBe(8n * N + N + 2n * N + 3n * N + (N + 4n * N));
  });

  test("statistics of a normalisation are one word a row", () => {
    expect(reportOf("layernorm-three-outputs").floorBytes).toBe(2n * 4n * N + 4n * 2048n);
    // The normalisation with its gain and the mean that is used; the difference from it; the sum.
    const row = 4n * 2048n;
    expect(eager("layernorm-three-outputs")).toBe(2n * 4n * N + 2n * row + (2n * 4n * N + row) + 3n * 4n * N);
    for (const name of ["ln-mean", "ln-mean-vi"]) {
      // x, w2 and q are 64 × 64, the gain, the shift and the mean 64.
      expect(reportOf(name).floorBytes).toBe(4n * (3n * 64n * 64n + 3n * 64n));
    }
  });

  test("a summand with the factor 0 is not read, and empty axes reduce all", () => {
    expect(reportOf("gemm-beta-zero").floorBytes).toBe(3n * 4n * N);
    expect(load("gemm-beta-zero").operators[0]?.inputs).toEqual(["A", "W"]);
    expect(reportOf("reduce-empty-axes").floorBytes).toBe(4n * N + 4n);
  });

  test.each([
    ["outshape", /^node y \(MatMul\): expected 'y' of shape \[64, 128\], found \[1, 1\] in the file$/],
    ["squeeze", /^node s \(Squeeze\): expected an extent of 1 on axis 0, found 64$/],
    ["transpose00", /^node s \(Transpose\): expected a permutation of 2 axes, found \[0,0\]$/],
    ["esc", /^node {2}\[31mred {2}\[0m \(MatMul\)|^node \[31mred \[0m|^node .*inner extents agree, found 64 and 65$/],
  ])("refuses %s and names the node", (name, message) => {
    expect(() => load(name)).toThrow(message);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal would obey.
    expect(() => load(name)).not.toThrow(/\x1b/);
  });
});

test("a chain of doubling constants ends as data, and what no result needs is skipped", () => {
  expect(reportOf("concat-bomb").floorBytes).toBe(2n * 4n * 16n);
  const doubled = Array.from({ length: 26 }, (_, i) => ({
    op: "Concat",
    inputs: [`c${i}`, `c${i}`],
    outputs: [`c${i + 1}`],
    attributes: { axis: 0 },
  }));
  const graph: WrittenGraph = {
    nodes: doubled,
    inputs: [],
    outputs: [{ name: "c26", shape: [2 ** 32], type: 7 }],
    numbers: { c0: Array(64).fill(1) },
  };
  const made = importOnnx(onnxFile(graph), "bomb.onnx");
  // 64 numbers are code, 128 and more are data of eight bytes: each doubling reads what the one before made.
  expect(made.operators).toHaveLength(26);
  expect(made.tensors.find(({ name }) => name === "c26")).toMatchObject({ words: 2 ** 32, dataType: "int64", output: true });
});

test("chains of 300 products and of 2000 other operators are read and bounded plan by plan", () => {
  const report = reportOf("chain300");
  expect(report.floorBytes).toBe(3n * 4n * 64n * 64n);
  expect(report.rows.map(({ plan }) => [plan.id, plan.kernels.length])).toEqual([
    ["eager", 300],
    ["elementwise", 300],
    ["streaming", 1],
  ]);
  // x + relu(x), again and again: as many ways back through the sums as subsets of them.
  const nodes = Array.from({ length: 1000 }, (_, i) => [
    { op: "Relu", inputs: [`x${i}`], outputs: [`r${i}`] },
    { op: "Add", inputs: [`x${i}`, `r${i}`], outputs: [`x${i + 1}`] },
  ]).flat();
  const shape = [64, 64];
  const bytes = onnxFile({ nodes, inputs: [{ name: "x0", shape }], outputs: [{ name: "x1000", shape }] });
  const long = layerReport({ kind: "layer", model: "m", title: "m", source: "" }, importOnnx(bytes, "long.onnx"), H100);
  expect(long.floorBytes).toBe(2n * 4n * 64n * 64n);
  const eager = long.rows[0]?.bounds.find((bound) => bound.interface === "l2-sm")?.value;
  expect(eager).toBe(1000n * 5n * 4n * 64n * 64n);
});

test("a file of too many nodes is refused with their number", () => {
  const nodes = Array.from({ length: MOST_NODES + 1 }, () => ({ op: "Relu", inputs: ["x"], outputs: ["y"] }));
  const graph = { nodes, inputs: [{ name: "x", shape: [4] }], outputs: [{ name: "y", shape: [4] }] };
  expect(() => importOnnx(onnxFile(graph), "large.onnx")).toThrow(
    /^large.onnx: expected a graph of at most 20000 nodes .*, found 20001$/,
  );
});

describe("what a file declares", () => {
  const relu = (values: WrittenGraph["values"], y: readonly (number | string)[] = [4, 8]) =>
    onnxFile({
      nodes: [
        { op: "Greater", inputs: ["x", "t"], outputs: ["g"], name: "compare" },
        { op: "Where", inputs: ["g", "x", "t"], outputs: ["y"] },
      ],
      inputs: ["x", "t"].map((name) => ({ name, shape: [4, 8] })),
      outputs: [{ name: "y", shape: y }],
      ...(values === undefined ? {} : { values }),
    });

  test("may leave extents open, and names that nothing binds", () => {
    for (const shape of [
      [4, 8],
      ["rows", 8],
      ["rows", "columns"],
    ]) {
      expect(importOnnx(relu([{ name: "g", shape, type: 9 }], shape), "f.onnx").operators).toHaveLength(2);
    }
  });

  test.each([
    [{ name: "g", shape: [4, 8], type: 1 }, /^node compare \(Greater\): expected 'g' of type bool, found float in the file$/],
    [
      { name: "g", shape: [4, 9], type: 9 },
      /^node compare \(Greater\): expected 'g' of shape \[4, 8\], found \[4, 9\] in the file$/,
    ],
    [{ name: "g", shape: [4], type: 9 }, /^node compare \(Greater\): expected 'g' of shape \[4, 8\], found \[4\] in the file$/],
    [{ name: "y", shape: [4, 8], type: 10 }, /^node y \(Where\): expected 'y' of type float, found float16 in the file$/],
  ])("is refused where it contradicts: %j", (value, message) => {
    expect(() => importOnnx(relu([value]), "f.onnx")).toThrow(message);
  });

  test("contradicts under a bound name too, and for inputs and weights", () => {
    expect(() => importOnnx(relu([{ name: "g", shape: ["n", 8], type: 9 }]), "f.onnx", { n: 5 })).toThrow(
      /found \[5, 8\] in the file/,
    );
    const weight = { nodes: [{ op: "Relu", inputs: ["w"], outputs: ["y"] }], outputs: [{ name: "y", shape: [4] }] };
    const inputs = [{ name: "w", shape: [5] }];
    expect(() => importOnnx(onnxFile({ ...weight, inputs, weights: [{ name: "w", shape: [4] }] }), "f.onnx")).toThrow(
      /^tensor w: expected 'w' of shape \[4\], found \[5\] in the file$/,
    );
  });
});

describe("nodes that are not known", () => {
  const graph = (shape: readonly number[] | undefined): WrittenGraph => ({
    nodes: [
      { op: "Relu", inputs: ["x"], outputs: ["r"], name: "before" },
      { op: "Mystery", inputs: ["r"], outputs: ["m"], name: "what", domain: "org.example" },
      { op: "Relu", inputs: ["m"], outputs: ["y"], name: "after" },
    ],
    inputs: [{ name: "x", shape: [4, 8] }],
    outputs: [{ name: "y", shape: [2, 8] }],
    values: shape === undefined ? [] : [{ name: "m", shape }],
  });

  test("stay alone in every plan, are named, and count with their results", () => {
    const report = layerReport(
      { kind: "layer", model: "m", title: "m", source: "" },
      importOnnx(onnxFile(graph([2, 8])), "f.onnx"),
      H100,
    );
    expect(report.unsupported).toEqual(["what"]);
    for (const { plan } of report.rows) expect(plan.kernels, plan.id).toEqual([["before"], ["what"], ["after"]]);
    // Of what they read nothing counts, so r may never leave the chip; x and y must cross.
    expect(report.floorBytes).toBe(4n * (32n + 16n));
  });

  test("need a shape in the file", () => {
    expect(() => importOnnx(onnxFile(graph(undefined)), "f.onnx")).toThrow(
      /^node what \(Mystery\): expected a known operator, or one whose result's shape the file gives, found none for 'm'$/,
    );
  });
});

test.each([
  [{ op: "Add", inputs: ["x"], outputs: ["y"] }, /^node y \(Add\): expected 2 operand\(s\), found 1$/],
  [{ op: "Add", inputs: ["x", "i"], outputs: ["y"] }, /^node y \(Add\): expected operands of one type, found float and int64$/],
  [
    { op: "Concat", inputs: ["x", "x"], outputs: ["y"], attributes: { axis: 2 } },
    /^node y \(Concat\): expected an axis from -2 to 1, found 2$/,
  ],
  [
    { op: "Split", inputs: ["x"], outputs: ["y", "z", "v"], attributes: { axis: 0 } },
    /^node y \(Split\): expected 3 parts that make up 4/,
  ],
  [
    { op: "Unsqueeze", inputs: ["x"], outputs: ["y"], attributes: { axes: [0, 0] } },
    /^node y \(Unsqueeze\): expected each axis once/,
  ],
  [
    { op: "ReduceSum", inputs: ["x"], outputs: ["y"], attributes: { axes: [1, -1] } },
    /^node y \(ReduceSum\): expected each axis once/,
  ],
  [
    { op: "LayerNormalization", inputs: ["x", "w"], outputs: ["y"] },
    /^node y \(LayerNormalization\): expected scales that broadcast/,
  ],
  [{ op: "Relu", inputs: ["x"], outputs: ["x"] }, /^tensor x: expected one node or weight that makes it, found several$/],
])("refuses %j", (node, message) => {
  const graph: WrittenGraph = {
    nodes: [node],
    inputs: [{ name: "x", shape: [4, 8] }],
    outputs: [{ name: node.outputs[0] ?? "", shape: ["rows", "columns"] }],
    weights: [{ name: "w", shape: [4] }],
    numbers: { i: [1, 2] },
  };
  expect(() => importOnnx(onnxFile(graph), "f.onnx", { rows: 4, columns: 8 })).toThrow(message);
});

test("pooling rounded up ends with the last window that begins at an input; old files may count one in the padding", () => {
  const pool = (extent: number) =>
    onnxFile({
      nodes: [
        {
          op: "MaxPool",
          inputs: ["x"],
          outputs: ["y"],
          attributes: { kernel_shape: [1], strides: [3], pads: [0, 1], ceil_mode: 1 },
        },
      ],
      inputs: [{ name: "x", shape: [1, 1, 5] }],
      outputs: [{ name: "y", shape: [1, 1, extent] }],
    });
  for (const extent of [2, 3]) expect(importOnnx(pool(extent), "f.onnx").tensors.at(-1)?.words).toBe(extent);
  expect(() => importOnnx(pool(4), "f.onnx")).toThrow(/expected 'y' of shape \[1, 1, 2\], found \[1, 1, 4\]/);
});
