import { expect, test } from "vitest";
import { layerReport } from "../../src/layers/layer-report.js";
import { layerOperations } from "../../src/layers/layer-time.js";
import { modelLayer } from "../../src/layers/model-layer.js";
import { H100 } from "../../src/machines/h100.js";

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

test("prefill is bound by arithmetic, decoding by DRAM, and no term is longer than the bound", () => {
  const reportOf = (layer: ReturnType<typeof modelLayer>) => layerReport(layer.workload, layer.graph, H100).time;
  expect(reportOf(prefill(4096))?.binding.id).toBe("matrix");
  const decode = modelLayer("llama3-8b", { phase: "decode", batch: 8, context: 8192 });
  expect(reportOf(decode)?.binding.id).toBe("dram-l2");
});
