import { describe, expect, test } from "vitest";
import type { Setting } from "../../src/bounds/bound.js";
import type { Json } from "../../src/bounds/certificates/json.js";
import { settingsOf } from "../../src/bounds/shared/setting.js";
import { convProducts } from "../../src/computation/conv.js";
import { GraphWriter } from "../../src/layers/graph-writer.js";
import { type KernelBound, KernelBounder } from "../../src/layers/kernels/kernel-bound.js";
import { KernelReplayer } from "../../src/layers/kernels/kernel-traffic.js";
import { convolutionOf } from "../../src/layers/kernels/single-cores.js";
import { layerDocument } from "../../src/layers/layer-document.js";
import { layerReport } from "../../src/layers/layer-report.js";
import type { ModelLayerOptions } from "../../src/layers/models/model-layer.js";
import { modelLayer } from "../../src/layers/models/model-layer.js";
import { boundaryOf, indexGraph, type Operator, type OperatorGraph, tensorBytes } from "../../src/layers/operator-graph.js";
import { trainingDocument } from "../../src/layers/training/training-document.js";
import { RECOMPUTATIONS, type Recomputation, trainingGraphs } from "../../src/layers/training/training-graphs.js";
import { keptBytes, trainingReport } from "../../src/layers/training/training-report.js";
import { H100 } from "../../src/machines/known/h100.js";
import { verifyDocument } from "../../src/verify/document.js";
import { edited } from "../bounds/edited.js";

function graphsOf(model: string, options: ModelLayerOptions, recompute: Recomputation) {
  return trainingGraphs(modelLayer(model, options).graph, recompute);
}

/** Operations of products alone. */
function operations({ operators }: OperatorGraph): number {
  return operators.reduce((sum, { work }) => {
    if (work.kind === "product") return sum + 2 * work.batch * work.rows * work.inner * work.columns;
    if (work.kind === "convolution") return sum + 2 * Number(convProducts(convolutionOf(work, "bf16")));
    const isGrouped = work.kind === "grouped-product" || work.kind === "grouped-gradient";
    return isGrouped ? sum + 2 * work.rows.reduce((all, rows) => all + rows, 0) * work.inner * work.columns : sum;
  }, 0);
}

test("keeps of a GPT layer what Korthikanti et al. 2022 count, less their dropout masks and scores above the diagonal", () => {
  const { kept } = graphsOf("gpt3-6.7b", { batch: 2, tokens: 512 }, "none");
  const [s, b, h, a] = [512, 2, 4096, 32];
  // Section 4.1: 11sbh + 5as²b of attention with masks of sbh and as²b and a second copy of 2as²b; 19sbh with one of sbh; norms 4sbh.
  const [attention, block, norms] = [11 * s * b * h - s * b * h, 19 * s * b * h - s * b * h, 4 * s * b * h];
  const probabilities = 2 * a * b * ((s * (s + 1)) / 2);
  expect(Number(keptBytes(kept))).toBe(attention + block + norms + probabilities);
});

const LAYERS: readonly (readonly [string, ModelLayerOptions])[] = [
  ["llama3-8b", { tokens: 256 }],
  ["gpt3-6.7b", { tokens: 128, batch: 2 }],
  ["gemma2-9b", { tokens: 4200, attention: "local" }],
  ["qwen3-8b", { tokens: 64 }],
  ["whisper-large-v3-decoder", { tokens: 64 }],
  ["dit-xl2", { batch: 2 }],
  ["llama3-8b", { part: "embedding", tokens: 256 }],
  ["mixtral-8x7b", { tokens: 64 }],
  ["llama4-scout", { tokens: 50, skew: "zipf:1.2" }],
  ["deepseek-v3", { tokens: 64, feedForward: "dense" }],
  ["deepseek-v3", { tokens: 48, skew: "zipf:1.1" }],
  ["sd15-residual", { tokens: 256 }],
  ["sd15-unet", { tokens: 256 }],
  ["gpt3-6.7b", { part: "head", tokens: 256, training: true }],
];

describe.each(LAYERS)("a training step of %s %j", (model, options) => {
  test.each(RECOMPUTATIONS)("has a gradient for every weight and operand, when %s is made again", (recompute) => {
    const { graph } = modelLayer(model, options);
    const { forward, backward } = graphsOf(model, options, recompute);
    const { tensor } = indexGraph(forward);
    const { producer } = indexGraph(graph);
    const given = graph.tensors.filter(({ name, dataType }) => !producer.has(name) && dataType !== "int32");
    const made = backward.tensors.filter(({ output }) => output);
    expect(made.map(({ words }) => words).sort()).toEqual(given.map(({ words }) => words).sort());
    for (const { name } of made) {
      const of = [...tensor.keys()].filter((one) => name === `${one}-gradient` || name.startsWith(`${one}-gradient-by-`));
      expect(of, name).toHaveLength(1);
      expect(tensor.get(of[0] ?? "")?.words, name).toBe(made.find((one) => one.name === name)?.words);
    }
  });

  test("has two products in the backward pass for each in the forward pass, and these again where all is", () => {
    const attention = graphsOf(model, options, "attention");
    expect(operations(attention.backward)).toBe(2 * operations(attention.forward));
    const full = graphsOf(model, options, "full");
    expect(operations(full.backward)).toBeLessThanOrEqual(3 * operations(full.forward));
  });
});

