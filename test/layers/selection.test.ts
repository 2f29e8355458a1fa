import { expect, test } from "vitest";
import { GraphWriter } from "../../src/layers/graph-writer.js";
import { layerDocument } from "../../src/layers/layer-document.js";
import { layerReport } from "../../src/layers/layer-report.js";
import { modelLayer } from "../../src/layers/models/model-layer.js";
import { importOnnx } from "../../src/layers/onnx/import-graph.js";
import { mappingKind } from "../../src/layers/plan/legality.js";
import { H100 } from "../../src/machines/known/h100.js";
import { verifyDocument } from "../../src/verify/document.js";
import { meaningOf } from "./onnx-call.js";
import { onnxFile } from "./onnx-file.js";

test("an ONNX Where selects: it reads its condition, and its result is a form of neither operand", () => {
  expect(meaningOf("Where", [[1, 4, 4], [8, 4, 4], [1]])).toEqual({
    kind: "operator",
    work: { kind: "selection" },
    shapes: [[8, 4, 4]],
    partial: [1, 2],
  });
});

/** max(x, 0) of one array, or what a condition selects from two: it loads the condition, and of each pair of words one. */
function oneOperator(kind: "elementwise" | "selection", words: number) {
  const writer = new GraphWriter("fp32");
  const operands = ["condition", "x", "z"].map((name) => writer.tensor(name, words));
  const carries = kind === "selection" ? [] : operands;
  writer.markOutput(writer.operator("only", { kind }, operands, { name: "y", words }, carries));
  const { workload } = modelLayer("llama3-8b", { tokens: 1 });
  return layerReport(workload, writer.finish(kind), H100);
}

test("what a selection reads is not counted: a kernel that loads what is selected is above the floor", () => {
  const words = 2 ** 28;
  const [all, selected] = [oneOperator("elementwise", words), oneOperator("selection", words)];
  expect(all.floorBytes).toBe(BigInt(16 * words));
  const kernelBytes = BigInt(4 * words * (1 + 1 + 1));
  for (const { bounds } of selected.rows) for (const { value } of bounds) expect(value).toBeLessThanOrEqual(kernelBytes);
  expect(selected.graph.operators.map(mappingKind)).toEqual(["one-to-one"]);
  const document = JSON.parse(JSON.stringify(layerDocument(selected)));
  expect(verifyDocument(document)).toMatchObject({ valid: true });
  document.graph.operators[0].carries = ["x"];
  expect(verifyDocument(document)).toMatchObject({ valid: false, path: "graph.operators[0].carries" });
});

test("the checker takes what is read in part from the graph, and from operators that can say so alone", () => {
  const writer = new GraphWriter("fp32");
  const [x, w] = [writer.tensor("x", 64), writer.weight("w", 16)];
  writer.markOutput(writer.operator("window", { kind: "other-convolution" }, [x, w], { name: "y", words: 32 }));
  const whole = writer.finish("window");
  const graph = { ...whole, operators: whole.operators.map((operator) => ({ ...operator, partial: ["x"] })) };
  const workload = { kind: "layer", model: "window", title: "window", source: "" } as const;
  expect(layerReport(workload, whole, H100).floorBytes).toBe(4n * (64n + 16n + 32n));
  const report = layerReport(workload, graph, H100);
  expect(report.floorBytes).toBe(4n * (16n + 32n));
  const said = (change: Readonly<Record<string, unknown>>) => {
    const document = JSON.parse(JSON.stringify(layerDocument(report)));
    Object.assign(document.graph.operators[0], change);
    return verifyDocument(document);
  };
  expect(said({})).toMatchObject({ valid: true });
  for (const change of [
    { partial: [] },
    { partial: ["w"] },
    { partial: ["y"] },
    { work: { kind: "unsupported" } },
    { work: { kind: "product", batch: 1, rows: 16, inner: 4, columns: 2 } },
    { work: { kind: "elementwise" }, carries: ["x"] },
  ]) {
    expect(said(change), JSON.stringify(change)).toMatchObject({ valid: false });
  }
});

test("a Where that replaces NaN by a number reads every word that it tests", () => {
  const shape = [4, 8];
  const of = (tested: string) =>
    importOnnx(
      onnxFile({
        nodes: [
          { op: "IsNaN", inputs: [tested], outputs: ["bad"] },
          { op: "Where", inputs: ["bad", "z", "x"], outputs: ["y"] },
        ],
        inputs: ["x", "z", "t"].map((name) => ({ name, shape })),
        outputs: [{ name: "y", shape }],
      }),
      "f.onnx",
    ).operators;
  // The test is part of the operator, which may leave z unread.
  expect(of("x")).toEqual([
    { name: "Where_1", inputs: ["z", "x"], outputs: ["y"], carries: ["x"], partial: ["z"], work: { kind: "elementwise" } },
  ]);
  // Of another test nothing follows.
  expect(of("t").map(({ work, carries }) => [work.kind, carries])).toEqual([
    ["elementwise", ["t"]],
    ["selection", []],
  ]);
});
