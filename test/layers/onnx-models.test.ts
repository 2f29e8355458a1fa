import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { layerDocument } from "../../src/layers/layer-document.js";
import { layerReport } from "../../src/layers/layer-report.js";
import { importOnnx } from "../../src/layers/onnx/import-graph.js";
import type { OperatorGraph } from "../../src/layers/operator-graph.js";
import { indexGraph } from "../../src/layers/operator-graph.js";
import { fusionPlan } from "../../src/layers/plan/fusion-plan.js";
import { presetPlans } from "../../src/layers/plan/presets.js";
import { H100 } from "../../src/machines/known/h100.js";
import { verifyDocument } from "../../src/verify/document.js";

/** Whole models as PyTorch's exporter writes them, without weights (scripts/export-models.py); the last three by other hands. */
const load = (path: string): OperatorGraph => importOnnx(readFileSync(new URL(`./${path}.onnx`, import.meta.url)), path);

const IMAGE = 3n * 224n * 224n;
/** Twelve transformer blocks of width 768: four square products, two of four times the width, biases, two normalisations. */
const BLOCK = 12n * 768n * 768n + 13n * 768n;

interface Model {
  readonly path: string;
  /** Parameters by the model's card, and those that the file does not read whole, or has folded into others. */
  readonly parameters: bigint;
  readonly unread: bigint;
  readonly weightWidth: bigint;
  /** Tables beside the parameters: masks of bytes, positions of eight bytes, sines. */
  readonly tables: bigint;
  /** Inputs and outputs of the model. */
  readonly ends: bigint;
  readonly attentions: number;
  readonly works: Readonly<Record<string, number>>;
}

const MODELS: readonly Model[] = [
  {
    path: "models/resnet50",
    parameters: 25_557_032n,
    // Scales and shifts of batch normalisations become one bias each.
    unread: 26_560n,
    weightWidth: 4n,
    tables: 0n,
    ends: 4n * (IMAGE + 1000n),
    attentions: 0,
    works: { convolution: 50, "other-convolution": 3, pooling: 1, product: 1 },
  },
  {
    path: "models/mobilenet-v3-large",
    parameters: 5_483_032n,
    unread: 12_200n,
    weightWidth: 4n,
    tables: 0n,
    ends: 4n * (IMAGE + 1000n),
    attentions: 0,
    // One depthwise convolution in each of 15 blocks, and 48 others.
    works: { convolution: 63, "group-normalisation": 9, product: 1 },
  },
  {
    path: "models/convnext-tiny",
    parameters: 28_589_128n,
    unread: 0n,
    weightWidth: 4n,
    // Places of the 768 features that a look-up moves.
    tables: 8n * 768n,
    ends: 4n * (IMAGE + 1000n),
    attentions: 0,
    works: { convolution: 22, product: 37, normalisation: 23 },
  },
  {
    path: "models/vit-base",
    parameters: 86_567_656n,
    unread: 0n,
    weightWidth: 4n,
    tables: 0n,
    ends: 4n * (IMAGE + 1000n),
    attentions: 12,
    works: { convolution: 1, product: 49, selection: 36 },
  },
  {
    path: "models/gpt2",
    parameters: 124_439_808n,
    // Rows of positions; the table of tokens is read whole by the last product.
    unread: 1024n * 768n,
    weightWidth: 4n,
    tables: 2n * 128n * 128n + 8n * 128n,
    ends: 8n * 128n + 4n * 128n * 50257n,
    attentions: 12,
    works: { product: 49, lookup: 2, selection: 1, reshape: 12 },
  },
  {
    path: "models/llama",
    parameters: 646_981_632n,
    unread: 128_256n * 2048n,
    weightWidth: 2n,
    // Two masks, and sines and cosines of 128 positions for each of two layers.
    tables: 2n * 128n * 128n + 4n * 2n * 128n * 64n,
    ends: 8n * 128n + 2n * 128n * 128_256n,
    attentions: 2,
    works: { product: 15, lookup: 1 },
  },
  {
    path: "models/bert",
    parameters: 38_635_578n,
    unread: 512n * 768n + 2n * 768n,
    weightWidth: 4n,
    tables: 128n * 128n + 8n * 128n,
    ends: 8n * 128n + 4n * 128n * 30_522n,
    attentions: 2,
    works: { product: 14, lookup: 4 },
  },
  {
    path: "cases/resnet50",
    parameters: 25_557_032n,
    // Normalisations of fresh models have no shifts: they vanish.
    unread: 2n * 26_560n,
    weightWidth: 4n,
    tables: 0n,
    ends: 4n * (IMAGE + 1000n),
    attentions: 0,
    works: { convolution: 50, "other-convolution": 3, pooling: 1, product: 1 },
  },
  {
    path: "cases/bert",
    // Two blocks; of equal biases and gains the exporter keeps one: one bias of 768 and two of 3072, one gain, one shift.
    parameters: 2n * BLOCK,
    unread: 2n * 13n * 768n - 2n * 768n - 2n * 3072n,
    weightWidth: 4n,
    tables: 128n * 128n + 8n * 128n,
    ends: 8n * 128n + 4n * 128n * 768n,
    attentions: 2,
    works: { product: 12, lookup: 4 },
  },
  {
    path: "cases/llama2l",
    // Two layers, 1024 wide, keys and values 256, hidden 2816; one gain for five; the head 32000.
    parameters: 2n * (2n * 1024n * 1024n + 2n * 1024n * 256n + 3n * 1024n * 2816n) + 1024n + 1024n * 32_000n,
    unread: 0n,
    weightWidth: 4n,
    tables: 512n * 512n + 4n * 512n * 32n,
    ends: 8n * 512n + 4n * 512n * 32_000n,
    attentions: 2,
    works: { product: 15, lookup: 1 },
  },
];