test.each(LAYERS.slice(-2))("keeps and moves less the more is made again: %s %j", (model, options) => {
  const { choices } = trainingReport(model, options, H100, { search: false });
  choices.slice(1).forEach((choice, i) => {
    expect(choice.keptBytes).toBeLessThanOrEqual(choices[i]?.keptBytes ?? 0n);
    expect(choice.floorBytes).toBeLessThanOrEqual(choices[i]?.floorBytes ?? 0n);
    expect(choice.operations).toBeGreaterThanOrEqual(choices[i]?.operations ?? 0n);
  });
});

test.each([
  ["gpt-oss-20b", {}, /^training: expected experts whose weights have no scales, found down-product/],
  ["deepseek-v3", { form: "absorbed" }, /^training: expected attention whose keys and values are one tensor each/],
  ["mamba2-2.7b", {}, /^training: .* found scan/],
])("refuses %s %j, whose gradients are not known here", (model, options, message) => {
  expect(() => trainingReport(model, options, H100)).toThrow(message);
});

test.each([
  ["mixtral-8x7b", { tokens: 64 }],
  ["mixtral-8x7b", { tokens: 40, skew: "zipf:1.1" }],
  ["deepseek-v3", { tokens: 64, feedForward: "dense" }],
  ["sd15-residual", { tokens: 64 }],
] as const)("the document of a training step of %s %j verifies, and not with other extents", (model, options) => {
  const report = trainingReport(model, options, H100, { search: false });
  const document = JSON.parse(JSON.stringify(trainingDocument(report))) as Json;
  expect(verifyDocument(document)).toMatchObject({ valid: true });
  const { operators } = report.backward.graph;
  for (const [at, { name, work }] of operators.entries()) {
    const field = { "grouped-gradient": "inner", convolution: "outChannels" }[work.kind as string];
    if (field === undefined) continue;
    const path = ["backward", "graph", "operators", at, "work", field];
    expect(verifyDocument(edited(document, path, (value) => 2 * Number(value))).valid, name).toBe(false);
    if (work.kind !== "convolution" || work.pass === undefined) continue;
    const others = ["weight-gradient", "data-gradient"].filter((pass) => pass !== work.pass);
    const forged = edited(document, [...path.slice(0, -1), "pass"], () => others[0] ?? "");
    expect(verifyDocument(forged).valid, name).toBe(false);
  }
});

test("gradients of convolutions have their bounds, and those of inputs the schedules of a convolution", () => {
  const index = indexGraph(graphsOf("sd15-residual", { tokens: 4096 }, "none").backward);
  const setting = settingsOf(H100).find((one) => one.interface === "l2-sm") as Setting;
  const bounder = new KernelBounder(index, setting);
  const replayer = new KernelReplayer(index, H100);
  const [ofInput, ofWeight] = ["second-convolution-input-gradient", "second-convolution-weight-gradient"] as const;
  const traffic = replayer.traffic([ofInput]);
  expect(traffic?.bytes.get("l2-sm")).toBeGreaterThanOrEqual(bounder.bound([ofInput]).value);
  expect(replayer.traffic([ofWeight])).toBeUndefined();
  for (const name of [ofInput, ofWeight])
    expect(bounder.bound([name]).value, name).toBeGreaterThanOrEqual(bounder.compulsory([name]).value);
  expect(bounder.bound([ofInput]).cores.map(({ workload }) => workload)).toMatchObject([{ kind: "conv", pass: "data-gradient" }]);
});

type Document = { [key: string]: Document } & Document[];

function documentOf(recompute: Recomputation, tokens: number): Document {
  const report = trainingReport("llama3-8b", { tokens }, H100, { search: false, recompute });
  return JSON.parse(JSON.stringify(trainingDocument(report)));
}

test.each(["none", "full"] as const)("the document of a training step verifies: %s", (recompute) => {
  expect(verifyDocument(documentOf(recompute, 64) as unknown as Json)).toMatchObject({ valid: true });
});

test("the kernels of attention's gradients move no less than its bound, and all of its tensors", () => {
  const index = indexGraph(graphsOf("llama3-8b", { tokens: 1024 }, "attention").backward);
  const kernel = ["attention-gradient"];
  const traffic = new KernelReplayer(index, H100).traffic(kernel);
  const setting = settingsOf(H100).find((one) => one.interface === "l2-sm") as Setting;
  const bound = new KernelBounder(index, setting).bound(kernel);
  expect(traffic?.basis).toBe("replay");
  expect(traffic?.bytes.get("l2-sm")).toBeGreaterThan(bound.value);
  const { inputs, outputs } = boundaryOf(index, new Set(kernel));
  expect(traffic?.bytes.get("dram-l2")).toBeGreaterThanOrEqual(
    [...inputs, ...outputs].reduce((sum, one) => sum + tensorBytes(one), 0n),
  );
});

