import { expect, test } from "vitest";
import { GraphWriter } from "../../src/layers/graph-writer.js";
import { layerDocument } from "../../src/layers/layer-document.js";
import { layerReport } from "../../src/layers/layer-report.js";
import { layerOperations, layerTime } from "../../src/layers/layer-time.js";
import { modelLayer } from "../../src/layers/models/model-layer.js";
import { withAttention } from "../../src/layers/onnx/attention-pairs.js";
import { importOnnx } from "../../src/layers/onnx/import-graph.js";
import { H100 } from "../../src/machines/known/h100.js";
import { verifyDocument } from "../../src/verify/document.js";
import { onnxFile } from "./onnx-file.js";

const prefill = (tokens: number) => modelLayer("llama3-8b", { phase: "prefill", tokens });

test("operations of a Llama layer, counted by hand", () => {
  const [n, model, hidden, kv, heads] = [1024n, 4096n, 14336n, 1024n, 32n];
  const { matrix, special, plain } = layerOperations(prefill(1024).graph);
  const seen = (n * (n + 1n)) / 2n;
  const projections = n * model * (2n * model + 2n * kv) + 3n * n * model * hidden;
  expect(matrix).toBe(2n * (projections + 2n * seen * model));
  // Softmax: exponentials and a division a row; two RMSNorms: a root a token.
  expect(special).toBe(heads * (seen + n) + 2n * n);
  // Softmax; two RMSNorms; two residuals; silu and the product of its block's halves.
  expect(plain).toBe(3n * heads * seen + 2n * 2n * n * model + 2n * n * model + 2n * n * hidden);
});

test.each([
  ["an activation", "elementwise", 1n],
  ["a softmax that is one operator", "normalisation", 2n],
] as const)("two batched products with %s between have no other softmax to count", (_, kind, each) => {
  const [batch, rows, inner, columns] = [8, 64, 16, 32];
  const writer = new GraphWriter("bf16");
  const product = (name: string, left: string, k: number, n: number): string =>
    writer.operator(
      name,
      { kind: "product", batch, rows, inner: k, columns: n },
      [left, writer.tensor(`${name}.right`, batch * k * n)],
      { name: `${name}.result`, words: batch * rows * n },
    );
  const between = writer.map("between", kind, [product("first", writer.tensor("x", batch * rows * inner), inner, columns)], "h");
  writer.markOutput(product("second", between, columns, inner));
  const graph = withAttention(writer.finish("experts"));
  expect(graph.operators.map(({ work }) => work.kind)).toEqual(["scores", kind, "values"]);
  const pairs = BigInt(batch * rows * columns);
  expect(layerOperations(graph)).toMatchObject({ matrix: 4n * pairs * BigInt(inner), special: 0n, plain: each * pairs });
});

test("prefill is bound by arithmetic, decoding by DRAM, and no term is longer than the bound", () => {
  const reportOf = (layer: ReturnType<typeof modelLayer>) => layerReport(layer.workload, layer.graph, H100).time;
  expect(reportOf(prefill(4096))?.binding.id).toBe("matrix");
  const decode = modelLayer("llama3-8b", { phase: "decode", batch: 8, context: 8192 });
  expect(reportOf(decode)?.binding.id).toBe("dram-l2");
});

test("the L2 keeps the layer's results at the end, not more than there are of them", () => {
  const amount = (layer: ReturnType<typeof modelLayer>): readonly [amount: bigint, floor: bigint] => {
    const { time, floorBytes } = layerReport(layer.workload, layer.graph, H100);
    return [time?.terms.find(({ id }) => id === "dram-l2")?.amount ?? 0n, floorBytes];
  };
  const decode = modelLayer("llama3-8b", { phase: "decode", batch: 8, context: 8192 });
  const results = decode.graph.tensors.reduce((sum, one) => (one.output ? sum + 2n * BigInt(one.words) : sum), 0n);
  expect(results).toBeLessThan(10n ** 6n);
  const [small, floor] = amount(decode);
  expect(small).toBe(floor - results);
  // 16384 tokens of 4096 words: larger than the L2.
  const [large, most] = amount(prefill(16384));
  expect(large).toBe(most - BigInt(H100.l2Bytes));
});

test("products of a file count at the rate of their operands, not of its first weight; booleans take no plain operations", () => {
  const shape = [512, 512];
  const of = (type: number, gain: number) =>
    importOnnx(
      onnxFile({
        nodes: [
          { op: "Cast", inputs: ["gain"], outputs: ["g"], attributes: { to: type } },
          { op: "Mul", inputs: ["x", "g"], outputs: ["s"] },
          { op: "MatMul", inputs: ["s", "w"], outputs: ["z"] },
          { op: "Greater", inputs: ["z", "x"], outputs: ["y"] },
        ],
        inputs: [{ name: "x", shape, type }],
        outputs: [{ name: "y", shape, type: 9 }],
        weights: [
          { name: "gain", shape: [512], type: gain },
          { name: "w", shape, type },
        ],
      }),
      "f.onnx",
    );
  const matrix = (type: number, gain: number) => layerTime(of(type, gain), 0n, H100).terms.find(({ id }) => id === "matrix");
  // bf16 products after an fp32 gain, and the other way round.
  expect(matrix(16, 1)?.perSecond).toEqual(matrix(16, 16)?.perSecond);
  expect(matrix(1, 16)?.perSecond).toEqual(matrix(1, 1)?.perSecond);
  expect(matrix(1, 1)?.perSecond).not.toEqual(matrix(16, 16)?.perSecond);
  // The cast of the gain and the multiplication; none for the comparison.
  expect(layerOperations(of(16, 1)).plain).toBe(512n + 512n * 512n);
  const report = layerReport({ kind: "layer", model: "m", title: "m", source: "" }, of(16, 1), H100);
  expect(verifyDocument(JSON.parse(JSON.stringify(layerDocument(report))))).toMatchObject({ valid: true });
});
