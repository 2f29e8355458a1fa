import { expect, test } from "vitest";
import { verifyDocument } from "../../src/bounds/verify/document.js";
import { layerDocument } from "../../src/layers/document.js";
import { GraphWriter } from "../../src/layers/graph-writer.js";
import { layerReport } from "../../src/layers/layer-report.js";
import { mappingKind } from "../../src/layers/legality.js";
import { modelLayer } from "../../src/layers/model-layer.js";
import { H100 } from "../../src/machines/h100.js";
import { meaningOf } from "./onnx-call.js";

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