describe("a document of a training step is refused", () => {
  const document = documentOf("attention", 4096);
  const cores = (one: Document): Document[] =>
    [one["backward"]?.["floor"]?.["certificate"], ...(one["backward"]?.["plans"] ?? [])].flatMap(
      (at) =>
        at?.["cores"] ?? at?.["bounds"]?.[1]?.["certificate"]?.["kernels"]?.flatMap((kernel) => kernel["cores"] ?? []) ?? [],
    );
  const operatorOf = (one: Document, kind: string): Document =>
    one["backward"]?.["graph"]?.["operators"]?.find((operator) => String(operator["work"]?.["kind"]) === kind) as Document;
  const edits: readonly (readonly [string, (one: Document) => void])[] = [
    ["without a kept tensor", (one) => one["kept"]?.pop()],
    ["with other bytes of one", (one) => Object.assign(one["kept"]?.[0] as Document, { bytes: 1 })],
    ["with another sum of them", (one) => Object.assign(one, { keptBytes: Number(one["keptBytes"]) + 1 })],
    ["of another recomputation", (one) => Object.assign(one, { recompute: "full" })],
    ["with another floor of its choice", (one) => Object.assign(one["choices"]?.[1] as Document, { floorBytes: 1 })],
    ["with the passes exchanged", (one) => Object.assign(one, { forward: one["backward"], backward: one["forward"] })],
    [
      "whose forward pass does not store what is kept",
      (one) => {
        const q = one["forward"]?.["graph"]?.["tensors"]?.find(({ name }) => String(name) === "q-turned");
        Object.assign(q as Document, { output: false });
      },
    ],
    [
      "whose gradients of attention see another mask",
      (one) => Object.assign(operatorOf(one, "attention-backward")["work"] as Document, { causal: false }),
    ],
    [
      "whose gradients of attention have a latent",
      (one) => Object.assign(operatorOf(one, "attention-backward")["work"] as Document, { valuesInKeys: true }),
    ],
    [
      "whose log-sum-exps are narrower",
      (one) => {
        const l = one["backward"]?.["graph"]?.["tensors"]?.find(({ name }) => String(name) === "log-sum-exp");
        Object.assign(l as Document, { dataType: "bf16" });
      },
    ],
    [
      "whose core of gradients has a query head less",
      (one) => {
        const core = cores(one).find((found) => String(found["workload"]?.["kind"]) === "attention-backward");
        Object.assign((core as Document)["workload"] as Document, { heads: 31 });
      },
    ],
  ];
  test.each(edits)("%s", (_, edit) => {
    const changed = structuredClone(document);
    edit(changed);
    expect(changed).not.toEqual(document);
    expect(verifyDocument(changed as unknown as Json)).toMatchObject({ valid: false });
  });

  test("unless nothing was changed", () => {
    expect(verifyDocument(document as unknown as Json)).toMatchObject({ valid: true });
    expect(cores(document).some((core) => String(core["workload"]?.["kind"]) === "attention-backward")).toBe(true);
  });
});

test("an operand that lies one way in one product and the other way in another is no operand of both together", () => {
  const side = 4096;
  const writer = new GraphWriter("bf16");
  const x = writer.tensor("x", side * side);
  for (const name of ["y", "z"]) writer.markOutput(writer.product(`${name}-product`, x, side, side, side, name));
  const plain = writer.finish("two products");
  const { workload } = modelLayer("llama3-8b", { tokens: 1 });
  const bound = (graph: OperatorGraph): KernelBound => {
    const setting = settingsOf(H100).find((one) => one.interface === "l2-sm") as Setting;
    return new KernelBounder(indexGraph(graph), setting).bound(graph.operators.map(({ name }) => name));
  };
  const turned = plain.operators.map((one) => ({ ...one, work: { ...one.work, leftTransposed: one.name === "z-product" } }));
  const operators = turned.map(({ work: { leftTransposed, ...work }, ...one }) => ({
    ...one,
    work: leftTransposed ? { ...work, leftTransposed } : work,
  })) as readonly Operator[];
  expect(bound(plain).cores.map((core) => core.operators)).toEqual([["y-product", "z-product"]]);
  expect(bound({ ...plain, operators }).cores.map((core) => core.operators)).toEqual([["y-product"]]);
  const plans = [{ id: "own", title: "", kernels: [["y-product", "z-product"]] }];
  const document = (graph: OperatorGraph): Document =>
    JSON.parse(JSON.stringify(layerDocument(layerReport(workload, graph, H100, { plans, search: false }))));
  const forged = document(plain);
  expect(verifyDocument(forged as unknown as Json)).toMatchObject({ valid: true });
  expect(verifyDocument(document({ ...plain, operators }) as unknown as Json)).toMatchObject({ valid: true });
  Object.assign(forged["graph"] as Document, { operators });
  expect(verifyDocument(forged as unknown as Json)).toMatchObject({ valid: false, reason: "do not make up a gemm" });
});
