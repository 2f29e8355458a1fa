import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/errors.js";
import { layerDocument } from "../../src/layers/layer-document.js";
import { layerReport } from "../../src/layers/layer-report.js";
import { importOnnx } from "../../src/layers/onnx/import-graph.js";
import { indexGraph } from "../../src/layers/operator-graph.js";
import { PlanBounder } from "../../src/layers/plan/plan-bound.js";
import { H100 } from "../../src/machines/known/h100.js";
import { verifyDocument } from "../../src/verify/document.js";
import { parameters } from "../properties/arbitraries.js";

/** Written by PyTorch 2.13's two exporters (onnx/export.py). */
const read = (name: string): Uint8Array => readFileSync(new URL(`./onnx/${name}.onnx`, import.meta.url));
const load = (name: string, extents: Readonly<Record<string, number>> = { batch: 2, tokens: 64 }) =>
  importOnnx(read(name), `${name}.onnx`, extents);

describe.each(["script", "dynamo"])("a file of PyTorch's %s exporter", (exporter) => {
  test("becomes attention and a feed-forward block with the floor of its own tensors", () => {
    const graph = load(`block-${exporter}`);
    const works = graph.operators.map(({ work }) => work);
    expect(works.filter(({ kind }) => kind === "product")).toHaveLength(6);
    expect(works.filter(({ kind }) => kind === "scores" || kind === "values")).toEqual([
      { kind: "scores", batch: 1, heads: 8, kvHeads: 8, queries: 64, keys: 64, dim: 16, causal: false },
      { kind: "values", batch: 1, heads: 8, kvHeads: 8, queries: 64, keys: 64, dim: 16, causal: false },
    ]);
    // x in, y out; four products of 64×64, two of 64×256; biases; the two norms' equal gains and shifts once.
    const words = 2 * (2 * 64 * 64) + 4 * 64 * 64 + 2 * 64 * 256 + 5 * 64 + 256 + 2 * 64;
    expect(new PlanBounder(indexGraph(graph), H100).floor().value).toBe(BigInt(4 * words));
  });

  test("keeps a gated block's two factors, and its norm as statistics and scales", () => {
    const graph = load(`gated-${exporter}`);
    expect(graph.operators.filter(({ work }) => work.kind === "product")).toHaveLength(3);
    expect(graph.operators.filter(({ work }) => work.kind === "row-statistics")).toHaveLength(1);
    const report = layerReport(
      { kind: "layer", model: "gated", title: "gated", source: "" },
      load(`gated-${exporter}`, { batch: 64, tokens: 4096 }),
      H100,
    );
    const best = report.rows.find(({ plan }) => plan.id === "best");
    expect(best?.plan.kernels).toHaveLength(1);
  });

  test("names a node that is not known, and counts its results", () => {
    const graph = load(`conv-${exporter}`);
    const report = layerReport({ kind: "layer", model: "conv", title: "conv", source: "" }, graph, H100);
    expect(report.unsupported).toHaveLength(1);
    expect(report.unsupported[0]).toMatch(/cumsum/i);
    expect(graph.operators.map(({ work }) => work.kind)).toContain("convolution");
    expect(report.floorBytes).toBe(BigInt(4 * (2 * 8 * 32 * 32 + 2 * 16 * 16 * 16 + 16 * 8 * 9 + 16 + 2 * 4 + 2 * 16)));
  });

  test.each(["block", "gated", "conv"])("has plans whose certificates hold: %s", (name) => {
    const workload = { kind: "layer", model: name, title: name, source: "" } as const;
    const document = layerDocument(layerReport(workload, load(`${name}-${exporter}`), H100));
    expect(verifyDocument(JSON.parse(JSON.stringify(document)))).toMatchObject({ valid: true });
  });

  test("says which extent is unbound", () => {
    expect(() => load(`block-${exporter}`, { batch: 2 })).toThrow(/dim tokens: .*--dim tokens=/);
  });
});

test.each(["./onnx/block-script", "./models/llama", "./models/mobilenet-v3-large", "./models/gpt2"])(
  "a broken or truncated file is refused in one way, whatever is wrong with it: %s",
  (path) => {
    const whole = readFileSync(new URL(`${path}.onnx`, import.meta.url));
    const broken = fc.oneof(
      fc.nat(whole.length - 1).map((length) => whole.slice(0, length)),
      fc
        .tuple(fc.nat(whole.length - 1), fc.nat(255))
        .map(([at, byte]) => Uint8Array.from(whole, (old, i) => (i === at ? byte : old))),
      fc.uint8Array({ maxLength: 200 }),
    );
    fc.assert(
      fc.property(broken, (bytes) => {
        try {
          importOnnx(Uint8Array.from(bytes), "broken.onnx", { batch: 2, tokens: 64 });
        } catch (error) {
          expect(error, String((error as Error).stack)).toBeInstanceOf(InputError);
        }
      }),
      parameters(150),
    );
    expect(() => importOnnx(whole.slice(0, 500), "cut.onnx")).toThrow(/truncated/);
  },
);