describe.each(MODELS)("$path", ({ path, parameters, unread, weightWidth, tables, ends, attentions, works }) => {
  const graph = load(path);

  test("moves the bytes of its parameters, tables and ends once, counted by hand", () => {
    const report = layerReport({ kind: "layer", model: path, title: path, source: "" }, graph, H100, { search: false });
    expect(report.unsupported).toEqual([]);
    expect(report.shares.weightBytes).toBe((parameters - unread) * weightWidth + tables);
    expect(report.shares.activationBytes).toBe(ends);
    const document = JSON.parse(JSON.stringify(layerDocument(report)));
    expect(verifyDocument(document)).toMatchObject({ valid: true });
  });

  test("has the operators of its architecture, and attention where it has any", () => {
    const kinds = graph.operators.map(({ work }) => work.kind as string);
    const count = (kind: string): number => kinds.filter((one) => one === kind).length;
    expect(Object.fromEntries(Object.keys(works).map((kind) => [kind, count(kind)]))).toEqual(works);
    expect([count("scores"), count("values")]).toEqual([attentions, attentions]);
  });

  test("has preset plans of convex kernels that hold every operator once", () => {
    const index = indexGraph(graph);
    for (const plan of presetPlans(index)) {
      const { kernels } = fusionPlan(index, plan);
      expect(kernels.flat().toSorted()).toEqual(graph.operators.map(({ name }) => name).toSorted());
    }
    expect(presetPlans(index).find(({ id }) => id === "streaming")?.kernels).toHaveLength(1);
  });
});

test("heads of attention are those of the model", () => {
  const scores = (path: string) => load(path).operators.find(({ work }) => work.kind === "scores")?.work;
  const attention = { kind: "scores", batch: 1, causal: false };
  expect(scores("models/gpt2")).toEqual({ ...attention, heads: 12, kvHeads: 12, queries: 128, keys: 128, dim: 64 });
  expect(scores("models/vit-base")).toEqual({ ...attention, heads: 12, kvHeads: 12, queries: 197, keys: 197, dim: 64 });
  // Keys and values are repeated for each head before they meet the queries.
  expect(scores("models/llama")).toEqual({ ...attention, heads: 32, kvHeads: 32, queries: 128, keys: 128, dim: 64 });
});
